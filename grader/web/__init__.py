"""Pages for the browser: the attention explorer, one static file. Knows no terminal."""
