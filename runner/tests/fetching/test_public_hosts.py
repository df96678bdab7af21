"""A public host leads nobody to a private address, by redirects or by a name that means another one the next time."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from checkout_copy import ROOT
from public_loopback import NAME, PUBLIC

ALONE = ["unshare", "--user", "--map-root-user", "--net", "--mount"]


def told(folder: Path, location: str) -> str:
    """What is said of a public server that redirects, in a network of its own."""
    if not shutil.which("unshare") or subprocess.run([*ALONE, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this system lets nobody make a network of his own")
    command = [*ALONE, sys.executable, str(ROOT / "runner/tests/public_loopback.py"), str(folder / "hosts"), location]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_public_host_is_asked(tmp_path: Path) -> None:
    assert "HTTP/1.1 200 OK" in told(tmp_path, f"http://{PUBLIC}:{{port}}/there")


@pytest.mark.parametrize(
    ("location", "leads_to"),
    [
        ("http://127.0.0.1/", "127.0.0.1"),
        ("http://169.254.169.254/latest/meta-data/", "169.254.169.254"),
        ("//0x7f.1:8080/", "127.0.0.1"),
        ("https://[::1]/", "::1"),
        (f"http://{NAME}:{{port}}/there", "127.0.0.1"),
    ],
    ids=["loopback", "metadata", "another spelling", "IPv6", "name that moved"],
)
def test_it_leads_to_no_private_address(tmp_path: Path, location: str, leads_to: str) -> None:
    assert f"leads to {leads_to}, which is no public address, and is not asked" in told(tmp_path, location)
