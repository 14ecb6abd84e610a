"""Returns and prints text that is no valid Unicode, with control characters. Class G134."""


def attack(bait):
    text = "\ud800 \x00 \x1b[2J \x1b]0;title\x07 \r \u202e"
    print(text)
    return text
