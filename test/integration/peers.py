"""Runs a model, in ONNX's textual form, here and through a peer."""

import numpy as np
import onnx.parser
import onnx.reference
import onnxruntime

import tvm_mlir

Arrays = dict[str, np.ndarray]


def run(text: str, inputs: Arrays) -> list[np.ndarray]:
    """The outputs, in the model's order."""
    model = onnx.parser.parse_model(text)
    outputs = tvm_mlir.compile(model).run(inputs)
    return [outputs[info.name] for info in model.graph.output]


def run_onnxruntime(text: str, inputs: Arrays) -> list[np.ndarray]:
    model = onnx.parser.parse_model(text)
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    return session.run(None, inputs)


def run_reference(text: str, inputs: Arrays) -> list[np.ndarray]:
    model = onnx.parser.parse_model(text)
    return onnx.reference.ReferenceEvaluator(model).run(None, inputs)


def check(text, inputs, peer=run_onnxruntime, rtol=1e-4, atol=1e-5):
    """The outputs shall be those of `peer`, types and shapes included."""
    outputs = run(text, inputs)
    expected = peer(text, inputs)
    assert len(outputs) == len(expected)
    for ours, theirs in zip(outputs, expected, strict=True):
        assert ours.dtype == theirs.dtype
        np.testing.assert_allclose(ours, theirs, rtol, atol)
