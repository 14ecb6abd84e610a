"""Pages: a class as HTML that can be opened, read, printed and handed out without a server or a script. Knows no SQL."""
