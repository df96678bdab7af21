"""A card that nginx serves, with TLS and a redirect to it as people set them up, is judged right."""

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from checkout_copy import ROOT
from loopback_certificate import write_certificate
from program_call import call

NGINX = shutil.which("nginx")
CARD = json.dumps(json.loads((ROOT / "schema/agentcard-draft-00/example.json").read_text("utf-8")))
A2A = json.dumps(json.loads((ROOT / "schema/a2a-1.0/example.json").read_text("utf-8")))

CONFIGURATION = """
daemon off;
pid {root}/pid;
error_log stderr;
events {{}}
http {{
  access_log off;
  client_body_temp_path {root}/a; proxy_temp_path {root}/b; fastcgi_temp_path {root}/c;
  uwsgi_temp_path {root}/d; scgi_temp_path {root}/e;
  ssl_certificate {root}/certificate.pem;
  ssl_certificate_key {root}/key.pem;
  server {{
    listen 127.0.0.1:{plain};
    return 301 https://127.0.0.1:{tls}$request_uri;
  }}
  server {{
    listen 127.0.0.1:{tls} ssl;
    location = /.well-known/agentcard {{
      default_type application/agentcard+json;
      add_header Cache-Control max-age=3600;
      return 200 '{card}';
    }}
    location = /.well-known/agent-card.json {{
      default_type application/json;
      add_header Cache-Control max-age=600;
      add_header ETag '"4.2.0"';
      return 200 '{a2a}';
    }}
    location / {{ return 404; }}
    location = /bare {{ return 200 '{card}'; }}
    location = /locked {{ add_header WWW-Authenticate Bearer always; return 401; }}
  }}
}}
"""


class Nginx(NamedTuple):
    """A running server, and the certificate that it shows."""

    plain: str
    tls: str
    certificate: Path


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    """On two free ports, one with TLS and one that redirects to it."""
    if NGINX is None:
        pytest.skip("nginx is not installed; the servers of the other tests are written in Python")
    root = tmp_path_factory.mktemp("nginx")
    plain, tls = free_ports(2)
    write_certificate(root)
    configuration = CONFIGURATION.format(root=root, plain=plain, tls=tls, card=CARD, a2a=A2A)
    (root / "nginx.conf").write_text(configuration)
    command = [NGINX, "-e", "stderr", "-p", str(root), "-c", str(root / "nginx.conf")]
    with subprocess.Popen(command) as process:
        wait_for(plain)
        yield Nginx(f"http://127.0.0.1:{plain}", f"https://127.0.0.1:{tls}", root / "certificate.pem")
        process.terminate()


def free_ports(count: int) -> list[int]:
    listening = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in listening]
    for each in listening:
        each.close()
    return ports


def wait_for(port: int) -> None:
    for _ in range(100):
        with suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.1)
    pytest.fail("nginx does not listen")


def check(nginx: Nginx, address: str) -> tuple[int, dict[str, list[str]], str]:
    """Exit status, what was found by dialect, contested questions aside, and sentences."""
    trusted = str(nginx.certificate)
    done = call("check", "--allow-private", "--format", "json", address, SSL_CERT_FILE=trusted)
    files = json.loads(done.stdout)["files"]
    found = {each["dialect"]: [one["requirement"] for one in each["violations"] + each["advice"]] for each in files}
    return done.returncode, found, done.stderr.decode()


def test_cards_served_as_they_should_be_get_no_advice(nginx: Nginx) -> None:
    status, found, sentences = check(nginx, nginx.tls)

    assert status == 0
    assert found == {"agentcard-draft-00-http": [], "agentcard-draft-00": [], "a2a-1.0-http": [], "a2a-1.0": []}
    assert "/.well-known/agent.json: 404 Not Found" in sentences


def test_a_redirect_to_tls_gets_no_advice(nginx: Nginx) -> None:
    status, found, sentences = check(nginx, f"{nginx.plain}/.well-known/agentcard")

    assert (status, found["agentcard-draft-00-http"]) == (0, [])
    assert f"from {nginx.tls.removeprefix('https://')} by way of redirects" in sentences


def test_a_card_without_settings_gets_advice(nginx: Nginx) -> None:
    _, found, _ = check(nginx, f"{nginx.tls}/bare")

    assert sorted(found["agentcard-draft-00-http"]) == ["cache-control-given", "media-type", "well-known-path"]


def test_a_locked_address_serves_no_card(nginx: Nginx) -> None:
    status, found, sentences = check(nginx, f"{nginx.tls}/locked")

    assert (status, found) == (1, {})
    assert "/locked: 401 Unauthorized" in sentences


def test_a_certificate_that_nobody_vouches_for_is_refused(nginx: Nginx) -> None:
    done = call("check", "--allow-private", nginx.tls)

    assert done.returncode == 2
    assert b"is not to be trusted: self-signed certificate" in done.stderr
