"""Imports subprocess to start a program. Class C67."""

import subprocess


def attack(bait):
    return subprocess.check_output(["id"])
