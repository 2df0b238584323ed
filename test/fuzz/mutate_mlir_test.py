# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Passes withstand mutated attributes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from attribute_mutations import OF_OPERATIONS, OF_VALUES, cases, mutant  # noqa: E402


@pytest.mark.parametrize("options", [[], pytest.param(["--long"], marks=pytest.mark.long)])
def test_mutants(options: list[str]) -> None:
    command = [sys.executable, str(HERE / "mutate_mlir.py"), *options]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mutants_repeat_and_differ_from_their_cases() -> None:
    mutants = [mutant(1, index) for index in range(500)]
    assert mutants == [mutant(1, index) for index in range(500)]
    assert sum(m.text == m.case.text for m in mutants) < 50


def test_divisors_and_dimensions_are_tried() -> None:
    """Divisions by 0 in maps and in subscripts, and dimensions that are not there."""
    text = "".join(mutant(1, index).text for index in range(3000))
    assert re.search(r"affine_map<[^\n]*(floordiv|ceildiv|mod) 0\b", text)
    assert re.search(r"te\.read %\w+\[%\w+ (floordiv|ceildiv|mod) 0\b", text)
    assert re.search(r"affine\.(load|store)[^\[\n]*\[%\w+ (floordiv|ceildiv|mod) 0\b", text)
    assert re.search(r"%(\w+) = arith\.constant 255 : index\n[^}]*\.dim %[\w#]+, %\1\b", text)


def test_each_attribute_is_tried() -> None:
    assert len(cases()) > 1000
    text = "".join(mutant(1, index).text for index in range(3000))
    for name in OF_OPERATIONS + OF_VALUES:
        assert re.search(rf"{name}( = |[,}}])", text), name


def test_a_mutant_is_judged_alone_and_saved(tmp_path: Path) -> None:
    options = ["--only=5", "--seed=1", f"--save={tmp_path}"]
    command = [sys.executable, str(HERE / "mutate_mlir.py"), *options]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.match("(refused|accepted): ", done.stdout)
    saved = (tmp_path / "mutant-1-5.mlir").read_text()
    assert saved.endswith(mutant(1, 5).text) and saved.startswith("// RUN: tvm-opt %s")
