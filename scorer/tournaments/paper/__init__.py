"""Paper and wall of a tournament: pages of HTML that print well on A4, each whole in itself."""

from functools import partial

from scorer.paper import html_page

page = partial(html_page.page, package=__name__)
