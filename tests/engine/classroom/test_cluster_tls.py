"""A cluster with real certificates: it grades as one machine does, and strangers are told so in one sentence, at either end."""

from __future__ import annotations

import contextlib
import re
import shutil
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.classroom.cluster import connected
from grader.classroom.clusterlink import client_context, refuse_strangers
from grader.classroom.clusteroptions import ClusterOptions
from grader.cli import main
from grader.content.models import Level
from grader.errors import UsageError, WorkerDied
from tests.engine.classroom.certificates import Authority
from tests.engine.classroom.test_cluster import LEARNERS, Cluster, document, grade, home, started

__all__ = ["home"]  # a fixture

LOCKED_KEY = """-----BEGIN EC PRIVATE KEY-----
Proc-Type: 4,ENCRYPTED
DEK-Info: AES-128-CBC,000102030405060708090A0B0C0D0E0F

AAAAAAAAAAAAAAAAAAAAAA==
-----END EC PRIVATE KEY-----
"""


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folders of certificates: `ours`; `old`, out of date; `theirs` of another authority; `mixed` trusts ours and shows theirs."""
    made = tmp_path_factory.mktemp("certificates")
    authority = Authority("ours")
    authority.issue(made / "ours", "machine")
    authority.issue(made / "old", "machine of last year", days=-1)
    Authority("theirs").issue(made / "theirs", "stranger")
    shutil.copytree(made / "theirs", made / "mixed")
    shutil.copy(made / "ours" / "ca.pem", made / "mixed")
    return made


@pytest.fixture(scope="module")
def running(certificates: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler and one worker, both with our certificates."""
    with started(tmp_path_factory.mktemp("cluster"), 1, certificates / "ours") as made:
        yield made


def logs(running: Cluster) -> str:
    return "".join(path.read_text() for path in (running.folder / "log").iterdir())


@pytest.mark.isolation
@pytest.mark.slow
def test_a_cluster_with_certificates_gives_the_bytes_of_one_machine_and_lets_no_stranger_work(
    running: Cluster, certificates: Path, home: Path, level: Level
) -> None:
    stranger, nobody = running.start_worker(certificates / "theirs"), running.start_worker(None)
    try:
        assert nobody.wait(timeout=60) != 0  # dask itself says that a TLS address needs certificates
        while "TLS handshake failed" not in logs(running):
            assert stranger.poll() is None, "it goes on asking to be let in"
            time.sleep(0.1)
        there = grade(home, "there", running.address, tls=certificates / "ours")
        with connected(ClusterOptions(running.address, certificates / "ours")) as client:
            workers = client.sync(client.scheduler.identity, n_workers=-1)["workers"]
    finally:
        for process in (stranger, nobody):
            process.kill()
            process.wait()
    here = grade(home, "here")

    assert running.address.startswith("tls://")
    assert [address.partition("://")[0] for address in workers] == ["tls"]
    assert (there.run.graded, here.run.graded) == (LEARNERS, LEARNERS)
    assert document(home / "there", level) == document(home / "here", level)


REFUSED = {
    "certificates of another authority": ("tls", "theirs", 3, r"is none that `.*ca\.pem` vouches for: self-signed certificate"),
    "a certificate that the scheduler does not know": ("tls", "mixed", 3, r"does not accept `.*cert\.pem`: unknown ca\."),
    "a certificate that is out of date": ("tls", "old", 3, r"does not accept `.*cert\.pem`: certificate expired\."),
    "no certificates": ("tls", None, 2, r"is reached with certificates\."),
    "no encryption": ("tcp", None, 3, r"No scheduler answers at"),
}


@pytest.mark.slow
@pytest.mark.parametrize("who", REFUSED)
def test_a_client_that_is_a_stranger_is_told_so_in_one_sentence(
    who: str, running: Cluster, certificates: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    protocol, folder, code, sentence = REFUSED[who]
    address = running.address.replace("tls", protocol)
    tls = ["--cluster-tls", str(certificates / folder)] if folder else []
    command = ["grade", str(home / "class"), "-o", str(home / "graded"), "--secret-file", str(home / "secret"), "--cluster", address, *tls]

    assert main(command) == code
    told, hint = (" ".join(part.split()) for part in capsys.readouterr().err.split("\n\n", 1))
    assert re.search(sentence, told), told
    assert told.count(". ") == 0 and hint.startswith("hint: ")


def test_a_cluster_elsewhere_without_encryption_is_refused_before_anything_is_sent(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grade", str(home / "class"), "-o", str(home / "graded"), "--cluster", "tcp://192.0.2.7:8786"]) == 2
    assert "would travel to `tcp://192.0.2.7:8786` in the clear" in " ".join(capsys.readouterr().err.split())


@contextlib.contextmanager
def talker(words: bytes, tls: Path | None = None) -> Iterator[str]:
    """The address of something that takes one connection, over TLS if it has certificates, says these words and hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def talk() -> None:
            plain, _ = server.accept()
            with plain, contextlib.suppress(OSError):
                link = context.wrap_socket(plain, server_side=True) if context is not None else plain
                link.sendall(words)
                link.close() if context is not None else link.recv(4096)

        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH) if tls is not None else None
        if context is not None and tls is not None:
            context.load_cert_chain(tls / "cert.pem", tls / "key.pem")

        thread = threading.Thread(target=talk)
        thread.start()
        yield f"tls://127.0.0.1:{server.getsockname()[1]}"
        thread.join()


def test_a_scheduler_that_takes_the_call_and_hangs_up_is_no_silence(certificates: Path) -> None:
    with talker(b"", certificates / "ours") as address, pytest.raises(WorkerDied, match=r"does not accept .*: it hung up"):
        refuse_strangers(ClusterOptions(address, certificates / "ours"))


def test_a_scheduler_whose_certificate_is_out_of_date_is_none_to_trust(certificates: Path) -> None:
    with talker(b"hello", certificates / "old") as address, pytest.raises(WorkerDied, match="vouches for: certificate has expired"):
        refuse_strangers(ClusterOptions(address, certificates / "ours"))


def test_what_speaks_no_tls_is_told_from_silence(certificates: Path) -> None:
    with talker(b"HTTP/1.1 400 Bad Request\r\n\r\n") as address, pytest.raises(WorkerDied, match="does not speak TLS"):
        refuse_strangers(ClusterOptions(address, certificates / "ours"))


@pytest.mark.parametrize("address", ["tls://127.0.0.1:9", "tls://127.0.0.1:x", "tls://"])
def test_nobody_is_no_stranger(address: str, certificates: Path) -> None:
    refuse_strangers(ClusterOptions(address, certificates / "ours"))


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("ca.pem", "nothing\n", r"ca\.pem` holds no certificate that can be read"),
        ("cert.pem", "nothing\n", r"are no certificate and its key"),
        ("key.pem", "nothing\n", r"are no certificate and its key"),
        ("key.pem", "theirs", r"are no certificate and its key"),
        ("key.pem", LOCKED_KEY, r"key\.pem` is locked by a passphrase"),
    ],
    ids=["authority", "certificate", "key", "another key", "locked key"],
)
def test_certificates_that_cannot_be_used_are_named(name: str, text: str, said: str, certificates: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(certificates / "ours", tmp_path / "folder"))
    (folder / name).write_text((certificates / "theirs" / name).read_text() if text == "theirs" else text)

    with pytest.raises(UsageError, match=said):
        client_context(folder)
