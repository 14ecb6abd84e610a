"""Certificates made when a test needs them, so that no key lies in the repository: P-256, ECDSA with SHA-256. They guard nothing else."""

from __future__ import annotations

import base64
import hashlib
import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
BASE = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
EC_KEY, P256, ECDSA_SHA256, COMMON_NAME, BASIC_CONSTRAINTS = (
    "1.2.840.10045.2.1", "1.2.840.10045.3.1.7", "1.2.840.10045.4.3.2", "2.5.4.3", "2.5.29.19",
)  # fmt: skip

Point = tuple[int, int] | None


@dataclass(frozen=True)
class Authority:
    """Signs certificates; who trusts one authority knows nobody whom another one signed."""

    name: str
    key: int = field(default_factory=lambda: new_key())

    def issue(self, folder: Path, name: str, *, days: int = 1) -> Path:
        """A folder with this authority's ca.pem and a cert.pem and key.pem of its own for `name`; with -1 day, out of date."""
        folder.mkdir()
        key = new_key()
        (folder / "ca.pem").write_text(self._certificate(self.name, self.key, is_authority=True, days=1))
        (folder / "cert.pem").write_text(self._certificate(name, key, is_authority=False, days=days))
        (folder / "key.pem").write_text(pem("EC PRIVATE KEY", private_key(key)))
        (folder / "key.pem").chmod(0o600)
        return folder

    def _certificate(self, name: str, key: int, *, is_authority: bool, days: int) -> str:
        algorithm = sequence(oid(ECDSA_SHA256))
        day, now = timedelta(days=1), datetime.now(UTC)
        valid = sequence(*(tlv(0x17, f"{moment:%y%m%d%H%M%SZ}".encode()) for moment in (now - 2 * day, now + days * day)))
        public = sequence(sequence(oid(EC_KEY), oid(P256)), bits(point_bytes(key)))
        constraints = sequence(*([tlv(0x01, b"\xff")] if is_authority else []))
        extensions = tlv(0xA3, sequence(sequence(oid(BASIC_CONSTRAINTS), tlv(0x01, b"\xff"), tlv(0x04, constraints))))
        head = (tlv(0xA0, integer(2)), integer(secrets.randbits(64)), algorithm)
        body = sequence(*head, common_name(self.name), valid, common_name(name), public, extensions)
        return pem("CERTIFICATE", sequence(body, algorithm, bits(signature(self.key, body))))


def new_key() -> int:
    return secrets.randbelow(N - 1) + 1


def add(one: Point, other: Point) -> Point:
    """The sum of two points of the curve; None is its zero."""
    if one is None or other is None:
        return one or other
    (x, y), (u, v) = one, other
    if x == u and (y + v) % P == 0:
        return None
    slope = (3 * x * x - 3) * pow(2 * y, -1, P) if one == other else (v - y) * pow(u - x, -1, P)
    z = (slope * slope - x - u) % P
    return z, (slope * (x - z) - y) % P


def times(number: int) -> tuple[int, int]:
    """The base point, so many times."""
    result: Point = None
    power: Point = BASE
    while number:
        result = add(result, power) if number & 1 else result
        power = add(power, power)
        number >>= 1
    assert result is not None
    return result


def signature(key: int, data: bytes) -> bytes:
    k = new_key()
    r = times(k)[0] % N
    digest = int.from_bytes(hashlib.sha256(data).digest(), "big")
    return sequence(integer(r), integer(pow(k, -1, N) * (digest + r * key) % N))


def point_bytes(key: int) -> bytes:
    return b"\x04" + b"".join(part.to_bytes(32, "big") for part in times(key))


def private_key(key: int) -> bytes:
    return sequence(integer(1), tlv(0x04, key.to_bytes(32, "big")), tlv(0xA0, oid(P256)), tlv(0xA1, bits(point_bytes(key))))


def tlv(tag: int, content: bytes) -> bytes:
    """One element of DER: tag, length, content."""
    size = len(content)
    length = bytes([size]) if size < 128 else bytes([0x82]) + size.to_bytes(2, "big") if size > 255 else bytes([0x81, size])
    return bytes([tag]) + length + content


def sequence(*parts: bytes) -> bytes:
    return tlv(0x30, b"".join(parts))


def integer(value: int) -> bytes:
    return tlv(0x02, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def bits(content: bytes) -> bytes:
    return tlv(0x03, b"\0" + content)


def oid(dotted: str) -> bytes:
    first, second, *rest = map(int, dotted.split("."))
    content = bytes([40 * first + second])
    for number in rest:
        groups = [number & 0x7F]
        while number := number >> 7:
            groups.insert(0, number & 0x7F | 0x80)
        content += bytes(groups)
    return tlv(0x06, content)


def common_name(name: str) -> bytes:
    return sequence(tlv(0x31, sequence(oid(COMMON_NAME), tlv(0x0C, name.encode()))))


def pem(label: str, data: bytes) -> str:
    text = base64.encodebytes(data).decode()
    return f"-----BEGIN {label}-----\n{text}-----END {label}-----\n"
