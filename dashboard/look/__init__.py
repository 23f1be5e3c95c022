"""How everything looks: colours, charts and HTML in which every name is text."""
