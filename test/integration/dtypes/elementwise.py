# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs element-wise operators of `graph` and compares them with functions."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import tvm_mlir

# By the text of an operation without types; " -> ELEMENT" where the result has
# another element type than `%a`.
Functions = dict[str, Callable[..., np.ndarray]]


def write_module(operations: Functions, types: dict[str, str]) -> str:
    """A program of all operations, each with a result of its own name."""
    lines, results = [], []
    for i, operation in enumerate(operations):
        text, _, element = operation.partition(" -> ")
        operands = [kind for name, kind in types.items() if name in text]
        shape, _, own = types["%a"].rpartition("x")
        results.append(f"{shape}x{element}>" if element else types["%a"])
        signature = f"({', '.join(operands)}) -> {results[-1]}"
        lines.append(f"%{i} = graph.{text} : {signature}")
    arguments = [f'{n}: {t} {{graph.name = "{n}"}}' for n, t in types.items()]
    outputs = [f'{t} {{graph.name = "{n}"}}' for n, t in zip(operations, results)]
    lines.append(f"return {', '.join(f'%{i}' for i in range(len(results)))}")
    lines[-1] += f" : {', '.join(results)}"
    return "\n".join(
        [
            'module attributes {tvm.level = "import"} {',
            f"func.func @main({', '.join(arguments)}) -> ({', '.join(outputs)}) {{",
            *lines,
            "}\n}\n",
        ]
    )


def run(folder: Path, operations: Functions, *operands: tuple[str, np.ndarray]) -> dict:
    """Results by operation; operands `%a`, `%b` are element types and vectors."""
    names = ["%a", "%b"][: len(operands)]
    types = {n: f"tensor<{x.size}x{kind}>" for n, (kind, x) in zip(names, operands)}
    path = folder / "elementwise.mlir"
    path.write_text(write_module(operations, types))
    module = tvm_mlir.compile(path, output=folder / "elementwise.so")
    return module.run({n: x for n, (_, x) in zip(names, operands)})


def check(operation: str, result: np.ndarray, expected: np.ndarray, *inputs: np.ndarray) -> None:
    """NaN equals NaN, and zeros have signs; what is less than a normal number
    may be 0."""
    with np.errstate(invalid="ignore"):
        right = np.isclose(result, expected, rtol=3e-5, atol=2e-37, equal_nan=True)
    if result.dtype.kind == "f":
        right &= (result != 0) | (np.signbit(result) == np.signbit(expected))
    wrong = np.flatnonzero(~right)[:5]
    found = [x[wrong] for x in (*inputs, result, expected)]
    assert not wrong.size, (operation, *found)
