# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the benchmarks' own code, without a compiler."""

import json
import math
import struct
from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import pytest
from benchmarks.compare import error_in_tolerances
from benchmarks.compiler import manifest, renew
from benchmarks.facts import Facts, find_facts
from benchmarks.models import NAMES
from benchmarks.models.build import build, inputs
from benchmarks.models.exported.materialize import FOLDER

ONES = {"y": np.ones(3, np.float32)}


@pytest.mark.parametrize(
    ("actual", "error"),
    [
        (ONES, 0.0),
        ({"y": ONES["y"] + np.float32(1.1e-4)}, 1.0),
        ({"y": ONES["y"] * np.float32(np.nan)}, math.inf),
        ({"y": np.ones((3, 1), np.float32)}, math.inf),
        ({"y": np.ones(3)}, math.inf),
        ({"z": ONES["y"]}, math.inf),
    ],
)
def test_error_in_tolerances(
    actual: dict[str, np.ndarray], error: float
) -> None:
    assert error_in_tolerances(actual, ONES) == pytest.approx(error, rel=1e-2)


@pytest.mark.parametrize(
    ("actual", "reference", "error"),
    [
        ([math.inf, 1], [math.inf, 1], 0.0),
        ([5, 1], [math.inf, 1], math.inf),
        ([math.inf, 1], [5, 1], math.inf),
        ([-math.inf, 1], [math.inf, 1], math.inf),
        ([math.inf, 1.1], [math.inf, 1], 0.1 / 1.1e-4),
        ([math.nan, 1], [math.nan, 1], math.inf),
    ],
)
def test_infinities_are_compared_apart(
    actual: list[float], reference: list[float], error: float
) -> None:
    found = error_in_tolerances(
        {"y": np.array(actual, np.float32)}, {"y": np.array(reference, np.float32)}
    )
    assert found == pytest.approx(error, rel=1e-2)


def test_probabilities_are_compared_by_logarithms() -> None:
    reference = {"y": np.array([0.999, 1e-6, 0], np.float32)}
    actual = {"y": np.array([0.999, 2e-6, 1e-40], np.float32)}
    assert error_in_tolerances(actual, reference) < 1
    largest = -math.log(np.finfo(np.float32).tiny)
    expected = math.log(2) / (1e-4 * largest + 1e-5)
    assert error_in_tolerances(actual, reference, {"y"}) == pytest.approx(expected, 1e-3)
    negative = {"y": np.array([0.999, -1e-6, 0], np.float32)}
    assert error_in_tolerances(negative, reference, {"y"}) == math.inf


def test_probabilities_are_outputs_of_softmax() -> None:
    model = onnx.parser.parse_model(
        """
        <ir_version: 8, opset_import: ["" : 17]>
        net (float[2, 3] x) => (float[2, 3] y, float[2, 3] z) {
          hidden = Softmax (x)
          z = Relu (hidden)
          y = Softmax (z)
        }
        """
    )
    assert find_facts(model) == Facts(("y",), is_product=False)


def test_manifest_is_read_from_its_elf_section(tmp_path: Path) -> None:
    expected = {"memory": {"planned": 1}}
    content = json.dumps(expected).encode()
    names = b"\0.tvm.manifest\0.shstrtab\0"
    start = 64 + len(content)
    sections = b"".join(
        struct.pack("<IIQQQQIIQQ", name, 1, 0, 0, offset, size, 0, 0, 1, 0)
        for name, offset, size in (
            (0, 0, 0),
            (1, 64, len(content)),
            (15, start, len(names)),
        )
    )
    header = struct.pack(
        "<16sHHIQQQIHHHHHH",
        b"\x7fELF\x02\x01\x01",
        *(3, 62, 1, 0, 0, start + len(names), 0, 64, 0, 0, 64, 3, 2),
    )
    path = tmp_path / "model.so"
    path.write_bytes(header + content + names + sections)
    assert manifest(path) == expected


def test_artefacts_are_written_again(tmp_path: Path) -> None:
    path = tmp_path / "model.so"
    contents = bytes(range(256)) * 12_000
    path.write_bytes(contents)
    path.chmod(0o755)
    before = path.stat().st_ino
    renew(path)
    assert path.read_bytes() == contents
    assert path.stat().st_ino != before
    assert path.stat().st_mode & 0o777 == 0o755
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("exported", [False, True])
@pytest.mark.parametrize("name", ["dqn", "mobilenet_v2", "squeezenet"])
def test_models_are_valid_and_repeat(name: str, exported: bool) -> None:
    model = build(name, exported)
    onnx.checker.check_model(model, full_check=True)
    again = build(name, exported)
    same = {"deterministic": True}
    assert model.SerializeToString(**same) == again.SerializeToString(**same)
    for left, right in zip(
        inputs(model).values(), inputs(again).values(), strict=True
    ):
        assert np.array_equal(left, right)


def test_each_model_has_an_exported_twin() -> None:
    assert {path.stem for path in FOLDER.glob("*.onnx")} == set(NAMES)
