"""Everything that the dashboard changes in Streamlit while it runs, because no option of it does that.

`charts` changes two places of Streamlit's script that draws charts, and by what a chart is identified. `index_page`
puts scripts into the head of Streamlit's page, and the language into its first line. `held_port` gives it the socket at
which to listen. Beside each stands why, and what is lost without it.

They are needed and fit in Streamlit 1.65 to 1.67: its script was compared, 1.65 and 1.67 were run without them, and no
setting of 1.67 and no argument of what a page calls does what one of them does. `st.html` can run scripts, but only
below a page that is there, and anew whenever it is made anew: what the head says has to be said before.
Where the installed Streamlit has no such place, the dashboard runs without the patch and `missing` says so, which
`scorer --debug dashboard` prints. tests/dashboard/test_patches.py fails then, and also when Streamlit does by itself
what `charts` is for. What is changed in uvicorn stands in scorer/connections.py, since phones need it too.

The style sheets in templates/ are no patches, but they name parts of Streamlit's page by `data-testid`: a part that is
called otherwise looks as Streamlit has it.
"""

from dashboard.serving.patches import charts, held_port, index_page


def missing() -> list[str]:
    """The patches that do not fit the installed Streamlit, each with its consequence as a sentence."""
    lacks = []
    if charts.script() is None:
        lacks.append("charts are drawn anew when a deal comes: Streamlit draws them by another script than is known")
    if not index_page.can_be_patched():
        lacks.append("the browser's way back may need two steps: Streamlit's page has another head than is known")
    if not held_port.can_be_patched():
        lacks.append("another program may take the port while this starts: Streamlit makes its socket in another way")
    return lacks
