"""Never ends while it is loaded. Class C60."""

while True:
    pass
