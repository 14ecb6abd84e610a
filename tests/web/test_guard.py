"""The door of the study desk, attacked: over HTTP, against the real server, and on its own where a clock is needed."""

from __future__ import annotations

import contextlib
import http.client
import socket
from collections.abc import Iterable
from typing import Any

import pytest

from grader.web.guard import Guard, Keys, Rate
from tests.web.desk import Server

PAGES = ["/", "/exercises", "/exercises/softmax-rows", "/exercises/softmax-rows/events", "/explorer", "/static/desk.css", "/static/live.js"]


def test_it_listens_on_the_loopback_and_nowhere_else(shared_desk: Server) -> None:
    wanted = f"{shared_desk.port:04X}"
    with open("/proc/net/tcp", encoding="ascii") as table:
        listening = [line.split()[1] for line in table if line.split()[3] == "0A" and line.split()[1].endswith(f":{wanted}")]

    assert listening == [f"0100007F:{wanted}"]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("cookie", ["", "wrong", "grader-1=x; ö=1"])
def test_without_the_token_nothing_is_shown(shared_desk: Server, path: str, cookie: str) -> None:
    sent = cookie.replace("wrong", shared_desk.cookie.partition("=")[0] + "=" + "A" * 43)
    reply = shared_desk.ask("GET", path, cookie=sent.encode("utf-8").decode("latin-1"))

    assert (reply.status, reply.headers["content-type"]) == (403, "text/plain; charset=utf-8")
    assert "softmax" not in reply.text and "set-cookie" not in reply.headers


@pytest.mark.parametrize("query", ["", "?token=", "?token=guess", "?token=%ff%00", "?token=a&token=b"])
def test_a_wrong_token_opens_nothing(shared_desk: Server, query: str) -> None:
    reply = shared_desk.ask("GET", f"/enter{query}", cookie="")

    assert reply.status == 403
    assert "set-cookie" not in reply.headers


def test_the_link_brings_a_cookie_that_no_script_reads_and_no_other_site_sends(shared_desk: Server) -> None:
    reply = shared_desk.ask("GET", shared_desk.door, cookie="")

    assert reply.headers["set-cookie"].endswith("; HttpOnly; SameSite=Strict; Path=/")
    assert "token" not in reply.text and shared_desk.door.partition("=")[2] not in reply.headers["set-cookie"]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", ""])
@pytest.mark.parametrize("path", ["/", "/enter?token=x"])
def test_another_name_for_this_address_is_refused(shared_desk: Server, host: str, path: str) -> None:
    assert shared_desk.ask("GET", path, host=host.format(port=shared_desk.port)).status == 421


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "", "http://127.0.0.1", "http://127.0.0.1:1", "https://127.0.0.1:{port}"]
)
def test_a_form_of_another_page_changes_nothing(shared_desk: Server, origin: str) -> None:
    reply = shared_desk.post("/exercises/softmax-rows/hint", origin=origin.format(port=shared_desk.port))

    assert reply.status == 403
    with shared_desk.store() as store:
        assert store.events() == []


@pytest.mark.parametrize("form", ["", "0" * 64, "ü"])
def test_a_form_without_its_secret_changes_nothing(shared_desk: Server, form: str) -> None:
    body = f"form={form}".encode()
    headers = {"origin": shared_desk.address, "content_type": "application/x-www-form-urlencoded"}
    reply = shared_desk.ask("POST", "/exercises/softmax-rows/hint", body=body, **headers)

    assert reply.status == 403
    with shared_desk.store() as store:
        assert store.events() == []


@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "application/json", "text/plain", ""])
def test_nothing_can_be_uploaded(shared_desk: Server, kind: str) -> None:
    assert shared_desk.post("/exercises/softmax-rows/hint", content_type=kind).status == 415


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "FOO"])
def test_other_methods_are_refused(shared_desk: Server, method: str) -> None:
    assert shared_desk.ask(method, "/exercises").status == 405


@pytest.mark.parametrize(
    "path",
    [
        "/static/../guard.py",
        "/static/..%2fguard.py",
        "/static/%2e%2e/guard.py",
        "/static/....//guard.py",
        "/static//etc/passwd",
        "/static/desk.css%00.py",
        "/exercises/..%2f..%2fetc%2fpasswd",
        "/exercises/../../../../etc/passwd",
        "/exercises/o3_weights%2fsoftmax_rows.py",
        "/exercises/softmax_rows.py",
        "/explorer?case=../../etc/passwd",
        "//etc/passwd",
        "/.grader/state.sqlite",
    ],
)
def test_no_path_leads_to_a_file(shared_desk: Server, path: str) -> None:
    reply = shared_desk.get(path)

    assert reply.status == 404
    assert "root:" not in reply.text and "def " not in reply.text


def test_fifty_megabytes_are_refused_before_they_are_read(shared_desk: Server) -> None:
    head = (
        f"POST /exercises/softmax-rows/check HTTP/1.1\r\nHost: {shared_desk.host}\r\nCookie: {shared_desk.cookie}\r\n"
        f"Origin: {shared_desk.address}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {50 << 20}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", shared_desk.port), timeout=30) as link:
        with contextlib.suppress(ConnectionError):  # it answers as soon as it knows, and hears no more
            link.sendall(head.encode() + b"x" * 65536)
        answer = link.recv(65536)

    assert answer.startswith(b"HTTP/1.1 413 ")
    assert shared_desk.get("/").status == 200


def test_a_body_in_pieces_is_as_limited(shared_desk: Server) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", shared_desk.port, timeout=30)
    headers = {"Cookie": shared_desk.cookie, "Origin": shared_desk.address, "Content-Type": "application/x-www-form-urlencoded"}
    try:
        with contextlib.suppress(ConnectionError):  # it answers as soon as it knows, and hears no more
            connection.request("POST", "/exercises/softmax-rows/check", iter([b"x" * 9000] * 200), headers, encode_chunked=True)
        status = connection.getresponse().status
    finally:
        connection.close()

    assert status == 413


def test_slow_clients_hold_nobody_up(shared_desk: Server) -> None:
    slow = [socket.create_connection(("127.0.0.1", shared_desk.port), timeout=30) for _ in range(60)]
    try:
        for link in slow:
            link.sendall(b"POST /exercises HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf a bo")
        assert shared_desk.get("/exercises").status == 200
    finally:
        for link in slow:
            link.close()


def test_every_answer_keeps_the_page_to_itself(shared_desk: Server) -> None:
    replies = [shared_desk.get(path) for path in ("/", "/static/live.js", "/nowhere")] + [shared_desk.ask("GET", "/", cookie="")]
    for reply in replies:
        policy = reply.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["cross-origin-resource-policy"] == "same-origin"
        assert "server" not in reply.headers


# --- the guard alone, where a clock is needed ---------------------------------------------------------------------------------------


class Clock:
    """Stands still until it is moved."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def asked(guard: Guard, cookie: str = "") -> str:
    """The status of one GET."""
    seen: list[str] = []

    def start(status: str, headers: Any, exc_info: Any = None) -> Any:
        seen.append(status)

    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "HTTP_HOST": "127.0.0.1:80", "HTTP_COOKIE": cookie}
    guard(environ, start)
    return seen[0][:3]


def app(environ: Any, start: Any) -> Iterable[bytes]:
    start("200 OK", [])
    return [b""]


def test_a_storm_of_requests_is_slowed_and_then_let_in_again() -> None:
    clock, keys = Clock(), Keys()
    guard = Guard(app, keys, 80, clock)
    cookie = f"{guard.cookie}={keys.session}"
    storm = [asked(guard, cookie) for _ in range(400)]
    clock.now += 10

    assert storm[:200] == ["200"] * 200 and storm[200:] == ["429"] * 200
    assert asked(guard, cookie) == "200"


def test_strangers_cannot_use_up_the_share_of_the_learner() -> None:
    clock, keys = Clock(), Keys()
    guard = Guard(app, keys, 80, clock)
    storm = [asked(guard) for _ in range(500)]

    assert storm[0] == "403" and storm[-1] == "429"
    assert asked(guard, f"{guard.cookie}={keys.session}") == "200"


def test_a_rate_never_saves_up_more_than_its_most() -> None:
    clock = Clock()
    rate = Rate(1, 3, clock)
    clock.now += 1000

    assert [rate.allows() for _ in range(4)] == [True, True, True, False]


def test_keys_are_new_each_time_and_not_in_their_text() -> None:
    one, other = Keys(), Keys()

    assert len({one.token, one.session, one.form, other.token, other.session, other.form}) == 6
    assert one.token not in repr(one) and one.session not in repr(one)
