"""Fills the weights of the skeletons beside this file.

The *.onnx files are graphs as PyTorch's exporter writes them (torchvision and
small modules of the papers), with every large float initializer emptied and
its kind noted as "fill:KIND" in the doc string.
"""

from pathlib import Path

import onnx
from onnx import numpy_helper

from benchmarks.models.weights import seeded

FOLDER = Path(__file__).resolve().parent


def materialize(name: str) -> onnx.ModelProto:
    """The exported model with seeded weights."""
    model = onnx.load(FOLDER / f"{name}.onnx")
    for tensor in model.graph.initializer:
        if tensor.doc_string.startswith("fill:"):
            kind = tensor.doc_string.removeprefix("fill:")
            values = seeded(tensor.name, tuple(tensor.dims), kind)
            tensor.CopyFrom(numpy_helper.from_array(values, tensor.name))
    return model
