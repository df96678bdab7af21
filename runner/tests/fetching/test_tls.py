"""Over TLS an answer is taken from whom the system trusts alone, and every failure says what is wrong."""

import socket
import ssl
import time
from pathlib import Path
from threading import Thread

import pytest

from agentcard_conformance.errors import CallError
from agentcard_conformance.fetching import FetchBounds, parse_address, record
from loopback_certificate import write_certificate
from scripted_server import answer, serving


def recorded(address: str, seconds: float = 10) -> bytes:
    bounds = FetchBounds(allow_private=True, deadline=time.monotonic() + seconds)
    return record(parse_address(address), "application/json", bounds).exchange


def recorded_with(folder: Path, **certificate: object) -> bytes:
    """What a server with a certificate of ours answers."""
    write_certificate(folder, **certificate)  # type: ignore[arg-type]  # as the tests name them
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
    with serving(lambda _: [answer("{}")], tls=tls) as server:
        return recorded(server.address)


@pytest.fixture
def trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose certificate is trusted."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    return tmp_path


def test_an_answer_over_tls_is_recorded(trusted: Path) -> None:
    exchange = recorded_with(trusted)

    assert exchange.startswith(b"GET https://127.0.0.1:") and exchange.endswith(b"{}")


def test_a_certificate_that_has_expired_is_refused(trusted: Path) -> None:
    with pytest.raises(CallError, match="is not to be trusted: certificate has expired"):
        recorded_with(trusted, days=-1)


def test_a_certificate_of_another_host_is_refused(trusted: Path) -> None:
    with pytest.raises(CallError, match="is not to be trusted: IP address mismatch"):
        recorded_with(trusted, host="127.0.0.2")


def test_a_certificate_that_nobody_vouches_for_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CallError, match="is not to be trusted: self-signed certificate"):
        recorded_with(tmp_path)


def refuse_in_plain_text(listener: socket.socket) -> None:
    with listener.accept()[0] as connection:
        connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


def test_a_server_without_tls_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as plain:
        Thread(target=refuse_in_plain_text, args=(plain,), daemon=True).start()
        with pytest.raises(CallError, match="speaks no TLS, or none that is taken here: wrong version number"):
            recorded(f"https://127.0.0.1:{plain.getsockname()[1]}/")


def test_a_handshake_without_an_end_is_left_in_time() -> None:
    before = time.monotonic()
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        pytest.raises(CallError, match="no whole answer"),
    ):
        recorded(f"https://127.0.0.1:{silent.getsockname()[1]}/", seconds=0.5)

    assert time.monotonic() - before < 3
