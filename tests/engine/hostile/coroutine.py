"""Is async. Class F109."""


async def attack(bait):
    return 1.0
