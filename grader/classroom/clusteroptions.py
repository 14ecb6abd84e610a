"""Where a cluster is and how it is reached; says no when checks or the secret would travel where others can read. Imports no dask."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from grader.errors import UsageError
from grader.records import dataclass

LOOPBACK = ("127.0.0.1", "localhost", "::1")
TLS_FILES = ("ca.pem", "cert.pem", "key.pem")


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """Where the scheduler is, and the folder of certificates: ca.pem, cert.pem, key.pem."""

    address: str
    tls: Path | None = None


def refuse_unsafe(options: ClusterOptions) -> None:
    """UsageError when the checks or the secret would travel where others can read or answer."""
    if options.tls is not None:
        missing = [name for name in TLS_FILES if not (options.tls / name).is_file()]
        if missing:
            raise UsageError(
                f"No {', '.join(missing)} in `{options.tls}`.", hint="--cluster-tls names a folder with ca.pem, cert.pem and key.pem"
            )
        if not options.address.startswith("tls://"):
            raise UsageError(f"`{options.address}` is no TLS address.", hint="with --cluster-tls it starts with tls://")
    elif options.address.startswith("tls://"):
        raise UsageError(
            f"`{options.address}` is reached with certificates.",
            hint="name their folder: --cluster-tls FOLDER, with ca.pem, cert.pem and key.pem",
        )
    elif not is_local(options.address):
        raise UsageError(
            f"Checks, solutions and the class secret would travel to `{options.address}` in the clear.",
            hint="give the cluster certificates, and give them here too: --cluster tls://HOST:PORT --cluster-tls FOLDER",
        )


def is_local(address: str) -> bool:
    """Whether an address stays on this machine."""
    whole = address if "://" in address else f"tcp://{address}"
    return whole.startswith("inproc://") or urlsplit(whole).hostname in LOOPBACK
