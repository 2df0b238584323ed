"""Operators of ai.onnx.ml against ONNX Runtime, or their reference."""

import numpy as np
import pytest
from onnx import helper, numpy_helper
from peers import check, run_reference

RANDOM = np.random.default_rng(1)
HEADER = '<ir_version: 10, opset_import: ["" : 22, "ai.onnx.ml" : {}]>'


def normal(*shape: int) -> np.ndarray:
    return RANDOM.normal(size=shape).astype(np.float32)


def model(body: str, header: str, results: str, opset: int = 3) -> str:
    return f"{HEADER.format(opset)}\nm ({header}) => ({results}) {{ {body} }}"


def floats(values) -> str:
    return "[" + ", ".join(f"{v:.7f}" for v in np.ravel(values)) + "]"


@pytest.mark.parametrize("post", ("NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO"))
def test_linear_regressor(post):
    text = model(
        f"y = ai.onnx.ml.LinearRegressor <coefficients = {floats(normal(3, 4))}, "
        f'intercepts = {floats(normal(3))}, targets = 3, post_transform = "{post}"> (x)',
        "float[N,4] x", "float[N,3] y",
    )  # fmt: skip
    check(text, {"x": normal(5, 4)})


@pytest.mark.parametrize("post", ("NONE", "LOGISTIC", "SOFTMAX"))
def test_linear_classifier(post):
    text = model(
        f"l, y = ai.onnx.ml.LinearClassifier <coefficients = {floats(normal(3, 4))}, "
        f"intercepts = {floats(normal(3))}, classlabels_ints = [7, 8, 9], "
        f'multi_class = 1, post_transform = "{post}"> (x)',
        "float[N,4] x", "int64[N] l, float[N,3] y",
    )  # fmt: skip
    check(text, {"x": normal(20, 4)})


def test_linear_classifier_of_two():
    text = model(
        f"l, y = ai.onnx.ml.LinearClassifier <coefficients = {floats(normal(4))}, "
        'intercepts = [0.5], classlabels_ints = [3, 5], post_transform = "LOGISTIC"> (x)',
        "float[N,4] x", "int64[N] l, float[N,2] y",
    )  # fmt: skip
    check(text, {"x": normal(20, 4)}, run_reference)


def test_probit():
    text = model(
        "y = ai.onnx.ml.LinearRegressor <coefficients = [1.0, 0.0], "
        'post_transform = "PROBIT"> (x)',
        "float[N,2] x", "float[N,1] y",
    )  # fmt: skip
    x = np.stack([np.linspace(0.01, 0.99, 20), np.zeros(20)], 1)
    check(text, {"x": x.astype(np.float32)}, rtol=1e-3)


@pytest.mark.parametrize("norm", ("MAX", "L1", "L2"))
def test_normalizer(norm):
    text = model(
        f'y = ai.onnx.ml.Normalizer <norm = "{norm}"> (x)', "float[N,4] x", "float[N,4] y"
    )
    check(text, {"x": normal(5, 4)}, run_reference)


def test_scaler():
    text = model(
        "y = ai.onnx.ml.Scaler <offset = [1.0, 2.0], scale = [0.5, 3.0]> (x)",
        "int64[N,2] x", "float[N,2] y",
    )  # fmt: skip
    check(text, {"x": np.arange(6).reshape(3, 2)})


def test_imputer():
    text = model(
        "y = ai.onnx.ml.Imputer <imputed_value_floats = [7.0, 8.0], replaced_value_float = nan> (x)",
        "float[N,2] x", "float[N,2] y",
    )  # fmt: skip
    check(text, {"x": np.array([[np.nan, 1], [2, np.nan]], np.float32)})
    text = model(
        "y = ai.onnx.ml.Imputer <imputed_value_int64s = [7], replaced_value_int64 = -1> (x)",
        "int64[N,2] x", "int64[N,2] y",
    )  # fmt: skip
    check(text, {"x": np.array([[-1, 1], [2, -1]])})


def test_one_hot_encoder():
    text = model(
        "y = ai.onnx.ml.OneHotEncoder <cats_int64s = [3, 1, 7]> (x)",
        "int64[N,M] x", "float[N,M,3] y",
    )  # fmt: skip
    check(text, {"x": np.array([[1, 7], [3, 5]])})


def test_feature_vectorizer():
    text = model(
        "y = ai.onnx.ml.FeatureVectorizer <inputdimensions = [2, 3]> (a, b)",
        "float[N,2] a, float[N,3] b", "float[N,5] y",
    )  # fmt: skip
    check(text, {"a": normal(4, 2), "b": normal(4, 3)})


@pytest.mark.parametrize("shape", ((6,), (2, 6), (2, 3, 6)))
def test_array_feature_extractor(shape):
    dims = ",".join(map(str, shape))
    results = ",".join(map(str, (*((1,) if len(shape) == 1 else shape[:-1]), 2)))
    text = model(
        "y = ai.onnx.ml.ArrayFeatureExtractor(x, i)",
        f"float[{dims}] x, int64[1,2] i", f"float[{results}] y",
    )  # fmt: skip
    check(text, {"x": normal(*shape), "i": np.array([[4, 1]])})


MODES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ")


def grow(depth: int, tree: int, nodes: dict, targets: dict, mode: str) -> None:
    """A full tree; every leaf votes for both targets, some for none."""
    inner = 2**depth - 1
    for i in range(2 * inner + 1):
        is_leaf = i >= inner
        row = {
            "treeids": tree, "nodeids": i, "featureids": int(RANDOM.integers(4)),
            "modes": "LEAF" if is_leaf else mode,
            "values": float(np.float32(RANDOM.integers(-2, 3) / 2)),
            "truenodeids": 0 if is_leaf else 2 * i + 1,
            "falsenodeids": 0 if is_leaf else 2 * i + 2,
            "missing_value_tracks_true": int(RANDOM.integers(2)),
        }  # fmt: skip
        for name, value in row.items():
            nodes.setdefault(f"nodes_{name}", []).append(value)
        for target in (0, 1) if is_leaf else ():
            vote = {"treeids": tree, "nodeids": i, "ids": target,
                    "weights": float(np.float32(RANDOM.normal()))}  # fmt: skip
            for name, value in vote.items():
                targets.setdefault(f"target_{name}", []).append(value)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("aggregate", ("SUM", "AVERAGE", "MIN", "MAX"))
def test_tree_ensemble_regressor(mode, aggregate):
    nodes, targets = {}, {}
    for tree, depth in enumerate((3, 0, 5)):
        grow(depth, tree, nodes, targets, mode)
    node = helper.make_node(
        "TreeEnsembleRegressor", ["x"], ["y"], domain="ai.onnx.ml", n_targets=2,
        base_values=[0.5, -1.0], aggregate_function=aggregate, **nodes, **targets,
    )  # fmt: skip
    graph = helper.make_graph(
        [node], "trees",
        [helper.make_tensor_value_info("x", 1, ["N", 4])],
        [helper.make_tensor_value_info("y", 1, ["N", 2])],
    )  # fmt: skip
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("ai.onnx.ml", 3)]
    ensemble = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    x = (RANDOM.integers(-3, 4, (50, 4)) / 2).astype(np.float32)
    x[::7, 1] = np.nan
    check(ensemble, {"x": x})


def test_tree_ensemble_in_double():
    """Set membership, missing values, an average."""
    node = helper.make_node(
        "TreeEnsemble", ["x"], ["y"], domain="ai.onnx.ml", n_targets=2,
        aggregate_function=0, tree_roots=[0, 2], nodes_featureids=[0, 1, 0],
        nodes_modes=numpy_helper.from_array(np.array([6, 1, 6], np.uint8)),
        nodes_splits=numpy_helper.from_array(np.array([0, 0.5, 0], np.float64)),
        membership_values=numpy_helper.from_array(np.array([1, 2, 5, np.nan, 3, np.nan])),
        nodes_missing_value_tracks_true=[1, 0, 0],
        nodes_truenodeids=[1, 0, 2], nodes_trueleafs=[0, 1, 1],
        nodes_falsenodeids=[1, 2, 0], nodes_falseleafs=[1, 1, 1],
        leaf_targetids=[0, 1, 0],
        leaf_weights=numpy_helper.from_array(np.array([1.0, 2.0, 4.0])),
    )  # fmt: skip
    graph = helper.make_graph(
        [node], "trees",
        [helper.make_tensor_value_info("x", 11, ["N", 2])],
        [helper.make_tensor_value_info("y", 11, ["N", 2])],
    )  # fmt: skip
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("ai.onnx.ml", 5)]
    ensemble = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    x = np.array([[1, 0], [2, 1], [5, 0], [4, 0], [3, 0], [np.nan, 0], [1, np.nan]])
    check(ensemble, {"x": x}, run_reference)
