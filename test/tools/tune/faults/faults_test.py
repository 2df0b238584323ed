# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tvmc tune with a rule whose strategies hang, crash, and more (FaultyRule.cpp)."""

import json
import os
import subprocess
import time
from collections import Counter
from pathlib import Path

import onnx
import pytest
from benchmarks.compiler import ROOT, tvmc
from onnx import TensorProto
from onnx.helper import make_graph, make_model, make_node, make_opsetid, make_tensor_value_info

FAULTS = {
    1: "hang: time limit of 1 s",
    2: "crash: signal: Segmentation fault",
    3: "crash: signal: Segmentation fault",  # the page behind the result
    4: "write out of bounds: the kernel writes in front of output 'y0'",
    5: "write out of bounds: the kernel writes to input 'x0'",
    6: "wrong result: output 'y0' differs: ",
    7: "crash: signal: Illegal instruction",
    8: "compile limit: time limit of 3 s",
    9: "compile limit: memory limit of 500 MB",
    10: "compile limit: code of ",
    11: "wrong result: output 'y0' differs: ",
    12: "wrong result: output 'y0' differs: ",
    # In the rule, which applies the strategy:
    15: "compile limit: time limit of 3 s",
    16: "compile error: signal: Segmentation fault",
    17: "compile error: signal: Aborted",
    18: "compile limit: memory limit of 500 MB",
}
SLOW = 13
"""No fault: a strategy that takes long, and computes the right result. Neither is 14 one
here: it is wrong for inputs that are larger than random ones."""
COUNTS = {
    "hang": 1,
    "crash": 3,
    "write out of bounds": 2,
    "wrong result": 3,
    "compile error": 2,
    "compile limit": 5,
}


PLUGIN = ROOT / "bazel-bin/test/tools/tune/faults/libfaulty_rule.so"


def product(path: Path) -> Path:
    """x @ w, whose weights are an input: a kernel of one block."""
    sizes = {"x": [24, 32], "w": [32, 48], "y": [24, 48]}
    x, w, y = (make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in sizes.items())
    graph = make_graph([make_node("MatMul", ["x", "w"], ["y"])], "product", [x, w], [y])
    onnx.save(make_model(graph, ir_version=9, opset_imports=[make_opsetid("", 20)]), path)
    return path


def get_fault(strategy: str) -> int:
    return int(strategy.partition("fault = ")[2].partition(" ")[0] or 0)


@pytest.mark.parametrize("method", ["alone", pytest.param("model", marks=pytest.mark.long)])
def test_each_is_a_record(method: str, tmp_path: Path) -> None:
    """The tuning ends, has the cause of each fault, and counts them."""
    model, database = product(tmp_path / "m.onnx"), tmp_path / "tuning.db"
    artefact, report = tmp_path / "m.so", tmp_path / "report.md"
    command = [tvmc(), "tune", model, f"--database={database}", "--json"]
    command += [f"--load-plugin={PLUGIN}", f"--measure={method}"]
    if method == "model":  # both compare the whole model, which takes seconds
        command += ["-o", artefact, f"--report={report}"]
    command += ["--search=grid", "--trials=19", "--time=1", "--max-spread=100"]
    command += ["--max-compile-time=3s", "--max-compile-memory=500", "--max-code=40"]
    command += ["--max-run-time=1s", "--threads=1"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in done.stdout.splitlines()]
    kernels = [event for event in events if event["event"] == "kernel"]
    assert [kernel["failures"] for kernel in kernels] == [COUNTS]
    assert [kernel["trials"] for kernel in kernels] == [19]

    command = [tvmc(), "database", "export", database, "-"]
    exported = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    failures: Counter[int] = Counter()
    for record in map(json.loads, exported.splitlines()):
        fault = get_fault(record["strategy"])
        assert ("failure" in record) == (fault in FAULTS), record
        if fault in FAULTS:
            assert record["failure"].startswith(FAULTS[fault])
            failures[fault] += 1
    assert failures == dict.fromkeys(FAULTS, 1)

    if method == "alone":
        return
    lines = report.read_text().splitlines()
    for cause, number in COUNTS.items():
        assert sum(f"| {cause} | fused\\_matmul" in line for line in lines) == 1
        assert f"| {cause} | fused\\_matmul | {number} |" in lines
    assert artefact.exists()


def wait_for_artefact(process: subprocess.Popen[str], artefact: Path) -> None:
    """Waits until a process that runs on has written its artefact."""
    end = time.monotonic() + 120
    while not artefact.exists():
        assert process.poll() is None and time.monotonic() < end
        time.sleep(0.05)


def test_artefact_of_a_killed_process(tmp_path: Path) -> None:
    """The artefact has the best so far, as a whole, before the search ends."""
    model, default, artefact = (tmp_path / name for name in ("m.onnx", "default.so", "m.so"))
    product(model)
    environment = {**os.environ, "TEST_DEFAULT_FAULT": str(SLOW)}  # the first trial is faster
    options = [f"--load-plugin={PLUGIN}", "-q"]
    command = [tvmc(), "compile", model, "-o", default, *options]
    subprocess.run(command, check=True, env=environment)
    command = [tvmc(), "tune", model, "-o", artefact, f"--database={tmp_path}/tuning.db"]
    command += ["--search=grid", "--measure=alone", "--time=1", "--max-spread=100", "--threads=1"]
    process = subprocess.Popen([*command, *options], text=True, env=environment)
    wait_for_artefact(process, artefact)
    process.kill()
    process.wait()
    subprocess.run([tvmc(), "compare", default, artefact, "--only-results"], check=True)
    assert {path.name for path in tmp_path.glob("m.so*")} == {"m.so"}


PAYLOAD = """
func.func @sum(%a: memref<16x32xf32>, %b: memref<16x32xf32>, %c: memref<16x32xf32>) {
  linalg.add ins(%a, %b : memref<16x32xf32>, memref<16x32xf32>) outs(%c : memref<16x32xf32>)
  return
}
"""
SCRIPT = """
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op) {
    %fault = transform.tune.knob<"fault"> options = [0, 8, 9] -> !transform.param<i64>
    %function = transform.structured.match ops{["func.func"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %spoiled = transform.apply_registered_pass "test-spoil-kernel"
        with options = { "fault" = %fault } to %function
        : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}
"""


def test_scripts_that_do_not_end(tmp_path: Path) -> None:
    """A script that never ends, or takes all memory, is a failed trial."""
    payload, script = tmp_path / "payload.mlir", tmp_path / "script.mlir"
    payload.write_text(PAYLOAD)
    script.write_text(SCRIPT)
    database = tmp_path / "tuning.db"
    command = [tvmc(), "tune", payload, f"--space={script}", f"--database={database}", "--json"]
    command += [f"--load-plugin={PLUGIN}", "--search=grid", "--trials=3", "--time=1"]
    command += ["--max-spread=100", "--max-compile-time=2s", "--max-compile-memory=500"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in done.stdout.splitlines()]
    (kernel,) = [event for event in events if event["event"] == "kernel"]
    assert kernel["failures"] == {"compile limit": 2}

    command = [tvmc(), "database", "export", database, "-"]
    exported = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    records = map(json.loads, exported.splitlines())
    assert sorted(record["failure"] for record in records if "failure" in record) == [
        "compile limit: memory limit of 500 MB",
        "compile limit: time limit of 2 s",
    ]
