"""Imports a module for the network. Class B53."""

import socket


def attack(bait):
    return socket.gethostname()
