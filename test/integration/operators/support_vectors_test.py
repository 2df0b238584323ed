# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Support vector machines against ONNX Runtime."""

import numpy as np
import pytest
from onnx import ModelProto, helper
from peers import check, run_onnxruntime, run_reference

import tvm_mlir

RANDOM = np.random.default_rng(1)
KERNELS = ("LINEAR", "POLY", "RBF", "SIGMOID")
FEATURES = 4


def normal(*shape: int) -> np.ndarray:
    return RANDOM.normal(size=shape).astype(np.float32)


def machine(op: str, outputs: dict[str, tuple], dtype: int = 1, **attributes):
    """A model of one node, of some kernel parameters."""
    node = helper.make_node(
        op, ["x"], list(outputs), domain="ai.onnx.ml",
        kernel_params=[0.5, 0.25, 3.0], **attributes,
    )  # fmt: skip
    graph = helper.make_graph(
        [node], "machine",
        [helper.make_tensor_value_info("x", dtype, ["N", FEATURES])],
        [helper.make_tensor_value_info(name, *type) for name, type in outputs.items()],
    )  # fmt: skip
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("ai.onnx.ml", 3)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=10)


def regressor(supports: int, **attributes) -> ModelProto:
    features = 1 if supports else FEATURES
    return machine(
        "SVMRegressor", {"y": (1, ["N", 1])}, n_supports=supports,
        support_vectors=normal(supports * FEATURES).tolist() or None, rho=[0.3],
        coefficients=normal(max(supports, 1) * features).tolist(), **attributes,
    )  # fmt: skip


def classifier(per_class: list[int], **attributes) -> ModelProto:
    classes, vectors = len(per_class), sum(per_class)
    pairs = classes * (classes - 1) // 2
    return machine(
        "SVMClassifier", {"l": (7, ["N"]), "y": (1, ["N", max(pairs, 2)])},
        classlabels_ints=[2 * i + 3 for i in range(classes)],
        vectors_per_class=per_class,
        support_vectors=normal(vectors * FEATURES).tolist(),
        coefficients=normal((classes - 1) * vectors).tolist(),
        rho=normal(pairs).tolist(), **attributes,
    )  # fmt: skip


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("one_class", (0, 1))
def test_regressor(kernel: str, one_class: int) -> None:
    model = regressor(7, kernel_type=kernel, one_class=one_class)
    check(model, {"x": normal(20, FEATURES)}, rtol=1e-3)


def test_regressor_of_features() -> None:
    check(regressor(0), {"x": normal(20, FEATURES)})


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("per_class", ([3, 4], [2, 5, 3], [1, 2, 3, 4]))
def test_classifier(kernel: str, per_class: list[int]) -> None:
    model = classifier(per_class, kernel_type=kernel)
    check(model, {"x": normal(40, FEATURES)}, rtol=1e-3)


@pytest.mark.parametrize("post", ("LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO"))
@pytest.mark.parametrize("per_class", ([3, 4], [2, 5, 3]))
def test_scores_are_transformed(post: str, per_class: list[int]) -> None:
    model = classifier(per_class, kernel_type="RBF", post_transform=post)
    # ONNX Runtime has probabilities below 0 for two classes here.
    peer = run_reference if len(per_class) == 2 else run_onnxruntime
    check(model, {"x": normal(40, FEATURES)}, peer)


def test_classifier_of_features() -> None:
    model = machine(
        "SVMClassifier", {"l": (8, ["N"]), "y": (1, ["N", 3])},
        classlabels_strings=["ant", "bee", "cat"], rho=[0.1, 0.2, 0.3],
        coefficients=normal(3 * FEATURES).tolist(),
    )  # fmt: skip
    check(model, {"x": normal(20, FEATURES)})


BAD = {
    "expected kernel_type LINEAR, POLY, RBF or SIGMOID, got 'COSINE'": {
        "kernel_type": "COSINE"
    },
    "expected 7 rows of support_vectors for features": {"support_vectors": [1.0] * 9},
    "expected 1 rho and 7 coefficients, got 3 and 7": {"rho": [1.0] * 3},
    "expected vectors_per_class for 2 classes, got 3": {"vectors_per_class": [1, 2, 4]},
    "expected labels of two classes or more, got 1": {"classlabels_ints": [4]},
    "prob_a, probabilities of classes, is not supported": {"prob_a": [0.5]},
}


@pytest.mark.parametrize("text", BAD)
def test_bad_machine(text: str) -> None:
    model = classifier([3, 4], kernel_type="RBF")
    node = model.graph.node[0]
    for name, value in BAD[text].items():
        for old in [a for a in node.attribute if a.name == name]:
            node.attribute.remove(old)
        node.attribute.append(helper.make_attribute(name, value))
    with pytest.raises(tvm_mlir.TvmError, match="SVMClassifier") as error:
        tvm_mlir.compile(model)
    assert text in str(error.value)
