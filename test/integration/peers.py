# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a model, also in ONNX's textual form, here and through a peer."""

from pathlib import Path

import numpy as np
import onnx.parser
import onnx.reference
import onnxruntime
import pytest

import tvm_mlir

Arrays = dict[str, np.ndarray]
Model = str | onnx.ModelProto


def parse(model: Model) -> onnx.ModelProto:
    return onnx.parser.parse_model(model) if isinstance(model, str) else model


def run(model: Model, inputs: Arrays) -> list[np.ndarray]:
    """The outputs, in the model's order."""
    model = parse(model)
    outputs = tvm_mlir.compile(model).run(inputs)
    return [outputs[info.name] for info in model.graph.output]


def load_or_skip(path: Path) -> tvm_mlir.Module:
    """The artefact; skips the test where this CPU cannot run it."""
    try:
        return tvm_mlir.load(path)
    except tvm_mlir.TvmError as error:
        if "this CPU lacks" in str(error):
            pytest.skip(str(error))
        raise


def run_onnxruntime(model: Model, inputs: Arrays) -> list[np.ndarray]:
    model = parse(model)
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    return session.run(None, inputs)


def run_reference(model: Model, inputs: Arrays) -> list[np.ndarray]:
    model = parse(model)
    return onnx.reference.ReferenceEvaluator(model).run(None, inputs)


def check(model, inputs, peer=run_onnxruntime, rtol=1e-4, atol=1e-5):
    """The outputs shall be those of `peer`, types and shapes included."""
    outputs = run(model, inputs)
    expected = peer(model, inputs)
    assert len(outputs) == len(expected)
    for ours, theirs in zip(outputs, expected, strict=True):
        assert ours.dtype == theirs.dtype
        assert ours.shape == theirs.shape
        if theirs.dtype == object:  # strings
            np.testing.assert_array_equal(ours, theirs)
        else:
            np.testing.assert_allclose(ours, theirs, rtol, atol)


class Pair:
    """A model, compiled once, and ONNX Runtime's session of it."""

    def __init__(self, text: str, folder: Path) -> None:
        model = parse(text)
        path = folder / "model.onnx"
        onnx.save(model, path)
        self.module = tvm_mlir.compile(path, output=folder / "model.so")
        self.session = onnxruntime.InferenceSession(model.SerializeToString())

    def check(self, **feeds: np.ndarray) -> list[np.ndarray]:
        """Our results, which shall be ONNX Runtime's exactly."""
        expected = self.session.run(None, feeds)
        results = list(self.module.run(feeds).values())
        for result, reference in zip(results, expected, strict=True):
            assert result.shape == reference.shape
            self.compare(result, reference)
        return results

    @staticmethod
    def compare(result: np.ndarray, reference: np.ndarray) -> None:
        assert result.dtype == reference.dtype
        np.testing.assert_array_equal(result, reference)
