# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sequences and optionals in, through and out, against ONNX Runtime."""

from pathlib import Path

import numpy as np
import onnx
import pytest

import tvm_mlir
from peers import Pair

HEADER = '<ir_version: 9, opset_import: ["" : 18]> main '
Value = np.ndarray | list | None


class ListPair(Pair):
    """Values are arrays, lists of them, or None."""

    def check(self, **feeds: Value) -> list[Value]:
        expected = self.session.run(None, feeds)
        results = list(self.module.run(feeds).values())
        for result, reference in zip(results, expected, strict=True):
            self.same(result, reference)
        return results

    @classmethod
    def same(cls, result: Value, reference: Value) -> None:
        if isinstance(reference, list):
            assert isinstance(result, list) and len(result) == len(reference)
            for ours, theirs in zip(result, reference, strict=True):
                cls.same(ours, theirs)
        elif reference is None:
            assert result is None
        else:
            assert result.shape == reference.shape
            cls.compare(result, reference)


@pytest.fixture
def pair(tmp_path: Path):
    return lambda text: ListPair(HEADER + text, tmp_path)


def f(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).normal(size=shape).astype(np.float32)


def i(*values: int) -> np.ndarray:
    return np.array(values if len(values) > 1 else values[0], np.int64)


def flag(value: bool) -> np.ndarray:
    return np.array(value)


def test_elements(pair) -> None:
    both = pair(
        """(seq(float[M,N]) s, float[M,N] x, int64 i) =>
        (seq(float[M,N]) r, int64 n, float[M,N] y, seq(float[M,N]) e) {
          r = SequenceInsert(s, x, i)
          n = SequenceLength(r)
          y = SequenceAt(r, i)
          e = SequenceErase(r, i)
        }"""
    )
    assert str(both.module.inputs[0]) == "s: sequence(float32[?,?])"
    assert both.module.inputs[0].list_type.dtype == "float32"
    sequence = [f(2, 3), f(1, 4), f(0, 2)]
    for position in (0, 1, 2, -1, -3):
        both.check(s=sequence, x=f(5, 1), i=i(position))
    both.check(s=[], x=f(2, 2), i=i(0))
    assert both.module.run({"s": (f(4, 4),), "x": f(2, 2), "i": i(0)})["n"] == 2


def test_arrays_with_gaps_and_lists_of_numbers(pair) -> None:
    both = pair("(seq(float[]) s, float[N] x) => (seq(float[]) r) { r = SequenceInsert(s, x) }")
    both.check(s=[f(4, 6).T, f(5)[::-1], f(8)[::2]], x=f(3))
    result = both.module.run({"s": [[1, 2], 3], "x": f(1)})["r"]
    assert [element.tolist() for element in result[:2]] == [[1, 2], 3]
    assert result[0].dtype == np.float32


def test_results_are_their_own(pair) -> None:
    both = pair("(seq(float[N]) s) => (seq(float[N]) r) { r = Identity(s) }")
    element = f(100)
    kept = element.copy()
    first = both.module.run_tensors({"s": [element]})["r"]
    element[:] = 0
    both.module.run({"s": [f(200)]})
    np.testing.assert_array_equal(first[0].numpy(), kept)


def test_strings(pair) -> None:
    both = pair(
        """(seq(string[N]) s, int64 i) => (string[N] y, seq(string[N]) r) {
          y = SequenceAt(s, i)
          r = SequenceInsert(s, y)
        }"""
    )
    texts = [np.array(["a", ""], object), np.array(["größer"], object)]
    result = both.module.run({"s": texts, "i": i(1)})
    assert result["y"].tolist() == ["größer"]
    assert [element.tolist() for element in result["r"]] == [["a", ""], ["größer"], ["größer"]]


@pytest.mark.parametrize("dtype", ["int64", "bool", "float16", "uint8", "double"])
def test_element_types(pair, dtype: str) -> None:
    both = pair(
        f"(seq({dtype}[N]) s, int64 i) => ({dtype}[N] y, {dtype}[L] c) "
        "{ y = SequenceAt(s, i) c = ConcatFromSequence<axis = 0>(s) }"
    )
    element = np.arange(3).astype("float64" if dtype == "double" else dtype)
    both.check(s=[element, element[:1]], i=i(1))


def test_split(pair) -> None:
    both = pair(
        """(float[M,N] x, int64[K] sizes, int64 size) =>
        (seq(float[]) a, seq(float[]) b, seq(float[]) c) {
          a = SplitToSequence<axis = 1>(x, sizes)
          b = SplitToSequence<axis = -1, keepdims = 0>(x)
          c = SplitToSequence<axis = 0>(x, size)
        }"""
    )
    both.check(x=f(5, 7), sizes=i(3, 0, 4), size=i(2))
    both.check(x=f(4, 2), sizes=i(1, 1), size=i(4))
    both.check(x=f(3, 6), sizes=i(1, 2, 3), size=i(9))


def test_concat(pair) -> None:
    both = pair(
        """(seq(float[M,N]) s, seq(float[M,N]) t) => (float[K,L] y, float[K,L,C] z) {
          y = ConcatFromSequence<axis = 1>(s)
          z = ConcatFromSequence<axis = -1, new_axis = 1>(t)
        }"""
    )
    both.check(s=[f(2, 3), f(2, 0), f(2, 4)], t=[f(2, 3), f(2, 3)])
    both.check(s=[f(2, 3).T], t=[f(3, 2), f(2, 3).T])


def test_positions_among_different_shapes(pair) -> None:
    both = pair(
        """(float[M] x, float[N] y, int64 i) => (float[?] z) {
          s = SequenceConstruct(x, y)
          z = SequenceAt(s, i)
        }"""
    )
    both.check(x=f(3), y=f(4), i=i(0))
    both.check(x=f(3), y=f(4), i=i(-1))


def test_map(pair) -> None:
    both = pair(
        """(seq(float[?]) s, seq(float[?]) t, float[1] z) => (seq(float[?]) r, seq(int64[1]) d) {
          r, d = SequenceMap(s, t, z) <body = body (float[?] a, float[?] b, float[1] c) =>
            (float[?] y, int64[1] n) { w = Mul(a, c) y = Add(w, b) n = Shape(y) }>
        }"""
    )
    both.check(s=[f(3), f(4)], t=[f(3), f(4)], z=f(1))
    both.check(s=[], t=[], z=f(1))


BRANCHES = """(bool c, float[N] x, seq(float[N]) s) => (seq(float[N]) r) {
  r = If (c) <
    then_branch = then () => (seq(float[N]) a) { a = SequenceConstruct(x, x) },
    else_branch = other () => (seq(float[N]) b) { b = SequenceInsert(s, x) }
  >
}"""


def test_branches(pair) -> None:
    both = pair(BRANCHES)
    for condition in (True, False):
        both.check(c=flag(condition), x=f(3), s=[f(2)])


LOOP = """(int64 n, seq(float[?]) s, float[8] x) => (seq(float[?]) r, float[?] all) {
  true = Constant <value = bool {1}> ()
  zero = Constant <value_ints = [0]> ()
  r = Loop (n, true, s) <body = body (int64 i, bool go, seq(float[?]) t) =>
      (bool on, seq(float[?]) u) {
    on = Identity (go)
    one = Constant <value_ints = [1]> ()
    end = Add (i, one)
    piece = Slice (x, zero, end)
    u = SequenceInsert (t, piece)
  }>
  all = ConcatFromSequence <axis = 0> (r)
}"""


def test_a_sequence_grows_in_a_loop(pair) -> None:
    both = pair(LOOP)
    both.check(n=i(5), s=[f(2)], x=f(8))
    both.check(n=i(0), s=[f(2)], x=f(8))
    both.check(n=i(8), s=[], x=f(8))


def test_many_iterations(pair) -> None:
    both = pair(LOOP)
    result = both.module.run({"n": i(2000), "s": [], "x": f(8)})
    assert len(result["r"]) == 2000


def test_optional_tensor(pair) -> None:
    both = pair(
        """(optional(float[N]) o, float[N] x) => (bool has, float[N] y) {
          has = OptionalHasElement(o)
          y = If (has) <
            then_branch = then () => (float[N] a) { a = OptionalGetElement(o) },
            else_branch = other () => (float[N] b) { b = Neg(x) }
          >
        }"""
    )
    given, none = f(3), None
    results = both.module.run({"o": given, "x": f(4)})
    assert results["has"] and results["y"].tolist() == given.tolist()
    results = both.module.run({"o": none, "x": f(4)})
    assert not results["has"] and results["y"].tolist() == (-f(4)).tolist()


def test_optional_sequence(pair) -> None:
    both = pair(
        """(bool c, optional(seq(float[N])) o, float[N] x) =>
        (optional(seq(float[N])) p, seq(float[N]) s) {
          p = If (c) <
            then_branch = then () => (optional(seq(float[N])) a) { a = Identity(o) },
            else_branch = other () => (optional(seq(float[N])) b) {
              b = Optional <type = seq(float[N])> ()
            }
          >
          s = OptionalGetElement(o)
        }"""
    )
    for sequence in ([f(2), f(3)], []):
        results = both.module.run({"c": flag(True), "o": sequence, "x": f(2)})
        ListPair.same(results["p"], sequence)
        ListPair.same(results["s"], sequence)
    assert both.module.run({"c": flag(False), "o": [], "x": f(2)})["p"] is None


def run_error(module: tvm_mlir.Module, **feeds: Value) -> str:
    with pytest.raises(tvm_mlir.TvmError) as error:
        module.run(feeds)
    return str(error.value)


def test_errors_when_running(pair) -> None:
    module = pair(
        """(seq(float[N]) s, int64 i) => (float[N] y) { [n] y = SequenceAt(s, i) }"""
    ).module
    at = "node 'n' (sequence_shape): expected "
    assert run_error(module, s=[f(2)], i=i(1)) == (
        at + "a position in a sequence of 1 elements, got 1"
    )
    assert run_error(module, s=[f(2, 2)], i=i(0)) == (
        at + "an element float32 of rank 1, got float32[2,2]"
    )
    assert run_error(module, s=[f(2).astype(np.float64)], i=i(0)) == (
        at + "an element float32 of rank 1, got float64[2]"
    )
    assert run_error(module, s=f(2), i=i(0)) == (
        "input 's': expected sequence(float32[?]), got ndarray"
    )
    assert "element 0: expected sequence(float32[?])" in run_error(module, s=["a"], i=i(0))
    assert run_error(module, i=i(0)) == (
        "input 's' is not set: expected sequence(float32[?])"
    )
    # A run that failed leaves a context that runs.
    assert module.run({"s": [f(2)], "i": i(0)})["y"].tolist() == f(2).tolist()


def test_errors_of_empty_sequences(pair) -> None:
    module = pair("(seq(float[N]) s) => (seq(float[N]) r) { [n] r = SequenceErase(s) }").module
    assert run_error(module, s=[]) == (
        "node 'n' (sequence_erase): expected a position in a sequence of 0 elements, got -1"
    )


def test_outputs_are_not_written_to_arrays(pair) -> None:
    module = pair("(seq(float[N]) s) => (seq(float[N]) r) { r = Identity(s) }").module
    with pytest.raises(tvm_mlir.TvmError, match=r"'r' is sequence\(float32\[\?\]\), no tensor"):
        module.run({"s": []}, {"r": f(2)})


def test_what_the_model_says_is_checked(tmp_path: Path) -> None:
    model = onnx.parser.parse_model(
        HEADER
        + """(seq(float[N]) s, int64 i) => (float[3] y) <float[3] e> {
          [n] e = SequenceAt(s, i)
          y = Neg(e)
        }"""
    )
    module = tvm_mlir.compile(model)
    assert module.run({"s": [f(3)], "i": i(0)})["y"].shape == (3,)
    assert run_error(module, s=[f(4)], i=i(0)) == (
        "node 'n' (sequence_at): expected float32[3], got float32[4]"
    )
