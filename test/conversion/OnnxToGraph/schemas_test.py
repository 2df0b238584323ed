# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of schemas is what the installed onnx says."""

import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[3] / "conversion" / "OnnxToGraph"
sys.path.append(str(FOLDER))

import make_schemas  # noqa: E402


def test_table() -> None:
    assert make_schemas.TARGET.read_text() == make_schemas.make()


def test_letters() -> None:
    names = ("tensor(float)", "seq(tensor(int2))", "optional(tensor(float))")
    assert [*map(make_schemas.letter_of, names)] == ["a", "Z", "?"]
    assert make_schemas.letter_of("map(string,int64)") == "#"
