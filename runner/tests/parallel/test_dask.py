"""The workers of a cluster write what one process writes, though one of them is killed in the middle."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from agentcard_conformance import __version__
from agentcard_conformance.parallel.engines.dask import WorkPlugin
from dump_files import mixed, written
from program_call import COMMAND, call, surroundings
from revisions_and_cards import write_revisions

FILES, MANY = 8, 3_000
PATIENCE = 60
HERE = ("--host", "127.0.0.1")
SCHEDULER = (*HERE, "--port", "0", "--no-dashboard", "--no-show", "--scheduler-file", "scheduler.json")
WORKER = (*HERE, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--scheduler-file", "scheduler.json")


class Cluster(NamedTuple):
    """A scheduler and its workers, each a process of its own."""

    folder: Path
    processes: list[subprocess.Popen[bytes]]

    @property
    def address(self) -> str:
        return str(json.loads((self.folder / "scheduler.json").read_bytes())["address"])

    def start(self, kind: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments]
        log = (self.folder / f"{kind}-{len(self.processes)}.log").open("wb")
        process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, env=surroundings())
        log.close()
        self.processes.append(process)
        return process

    def check(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        return call("check", "--jsonl", *arguments, "--engine", "dask", "--scheduler", self.address, cwd=self.folder)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """With two workers."""
    made = Cluster(tmp_path_factory.mktemp("cluster"), [])
    made.start("scheduler", *SCHEDULER)
    for _ in range(2):
        made.start("worker", *WORKER)
    patience = time.monotonic() + PATIENCE
    while not (made.folder / "scheduler.json").exists() and time.monotonic() < patience:
        time.sleep(0.05)
    yield made
    for process in reversed(made.processes):
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def dumps(cluster: Cluster) -> Path:
    """A folder with as many slices as files, or more."""
    folder = cluster.folder / "dumps"
    folder.mkdir()
    for number in range(FILES):
        written(folder / f"{number}.jsonl", mixed(MANY, 900))
    return folder


@pytest.fixture(scope="module")
def undisturbed(cluster: Cluster, dumps: Path) -> subprocess.CompletedProcess[bytes]:
    """What one process writes."""
    return call("check", "--jsonl", dumps.name, "--jobs", "1", cwd=cluster.folder)


def started(cluster: Cluster, output: str) -> subprocess.Popen[bytes]:
    """A run of which some is written, and not all."""
    command = [*COMMAND, "check", "--jsonl", "dumps", "--engine", "dask", "--scheduler", "scheduler.json"]
    child = subprocess.Popen(
        [*command, "--output", output], cwd=cluster.folder, stderr=subprocess.PIPE, env=surroundings()
    )
    partial = cluster.folder / f"{output}.partial"
    sizes = {0}
    while len(sizes) < 3 and child.poll() is None:
        time.sleep(0.002)
        sizes |= {partial.stat().st_size} if partial.exists() else set()
    return child


def test_a_cluster_writes_what_one_process_writes(
    cluster: Cluster, dumps: Path, undisturbed: subprocess.CompletedProcess[bytes]
) -> None:
    done = cluster.check(dumps.name)

    assert done.stdout == undisturbed.stdout
    assert (done.stderr, done.returncode) == (undisturbed.stderr, undisturbed.returncode)


def test_a_url_and_a_packed_file_are_checked_as_well(cluster: Cluster, dumps: Path) -> None:
    written(cluster.folder / "0.jsonl.gz", [(dumps / "0.jsonl").read_bytes()])
    packed = cluster.check("0.jsonl.gz").stdout
    url = cluster.check(f"file://{dumps}/0.jsonl").stdout

    assert packed.count(b"\n") == MANY + 1
    assert url.replace(f"file://{dumps}/0.jsonl".encode(), b"0.jsonl.gz") == packed


def test_trouble_on_a_worker_is_told_here(cluster: Cluster, dumps: Path) -> None:
    """A worker has nothing of what the client alone can see."""
    torn = dumps.parent / "torn.parquet"
    pq.write_table(pa.table({"card": ["x" * 10**5]}), torn, compression="snappy")
    torn.write_bytes(torn.read_bytes()[:100] + bytes(100) + torn.read_bytes()[200:])
    done = call("check", "--parquet", str(torn), "--engine", "dask", "--scheduler", cluster.address)

    assert done.stderr.startswith(f"agentcard-conformance: {torn} cannot be read as Parquet: ".encode())
    assert (done.stderr.count(b"\n"), done.returncode) == (1, 2)


def test_a_killed_worker_costs_nothing_and_nothing_is_counted_twice(
    cluster: Cluster, undisturbed: subprocess.CompletedProcess[bytes]
) -> None:
    """It is killed when the first results are written, while it has more parts in hand."""
    with started(cluster, "killed.jsonl") as child:
        cluster.processes[1].kill()
        assert child.poll() is None
        said = child.communicate()[1]

    assert (said, child.returncode) == (undisturbed.stderr, undisturbed.returncode)
    assert (cluster.folder / "killed.jsonl").read_bytes() == undisturbed.stdout


def test_a_scheduler_that_does_not_answer_is_told_in_one_sentence(dumps: Path) -> None:
    done = call("check", "--jsonl", str(dumps), "--engine", "dask", "--scheduler", "tcp://127.0.0.1:1")

    assert done.stderr.startswith(b"agentcard-conformance: the scheduler tcp://127.0.0.1:1 does not answer: ")
    assert (done.stderr.count(b"\n"), done.returncode) == (1, 2)


def test_a_worker_of_another_version_judges_nothing() -> None:
    work: WorkPlugin[int, int] = WorkPlugin(abs, version="0.0.0")
    work.setup(None)

    assert work.work_on(-1).lost == f"a worker has version {__version__} of agentcard-conformance, not 0.0.0"


def test_the_number_of_jobs_is_for_the_cluster_to_say(cluster: Cluster, dumps: Path) -> None:
    done = cluster.check(dumps.name, "--jobs", "2")

    assert done.stderr == (
        b"agentcard-conformance: --jobs is for --engine processes: a Dask cluster has its own number of workers\n"
    )


def test_a_cluster_compares_as_one_process_does(cluster: Cluster, dumps: Path) -> None:
    write_revisions(cluster.folder, {}, {"required": ["nothing"]})
    command = (
        "compare",
        "old.json",
        "new.json",
        "--effort",
        "0",
        "--seconds",
        "300",
        "--format",
        "json",
        "--cards",
        dumps.name,
    )
    here = call(*command, "--jobs", "1", cwd=cluster.folder)
    there = call(*command, "--engine", "dask", "--scheduler", cluster.address, cwd=cluster.folder)

    assert json.loads(here.stdout)["breaking"][0]["seen"]["cards"] > FILES * (MANY - 1)
    assert (there.stdout, there.stderr) == (here.stdout, b"")


def test_a_lost_scheduler_ends_a_run_that_can_be_gone_on_with(
    cluster: Cluster, undisturbed: subprocess.CompletedProcess[bytes]
) -> None:
    """The last test: nobody can work with this cluster any more."""
    with started(cluster, "lost.jsonl") as child:
        for process in cluster.processes:
            process.kill()
        said = child.communicate()[1]

    assert said.startswith(b"agentcard-conformance: the scheduler went away, after ")
    assert (said.count(b"\n"), child.returncode) == (1, 2)
    resumed = call("check", "--jsonl", "dumps", "--output", "lost.jsonl", "--resume", cwd=cluster.folder)
    assert resumed.stderr == undisturbed.stderr
    assert (cluster.folder / "lost.jsonl").read_bytes() == undisturbed.stdout
