"""Leaves by os._exit(0) while it is loaded. Class A12."""

import os

os._exit(0)
