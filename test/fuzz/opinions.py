# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Verdicts of others on a model: ONNX's checker, ONNX Runtime, the reference.

Any of them may crash: ask in a process of their own.
"""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import onnx
from onnx import ModelProto
from onnx.helper import tensor_dtype_to_np_dtype
from onnx.reference import ReferenceEvaluator

from bad_models import BadModel, Value

# They draw numbers, so only shapes and types are to be compared.
RANDOM = ("Bernoulli", "Dropout", "Multinomial", "RandomNormal")
RANDOM = (*RANDOM, "RandomNormalLike", "RandomUniform", "RandomUniformLike")
# ONNX Runtime reads behind the end of an input that is empty.
ARBITRARY = ("Scan shape: input 2, dimension 1 empty",)


@dataclass(frozen=True)
class Opinion:
    """`refusal` is the checker's, empty where it has none; `outputs` are those
    of whoever computes them. Where they differ, either is right."""

    refusal: str = ""
    outputs: tuple[dict[str, Value], ...] = ()


def consult(given: BadModel) -> Opinion:
    model = ModelProto.FromString(given.content)
    for output in model.graph.output:
        # Some shape has to be there; the model says none.
        if output.type.HasField("tensor_type"):
            output.type.tensor_type.shape.SetInParent()
    refusal = find_refusal(lambda: onnx.checker.check_model(model))
    for output in model.graph.output:
        output.ClearField("type")
    refusal = refusal or find_refusal(
        lambda: onnx.shape_inference.infer_shapes(
            model, check_type=True, strict_mode=True
        )
    )
    return Opinion(refusal, compute(given, model))


def find_refusal(check: Callable[[], object]) -> str:
    try:
        check()
    except Exception as error:  # noqa: BLE001 of C++
        return str(error).strip() or repr(error)
    return ""


def compute(
    given: BadModel, model: ModelProto
) -> tuple[dict[str, Value], ...]:
    found = []
    with contextlib.suppress(Exception):  # whatever a kernel raises
        found.append(run_onnxruntime(model, given.inputs))
    if not any(is_narrow(value) for value in given.inputs.values()):
        with contextlib.suppress(Exception):
            results = run_reference(model, given.inputs)
            if has_inferred_types(model, results):
                found.append(results)
    return tuple(found)


def has_inferred_types(model: ModelProto, results: dict[str, Value]) -> bool:
    """The reference computes in wider types now and then, and keeps these."""
    inferred = onnx.shape_inference.infer_shapes(model)
    for output in inferred.graph.output:
        number = output.type.tensor_type.elem_type
        result = results[output.name]
        if number and isinstance(result, np.ndarray):
            dtype = tensor_dtype_to_np_dtype(number)
            if dtype.kind != "O" and dtype != result.dtype:
                return False
    return True


def is_narrow(value: Value) -> bool:
    """The reference rounds each step to such a type."""
    return isinstance(value, np.ndarray) and value.dtype.kind in "Vf" and (
        value.dtype.itemsize < 4
    )


def run_onnxruntime(
    model: ModelProto, inputs: dict[str, Value]
) -> dict[str, Value]:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, ["CPUExecutionProvider"]
    )
    used = {i.name for i in session.get_inputs()}
    feeds = {name: v for name, v in inputs.items() if name in used}
    names = [output.name for output in session.get_outputs()]
    return dict(zip(names, session.run(None, feeds), strict=True))


def run_reference(
    model: ModelProto, inputs: dict[str, Value]
) -> dict[str, Value]:
    names = [output.name for output in model.graph.output]
    results = ReferenceEvaluator(model).run(None, inputs)
    return dict(zip(names, results, strict=True))
