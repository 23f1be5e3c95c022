"""How statistics are described: columns, legends and tables, the same everywhere; a file in statistics/ for each."""
