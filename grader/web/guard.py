"""The door of the study desk: who may ask, from where, how often and how much. WSGI middleware around the app.

Every answer, a refusal too, leaves with the headers that keep the page to itself. Knows no page and no framework; the clock comes in.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable
from dataclasses import field
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from grader.records import dataclass

ENTER = "/enter"
SAFE, UNSAFE = frozenset({"GET", "HEAD"}), frozenset({"POST"})
FORM = "application/x-www-form-urlencoded"
MOST_BYTES = 64 * 1024  # of one form: a quiz answer has at most 4,000 characters
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",  # not no-referrer: with that, a form's own Origin would be "null"
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


@dataclass(frozen=True, slots=True)
class Keys:
    """What opens the desk, made anew for every start: the token of the printed link, and the session of the cookie."""

    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    session: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    @property
    def form(self) -> str:
        """What every form of ours carries, so that nobody else's form can stand in for it."""
        return hmac.new(self.session.encode(), b"grader/form", hashlib.sha256).hexdigest()


class Rate:
    """So many requests a second, more for a moment."""

    def __init__(self, a_second: float, at_once: int, clock: Callable[[], float]) -> None:
        self._a_second, self._most, self._clock = a_second, float(at_once), clock
        self._left, self._at = float(at_once), clock()

    def allows(self) -> bool:
        """Whether one more is allowed now."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._a_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is not answered, in a sentence."""

    status: HTTPStatus
    text: str


class Guard:
    """Lets a request through to the app, or refuses it. Strangers are counted apart: they cannot use up the learner's share."""

    def __init__(self, app: WSGIApplication, keys: Keys, port: int, clock: Callable[[], float]) -> None:
        self._app, self._keys = app, keys
        self.cookie = f"grader-{port}"
        self._hosts = frozenset({f"127.0.0.1:{port}", f"localhost:{port}"})
        self._known, self._strangers = Rate(40, 200, clock), Rate(10, 40, clock)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> Callable[[bytes], object]:
            given = {name.lower() for name, _ in headers}
            headers += [(name, value) for name, value in HEADERS.items() if name.lower() not in given]
            return start_response(status, headers, exc_info)  # type: ignore[arg-type]  # what the server gave us goes back to it

        refusal = self._refusal(environ)
        if refusal is not None:
            return _plain(start, refusal)
        if environ["PATH_INFO"] == ENTER:
            return self._enter(environ, start)
        return self._app(environ, start)

    def _refusal(self, environ: WSGIEnvironment) -> Refusal | None:
        """The first thing that is wrong with a request; None lets it in."""
        if environ.get("HTTP_HOST", "") not in self._hosts:
            return Refusal(HTTPStatus.MISDIRECTED_REQUEST, "This address is not mine. Use the link that `grader web` printed.")
        is_known = self._is_known(environ)
        if not (self._known if is_known else self._strangers).allows():
            return Refusal(HTTPStatus.TOO_MANY_REQUESTS, "Too many requests. Wait a moment, then reload.")
        method = environ["REQUEST_METHOD"]
        if method not in SAFE | UNSAFE:
            return Refusal(HTTPStatus.METHOD_NOT_ALLOWED, "Only GET and POST are answered here.")
        if environ["PATH_INFO"] == ENTER and method in SAFE:
            return None
        if not is_known:
            return Refusal(HTTPStatus.FORBIDDEN, "This is somebody's study desk. Open it with the link that `grader web` printed.")
        return self._refused_change(environ) if method in UNSAFE else None

    def _refused_change(self, environ: WSGIEnvironment) -> Refusal | None:
        if environ.get("HTTP_ORIGIN", "") != f"http://{environ['HTTP_HOST']}":
            return Refusal(HTTPStatus.FORBIDDEN, "This form does not come from a page of mine.")
        if environ.get("CONTENT_TYPE", "").partition(";")[0].strip().lower() != FORM:
            return Refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Only plain forms are read here; nothing can be uploaded.")
        if _whole(environ.get("CONTENT_LENGTH", "")) > MOST_BYTES:
            return Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "That is more than a form of mine can hold.")
        return None

    def _is_known(self, environ: WSGIEnvironment) -> bool:
        try:
            morsel = SimpleCookie(environ.get("HTTP_COOKIE", "")).get(self.cookie)
        except CookieError:
            return False
        return morsel is not None and _same(morsel.value, self._keys.session)

    def _enter(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """The printed link: the right token brings the cookie. A page and not a redirect, for a cookie that is as strict as ours is not
        sent along a redirect that began elsewhere."""
        given = parse_qs(environ.get("QUERY_STRING", "")).get("token", [""])[0]
        if not _same(given, self._keys.token):
            return _plain(start, Refusal(HTTPStatus.FORBIDDEN, "This link is not, or no longer, valid. `grader web` prints a new one."))
        body = ENTERED.encode()
        cookie = f"{self.cookie}={self._keys.session}; HttpOnly; SameSite=Strict; Path=/"
        headers = [("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(body))), ("Set-Cookie", cookie)]
        start("200 OK", headers)
        return [body]


ENTERED = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=/"><title>Study desk</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/static/desk.css"></head>
<body><main class="page narrow"><h1>Study desk</h1><p><a href="/">Go to your desk</a></p></main></body></html>
"""


def _plain(start: StartResponse, refusal: Refusal) -> Iterable[bytes]:
    body = f"{refusal.text}\n".encode()
    headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body)))]
    if refusal.status is HTTPStatus.TOO_MANY_REQUESTS:
        headers.append(("Retry-After", "2"))
    start(f"{refusal.status.value} {refusal.status.phrase}", headers)
    return [body]


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "surrogateescape"), other.encode())


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else 0
