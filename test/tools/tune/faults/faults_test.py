"""tvmc tune with a rule whose strategies hang, crash, and more (FaultyRule.cpp)."""

import json
import subprocess
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
    # In the rule, which applies the strategy:
    11: "compile limit: time limit of 3 s",
    12: "compile error: signal: Segmentation fault",
    13: "compile error: signal: Aborted",
    14: "compile limit: memory limit of 500 MB",
}
COUNTS = {
    "hang": 1,
    "crash": 3,
    "write out of bounds": 2,
    "wrong result": 1,
    "compile error": 2,
    "compile limit": 5,
}


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("plugin") / "libfaulty_rule.so"
    flags = subprocess.run(
        ["llvm-config-22", "--cxxflags"], capture_output=True, text=True, check=True
    ).stdout.split()
    source = Path(__file__).parent / "FaultyRule.cpp"
    command = ["g++", "-O1", "-shared", "-fPIC", *flags, f"-I{ROOT}", f"-I{ROOT}/bazel-bin"]
    subprocess.run([*command, source, "-o", library], check=True)
    return library


def products(count: int, path: Path) -> Path:
    """x @ w0 @ w1 ..., whose weights are inputs: `count` kernels of one block each."""
    sizes = {"x": [24, 32], "y": [24, 32 + 16 * count]}
    sizes |= {f"w{i}": [32 + 16 * i, 48 + 16 * i] for i in range(count)}
    values = {n: make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in sizes.items()}
    names = ["x", *(f"t{i}" for i in range(1, count)), "y"]
    nodes = [make_node("MatMul", [names[i], f"w{i}"], [names[i + 1]]) for i in range(count)]
    y = values.pop("y")
    graph = make_graph(nodes, "products", list(values.values()), [y])
    onnx.save(make_model(graph, ir_version=9, opset_imports=[make_opsetid("", 20)]), path)
    return path


def get_fault(strategy: str) -> int:
    return int(strategy.partition("fault = ")[2].partition(" ")[0] or 0)


@pytest.mark.parametrize(
    "method, count", [("alone", 1), pytest.param("model", 2, marks=pytest.mark.long)]
)
def test_each_is_a_record(method: str, count: int, plugin: Path, tmp_path: Path) -> None:
    """The tuning ends, has the cause of each fault, and counts them."""
    model, database = products(count, tmp_path / "m.onnx"), tmp_path / "tuning.db"
    artefact, report = tmp_path / "m.so", tmp_path / "report.md"
    command = [tvmc(), "tune", model, "-o", artefact, f"--database={database}", "--json"]
    command += [f"--load-plugin={plugin}", f"--measure={method}", f"--report={report}"]
    command += ["--search=grid", f"--trials={15 * count}", "--time=1", "--max-spread=100"]
    command += ["--max-compile-time=3s", "--max-compile-memory=500", "--max-code=40"]
    command += ["--max-run-time=1s", "--threads=1"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in done.stdout.splitlines()]
    kernels = [event for event in events if event["event"] == "kernel"]
    assert [kernel["failures"] for kernel in kernels] == [COUNTS] * count
    assert [kernel["trials"] for kernel in kernels] == [15] * count

    command = [tvmc(), "database", "export", database, "-"]
    exported = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    failures = Counter()
    for record in map(json.loads, exported.splitlines()):
        fault = get_fault(record["strategy"])
        assert ("failure" in record) == (fault != 0), record
        if fault:
            assert record["failure"].startswith(FAULTS[fault])
            failures[fault] += 1
    assert failures == dict.fromkeys(FAULTS, count)

    lines = report.read_text().splitlines()
    for cause, number in COUNTS.items():
        assert sum(f"| {cause} | fused\\_matmul" in line for line in lines) == count
        assert f"| {cause} | fused\\_matmul | {number} |" in lines
    assert artefact.exists()
