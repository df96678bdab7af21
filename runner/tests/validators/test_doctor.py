"""The doctor finds what is wrong with a validator, says whose fault it is, and prints a line that shows it by hand."""

import base64
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from checkout_copy import Checkout
from small_checkout import small

TESTS = Path(__file__).parents[1]
VALIDATOR = "the fault is on the validator's side: "
CURE = "read a line at a time, and flush the output after each line"
JUDGE = """
import json

def judge(card, dialect, context):
    try:
        value = json.loads(card.decode())
    except ValueError:
        return False
    return isinstance(value, dict) and isinstance(value.get("title"), str)
"""
Doctor = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    made = small(tmp_path_factory.mktemp("checkout"))
    made.write("mine.py", JUDGE)
    return made


@pytest.fixture
def doctor(checkout: Checkout) -> Doctor:
    return lambda spec: checkout.run("doctor", "--validator", spec)


def animal(behaviour: str, folder: Path, *options: str) -> str:
    """A validator.toml of one animal of the zoo, with little patience."""
    command = f"{sys.executable} -m zoo.program {behaviour} {' '.join(options)}"
    (folder / "validator.toml").write_text(
        f"stream = \"{command}\"\ntimeout = 0.7\nstartup_timeout = 5\nenvironment.PYTHONPATH = '{TESTS}'\n"
    )
    return str(folder / "validator.toml")


def findings(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """What it found, by question."""
    table = done.stdout.partition("\n\n")[0]
    return {question: found.strip() for question, _, found in (line.partition(":") for line in table.splitlines())}


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    return done.stdout.partition("\n\n")[2].splitlines()[0]


def by_hand(done: subprocess.CompletedProcess[str]) -> str:
    return done.stdout.splitlines()[-1].removeprefix("by hand: ")


def test_who_is_well_is_told_so(doctor: Doctor) -> None:
    done = doctor("python:mine:judge")
    assert done.returncode == 0
    assert [found.partition(":")[0].partition(" (")[0] for found in findings(done).values()] == [
        "yes",
        "it does not say; asked about note-1",
        *["yes"] * 4,
    ]


@pytest.mark.parametrize(
    ("behaviour", "what"),
    [
        ("crash", "it gave no answer for valid/note-1/"),
        ("prose", "it gave no answer for valid/note-1/"),
        ("hang", "it gave no answer for valid/note-1/"),
        ("refuse", "it says that valid/note-1/"),
        ("accept", "it says that invalid/note-1/"),
        ("start-die", "it was started, and did not answer the greeting"),
        ("start-version-2", "it was started, and did not answer the greeting"),
    ],
)
def test_who_is_not_is_told_what_is_wrong(behaviour: str, what: str, doctor: Doctor, tmp_path: Path) -> None:
    assert sentence(doctor(animal(behaviour, tmp_path))).startswith(VALIDATOR + what)


def test_who_does_not_survive_other_bytes_than_utf_8_is_told_so(doctor: Doctor, checkout: Checkout) -> None:
    checkout.write("fragile.py", JUDGE.replace("except ValueError", "except json.JSONDecodeError"))
    done = doctor("python:fragile:judge")
    assert done.returncode == 1
    assert sentence(done).startswith(VALIDATOR)
    assert "when a card is not UTF-8" in sentence(done)


def test_who_goes_by_the_order_of_cards_is_told_so(doctor: Doctor, checkout: Checkout) -> None:
    forgetful = JUDGE + "\ncount = 0\nhonest = judge\n\ndef judge(*asked):\n    global count\n    count += 1\n"
    checkout.write("forgetful.py", forgetful + "    return honest(*asked) or count > 500\n")
    assert "says valid of a card of which it said invalid before, when asked 1,000 times" in sentence(
        doctor("python:forgetful:judge")
    )


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("stream:no-such-program", "the fault is in the call: nothing was started"),
        ("nobody", "the fault is in the call: nothing was started"),
        ("http://127.0.0.1:9/", "the fault is on the other side of the address: nobody answers there"),
    ],
)
def test_who_cannot_be_started_is_a_wrong_call(spec: str, said: str, doctor: Doctor) -> None:
    done = doctor(spec)
    assert (done.returncode, sentence(done)) == (2, said)


def test_the_line_by_hand_does_what_the_doctor_did(doctor: Doctor, tmp_path: Path) -> None:
    line = by_hand(doctor(animal("accept", tmp_path)))
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=True)  # noqa: S602  # made for one
    assert done.stdout.splitlines()[1:] == ['{"id": 1, "valid": true}']


FIRST_ALONE = """
import base64, json, os
os.write(1, b'{"agentcard-conformance": 1}\\n' if os.read(0, 65536) else b"")
while chunk := os.read(0, 65536):
    if not chunk.startswith(b"{"):
        continue
    asked = json.loads(chunk.split(b"\\n")[0])
    valid = b"title" in base64.b64decode(asked["card"])
    os.write(1, json.dumps({"id": asked["id"], "valid": valid}).encode() + b"\\n")
"""


def test_who_answers_the_first_of_many_alone_is_told_so(doctor: Doctor, checkout: Checkout) -> None:
    """Asked again one by one it gives every verdict, so that no run would show what takes it so long."""
    program = checkout.write("first_alone.py", FIRST_ALONE)
    toml = checkout.write("first/validator.toml", f'stream = "{sys.executable} {program}"\ntimeout = 0.5\n')
    done = doctor(str(toml))
    assert sentence(done) == VALIDATOR + "it gave no answer within 0.5 seconds, when 1,000 requests are sent ahead"
    assert "$(seq 1000)" in by_hand(done)


UNFLUSHED = """
import base64, json, sys

output = open(1, "w")  # the suite has Python flush its own standard output
sys.stdin.readline()
print(json.dumps({"agentcard-conformance": 1}), file=output, flush=sys.argv[1] == "answers")
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "valid": b'"title": "' in base64.b64decode(asked["card"])}), file=output)
"""


@pytest.mark.parametrize("what", ["everything", "answers"])
def test_who_does_not_flush_is_told_so_soon(what: str, doctor: Doctor, checkout: Checkout) -> None:
    program = checkout.write("unflushed.py", UNFLUSHED)
    began = time.monotonic()

    done = doctor(f"stream:{sys.executable} {program} {what}")

    assert sentence(done) == f"{VALIDATOR}it answered once its input ended: {CURE}"
    assert time.monotonic() - began < 40  # the greeting alone is waited for 60 s otherwise


def test_who_reads_no_dialect_of_the_suite_is_told_so(doctor: Doctor, tmp_path: Path) -> None:
    done = doctor(animal("honest", tmp_path, "--dialect", "note-2"))
    assert done.returncode == 1
    assert sentence(done) == f"{VALIDATOR}it reads note-2, and the suite has note-1: name one of these in its welcome"


def test_who_skips_every_card_is_told_so(doctor: Doctor, tmp_path: Path) -> None:
    done = doctor(animal("skip", tmp_path))
    assert done.returncode == 1
    assert "it skips every card that it was asked about (not today)" in sentence(done)


def test_who_skips_the_bad_card_alone_is_not_said_to_have_refused_it(doctor: Doctor, checkout: Checkout) -> None:
    checkout.write("skips.py", JUDGE.replace("return False", "return {'skip': 'no JSON'}"))
    checkout.write(
        "skips.py", JUDGE.replace("return isinstance", "return {'skip': 'odd'} if not value else isinstance")
    )
    done = doctor("python:skips:judge")
    assert done.returncode == 0, done.stdout
    assert findings(done)["refuses a card that it must refuse"].startswith("skipped invalid/note-1/")


def test_one_card_at_a_time_is_not_asked_a_thousand(doctor: Doctor, checkout: Checkout) -> None:
    said = "json.dumps({'valid': mine.judge(sys.stdin.buffer.read(), '', {})})"
    checkout.write("once.py", f"import json, sys, mine\nprint({said})\n")
    done = doctor(f"once:{sys.executable} once.py")
    assert done.returncode == 0
    assert "gets one card at a time" in done.stdout


class Service(BaseHTTPRequestHandler):
    """Says of every card that it is valid."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"valid": true}')

    def log_message(self, *_: object) -> None:
        """Nothing of what is asked for is of interest."""


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Service) as service:
        Thread(target=service.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{service.server_port}/"
        service.shutdown()


def test_a_service_is_examined_too(address: str, doctor: Doctor) -> None:
    done = doctor(address)
    assert done.returncode == 1
    assert by_hand(done).endswith(address)


TOLD = {"from": "caf\u00e9 100% \\n 'x' \"id\": 1 $HOME", "now": 1}
"""A context that shells and their printf could take for something else."""

HEARS = """
import json

def judge(card, dialect, context):
    if not context:
        return {}
    errors = [{"message": json.dumps([dialect, context])}]
    try:
        value = json.loads(card.decode())
    except ValueError:
        return {"valid": False, "errors": errors}
    return {"valid": isinstance(value, dict) and isinstance(value.get("title"), str), "errors": errors}
"""
ONCE = """
import json, sys
from pathlib import Path
from hears import judge

context, dialect = (word.partition("=")[2] for word in sys.argv[1:])
print(json.dumps(judge(sys.stdin.buffer.read(), dialect, json.loads(Path(context).read_text()))))
"""
STREAM = f"stream:{sys.executable} -m agentcard_conformance.validators.serve hears:judge"


class Listener(Service):
    """Answers with the context that a request names."""

    def do_POST(self) -> None:
        card = self.rfile.read(int(self.headers["Content-Length"]))
        header = self.headers["AgentCard-Context"]
        context = json.loads(base64.urlsafe_b64decode(header)) if header else {}
        message = json.dumps([self.headers["AgentCard-Dialect"], context])
        self.send_response(200)
        self.end_headers()
        answer = {"valid": self.is_note(card), "errors": [{"message": message}]} if context else {}
        self.wfile.write(json.dumps(answer).encode())

    @staticmethod
    def is_note(card: bytes) -> bool:
        try:
            value = json.loads(card.decode())
        except ValueError:
            return False
        return isinstance(value, dict) and isinstance(value.get("title"), str)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout whose cards are judged with a context, and a validator that cannot do without."""
    made = small(tmp_path_factory.mktemp("told"))
    made.write("hears.py", HEARS)
    made.write("once.py", ONCE)
    made.write("schema/note-1/context.json", json.dumps(TOLD))
    return made


@pytest.fixture
def listener() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Listener) as service:
        Thread(target=service.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{service.server_port}/"
        service.shutdown()


@pytest.fixture(
    params=["python:hears:judge", STREAM, f"once:{sys.executable} once.py --c={{context}} --d={{dialect}}", ""]
)
def spec(request: pytest.FixtureRequest, listener: str) -> str:
    """One validator of each form."""
    return request.param or listener


def test_who_needs_a_context_is_given_one_and_so_it_is_by_hand(told: Checkout, spec: str) -> None:
    done = told.run("doctor", "--validator", spec)
    assert done.returncode == 0, done.stdout
    shell = subprocess.run(["sh", "-c", by_hand(done)], cwd=told.root, capture_output=True, text=True, check=True)
    answer = json.loads(shell.stdout.splitlines()[-1])
    assert (answer["valid"], json.loads(answer["errors"][0]["message"])) == (False, ["note-1", TOLD])


def test_who_is_given_files_and_judged_by_status_can_be_asked_by_hand_as_well(told: Checkout) -> None:
    program = told.write("by_file.py", "import json, sys\njson.load(open(sys.argv[1]))['title'].upper()\n")
    done = told.run("doctor", "--exit-status", "--validator", f"once:{sys.executable} {program} {{card}}")
    assert done.returncode == 0, done.stdout
    shell = subprocess.run(["sh", "-c", by_hand(done)], cwd=told.root, capture_output=True, text=True, check=True)
    assert shell.stdout == "1\n"


def test_a_context_stands_in_each_of_many_questions(told: Checkout) -> None:
    program = told.write("first_alone.py", FIRST_ALONE)
    toml = told.write("first/validator.toml", f'stream = "{sys.executable} {program}"\ntimeout = 0.5\n')
    line = by_hand(told.run("doctor", "--validator", str(toml))).rpartition("|")[0]
    printed = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True).stdout.splitlines()
    asked = [json.loads(each) for each in printed[1:]]
    assert [(each["id"], each["context"]) for each in asked] == [(number, TOLD) for number in range(1, 1001)]


def test_a_dialect_without_a_card_that_must_be_refused_examines_nobody(told: Checkout, tmp_path: Path) -> None:
    empty = Checkout(shutil.copytree(told.root, tmp_path / "empty"))
    shutil.rmtree(empty.root / "fixtures" / "invalid")
    done = empty.run("doctor", "--validator", "python:hears:judge")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "note-1 has no invalid card to examine a validator with" in done.stderr
