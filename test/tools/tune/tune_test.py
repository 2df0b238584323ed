# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tvmc tune that is killed, interrupted, and run twice at a time."""

import contextlib
import json
import os
import pty
import random
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import IO

import onnx
import pytest
from benchmarks.compiler import tvmc
from onnx import TensorProto
from onnx.helper import (
    make_graph,
    make_model,
    make_node,
    make_opsetid,
    make_tensor,
    make_tensor_value_info,
)


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> Path:
    """y = relu(a @ b)."""
    sizes = {"a": [24, 32], "b": [32, 48], "y": [24, 48]}
    values = [
        make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in sizes.items()
    ]
    nodes = [make_node("MatMul", ["a", "b"], ["t"]), make_node("Relu", ["t"], ["y"])]
    graph = make_graph(nodes, "product", values[:2], values[2:])
    path = tmp_path_factory.mktemp("tune") / "m.onnx"
    onnx.save(make_model(graph, ir_version=9, opset_imports=[make_opsetid("", 20)]), path)
    return path


@pytest.fixture(scope="module")
def model_of_convolutions(tmp_path_factory) -> Path:
    """y = softmax(conv(exp(conv(x)))), which is faster without Winograd's algorithm."""
    size, pads = [1, 16, 16, 16], [1, 1, 1, 1]
    chance = random.Random(1)
    values = [chance.uniform(-0.02, 0.02) for _ in range(16 * 16 * 9)]
    weights = make_tensor("w", TensorProto.FLOAT, [16, 16, 3, 3], values)
    nodes = [
        make_node("Conv", ["x", "w"], ["a"], "c0", pads=pads),
        make_node("Exp", ["a"], ["b"]),
        make_node("Conv", ["b", "w"], ["c"], "c1", pads=pads),
        make_node("Softmax", ["c"], ["y"]),
    ]
    x, y = (make_tensor_value_info(name, TensorProto.FLOAT, size) for name in "xy")
    graph = make_graph(nodes, "convolutions", [x], [y], [weights])
    path = tmp_path_factory.mktemp("tune") / "convolutions.onnx"
    onnx.save(make_model(graph, ir_version=9, opset_imports=[make_opsetid("", 20)]), path)
    return path


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database without records."""
    path = tmp_path / "tuning.db"
    subprocess.run([tvmc(), "database", "import", path, "/dev/null"], check=True)
    return path


def start(
    model: Path, database: Path, *options: str, stdout: IO[str] | int = subprocess.PIPE
) -> subprocess.Popen:
    command = [tvmc(), "tune", model, f"--database={database}", "--time=1", "--threads=1"]
    command.append("--max-spread=100")
    return subprocess.Popen(
        [*command, *options], stdout=stdout, stderr=subprocess.PIPE, text=True
    )


def finish(process: subprocess.Popen) -> str:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out + err


def records(database: Path) -> set[str]:
    """The lines of all records; fails if the database is damaged."""
    subprocess.run([tvmc(), "database", "check", database], check=True)
    command = [tvmc(), "database", "export", database, "-"]
    return set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n"))


def wait_for_records(database: Path, count: int) -> None:
    while len(records(database)) <= count:
        time.sleep(0.2)


@pytest.mark.parametrize("times", [4, pytest.param(100, marks=pytest.mark.long)])
def test_killed(model: Path, database: Path, times: int) -> None:
    """Each record that was there stays, and the command goes on."""
    chance = random.Random(1)
    known: set[str] = set()
    for _ in range(times):
        process = start(model, database, "--trials=1000")
        wait_for_records(database, len(known))
        time.sleep(chance.uniform(0, 1))
        process.kill()
        process.communicate()
        now = records(database)
        assert known <= now
        known = now
    assert "known" in finish(start(model, database, "--trials=2"))
    assert known <= records(database)


def count_told(events: Path) -> int:
    """The number of trials in the last whole line of --json."""
    lines = events.read_text().rpartition("\n")[0].splitlines()
    trials = [json.loads(line)["trials"] for line in lines if '"event":"trial"' in line]
    return max(trials, default=0)


@pytest.mark.parametrize("method", ["alone", "model"])
@pytest.mark.parametrize("times", [2, pytest.param(50, marks=pytest.mark.long)])
def test_killed_loses_what_is_in_flight(
    model: Path, database: Path, tmp_path: Path, method: str, times: int
) -> None:
    """Each trial that the command told of is known to the next one: only the trial in
    flight is lost, or in the model the round in flight."""
    events = tmp_path / "events"
    options = ["--json", "--search=random", f"--measure={method}", "--only-kernels"]
    chance = random.Random(2)
    told = 0
    for _ in range(times):
        with events.open("w") as file:
            process = start(model, database, "--trials=1000", *options, stdout=file)
        while count_told(events) <= told:
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(chance.uniform(0, 0.5))
        process.kill()
        process.communicate()
        told = count_told(events)
    known = finish(start(model, database, f"--trials={told}", *options))
    (last,) = [line for line in known.splitlines() if '"event":"trial"' in line][-1:]
    event = json.loads(last)
    assert (event["trials"], event["known"]) == (told, told)


def test_interrupted(model: Path, database: Path, tmp_path: Path) -> None:
    """The artefact is written with what was found."""
    artefact = tmp_path / "m.so"
    process = start(model, database, "--trials=1000", "-o", artefact)
    wait_for_records(database, 2)
    process.send_signal(signal.SIGINT)
    assert "strategies are written" in finish(process)
    assert artefact.exists()
    assert '"failure"' not in "".join(records(database))


def test_terminals_are_never_silent(model: Path, database: Path, tmp_path: Path) -> None:
    """A line is drawn each second, from the first to the last, in every step."""
    reader, terminal = pty.openpty()
    command = [tvmc(), "tune", model, f"--database={database}", "--budget=6s"]
    start = last = time.monotonic()
    process = subprocess.Popen(
        [*command, "-o", tmp_path / "m.so"], stdout=subprocess.DEVNULL, stderr=terminal
    )
    os.close(terminal)
    text, longest = "", 0.0
    with contextlib.suppress(OSError):  # the end of the terminal's other side
        while data := os.read(reader, 4096):
            now = time.monotonic()
            longest, last = max(longest, now - last), now
            text += data.decode()
    assert process.wait() == 0
    longest = max(longest, time.monotonic() - last)
    assert longest < 5 and last - start > 3
    lines = text.split("\r\x1b[K")
    assert any(line.startswith("compiling the model to its kernels (") for line in lines)
    states = [line for line in lines if line.startswith("trial ")]
    assert len({left for line in states for left in re.findall(r"\d+ s left", line)}) > 1


def test_folders_of_killed_commands(
    model: Path, database: Path, tmp_path: Path, monkeypatch
) -> None:
    """The next command removes what a killed one has left, and leaves those that run."""
    folders = tmp_path / "folders"
    folders.mkdir()
    monkeypatch.setenv("TMPDIR", str(folders))
    killed = start(model, database, "--trials=1000")
    wait_for_records(database, 1)
    killed.kill()
    killed.communicate()
    (left,) = folders.iterdir()
    running = start(model, database.with_name("other.db"), "--trials=1000")
    while set(folders.iterdir()) == {left} or left.exists():
        assert running.poll() is None
        time.sleep(0.1)
    (kept,) = folders.iterdir()
    finish(start(model, database, "--trials=1"))
    assert list(folders.iterdir()) == [kept] and any(kept.iterdir())
    running.send_signal(signal.SIGINT)
    finish(running)
    assert list(folders.iterdir()) == []


@pytest.mark.parametrize("kilobytes", [32, 64, 128, 256])
def test_full_disk(model: Path, database: Path, tmp_path: Path, kilobytes: int) -> None:
    """Files that cannot grow end the command with their name. They are no failures of
    strategies, and the database can be read."""
    artefact = tmp_path / "m.so"
    limit = f"ulimit -f {kilobytes}; exec \"$@\""
    options = [f"--database={database}", "--trials=60", "--time=1", "--max-spread=100"]
    command = [tvmc(), "tune", model, *options, "--measure=alone", "-o", artefact]
    done = subprocess.run(
        ["bash", "-c", limit, "bash", *command], capture_output=True, text=True, timeout=300
    )
    assert '"failure"' not in "".join(records(database))
    assert not list(tmp_path.glob("*.tmp"))
    if done.returncode != 0:
        error = done.stderr.splitlines()[-1]
        assert re.fullmatch(
            r"error: (cannot write '?/.*: File too large|database '.*': .*disk.*)", error
        )
        assert not artefact.exists() or artefact.stat().st_size > 0
    else:
        subprocess.run([tvmc(), "run", artefact, "--fill=random"], check=True)


@pytest.mark.parametrize("times", [4, pytest.param(100, marks=pytest.mark.long)])
def test_interrupted_at_any_time(
    model: Path, database: Path, tmp_path: Path, times: int
) -> None:
    """A Ctrl-C of a terminal reaches all processes. The artefact is written soon."""
    chance = random.Random(3)
    command = [tvmc(), "tune", model, f"--database={database}", "--budget=600s"]
    for i in range(times):
        artefact = tmp_path / f"{i}.so"
        process = subprocess.Popen(
            [*command, "-o", artefact],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        process.stderr.readline()  # "compiling the model to its kernels"
        time.sleep(chance.uniform(0, 5))
        os.killpg(process.pid, signal.SIGINT)
        assert "strategies are written" in finish(process)
        subprocess.run([tvmc(), "run", artefact, "--fill=random"], check=True, stdout=subprocess.DEVNULL)
    assert '"failure"' not in "".join(records(database))


def test_new_kernels_have_trials(model_of_convolutions: Path, database: Path) -> None:
    """Kernels that a change needs are tuned a little before the change is compared."""
    process = start(model_of_convolutions, database, "--budget=600s", "--json")
    for line in process.stdout:
        if '"event":"change"' in line:
            break
    process.kill()
    process.communicate()
    strategies: dict[str, set[str]] = {}
    for record in map(json.loads, filter(None, records(database))):
        if record["method"] == "model":
            strategies.setdefault(record["task"], set()).add(record["strategy"])
    # All kernels have their default; the first change comes before the first round.
    assert max(len(each) for each in strategies.values()) > 1


def strategies(database: Path) -> set[str]:
    return {json.loads(record)["strategy"] for record in records(database) if record}


def test_two_at_a_time(model: Path, database: Path, tmp_path: Path) -> None:
    """One database has what both find when each has a database of its own."""
    searches = ["grid", "random"]
    options = {name: ["--trials=4", f"--search={name}", "--measure=alone"] for name in searches}
    expected: set[str] = set()
    for name in searches:
        own = tmp_path / f"{name}.db"
        finish(start(model, own, *options[name]))
        expected |= strategies(own)
    both = [start(model, database, *options[name]) for name in searches]
    for process in both:
        finish(process)
    assert len(expected) > 5  # one search alone finds four, and the default
    assert strategies(database) >= expected
