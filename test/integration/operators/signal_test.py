# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fourier transforms of all kinds of lengths, against NumPy."""

import numpy as np
import pytest
from peers import check, run

RANDOM = np.random.default_rng(1)

# Direct, powers of two, composite, prime above the limit of direct ones.
LENGTHS = (1, 2, 7, 64, 128, 360, 131, 1024, 67 * 71)
KINDS = {
    "fft": ("inverse = 0,", 2, 2),
    "ifft": ("inverse = 1,", 2, 2),
    "rfft": ("onesided = 1,", 1, 2),
    "irfft": ("onesided = 1, inverse = 1,", 2, 1),
}
DFT = """<ir_version: 10, opset_import: ["" : {opset}]>
dft ({x} x{length}) => (float[{y},{parts}] y) {{ y = DFT <{attributes}> ({inputs}) }}"""


def to_complex(x: np.ndarray) -> np.ndarray:
    return x[..., 0] + (1j * x[..., 1] if x.shape[-1] == 2 else 0)


def expect(kind: str, x: np.ndarray, length: int, axis: int) -> np.ndarray:
    wide = to_complex(x.astype(np.float64))
    wide = wide.real if kind == "rfft" else wide
    y = getattr(np.fft, kind)(wide, length, axis)
    return np.stack([y.real] if kind == "irfft" else [y.real, y.imag], -1)


def close(ours: np.ndarray, theirs: np.ndarray) -> None:
    assert ours.shape == theirs.shape
    scale = max(1, np.abs(theirs).max())
    np.testing.assert_allclose(ours / scale, theirs / scale, 0, 5e-6)


@pytest.mark.parametrize("n", LENGTHS)
@pytest.mark.parametrize("kind", KINDS)
def test_lengths(kind, n):
    attributes, parts, results = KINDS[kind]
    size = n // 2 + 1 if kind == "irfft" else n
    text = DFT.format(
        opset=17, x=f"float[2,{size},{parts}]", length=", int64 n", y="2,K",
        parts=results, attributes=attributes + "axis = 1", inputs="x, l",
    ).replace("{ y", f"{{ l = Constant <value_int = {n}> () y").replace(", int64 n", "")  # fmt: skip
    x = RANDOM.normal(size=(2, size, parts)).astype(np.float32)
    (y,) = run(text, {"x": x})
    close(y, expect(kind, x, n, 1))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("length", (None, 9, 14))
def test_unknown_lengths(kind, length):
    """Cut, or with zeros behind."""
    attributes, parts, results = KINDS[kind]
    text = DFT.format(
        opset=20, x=f"float[N,M,{parts}]", y="K,M", parts=results,
        length=", int64 n" if length else "", attributes=attributes.rstrip(","),
        inputs=f"x, {'n' if length else ''}, axis",
    ).replace("{ y", "{ axis = Constant <value_int = -3> () y")  # fmt: skip
    x = RANDOM.normal(size=(12, 3, parts)).astype(np.float32)
    inputs = {"x": x} | ({"n": np.array(length)} if length else {})
    (y,) = run(text, inputs)
    default = 22 if kind == "irfft" else 12
    close(y, expect(kind, x, length or default, 0))


def test_half_floats():
    text = DFT.format(
        opset=17, x="float16[1,16,1]", length="", y="1,16", parts=2,
        attributes="axis = 1", inputs="x",
    ).replace("(float[", "(float16[").replace("float1616", "float16")  # fmt: skip
    x = RANDOM.normal(size=(1, 16, 1)).astype(np.float16)
    (y,) = run(text, {"x": x})
    np.testing.assert_allclose(y, expect("fft", x, 16, 1), 1e-2, 1e-2)


@pytest.mark.parametrize("onesided", (0, 1))
def test_frames(onesided):
    text = f"""<ir_version: 10, opset_import: ["" : 17]>
    stft (float[B,N,1] x, float[64] w) => (float[B,F,K,2] y) {{
      step = Constant <value_int = 24> ()
      y = STFT <onesided = {onesided}> (x, step, w)
    }}"""
    inputs = {
        "x": RANDOM.normal(size=(2, 300, 1)).astype(np.float32),
        "w": np.hanning(64).astype(np.float32),
    }
    check(text, inputs, atol=1e-4)


@pytest.mark.parametrize("dtype", (1, 11))
def test_mel_weights(dtype):
    text = f"""<ir_version: 10, opset_import: ["" : 17]>
    mel (int64 bins, int64 length, int64 rate, float low, float high)
        => ({'float' if dtype == 1 else 'double'}[P,Q] y) {{
      y = MelWeightMatrix <output_datatype = {dtype}> (bins, length, rate, low, high)
    }}"""
    inputs = {
        "bins": np.array(20),
        "length": np.array(256),
        "rate": np.array(8000),
        "low": np.array(60, np.float32),
        "high": np.array(3500, np.float32),
    }
    check(text, inputs)
