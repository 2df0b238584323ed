# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operators of ai.onnx.ml against ONNX Runtime, or their reference."""

import numpy as np
import pytest
from peers import check, run, run_reference

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


def test_string_labels():
    text = model(
        f"l, y = ai.onnx.ml.LinearClassifier <coefficients = {floats(normal(3, 4))}, "
        f"intercepts = {floats(normal(3))}, classlabels_strings = "
        '["ant", "bee", "cat"], post_transform = "SOFTMAX"> (x)',
        "float[N,4] x", "string[N] l, float[N,3] y",
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


@pytest.mark.parametrize("x", (["b", "?"], [7, 1]))
def test_category_mapper(x):
    kinds = ("string", "int64") if x[0] == "b" else ("int64", "string")
    otherwise = "default_int64 = -3" if x[0] == "b" else 'default_string = "none"'
    text = model(
        'y = ai.onnx.ml.CategoryMapper <cats_strings = ["a", "b"], '
        f"cats_int64s = [5, 7], {otherwise}> (x)",
        f"{kinds[0]}[N] x", f"{kinds[1]}[N] y",
    )  # fmt: skip
    check(text, {"x": np.array(x, object if x[0] == "b" else np.int64)})


# More than a double can tell apart.
BIG = 2**53 + 1


def test_label_encoder_large_default():
    text = model(
        "y = ai.onnx.ml.LabelEncoder <keys_int64s = [1], values_int64s = [5], "
        f"default_int64 = {BIG}> (x)",
        "int64[N] x", "int64[N] y",
    )  # fmt: skip
    assert run(text, {"x": np.array([1, 2])})[0].tolist() == [5, BIG]


def test_imputer_large_integer():
    text = model(
        "y = ai.onnx.ml.Imputer <imputed_value_int64s = [-1], "
        f"replaced_value_int64 = {BIG}> (x)",
        "int64[N,3] x", "int64[N,3] y",
    )  # fmt: skip
    x = np.array([[BIG, BIG - 1, 0], [BIG + 1, 1, BIG]])
    result = run(text, {"x": x})[0].tolist()
    assert result == [[-1, BIG - 1, 0], [BIG + 1, 1, -1]]
