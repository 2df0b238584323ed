# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results in f64, and how far from them the systems are.

    python -m benchmarks.exact MODEL.onnx INPUTS.npz OUT.npz

writes the outputs that ONNX's reference evaluator computes, with all floats of the
model in f64.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import AttributeProto, TensorProto, numpy_helper
from onnx.reference import ReferenceEvaluator

from benchmarks.compiler import ROOT
from benchmarks.timers import Arrays


def in_doubles(model: onnx.ModelProto) -> onnx.ModelProto:
    """Returns the model with f64 in place of f32."""
    result = onnx.ModelProto()
    result.CopyFrom(model)
    _widen_graph(result.graph)
    return result


def _widen_graph(graph: onnx.GraphProto) -> None:
    for tensor in graph.initializer:
        _widen(tensor)
    for value in (*graph.input, *graph.output, *graph.value_info):
        if value.type.tensor_type.elem_type == TensorProto.FLOAT:
            value.type.tensor_type.elem_type = TensorProto.DOUBLE
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.type == AttributeProto.TENSOR:
                _widen(attribute.t)
            elif attribute.type == AttributeProto.GRAPH:
                _widen_graph(attribute.g)
            elif node.op_type == "Cast" and attribute.i == TensorProto.FLOAT:
                attribute.i = TensorProto.DOUBLE


def _widen(tensor: onnx.TensorProto) -> None:
    if tensor.data_type == TensorProto.FLOAT:
        array = numpy_helper.to_array(tensor).astype(np.float64)
        tensor.CopyFrom(numpy_helper.from_array(array, tensor.name))


def evaluate(model: onnx.ModelProto, feeds: Arrays) -> Arrays:
    wide = {
        name: array.astype(np.float64) if array.dtype == np.float32 else array
        for name, array in feeds.items()
    }
    names = [output.name for output in model.graph.output]
    results = ReferenceEvaluator(in_doubles(model)).run(None, wide)
    return dict(zip(names, results, strict=True))


def exact_outputs(model: Path) -> Arrays | None:
    """Returns the outputs for the inputs in a file beside the model, computed once in
    a process of its own; None where the evaluator cannot compute the model."""
    inputs, path = model.with_suffix(".npz"), model.with_suffix(".exact.npz")
    if not path.exists() or path.stat().st_mtime < inputs.stat().st_mtime:
        scratch = model.with_suffix(".new.npz")
        command = [sys.executable, "-m", "benchmarks.exact", model, inputs, scratch]
        done = subprocess.run(list(map(str, command)), cwd=ROOT, capture_output=True)
        if done.returncode != 0:
            return None
        scratch.rename(path)
    with np.load(path) as arrays:
        return dict(arrays)


def relative_error(outputs: Arrays, exact: Arrays) -> float:
    """Returns the largest max|Δ| / max|exact| of the outputs of floats."""
    return max(
        (
            float(np.abs(outputs[name] - right).max() / (np.abs(right).max() or 1.0))
            for name, right in exact.items()
            if right.dtype == np.float64 and right.size
        ),
        default=0.0,
    )


def main() -> None:
    model, inputs, results = sys.argv[1:]
    with np.load(inputs) as feeds:
        np.savez(results, **evaluate(onnx.load(model), dict(feeds)))


if __name__ == "__main__":
    main()
