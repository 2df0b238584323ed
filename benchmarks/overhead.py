# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a run costs in each system where the model does nothing."""

from collections.abc import Mapping
from pathlib import Path

import onnx.parser

from benchmarks.measure import OTHER_PEERS, Settings, measure
from benchmarks.one_node import save_model

EMPTY = """
<ir_version: 8, opset_import: ["" : 17]>
empty (float[1] x) => (float[1] y) { y = Identity (x) }
"""
NAMES = {"tvm": "ours", "ort": "ONNX Runtime", **OTHER_PEERS}


def measure_overheads(scratch: Path, settings: Settings) -> dict[str, float]:
    """Returns the milliseconds of a run of each system, and prints them."""
    folder = scratch / "empty"
    folder.mkdir()
    model = save_model(onnx.parser.parse_model(EMPTY), folder / "empty.onnx")
    measured = measure(model, folder, settings)
    found = {system: times.median for system, times in measured.times.items()}
    print(describe(found))
    return found


def describe(overheads: Mapping[str, float]) -> str:
    texts = (
        f"{NAMES[system]} {1e3 * milliseconds:.1f} µs"
        for system, milliseconds in overheads.items()
    )
    return "a run of an empty model: " + ", ".join(texts)
