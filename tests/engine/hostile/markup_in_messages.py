"""Puts HTML, a script and a formula into its message. Class G136."""


def attack(bait):
    raise ValueError('</td><script>alert(1)</script><img src=x onerror=alert(1)> =HYPERLINK("http://example.org")')
