"""No other right ways."""
