"""Ends the thread that answers, while another one sleeps and keeps every descriptor open. Class C61."""

import sys
import threading
import time

libc = sys.modules["ctypes"].CDLL(None)


def attack(bait):
    threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
    return libc.syscall(60, 0)
