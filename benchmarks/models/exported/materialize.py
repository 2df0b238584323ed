# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fills the weights of the skeletons beside this file.

The *.onnx files are graphs that PyTorch's exporter has written (torchvision and
small modules of the papers). Large float initializers are empty; their kind is in
the doc string, as "fill:KIND".
"""

from pathlib import Path

import onnx
from onnx import numpy_helper

from benchmarks.models.weights import seeded

FOLDER = Path(__file__).resolve().parent


def materialize(name: str) -> onnx.ModelProto:
    """Returns the exported model with seeded weights."""
    model = onnx.load(FOLDER / f"{name}.onnx")
    for tensor in model.graph.initializer:
        if tensor.doc_string.startswith("fill:"):
            kind = tensor.doc_string.removeprefix("fill:")
            values = seeded(tensor.name, tuple(tensor.dims), kind)
            tensor.CopyFrom(numpy_helper.from_array(values, tensor.name))
    return model
