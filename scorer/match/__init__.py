"""Everything between the words of a table and the rows of the scorebook: values, sheet, names, reading, settling."""
