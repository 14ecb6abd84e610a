"""Never ends, and catches everything. Class C60."""


def attack(bait):
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
