# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/tvm.md names what exists, and every operation of schedules and te."""

import operator
import re
import subprocess

import pytest
import tvm_mlir
from pages import ROOT, read_pages
from tvm_mlir import ir, te

PAGE = (ROOT / "docs/tvm.md").read_text()
ENTRIES = {entry.name.lstrip("-") for entry in read_pages()}
# IR that is not of this project, and what explains.
UPSTREAM = {"func.func", "affine", "arith", "memref", "linalg", "graph", "tvm-opt"}


def columns(index: int) -> set[str]:
    """Code spans of a column of the tables that have three."""
    tables = PAGE.split("## Other languages")[0]
    rows = [line.split(" | ") for line in tables.splitlines() if line.startswith("| ")]
    spans = (re.findall(r"`([^`]+)`", row[index]) for row in rows if len(row) == 3)
    return {span for found in spans for span in found}


# Arguments, not names.
ARGUMENTS = {
    'schedule="default"',
    'fusion="never"',
    '"tir.add_lower_pass"',
    'op_name="func.func"',
    "str(op)",
    "auto_unroll_max_step",
}
PYTHON = columns(1) - ARGUMENTS
IR = columns(2) - UPSTREAM


def python_object(name: str) -> object:
    """Returns the object that a name in the column "Python" stands for."""
    for prefix, owner in [
        ("s[C].", te.Stage),
        ("s.", te.Schedule),
        ("te.hybrid.", te.hybrid),
        ("te.", te),
        ("ir.", ir),
        ("tvm_mlir.", tvm_mlir),
        ("Module.", tvm_mlir.Module),
    ]:
        if name.startswith(prefix):
            return operator.attrgetter(name.removeprefix(prefix))(owner)
    assert name == "s[C]", name
    return te.Schedule.__getitem__


def test_columns_are_found() -> None:
    assert len(PYTHON) > 50 and len(IR) > 60


@pytest.mark.parametrize("name", sorted(PYTHON))
def test_python(name: str) -> None:
    assert callable(python_object(name))


@pytest.mark.parametrize("name", sorted(IR))
def test_operation_or_pass(name: str) -> None:
    assert name in ENTRIES


def test_tuning() -> None:
    section = PAGE.split("## Tuning")[1].split("## Graphs")[0]
    names = set(re.findall(r"`((?:te|tvm_mlir)\.[\w.]+)`", section))
    assert len(names) > 5
    for name in names:
        assert callable(python_object(name)), name


def test_commands_of_tuning() -> None:
    tvmc = ROOT / "bazel-bin/tools/tvmc/tvmc"
    section = PAGE.split("## Tuning")[1].split("## Graphs")[0]
    spans = set(re.findall(r"`tvmc ([a-z]+(?: [a-z]+)?)(?: (-[\w-]+))?[^`]*`", section))
    assert len(spans) > 10
    for command, option in spans:
        text = subprocess.check_output([tvmc, *command.split(), "--help"], text=True)
        assert f"usage: tvmc {command}" in text and option in text, (command, option)


def test_other_languages() -> None:
    rest = PAGE.split("## Other languages")[1]
    named = set(re.findall(r"`((?:te|schedule)\.\w+)`", rest))
    assert len(named) > 15
    assert named - ENTRIES == set()
    assert {"convert-linalg-to-te", "convert-te-to-linalg"} <= ENTRIES


@pytest.mark.parametrize("page", ["TE.md", "Schedule.md"])
def test_every_operation_is_named(page: str) -> None:
    operations = {e.name for e in read_pages() if e.page == page and e.is_operator}
    spans = set(re.findall(r"`([^`]+)`", PAGE))
    assert operations - spans == set()


def test_every_step_of_python_is_named() -> None:
    for owner, prefix in [(te.Stage, "s[C]."), (te.Schedule, "s.")]:
        public = {
            name
            for name, value in vars(owner).items()
            if not name.startswith("_") and callable(value)
        }
        internal = {"loops_around", "loops_of_parents", "loops_that_run_ahead"}
        internal |= {"without_steps", "symbol_of", "write"}
        assert {prefix + name for name in public - internal} - PYTHON == set()
