"""Does all its work while it is loaded, where no call is timed. Class A32."""

answers = []
while len(answers) < 10**9:
    answers.append(len(answers))


def attack(bait):
    return answers[-1]
