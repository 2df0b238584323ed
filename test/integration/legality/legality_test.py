# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Points of the spaces of kernels: each is refused with a reason, or its program
compiles and computes what an interpreter makes of the kernel without a schedule."""

import re
import subprocess
from pathlib import Path

import numpy as np
import onnx
import pytest
import tvm_mlir
from benchmarks.compiler import ROOT
from tvm_mlir.tuning import Session, Task, Times

from kernels import KERNELS, OPTIONS, STRATEGIES, build

SHORT = -(-300 // len(KERNELS))
LONG = -(-10_000 // len(KERNELS))
TVMC = ROOT / "bazel-bin/tools/tvmc/tvmc"
INTERPRETER = ROOT / "bazel-bin/test/transforms/Schedule/fuzz/interpret_program"
MOST_INTERPRETED = 8e6
"""Operations of a kernel that the interpreter takes a second or two for."""


def feeds(module: tvm_mlir.Module) -> dict[str, np.ndarray]:
    random = np.random.default_rng(3)
    values = {}
    for tensor in module.inputs:
        dtype = np.dtype(str(tensor.dtype))
        if dtype.kind == "f":
            values[tensor.name] = random.uniform(-1, 1, tensor.shape).astype(dtype)
        else:
            values[tensor.name] = random.integers(0, 100, tensor.shape).astype(dtype)
    return values


def times(task: Task) -> Times:
    """Nothing is measured. The largest kernel takes longest, and gets the trials."""
    seconds = 1e-9 * max(task.flops, 1)
    return Times(seconds, seconds, seconds, seconds, 1, 1)


class Kernel:
    """A kernel with inputs, and its results. Those of large kernels are from level
    `loops`, whose code LLVM makes, unless `interprets_all`."""

    def __init__(self, task: Task, interprets_all: bool) -> None:
        module = tvm_mlir.compile(task.program, level="loops", num_threads=1)
        self.feeds = feeds(module)
        self.expected = module.run(self.feeds)
        if interprets_all or task.flops <= MOST_INTERPRETED:
            self.interpret(task.program)

    def interpret(self, program: Path) -> None:
        given, outputs = program.with_suffix(".in.npz"), program.with_suffix(".out.npz")
        np.savez(given, **self.feeds)
        command = [INTERPRETER, program, given, outputs]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        with np.load(outputs) as results:
            exact = {name: results[name] for name in self.expected}
        problem = compare(exact, self.expected)
        assert not problem, f"level loops: {problem}"
        self.expected = exact

    def check(self, program: Path) -> str:
        """What is wrong with a program of the kernel; empty: nothing."""
        try:
            module = tvm_mlir.compile(
                program, num_threads=1, no_cache=True, threads=1, quiet=True
            )
        except tvm_mlir.TvmError as error:
            return f"it does not compile: {error}"
        return compare(self.expected, module.run(self.feeds))


def compare(expected: dict[str, np.ndarray], results: dict[str, np.ndarray]) -> str:
    """What is wrong with results; empty: nothing."""
    for name, value in results.items():
        if value.dtype.kind != "f":
            if not np.array_equal(value, expected[name]):
                return f"{name} differs"
            continue
        largest = max(np.abs(expected[name]).max(), 1e-6)
        error = np.abs(value - expected[name]).max() / largest
        if not error <= 1e-4:
            return f"{name} differs by {error:.2g}"
    return ""


def check_points(name: str, count: int, folder: Path, interprets_all: bool = False) -> None:
    model = folder / "model.onnx"
    onnx.save(build(name), model)
    options = {"target": "host,cores=2", **OPTIONS.get(name, {})}
    kernels: dict[str, Kernel] = {}
    seen: set[tuple[str, str]] = set()
    wrong: list[str] = []
    given = {"folder": folder, "search": "random", "trials": count, "machine": "none"}
    with Session(model, folder / "t.db", seed=7, options=options, **given) as session:
        assert session.tasks, "no kernel has parameters"
        while candidates := session.ask(4):
            for candidate in candidates:
                task, strategy = candidate.task, candidate.strategy
                if (task.name, strategy) not in seen:
                    seen.add((task.name, strategy))
                    program = folder / "candidate.mlir"
                    session.write_program(candidate.id, program)
                    if task.name not in kernels:
                        kernels[task.name] = Kernel(task, interprets_all)
                    if problem := kernels[task.name].check(program):
                        wrong.append(f"{task.name}: {strategy}: {problem}")
                session.tell(candidate.id, times(task))
        refused, tried = session.state.refused, session.state.trials
    assert not wrong, "\n".join(wrong)
    assert len(seen) >= tried, "strategies that do the same were tried"
    assert refused <= 0.2 * (tried + refused), f"{refused} of {tried + refused} are refused"
    kinds = {kind for _, strategy in seen for kind in re.findall(r"#schedule\.(\w+)<", strategy)}
    assert kinds >= STRATEGIES.get(name, set())


def compile_only(program: Path, target: str) -> None:
    """Compiles a program for a machine that may not be this one."""
    command = ["compile", program, "-q", f"--target={target}", "-o", program.with_suffix(".so")]
    done = subprocess.run([TVMC, *command], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_points_for_matrix_registers(tmp_path: Path) -> None:
    """They compile, on whatever machine: none needs more registers than there are."""
    model = tmp_path / "model.onnx"
    onnx.save(build("bytes_product"), model)
    options = {"target": "x86_64-unknown-linux-gnu,mcpu=sapphirerapids,cores=2"}
    given = {"folder": tmp_path, "search": "random", "trials": 40, "machine": "none"}
    kinds: set[str] = set()
    with Session(model, tmp_path / "t.db", seed=7, options=options, **given) as session:
        while candidates := session.ask(4):
            for candidate in candidates:
                program = tmp_path / "candidate.mlir"
                session.write_program(candidate.id, program)
                compile_only(program, options["target"])
                kinds.update(re.findall(r"#schedule\.(\w+)<", candidate.strategy))
                session.tell(candidate.id, times(candidate.task))
        refused, tried = session.state.refused, session.state.trials
    assert tried == 40 and refused <= 0.2 * (tried + refused)
    assert "matrix_tile" in kinds


@pytest.mark.parametrize("name", KERNELS)
def test_points(name: str, tmp_path: Path) -> None:
    check_points(name, SHORT, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", KERNELS)
def test_many_points(name: str, tmp_path: Path) -> None:
    check_points(name, LONG, tmp_path, interprets_all=True)
