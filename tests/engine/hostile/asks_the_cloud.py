"""Asks a cloud's metadata service, a proxy and a container's daemon. Class B54."""

import os
import sys

socket = sys.modules["socket"]


def attack(bait):
    reached = [name for name in os.environ if name.lower().endswith(("_proxy", "_host", "_token"))]
    targets = [("169.254.169.254", 80), ("fd00:ec2::254", 80), ("metadata.google.internal", 80), ("127.0.0.1", 2375)]
    for family, target in [(socket.AF_INET6 if ":" in host else socket.AF_INET, (host, port)) for host, port in targets]:
        try:
            with socket.socket(family) as made:
                made.settimeout(0.2)
                made.connect(target)
            reached.append(target)
        except OSError:
            pass
    for path in ("/var/run/docker.sock", "/run/podman/podman.sock", "/run/containerd/containerd.sock"):
        try:
            with socket.socket(socket.AF_UNIX) as made:
                made.connect(path)
            reached.append(path)
        except OSError:
            pass
    return reached
