# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ensembles of trees against ONNX Runtime, or their reference."""

import itertools

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper
from peers import check, run, run_onnxruntime, run_reference

import tvm_mlir

RANDOM = np.random.default_rng(1)
POST = ("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO")
MODES = ("BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ")


def grow(
    depth: int,
    tree: int,
    nodes: dict,
    votes: dict,
    mode: str,
    targets: tuple[int, ...] = (0, 1),
    prefix: str = "target",
    least: float = -10,
) -> None:
    """A full tree; every leaf votes for all of `targets`."""
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
        for target in targets if is_leaf else ():
            weight = max(float(np.float32(RANDOM.normal())), least)
            vote = {"treeids": tree, "nodeids": i, "ids": target, "weights": weight}
            for name, value in vote.items():
                votes.setdefault(f"{prefix}_{name}", []).append(value)


def ensemble(op: str, outputs: dict[str, tuple], **attributes) -> onnx.ModelProto:
    """A model of one node of `op`, on rows of four numbers."""
    node = helper.make_node(op, ["x"], list(outputs), domain="ai.onnx.ml", **attributes)
    graph = helper.make_graph(
        [node], "trees",
        [helper.make_tensor_value_info("x", 1, ["N", 4])],
        [helper.make_tensor_value_info(name, *type) for name, type in outputs.items()],
    )  # fmt: skip
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("ai.onnx.ml", 3)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=10)


def rows_of_halves() -> np.ndarray:
    x = (RANDOM.integers(-3, 4, (50, 4)) / 2).astype(np.float32)
    x[::7, 1] = np.nan
    return x


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("aggregate", ("SUM", "AVERAGE", "MIN", "MAX"))
def test_tree_ensemble_regressor(mode, aggregate):
    nodes, targets = {}, {}
    for tree, depth in enumerate((3, 0, 5)):
        grow(depth, tree, nodes, targets, mode)
    regressor = ensemble(
        "TreeEnsembleRegressor", {"y": (1, ["N", 2])}, n_targets=2,
        base_values=[0.5, -1.0], aggregate_function=aggregate, **nodes, **targets,
    )  # fmt: skip
    check(regressor, {"x": rows_of_halves()})


@pytest.mark.parametrize("post", POST)
@pytest.mark.parametrize("base", ([], [0.5, -1.0, 0.25]))
def test_tree_ensemble_of_classes(post, base):
    nodes, votes = {}, {}
    for tree in range(6):
        grow(3, tree, nodes, votes, "BRANCH_LEQ", (tree % 3,), "class")
    classifier = ensemble(
        "TreeEnsembleClassifier", {"l": (8, ["N"]), "y": (1, ["N", 3])},
        classlabels_strings=["ant", "bee", "cat"], post_transform=post,
        base_values=base or None, **nodes, **votes,
    )  # fmt: skip
    check(classifier, {"x": rows_of_halves()})


def of_two_classes(targets, least, **attributes) -> onnx.ModelProto:
    nodes, votes = {}, {}
    for tree in range(4):
        grow(3, tree, nodes, votes, "BRANCH_LT", targets, "class", least)
    return ensemble(
        "TreeEnsembleClassifier", {"l": (7, ["N"]), "y": (1, ["N", 2])},
        classlabels_int64s=[3, 5], **attributes, **nodes, **votes,
    )  # fmt: skip


@pytest.mark.parametrize("base", (None, [0.125], [0.125, 0.125]))
@pytest.mark.parametrize(
    ("post", "targets", "least"),
    [
        *itertools.product(POST, ((0, 1),), (-10, 0)),
        *itertools.product(POST[1:], ((0,),), (-10, 0)),
        ("NONE", (0,), 0),
    ],
)
def test_tree_ensemble_of_two_classes(post, targets, least, base):
    """Votes for one of the classes, or for both; shares, or any numbers."""
    classifier = of_two_classes(targets, least, post_transform=post, base_values=base)
    check(classifier, {"x": rows_of_halves()}, run_reference)


@pytest.mark.parametrize("least", (-10, 0))
@pytest.mark.parametrize("base", (None, [0.125]))
def test_tree_ensemble_of_two_classes_without_transformation(least, base):
    classifier = of_two_classes((0,), least, base_values=base)
    check(classifier, {"x": rows_of_halves()})


def test_votes_for_the_second_class_alone():
    """ONNX Runtime has other scores: those of the first class are 0."""
    classifier = of_two_classes((1,), 0)
    x = rows_of_halves()
    labels, scores = run(classifier, {"x": x})
    expected = run_onnxruntime(classifier, {"x": x})
    np.testing.assert_array_equal(labels, expected[0])
    np.testing.assert_allclose(scores[:, 1], expected[1][:, 1], 1e-4)


@pytest.mark.parametrize("keys", ({"int64s": [3, 5]}, {"strings": ["no", "yes"]}))
def test_maps(keys):
    """Probabilities as scikit-learn's converter has them by default."""
    (kind, labels), = keys.items()
    classifier = of_two_classes((0,), 0)
    node = helper.make_node("ZipMap", ["y"], ["z"], domain="ai.onnx.ml",
                            **{f"classlabels_{kind}": labels})  # fmt: skip
    classifier.graph.node.append(node)
    key_type = onnx.TensorProto.INT64 if kind == "int64s" else onnx.TensorProto.STRING
    value_type = helper.make_tensor_type_proto(1, [])
    maps = helper.make_sequence_type_proto(helper.make_map_type_proto(key_type, value_type))
    classifier.graph.output[1].CopyFrom(helper.make_value_info("z", maps))
    x = rows_of_halves()
    module = tvm_mlir.compile(classifier)
    expected = run_onnxruntime(classifier, {"x": x})[1]
    found = module.run({"x": x})["z"]
    assert [list(row) for row in found] == [labels] * len(x)
    for ours, theirs in zip(found, expected, strict=True):
        assert ours == pytest.approx(theirs, rel=1e-4, abs=1e-5)
    assert module.run_tensors({"x": x})["z"].shape == (50, 2)
    assert module.outputs[1].keys == tuple(labels)


@pytest.mark.parametrize(
    ("text", "attributes", "reader"),
    [
        ("expected a label for each column of 'tensor<?x2xf32>', got 3", [1, 2, 3], None),
        ("expected tensors, got 'z', which is a sequence of maps", [1, 2], "Relu"),
        ("output 'z' is a sequence of maps, declared as tensor", [1, 2], None),
    ],
)
def test_bad_maps(text, attributes, reader):
    nodes = [helper.make_node("ZipMap", ["x"], ["z"], domain="ai.onnx.ml",
                              classlabels_int64s=attributes)]  # fmt: skip
    if reader:
        nodes.append(helper.make_node(reader, ["z"], ["r"]))
    graph = helper.make_graph(
        nodes, "maps", [helper.make_tensor_value_info("x", 1, ["N", 2])],
        [helper.make_tensor_value_info("r" if reader else "z", 1, ["N", 2])],
    )  # fmt: skip
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("ai.onnx.ml", 3)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    with pytest.raises(tvm_mlir.TvmError) as error:
        tvm_mlir.compile(model)
    assert text in str(error.value)


@pytest.mark.parametrize(
    ("text", "attributes"),
    [
        ("expected 2 base_values, got 3", {"base_values": [1.0, 2.0, 3.0]}),
        ("expected a leaf 99 of tree 0", {"class_nodeids": [99] * 32}),
        ("expected lists class_… of one length", {"class_ids": [0]}),
        ("expected a mode of nodes, got 'BRANCH'", {"nodes_modes": ["BRANCH"] * 60}),
        ("expected children of node 0 of tree 0", {"nodes_truenodeids": [99] * 60}),
        ("expected one root of tree 0, got node 2, too", {"nodes_falsenodeids": [1] * 60}),
        ("post_transform 'PROBIT' of the score of one of two", {"post_transform": "PROBIT"}),
    ],
)  # fmt: skip
def test_bad_classifier(text, attributes):
    model = of_two_classes((0,), 0)
    node = model.graph.node[0]
    for old in [a for a in node.attribute if a.name in attributes]:
        node.attribute.remove(old)
    for name, value in attributes.items():
        node.attribute.append(helper.make_attribute(name, value))
    with pytest.raises(tvm_mlir.TvmError, match="TreeEnsembleClassifier") as error:
        tvm_mlir.compile(model)
    assert text in str(error.value)


def test_roots_need_not_be_node_0():
    nodes, votes = {}, {}
    grow(2, 0, nodes, votes, "BRANCH_GT", (0, 1, 2), "class")
    for name in ("nodeids", "truenodeids", "falsenodeids"):
        nodes[f"nodes_{name}"] = [6 - i for i in nodes[f"nodes_{name}"]]
    votes["class_nodeids"] = [6 - i for i in votes["class_nodeids"]]
    classifier = ensemble(
        "TreeEnsembleClassifier", {"l": (7, ["N"]), "y": (1, ["N", 3])},
        classlabels_int64s=[3, 5, 9], **nodes, **votes,
    )  # fmt: skip
    check(classifier, {"x": rows_of_halves()})


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
