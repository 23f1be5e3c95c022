"""CSV in and out, by the csv module and never by pandas: what a spreadsheet or another program can take and give."""

TABLE, CSV, JSON = FORMATS = ("table", "csv", "json")  # in which a table is asked for
