"""Everything that the dashboard changes in Streamlit while it runs, because that has no option for it.

`charts`: Streamlit's script that draws charts is sent with three places changed, and a chart with a key is identified
by that key alone.
    Why: to Streamlit, a chart with new numbers is another chart.
    Without: when a deal comes, charts disappear and are drawn from nothing; zoom and hidden lines are lost.
`index_page.BASE`: the page says where its server is.
    Why: Streamlit's script looks for the server below the address of the page first.
    Without: on every page but the first, a visit makes two requests that are answered with 404.
`index_page.ONE_STEP`: two steps of the browser's history become one.
    Why: `st.switch_page` with a query makes a step to that query on the old page before the step to the new page.
    Without: after a click on a cell or a mark, the way back leads to the old page with the query of the new one.
`index_page.LEADING`: a link in HTML of ours leads to its page without loading anything.
    Why: Streamlit's `st.page_link` does so; links in `st.html` load, and those in Markdown open another tab.
    Without: a link in a sentence loads the whole program again.
`index_page.FOCUS`: what had the focus of the keyboard in HTML of ours has it again when that is made anew.
    Why: `st.html` replaces all of its words when one of them changes.
    Without: with every deal the focus falls to the beginning of the page.

`index_page.ON_PAPER` is no patch, but needs Streamlit's Plotly: while the browser prints, figures are as wide as paper.

They are needed and fit in Streamlit 1.65 to 1.67 (its script was compared, and 1.65 and 1.67 were run without them).
Where the installed Streamlit has no such place, the dashboard runs without the patch and `missing` says so, which
`scorer --debug dashboard` prints. tests/dashboard/test_patches.py fails then, and also when Streamlit does by itself
what `charts` is for. What is changed in uvicorn stands in scorer/connections.py, since phones need it too.

The style sheets in templates/ are no patches, but they name parts of Streamlit's page by `data-testid`: a part that is
called otherwise looks as Streamlit has it.
"""

from dashboard.serving.patches import charts, index_page


def missing() -> list[str]:
    """The patches that do not fit the installed Streamlit, each with its consequence as a sentence."""
    lacks = []
    if charts.script() is None:
        lacks.append("charts are drawn anew when a deal comes: Streamlit draws them by another script than is known")
    if not index_page.can_be_patched():
        lacks.append("the browser's way back may need two steps: Streamlit's page has another head than is known")
    return lacks
