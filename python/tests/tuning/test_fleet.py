# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tvmc tune --workers, and the program that it becomes."""

import json
import os
import signal
import subprocess
import sys

import pytest
from clusters import PACKAGE

from tvm_mlir import TvmError, _library, fleet
from tvm_mlir.tuning import Failure, Limits, Noise, Progress, Times


def start(cluster, model, database, *options):
    command = [_library.find_program("tvmc"), "tune", model, f"--database={database}"]
    environment = {"TVM_MLIR_PYTHON": sys.executable, "PYTHONPATH": str(PACKAGE)}
    return subprocess.Popen(
        [*command, f"--workers={cluster.address}", "--time=1", "--max-spread=100", *options],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


PROGRESS = Progress(1, 0, "k", 0.9, 1.1, 0, 0, 0, 2.0, None, 3)


def finish(process):
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out, err


@pytest.fixture
def artefact(tmp_path):
    return tmp_path / "product.so"


def test_tune(cluster, model, database, artefact):
    """Events of the search and of the end; then the same for people."""
    cluster.add("compile", "zen4")
    given = (cluster, model, database, "--trials=3", "--device=zen4", "-O2")
    out, _ = finish(start(*given, "-o", artefact, "--json"))
    events = [json.loads(line) for line in out.splitlines()]
    assert [event["event"] for event in events[-2:]] == ["kernel", "model"]
    trials = [event for event in events if event["event"] == "trial"]
    assert trials[-1]["trials"] == 3 and trials[-1]["failed"] == trials[-1]["noisy"] == 0
    assert trials[-1]["kernel"] == "k" and events[-2]["launches"] == 1
    assert artefact.exists()
    out, err = finish(start(*given[:3], "--trials=5", "--device=zen4", "-O2"))
    assert "trial 5 (3 known, 0 failed, " in err
    assert out.splitlines()[1].endswith(" k") and "strategies are taken" in out
    out, err = finish(start(*given, "-q"))
    assert out == err == ""


def test_noise(cluster, model, database):
    """It is counted: no machine keeps this limit."""
    cluster.add("compile", "measure")
    given = (cluster, model, database, "--trials=3", "--max-spread=1e-12")
    out, _ = finish(start(*given, "--json"))
    events = [json.loads(line) for line in out.splitlines()]
    assert [event["noisy"] for event in events if event["event"] == "trial"] == [1, 2, 3]
    _, err = finish(start(*given))
    assert "warning: kernel 'k' is not tuned: the machine is too noisy for its " in err
    assert "trial 0 (0 known, 0 failed, 0 refused, 3 noisy), model 1.000 times" in err


def test_comparisons():
    times = Times(0.0009, 0.0008, 0.001, 0.001, 0.85, 7)
    words = "1.0000 ms by default, 0.9000 ms tuned, 85.0% of the time"
    assert fleet._describe_in_words(times) == words
    assert fleet._describe(times)["rounds"] == 7
    assert fleet._describe(Noise()) == {"is_noisy": True}
    assert fleet._describe_in_words(Noise()).startswith("the machine is too noisy to ")
    assert fleet._describe(Failure("crash")) == {"failure": "crash"}
    assert fleet._describe_in_words(Failure("crash")) == "the tuned one fails (crash)"
    assert fleet._describe_in_words(None) == "no gain was found"


def test_interrupts(cluster, model, database, artefact):
    """The first one ends the search; the artefact is written."""
    cluster.add("compile", "measure")
    process = start(cluster, model, database, "--trials=1000", "--json", "-o", artefact)
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, _ = finish(process)
    assert out.splitlines()[-1].startswith('{"event": "model"') and artefact.exists()


def test_the_second_interrupt_ends_the_command(model, monkeypatch, capsys):
    def tune(*_, **given):
        for goes_on in (True, False):
            assert given["callback"](PROGRESS) is goes_on
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(fleet, "tune", tune)
    before = signal.getsignal(signal.SIGINT)
    assert fleet.main([str(model), "--workers=x", "-q"]) == 130
    signal.signal(signal.SIGINT, before)
    assert capsys.readouterr() == ("", "")


def run_tvmc(*arguments, **environment):
    return subprocess.run(
        [_library.find_program("tvmc"), "tune", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    "python, message",
    [
        ("no-such-python", "cannot find 'no-such-python'; name one in TVM_MLIR_PYTHON"),
        ("false", "needs the packages tvm_mlir and distributed: '"),
    ],
)
def test_python_is_needed(model, python, message):
    result = run_tvmc(model, "--workers=tcp://127.0.0.1:1", TVM_MLIR_PYTHON=python)
    assert result.returncode == 1 and message in result.stderr
    assert result.stderr.startswith("error: --workers needs ")


def test_packages_are_needed(model, tmp_path):
    """The error has the last line of Python's."""
    (tmp_path / "distributed.py").write_text("raise ImportError('no dask today')")
    environment = {"TVM_MLIR_PYTHON": sys.executable, "PYTHONPATH": str(tmp_path)}
    result = run_tvmc(model, "--workers=tcp://127.0.0.1:1", **environment)
    assert result.returncode == 1
    assert "says 'ImportError: no dask today'; TVM_MLIR_PYTHON names" in result.stderr


@pytest.mark.parametrize(
    "options, message",
    [
        (["--device=zen4"], "--device needs --workers"),
        (
            ["--workers=tcp://x:1", "--tasks"],
            "--measure, --inputs, --max-code and --report exclude --workers",
        ),
        (["--workers=tcp://x:1", "--max-code=9"], "--report exclude --workers"),
        (["--workers="], "wrong option '--workers=': expected --workers=VALUE"),
        (["--workers=tcp://x:1", "--trials=0"], "wrong option '--trials=0'"),
    ],
)
def test_wrong_options(model, options, message):
    result = run_tvmc(model, *options)
    assert result.returncode == 2 and message in result.stderr


def test_errors(model, capsys, monkeypatch):
    monkeypatch.setattr("tvm_mlir.tuning.cluster._CONNECT_SECONDS", 1)
    workers = "--workers=tcp://127.0.0.1:1"
    assert fleet.main([str(model), workers]) == 1
    assert "error: cannot connect to the cluster" in capsys.readouterr().err
    assert fleet.main(["missing.onnx", workers]) == 1
    assert "missing.onnx" in capsys.readouterr().err
    with pytest.raises(SystemExit) as error:
        fleet.main([str(model), workers, "--trials=0"])
    assert error.value.code == 2
    assert "expected 1 trial or more, got 0" in capsys.readouterr().err
    with pytest.raises(SystemExit) as error:
        fleet.main([str(model), workers, "--max-spread=-1"])
    assert error.value.code == 2
    assert "expected a positive spread, got -1.0" in capsys.readouterr().err


def test_limits(model, monkeypatch):
    seen = []

    def tune(_, **given):
        seen.append((given["compiling"], given["running"]))
        raise TvmError("enough")

    monkeypatch.setattr(fleet, "tune", tune)
    assert fleet.main([str(model), "--workers=x"]) == 1
    limits = ["--max-compile-time=2m", "--max-compile-memory=500", "--max-run-time=5"]
    assert fleet.main([str(model), "--workers=x", *limits]) == 1
    assert seen == [(Limits(60, 4096), Limits(20)), (Limits(120, 500), Limits(5))]


def test_options_of_the_compiler():
    given = ["-O2", "--target=x86-64-v3", "--no-cache", "--load-plugin=a", "--load-plugin=b"]
    assert fleet._compile_options(given) == {
        "opt_level": 2,
        "target": "x86-64-v3",
        "no_cache": True,
        "load_plugin": ["a", "b"],
    }
