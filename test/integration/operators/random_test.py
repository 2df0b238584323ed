# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Distributions of random numbers. They are the same in every run."""

import math

import numpy as np
import pytest
from peers import run

COUNT = 200_000
# Kolmogorov and Smirnov: greater distances have a probability of 1e-6.
LIMIT = math.sqrt(-math.log(0.5e-6) / 2 / COUNT)
TYPES = {"float16": 10, "float": 1, "double": 11, "bfloat16": 16}


def generate(body: str, type_: str = "float", inputs=None, header="") -> np.ndarray:
    text = f"""<ir_version: 10, opset_import: ["" : 22]>
    random ({header}) => ({type_}[{COUNT}] y) {{ {body} }}"""
    return run(text, inputs or {})[0].astype(np.float64)


def distance(samples: np.ndarray, cdf) -> float:
    expected = cdf(np.sort(samples))
    steps = np.arange(COUNT + 1) / COUNT
    return max((expected - steps[:-1]).max(), (steps[1:] - expected).max())


def normal_cdf(x: np.ndarray) -> np.ndarray:
    return 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


@pytest.mark.parametrize("type_", TYPES)
def test_uniform(type_):
    x = generate(
        f"y = RandomUniform <shape = [{COUNT}], dtype = {TYPES[type_]}> ()", type_
    )
    assert x.min() >= 0
    assert x.max() < 1
    assert abs(x.mean() - 0.5) < 0.005
    assert abs(x.var() - 1 / 12) < 0.002
    if type_ in ("float", "double"):
        assert distance(x, lambda x: x) < LIMIT
        assert abs(np.corrcoef(x[:-1], x[1:])[0, 1]) < 0.02


@pytest.mark.parametrize("type_", ("float", "double"))
def test_normal(type_):
    x = generate(
        f"y = RandomNormal <shape = [{COUNT}], dtype = {TYPES[type_]}, "
        "mean = 3.0, scale = 2.0, seed = 5.0> ()",
        type_,
    )
    x = (x - 3) / 2
    assert abs(x.mean()) < 0.02
    assert abs(x.var() - 1) < 0.02
    assert distance(x, normal_cdf) < LIMIT


def test_like():
    x = np.zeros((400, 500), np.float32)
    (y,) = run(
        """<ir_version: 10, opset_import: ["" : 22]>
        like (float[A,B] x) => (float[A,B] y) { y = RandomNormalLike(x) }""",
        {"x": x},
    )
    assert y.shape == x.shape
    assert distance(y.ravel().astype(np.float64), normal_cdf) < LIMIT


def test_seeds():
    """A seed gives the same numbers, another node or seed gives others."""
    text = """<ir_version: 10, opset_import: ["" : 22]>
    seeds (float[N] x) => (float[N] a, float[N] b, float[N] c, float[N] d) {
      a = RandomUniformLike <seed = 1.0> (x)
      b = RandomUniformLike <seed = 1.0> (x)
      c = RandomUniformLike <seed = 2.0> (x)
      d = RandomUniformLike (x)
    }"""
    inputs = {"x": np.zeros(1000, np.float32)}
    a, b, c, d = run(text, inputs)
    np.testing.assert_array_equal(a, b)
    for one, other in ((a, c), (a, d), (c, d)):
        assert abs(np.corrcoef(one, other)[0, 1]) < 0.2
    for first, second in zip(run(text, inputs), (a, b, c, d), strict=True):
        np.testing.assert_array_equal(first, second)


def test_bernoulli():
    p = np.linspace(0, 1, COUNT, dtype=np.float32)
    y = generate(
        "y = Bernoulli <dtype = 6> (p)", "int32", {"p": p}, f"float[{COUNT}] p"
    )
    assert set(y) == {0, 1}
    parts = y.reshape(10, -1).mean(1)
    np.testing.assert_allclose(parts, np.arange(0.05, 1, 0.1), 0, 0.02)


def test_multinomial():
    text = """<ir_version: 10, opset_import: ["" : 22]>
    draw (float[B,C] x) => (int64[B,S] y) {
      y = Multinomial <dtype = 7, sample_size = 50000> (x)
    }"""
    p = np.array([[0.1, 0.2, 0.3, 0.4], [0.7, 0, 0.3, 0]], np.float32)
    with np.errstate(divide="ignore"):
        (y,) = run(text, {"x": np.log(3 * p)})
    for row, expected in zip(y, p, strict=True):
        shares = np.bincount(row, minlength=4) / row.size
        np.testing.assert_allclose(shares, expected, 0, 0.02)


@pytest.mark.parametrize("training", (True, False))
def test_dropout(training):
    text = """<ir_version: 10, opset_import: ["" : 22]>
    dropout (float[N] x, float ratio, bool training) => (float[N] y, bool[N] mask) {
      y, mask = Dropout <seed = 7> (x, ratio, training)
    }"""
    inputs = {
        "x": np.linspace(1, 2, COUNT, dtype=np.float32),
        "ratio": np.array(0.25, np.float32),
        "training": np.array(training),
    }
    y, mask = run(text, inputs)
    kept = 0.75 if training else 1
    assert abs(mask.mean() - kept) < 0.01
    np.testing.assert_allclose(y, np.where(mask, inputs["x"] / kept, 0), 1e-6)
