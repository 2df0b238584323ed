# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every operator of `graph` is in a model that a test executes.

executed.txt names one of ONNX's node tests for each, which passes in
`./dev conformance`; the others are in test/integration/operators.
"""

import re
import subprocess
import sys

import pytest
from pages import ROOT, operators

sys.path += [str(ROOT / "test/conformance"), str(ROOT / "test/integration/operators")]

from lowered_operators_test import PROGRAMS
from suite import DATA

TABLE = ROOT / "test/docs/executed.txt"
EXECUTED = dict(line.split("\t") for line in TABLE.read_text().splitlines())
FAILING = ROOT / "test/conformance/expected_failures.txt"


def test_all_operators_are_executed() -> None:
    names = [f"graph.{name}" for p in PROGRAMS for name in p.operators.split()]
    assert sorted([*EXECUTED, *names]) == [entry.name for entry in operators("Graph.md")]


def test_node_tests_pass() -> None:
    failing = {line.split("\t")[0] for line in FAILING.read_text().splitlines()}
    assert not failing.intersection(EXECUTED.values())


@pytest.mark.parametrize(("name", "test"), EXECUTED.items())
def test_operator_is_in_its_model(name: str, test: str) -> None:
    translate = ROOT / "bazel-bin/tools/tvm-translate/tvm-translate"
    command = [translate, "--import-onnx", DATA / "node" / test / "model.onnx"]
    imported = subprocess.run(command, capture_output=True, text=True, check=True)
    assert re.search(rf"\b{name}\b", imported.stdout)
