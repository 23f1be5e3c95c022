"""What stands in the address of a page: its filters, and the links from page to page."""
