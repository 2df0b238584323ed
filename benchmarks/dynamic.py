# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of dynamic batch and length at several sizes: measurements, table and
requirements."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx

from benchmarks.compiler import ROOT
from benchmarks.measure import Measurement, Settings, measure, time_of
from benchmarks.models.bert_base import bert_base
from benchmarks.ratios import ratio, summarize
from benchmarks.table import Column
from benchmarks.verdict import Verdict

# Pairs of batch and length.
SIZES = (
    (1, 1),
    (1, 8),
    (1, 33),
    (1, 128),
    (2, 17),
    (4, 64),
    (8, 16),
    (8, 50),
)
REQUIRED = 0.8  # least ratio to ONNX Runtime, at each size


def encoder() -> onnx.ModelProto:
    """Returns the sentence encoder of examples/sentence_search."""
    sys.path.append(str(ROOT / "examples" / "sentence_search"))
    from encoder import Encoder, package_folder

    return Encoder(package_folder()).build()


MODELS: dict[str, Callable[[], onnx.ModelProto]] = {
    "encoder": encoder,
    "bert_base": lambda: bert_base("batch", "length"),
}
NAMES = [
    f"{model}_{batch}x{length}" for model in MODELS for batch, length in SIZES
]


@dataclass(frozen=True)
class DynamicRow:
    name: str
    measured: Measurement

    @property
    def ratio(self) -> float:
        peers = {"ort": self.measured.peers["ort"]}
        return ratio(self.measured.ours, peers)

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "ratio": self.ratio,
            **self.measured.as_json(),
        }


COLUMNS: list[Column[DynamicRow]] = [
    Column("model and size", "", -18, lambda row: row.name),
    Column("ours", "ms", 7, time_of("tvm", 2)),
    Column("ORT", "ms", 7, time_of("ort", 2)),
    Column("OpenVINO", "ms", 8, time_of("openvino", 2)),
    Column("ORT ÷ ours", "", 10, lambda row: f"{row.ratio:.2f}"),
    Column("Δ/tol", "", 5, lambda row: f"{row.measured.error:.2f}"),
]


def _inputs(
    model: onnx.ModelProto, batch: int, length: int
) -> dict[str, np.ndarray]:
    """Returns words and a mask, which leaves out the last third of every other
    sentence."""
    generator = np.random.default_rng(0)
    words = generator.integers(0, 10000, (batch, length))
    mask = np.ones((batch, length), np.int64)
    mask[::2, length - length // 3 :] = 0
    feeds = {"input_ids": words, "attention_mask": mask}
    return {value.name: feeds[value.name] for value in model.graph.input}


def measure_size(name: str, scratch: Path, settings: Settings) -> DynamicRow:
    kind, size = name.rsplit("_", 1)
    batch, length = map(int, size.split("x"))
    path = scratch / f"{kind}.onnx"
    if not path.exists():
        onnx.save(MODELS[kind](), path)
    model = onnx.load(path, load_external_data=False)
    np.savez(path.with_suffix(".npz"), **_inputs(model, batch, length))
    return DynamicRow(name, measure(path, scratch, settings))


def verdicts(rows: list[DynamicRow]) -> list[Verdict]:
    if not rows:
        return []
    summary = summarize({row.name: row.ratio for row in rows})
    return [
        Verdict("geometric mean of ONNX Runtime ÷ ours", summary.mean),
        Verdict(
            "worst size",
            summary.worst,
            REQUIRED,
            note=summary.worst_name,
        ),
    ]
