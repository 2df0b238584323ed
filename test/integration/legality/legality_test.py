"""Points of the spaces of kernels: each is refused with a reason, or its program
compiles and computes what the kernel computes without a schedule."""

from pathlib import Path

import numpy as np
import onnx
import pytest
import tvm_mlir
from tvm_mlir.tuning import Session, Task, Times

from kernels import KERNELS, OPTIONS, build

SHORT = -(-300 // len(KERNELS))
LONG = -(-10_000 // len(KERNELS))
# Every program counts as equally fast: nothing is measured.
EQUAL = Times(1, 1, 1, 1, 1, 1)


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


class Kernel:
    """A kernel with inputs, and its results at level `loops`."""

    def __init__(self, task: Task) -> None:
        module = tvm_mlir.compile(task.program, level="loops", num_threads=1)
        self.feeds = feeds(module)
        self.expected = module.run(self.feeds)

    def check(self, program: Path) -> str:
        """What is wrong with a program of the kernel; empty: nothing."""
        try:
            module = tvm_mlir.compile(
                program, num_threads=1, no_cache=True, threads=1, quiet=True
            )
        except tvm_mlir.TvmError as error:
            return f"it does not compile: {error}"
        for name, value in module.run(self.feeds).items():
            expected = self.expected[name]
            if value.dtype.kind != "f":
                if not np.array_equal(value, expected):
                    return f"{name} differs"
                continue
            error = np.abs(value - expected).max() / max(np.abs(expected).max(), 1e-6)
            if not error <= 1e-4:
                return f"{name} differs by {error:.2g}"
        return ""


def check_points(name: str, count: int, folder: Path) -> None:
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
                        kernels[task.name] = Kernel(task)
                    if problem := kernels[task.name].check(program):
                        wrong.append(f"{task.name}: {strategy}: {problem}")
                session.tell(candidate.id, EQUAL)
        refused, tried = session.state.refused, session.state.trials
    assert not wrong, "\n".join(wrong)
    assert len(seen) > min(count, sum(task.points for task in session.tasks)) / 2
    assert refused <= 0.2 * (tried + refused), f"{refused} of {tried + refused} are refused"


@pytest.mark.parametrize("name", KERNELS)
def test_points(name: str, tmp_path: Path) -> None:
    check_points(name, SHORT, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", KERNELS)
def test_many_points(name: str, tmp_path: Path) -> None:
    check_points(name, LONG, tmp_path)
