"""Serves the study desk on the loopback until it is told to stop. Needs the `web` extra: Flask makes the pages, waitress serves them.

The main thread checks (a grading process belongs to the thread that starts it); the server's threads answer.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from waitress.server import create_server

from grader.content.models import Level
from grader.errors import UsageError
from grader.learner.folder import LearnerFolder
from grader.quiz.bank import load_bank
from grader.web.app import make_app
from grader.web.guard import ENTER, MOST_BYTES, Guard, Keys
from grader.web.live import Live
from grader.web.site import Site

LOOPBACK = "127.0.0.1"
THREADS = 12  # pages that follow checks hold one each, at most half of them
MOST_CONNECTIONS = 200  # a slow client costs a connection and no thread: requests are read before a thread sees them
SILENT_S = 20  # a connection that says nothing for so long is closed
DOOR = "desk.html"  # in the learner's hidden folder: opens the link, and nobody else can read it


def serve(level: Level, folder: LearnerFolder, clock: Callable[[], datetime], port: int, opened: Callable[[str, Path], None]) -> None:
    """Serve until interrupted. `opened` is told the link, and a file that leads there. Raises UsageError when the port is taken."""
    listening = _listening(port)
    address = f"http://{LOOPBACK}:{listening.getsockname()[1]}"
    keys, live = Keys(), Live(level, folder, clock)
    site = Site(level, folder, load_bank(level.root.quizzes), live, clock, keys.form)
    guarded = Guard(make_app(site).wsgi_app, keys, listening.getsockname()[1], time.monotonic)
    server = create_server(
        guarded,
        sockets=[listening],
        threads=THREADS,
        connection_limit=MOST_CONNECTIONS,
        channel_timeout=SILENT_S,
        cleanup_interval=5,
        channel_request_lookahead=1,  # a closed page is noticed, so its thread is free again
        max_request_body_size=MOST_BYTES,
        max_request_header_size=16 * 1024,
        send_bytes=1,  # an event is sent when it happens, not when a buffer is full
        clear_untrusted_proxy_headers=True,
        ident=None,
    )
    threading.Thread(target=server.run, name="desk", daemon=True).start()
    link = f"{address}{ENTER}?token={keys.token}"
    door = folder.state / DOOR
    try:
        _write_door(door, link)
        opened(link, door)
        live.run()
    finally:
        live.stop()
        server.close()
        door.unlink(missing_ok=True)


def _listening(port: int) -> socket.socket:
    """A socket on the loopback and nowhere else."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((LOOPBACK, port))
    except OSError as error:
        listening.close()
        raise UsageError(
            f"Port {port} cannot be used: {(error.strerror or '').lower()}.", hint="leave --port out; any free one will do"
        ) from error
    return listening


def _write_door(door: Path, link: str) -> None:
    """A page that only this user can read. Opening a browser with the link itself would show it to everyone who lists processes."""
    door.unlink(missing_ok=True)
    with os.fdopen(os.open(door, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(f'<!doctype html><meta charset="utf-8"><title>Study desk</title><meta http-equiv="refresh" content="0; url={link}">\n')
