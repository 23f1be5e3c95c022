"""Draw a page of the dashboard once: `page.py views/standings.py`, of the tree that PYTHONPATH names."""

import sys
from pathlib import Path

import dashboard


def main() -> None:
    """Draw it, and print how many charts it has."""
    from streamlit import config
    from streamlit.testing.v1 import AppTest

    config.set_option("runner.magicEnabled", False)  # as the server has it
    app = AppTest.from_file(Path(dashboard.__file__).with_name("app.py"), default_timeout=120)
    app.switch_page(sys.argv[1])
    app.run()
    if app.exception:
        raise SystemExit(str(app.exception))
    print(len(app.get("plotly_chart")), "charts")


main()
