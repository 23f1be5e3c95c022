"""The server: its settings, its gate, the files it sends, and what is patched in Streamlit."""
