# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors of strings in, through and out, against ONNX Runtime."""

from pathlib import Path

import numpy as np
import onnx
import pytest

import tvm_mlir
from peers import Pair

HEADER = '<ir_version: 9, opset_import: ["" : 20, "ai.onnx.ml" : 4]> main '


class StringPair(Pair):
    @staticmethod
    def compare(result: np.ndarray, reference: np.ndarray) -> None:
        assert result.tolist() == reference.tolist()


@pytest.fixture
def pair(tmp_path: Path):
    return lambda text: StringPair(HEADER + text, tmp_path)


def texts(*elements: str, shape: tuple[int, ...] = (-1,)) -> np.ndarray:
    return np.array(elements, object).reshape(shape)


def test_identity(pair) -> None:
    both = pair("(string[N] x) => (string[N] y) { y = Identity(x) }")
    both.check(x=texts("a", "", "größer", "a\0b", "x" * 1000))
    both.check(x=texts())
    assert both.module.inputs[0].dtype == "string"
    result = both.module.run({"x": ["as", "a list"]})["y"]
    assert result.dtype == object and result.tolist() == ["as", "a list"]
    fixed = both.module.run({"x": np.array(["fixed", "width"])})["y"]
    assert fixed.tolist() == ["fixed", "width"]


def test_bytes_that_are_no_utf8(pair) -> None:
    both = pair("(string[N] x) => (string[N] y) { y = Identity(x) }")
    assert both.module.run({"x": texts(b"\xff", "a")})["y"].tolist() == [b"\xff", "a"]


def test_results_outlive_the_next_run_and_the_inputs(pair) -> None:
    both = pair("(string[N] x) => (string[N] y) { y = StringConcat(x, x) }")
    first = both.module.run_tensors({"x": texts("a" * 100)})["y"]
    both.module.run({"x": texts("b" * 100)})
    assert first.numpy().tolist() == ["a" * 200]


def test_wrong_inputs_are_refused(pair) -> None:
    both = pair("(string[N] x) => (string[N] y) { y = Identity(x) }")
    for wrong, found in (
        (np.zeros(2, np.float32), "float32"),
        (np.array([1, None], object), "int"),
    ):
        with pytest.raises(tvm_mlir.TvmError, match=rf"string\[N\], got {found}"):
            both.module.run({"x": wrong})


def test_chosen(pair) -> None:
    both = pair(
        """(string[M,N] x, int64[K] i, bool[N] c) => (string[K,N] y, string[M,N] w)
        <string[1] no = {"no"}> {
          y = Gather(x, i)
          w = Where(c, x, no)
        }"""
    )
    x = texts(*"abcdef", shape=(2, 3))
    chosen = np.array([True, False, True])
    for rows in ([1, 0, 1, 1], [], [0]):
        indices = np.array(rows, np.int64)
        results = both.module.run({"x": x, "i": indices, "c": chosen})
        assert results["y"].tolist() == x[indices].tolist()
        assert results["w"].tolist() == np.where(chosen, x, "no").tolist()


def test_transposed_and_in_one_kernel(pair) -> None:
    both = pair(
        """(string[M,N] x) => (string[N,K] y) {
          c = Concat <axis = 0> (x, x)
          y = Transpose(c)
        }"""
    )
    x = texts(*"abcdef", shape=(2, 3))
    result = both.module.run({"x": x})["y"]
    assert result.tolist() == np.concatenate([x, x]).T.tolist()


def test_concat_and_equal(pair) -> None:
    both = pair(
        """(string[M,1] x, string[N] y) => (string[M,N] z, bool[M,N] e) {
          z = StringConcat(x, y)
          e = Equal(x, y)
        }"""
    )
    both.check(x=texts("a", "b", shape=(2, 1)), y=texts("a", "", "b"))
    both.check(x=texts("ä", shape=(1, 1)), y=texts("ä"))
    both.check(x=texts(shape=(0, 1)), y=texts("a"))


@pytest.mark.parametrize("sensitive", [0, 1])
@pytest.mark.parametrize("action", ["NONE", "LOWER", "UPPER"])
def test_normalizer(pair, action: str, sensitive: int) -> None:
    both = pair(
        "(string[N] x) => (string[K] y) { y = StringNormalizer"
        f'<case_change_action = "{action}", is_case_sensitive = {sensitive},'
        ' stopwords = ["the", "OF"], locale = "C"> (x) }'
    )
    both.check(x=texts("The", "Name", "of", "THE", "the", "1"))
    both.check(x=texts("the", "OF"))
    letters = texts("Größe", "Ωμέγα", "ДА", "ÿ", "漢")
    changed = {"NONE": str, "LOWER": str.lower, "UPPER": str.upper}[action]
    result = both.module.run({"x": letters})["y"].tolist()
    assert result == [changed(text).replace("SS", "ß") for text in letters]


@pytest.mark.parametrize("limit", ["", "maxsplit = 1", "maxsplit = 2"])
@pytest.mark.parametrize("delimiter", ["", ",", ", "])
def test_split(pair, delimiter: str, limit: str) -> None:
    attributes = f'delimiter = "{delimiter}"' + (f", {limit}" if limit else "")
    both = pair(
        "(string[N] x) => (string[N,K] y, int64[N] n)"
        f"{{ y, n = StringSplit <{attributes}> (x) }}"
    )
    both.check(x=texts("a,b", "a, b,c", " a  b c ", ",,", "", "a"))
    both.check(x=texts("a"))
    assert both.module.run({"x": texts()})["y"].shape == (0, 0)


@pytest.mark.parametrize("mode", ["TF", "IDF", "TFIDF"])
def test_tf_idf(pair, mode: str) -> None:
    both = pair(
        f"""(string[M,N] x) => (float[M,5] y) {{
          y = TfIdfVectorizer <mode = "{mode}", min_gram_length = 1,
            max_gram_length = 2, max_skip_count = 2, ngram_counts = [0, 2],
            ngram_indexes = [0, 4, 1, 3, 2],
            pool_strings = ["a", "b", "a", "b", "b", "a", "a", "c"],
            weights = [1.0, 2.0, 3.0, 4.0, 5.0]> (x)
        }}"""
    )
    both.check(x=texts(*"abacbaabcc", shape=(2, 5)))
    both.check(x=texts(*"abc", shape=(3, 1)))


def test_label_encoder(pair) -> None:
    both = pair(
        """(string[N] x, int64[N] n, float[N] f)
        => (int64[N] a, string[N] b, float[N] c) {
          a = ai.onnx.ml.LabelEncoder <keys_strings = ["a", "b", "a"],
            values_int64s = [7, 8, 9], default_int64 = 3> (x)
          b = ai.onnx.ml.LabelEncoder <keys_int64s = [1, 2],
            values_strings = ["one", "two"]> (n)
          c = ai.onnx.ml.LabelEncoder <keys_floats = [0.5, 2.5],
            values_floats = [1.0, 2.0]> (f)
        }"""
    )
    results = both.module.run(
        {
            "x": texts("b", "c", "a"),
            "n": np.array([2, 3, 1]),
            "f": np.array([2.5, 1, 0.5], np.float32),
        }
    )
    assert results["a"].tolist() == [8, 3, 7]
    assert results["b"].tolist() == ["two", "_Unused", "one"]
    assert results["c"].tolist() == [2, 0, 1]
