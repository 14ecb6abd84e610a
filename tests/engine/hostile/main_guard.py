"""Has code for the command line below a guard. Class F112."""


def attack(bait):
    return __name__


if __name__ == "__main__":
    raise SystemExit("run as a program")
