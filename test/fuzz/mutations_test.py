# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The mutations themselves: repeatable, varied, never failing."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import onnx
from mutations import PLACES, mutant, prepare_folder, seeds

COUNT = 2000


def test_mutants_repeat_and_differ_from_their_seeds() -> None:
    mutants = [mutant(1, index) for index in range(COUNT)]
    assert mutants == [mutant(1, index) for index in range(COUNT)]
    unchanged = [m for m in mutants if m.content in seeds()]
    assert len(unchanged) < COUNT // 10


def test_structural_mutants_parse() -> None:
    for index in range(0, COUNT, 2):
        onnx.ModelProto.FromString(mutant(1, index).content)


def test_each_forbidden_place_is_tried() -> None:
    tried = {
        entry.value
        for index in range(0, 10 * COUNT, 2)
        if (given := mutant(1, index)).must_fail
        for tensor in onnx.load_from_string(given.content).graph.initializer
        for entry in tensor.external_data
        if entry.key == "location"
    }
    assert tried == set(PLACES)


def test_places_exist(tmp_path: Path) -> None:
    prepare_folder(tmp_path / "in")
    missing = [p for p in PLACES if not (tmp_path / "in" / p).exists()]
    assert missing == ["missing.bin"]
