"""Changes modules, error state, print options, random state and the clock zone, for whoever comes next. Class E100."""

import os
import random
import sys
import time

import numpy as np

np.seterr(all="raise")
np.set_printoptions(precision=1)
np.random.seed(4)
np.exp = None
random.seed(4)
os.environ["TZ"] = "Asia/Tokyo"
time.tzset()
sys.setrecursionlimit(50)
sys.modules["math"] = None


def attack(bait):
    return 1.0
