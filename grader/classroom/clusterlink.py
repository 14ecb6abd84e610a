"""Whether this machine and a scheduler know each other's certificates: one handshake of our own before dask makes its.

dask tries again after every failure and then says that nobody answers. Here each failure is told apart. Imports no dask.
"""

from __future__ import annotations

import socket
import ssl
from pathlib import Path
from urllib.parse import urlsplit

from grader.classroom.clusteroptions import TLS_FILES, ClusterOptions
from grader.errors import UsageError, WorkerDied

WAIT_S = 5.0
ONE_AUTHORITY = "its certificate and yours have to be in date, and signed by one authority, the one in ca.pem"


def refuse_strangers(options: ClusterOptions) -> None:
    """UsageError for certificates that cannot be used, WorkerDied when the scheduler and we do not trust each other.

    A scheduler that does not answer is no stranger: it may not be up yet.
    """
    if options.tls is None:
        return
    context = client_context(options.tls)
    place = urlsplit(options.address)
    try:
        with (
            socket.create_connection((place.hostname or "", place.port or 0), timeout=WAIT_S) as plain,
            context.wrap_socket(plain) as link,
        ):
            refusal = "" if link.recv(1) else "it hung up"  # a scheduler speaks first; in TLS 1.3 a refusal comes only here
    except ssl.SSLCertVerificationError as error:
        raise WorkerDied(
            f"The scheduler at `{options.address}` is none that `{options.tls / 'ca.pem'}` vouches for: {error.verify_message}.",
            hint=ONE_AUTHORITY,
        ) from error
    except ssl.SSLError as error:
        if "ALERT" not in str(error.reason):
            raise WorkerDied(
                f"What answers at `{options.address}` does not speak TLS.", hint="start the scheduler with --protocol tls and certificates"
            ) from error
        refusal = str(error.reason).rpartition("ALERT_")[2].lower().replace("_", " ")  # TLSV1_ALERT_UNKNOWN_CA
    except (OSError, ValueError):  # nobody is there, or not yet, or it is no address: dask finds out
        return
    if refusal:
        raise WorkerDied(
            f"The scheduler at `{options.address}` does not accept `{options.tls / 'cert.pem'}`: {refusal}.", hint=ONE_AUTHORITY
        )


def client_context(folder: Path) -> ssl.SSLContext:
    """What dask makes of the three files: both ends show a certificate of one authority, whatever the machines are called."""
    authority, certificate, key = (folder / name for name in TLS_FILES)

    def locked() -> str:
        raise UsageError(f"`{key}` is locked by a passphrase.", hint="a cluster needs a key that can be read without one")

    try:
        context = ssl.create_default_context(cafile=authority)
    except OSError as error:
        raise UsageError(f"`{authority}` holds no certificate that can be read.", hint="it has to be a PEM file") from error
    try:
        context.load_cert_chain(certificate, key, password=locked)
    except OSError as error:
        raise UsageError(
            f"`{certificate}` and `{key}` are no certificate and its key.", hint="both have to be PEM files, and made for each other"
        ) from error
    context.check_hostname = False
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return context
