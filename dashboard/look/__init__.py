"""How everything looks: colours, figures and HTML in which every name is text."""
