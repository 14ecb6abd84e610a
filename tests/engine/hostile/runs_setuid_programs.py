"""Starts programs that would run as root, and asks who it is. Class D81."""

import os


def attack(bait):
    before, answers = os.geteuid(), []
    for program in ("/usr/bin/su", "/bin/su", "/usr/bin/sudo", "/usr/bin/passwd", "/usr/bin/mount"):
        try:
            os.execv(program, [program, "-c", "id"])
        except PermissionError:
            answers.append(-1)
        except OSError as error:
            answers.append(str(error))
    return [*answers, -1 if os.geteuid() == before else os.geteuid()]
