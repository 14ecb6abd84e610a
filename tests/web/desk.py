"""The study desk as tests see it: the real server as a process of its own, in a real learner's folder, over HTTP and in a browser."""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.store.learner import LearnerStore

LINK = re.compile(r"http://(127\.0\.0\.1:(\d+))(/enter\?token=\S+)")
FORM = re.compile(r'name="form" value="([0-9a-f]+)"')


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer of the server, whole."""

    status: int
    headers: Mapping[str, str]
    text: str


class Server(AbstractContextManager["Server"]):
    """`grader web` in a folder. `cookie` is what the printed link brings."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "grader", "web", "--no-open"], cwd=folder, stdout=subprocess.PIPE, text=True, env=dict(os.environ)
        )
        try:
            self._enter()
        except BaseException:  # no test leaves a server behind
            self.__exit__()
            raise

    def _enter(self) -> None:
        """Read the printed link and follow it."""
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        found = LINK.search(first)
        assert found, f"no link in {first!r}"
        self.host, self.port, self.door = found[1], int(found[2]), found[3]
        self.address = f"http://{self.host}"
        self.cookie = self.ask("GET", self.door, cookie="").headers["set-cookie"].partition(";")[0]
        self.form = FORM.findall(self.ask("GET", "/exercises/softmax-rows").text)[0]

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def ask(self, method: str, path: str, *, body: bytes | None = None, cookie: str | None = None, **headers: str) -> Reply:
        """One request; `cookie` is the learner's unless another is given. A header named `accept_language` is sent as accept-language."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        whole = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = self.cookie if cookie is None else cookie
        if sent:
            whole.setdefault("cookie", sent)
        try:
            connection.request(method, path, body, whole)
            answer = connection.getresponse()
            return Reply(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read().decode(errors="replace"))
        finally:
            connection.close()

    def get(self, path: str) -> Reply:
        """A page, as the learner."""
        return self.ask("GET", path)

    def post(self, path: str, fields: Mapping[str, str] | list[tuple[str, str]] | None = None, **headers: str) -> Reply:
        """A form of ours, sent as the learner's browser sends it."""
        pairs = [("form", self.form), *(fields.items() if isinstance(fields, Mapping) else fields or [])]
        how = {"origin": self.address, "content_type": "application/x-www-form-urlencoded"} | headers
        return self.ask("POST", path, body=urllib.parse.urlencode(pairs).encode(), **how)

    def check(self, slug: str) -> str:
        """Have an exercise checked; its page once the outcome is there, however slow the machine is."""
        assert self.post(f"/exercises/{slug}/check").status == 303
        while "Checking …" in (page := self.get(f"/exercises/{slug}").text):
            time.sleep(0.2)
        return page

    def store(self) -> LearnerStore:
        """The learner's store, read beside the server."""
        return LearnerStore(self.folder / ".grader")

    def cli(self, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
        """A command in the same folder, with lines typed into it."""
        return subprocess.run([sys.executable, "-m", "grader", *words], cwd=self.folder, input=said, capture_output=True, text=True)


class Tab(AbstractContextManager["Tab"]):
    """A window on the desk, entered through the link. `page` is Playwright's own; what it asks for and complains about is kept."""

    def __init__(self, browser: Any, server: Server, *, width: int = 1280, height: int = 900, **how: Any) -> None:
        self.server = server
        self.context = browser.new_context(viewport={"width": width, "height": height}, **how)
        self.page = self.context.new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.context.on("request", lambda request: self.asked.append(request.url))
        self.page.set_default_timeout(15_000)
        self.page.goto(server.address + server.door)
        self.page.wait_for_url(server.address + "/")

    def __exit__(self, *_: object) -> None:
        self.context.close()

    def open(self, path: str) -> None:
        """A page of the desk."""
        self.page.goto(self.server.address + path)

    def assert_quiet(self) -> None:
        """Nothing was complained about, and nothing was asked of anybody else."""
        assert self.said == []
        assert [url for url in self.asked if not url.startswith((self.server.address + "/", "data:"))] == []
