# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Elements of 8, 4 and 2 bits: every conversion, and operators that move them.

The reference is ml_dtypes; of powers of two, arithmetic.
"""

from collections.abc import Callable
from pathlib import Path

import ml_dtypes
import numpy as np
import onnx
import onnx.helper
import pytest
import tvm_mlir
from onnx import TensorProto
from onnx.numpy_helper import from_array, to_array

Arrays = dict[str, np.ndarray]

FLOAT8 = ("FLOAT8E4M3FN", "FLOAT8E4M3FNUZ", "FLOAT8E5M2", "FLOAT8E5M2FNUZ")
SUBBYTE_INTEGERS = ("UINT4", "INT4", "UINT2", "INT2")
ALL = (*FLOAT8, "FLOAT4E2M1", "FLOAT8E8M0", *SUBBYTE_INTEGERS)
WIDE = ("FLOAT", "DOUBLE", "FLOAT16", "BFLOAT16", "INT32", "UINT8", "BOOL")


def dtype_of(name: str) -> np.dtype:
    number = getattr(TensorProto, name)
    return onnx.helper.tensor_dtype_to_np_dtype(number)


def info(name: str, type_name: str, shape: list) -> onnx.ValueInfoProto:
    number = getattr(TensorProto, type_name)
    return onnx.helper.make_tensor_value_info(name, number, shape)


HOST, NO_F16 = "host", "x86_64-unknown-linux-gnu"


def run(
    folder: Path,
    nodes: list,
    feeds: dict[str, str],
    constants: Arrays,
    data: Arrays,
    **options: object,
) -> Arrays:
    """The results of `nodes` on inputs of unknown size and constants."""
    module = build(folder, nodes, feeds, constants, data, **options)
    results: Arrays = module.run(data)
    return results


def build(
    folder: Path,
    nodes: list,
    feeds: dict[str, str],
    constants: Arrays,
    data: Arrays,
    **options: object,
) -> tvm_mlir.Module:
    graph = onnx.helper.make_graph(
        nodes,
        "types",
        [
            info(name, type_name, [f"{name}{i}" for i in range(data[name].ndim)])
            for name, type_name in feeds.items()
        ],
        [onnx.ValueInfoProto(name=name) for node in nodes for name in node.output],
        [from_array(array, name) for name, array in constants.items()],
    )
    opset = onnx.helper.make_opsetid("", 25)
    model = onnx.helper.make_model(graph, opset_imports=[opset])
    path = folder / "types.onnx"
    onnx.save(model, path)
    return tvm_mlir.compile(str(path), output=folder / "types.so", **options)


def cast(source: str, result: str, to: str, **attributes: object) -> onnx.NodeProto:
    number = getattr(TensorProto, to)
    return onnx.helper.make_node("Cast", [source], [result], to=number, **attributes)


def width_of(name: str) -> int:
    return {"FLOAT4E2M1": 4, "INT4": 4, "UINT4": 4, "INT2": 2, "UINT2": 2}.get(name, 8)


def codes(name: str) -> np.ndarray:
    """All bytes."""
    return np.arange(256, dtype=np.uint8).view(dtype_of(name))


def numbers(name: str) -> np.ndarray:
    """Returns the numbers that bytes stand for; only the low bits of a type count."""
    low = codes(name).view(np.uint8) & ((1 << width_of(name)) - 1)
    return low.view(dtype_of(name)).astype(np.float32)


def check_equal(actual: np.ndarray, expected: np.ndarray, inputs: np.ndarray) -> None:
    """Bits are equal, but for NaN."""
    assert actual.dtype == expected.dtype
    unsigned = np.dtype(f"u{actual.dtype.itemsize}")
    same = actual.view(unsigned) == expected.view(unsigned)
    if actual.dtype.kind != "b":
        both = [array.astype(np.float64) for array in (actual, expected)]
        same |= np.isnan(both[0]) & np.isnan(both[1])
    wrong = np.flatnonzero(~same)[:5]
    assert wrong.size == 0, (inputs[wrong], actual[wrong], expected[wrong])


def around(values: np.ndarray, dtype: type) -> np.ndarray:
    """`values`, what lies between neighbours, and what is next to these."""
    values = np.unique(values[np.isfinite(values)]).astype(dtype)
    points = np.concatenate([values, (values[1:] + values[:-1]) / 2, [0.0]])
    steps = [points, np.nextafter(points, np.inf), np.nextafter(points, -np.inf)]
    return np.concatenate(steps).astype(dtype)


def sources(name: str) -> Arrays:
    """Numbers to convert to `name`."""
    exact = numbers(name).astype(np.float64)
    largest = np.max(np.abs(exact[np.isfinite(exact)]))
    beyond = [1.0001, 1.03, 1.0625, 1.07, 1.125, 1.2, 1.25, 1.3, 1.5, 2, 1e9]
    exact = np.concatenate([exact, [largest * x for x in beyond]])
    exact = np.concatenate([exact, -exact])
    every = np.arange(65536, dtype=np.uint16)
    special = np.array([np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-45, 1e-38])
    with np.errstate(over="ignore"):
        single = np.concatenate([around(exact, np.float32), special.astype(np.float32)])
    bfloat16 = every.view(ml_dtypes.bfloat16)
    return {
        "f": np.concatenate([single, bfloat16.astype(np.float32)]),
        "d": np.concatenate([around(exact, np.float64), special]),
        "h": every.view(np.float16),
        "b": bfloat16,
        "i": np.array([0, 1, -1, 2, -3, 7, 9, -9, 15, 17, -1000, 449, 1 << 20, 1 << 30]),
    }


FEEDS = {"f": "FLOAT", "d": "DOUBLE", "h": "FLOAT16", "b": "BFLOAT16", "i": "INT64"}


@pytest.mark.parametrize(
    "name, target", [*((name, HOST) for name in ALL), ("FLOAT8E5M2", NO_F16)]
)
@pytest.mark.filterwarnings("ignore:invalid value")
def test_widening(name: str, target: str, tmp_path: Path) -> None:
    data = {"x": codes(name)}
    nodes = [cast("x", to, to) for to in WIDE]
    results = run(tmp_path, nodes, {"x": name}, {}, data, target=target)
    single = numbers(name)
    for to in WIDE:
        actual, dtype = results[to], dtype_of(to)
        kept = np.ones(single.shape, bool)
        if dtype.kind in "iu":
            low, high = (-1, 256) if to == "UINT8" else (-(2.0**31) - 1, 2.0**31)
            kept = (single > low) & (single < high)
        with np.errstate(over="ignore", invalid="ignore"):
            expected = single.astype(dtype)
        check_equal(actual[kept], expected[kept], data["x"][kept])


def round_to_odd(x: np.ndarray) -> np.ndarray:
    """As f32: towards zero and, where not exact, odd, so that the next rounding
    is as if it were the only one."""
    single = x.astype(np.float32)
    above = np.abs(single) > np.abs(x)
    inexact = (single != x) & ~np.isnan(x) & np.isfinite(single)
    bits = single.view(np.uint32)
    return np.where(inexact, bits - above | 1, bits).astype(np.uint32).view(np.float32)


@pytest.mark.parametrize("name", [*FLOAT8, "FLOAT4E2M1"])
@pytest.mark.parametrize("saturate, target", [(0, HOST), (1, HOST), (0, NO_F16)])
@pytest.mark.filterwarnings("ignore:invalid value", "ignore:overflow")
def test_narrowing(name: str, saturate: int, target: str, tmp_path: Path) -> None:
    data, dtype = sources(name), dtype_of(name)
    nodes = [cast(x, x + "r", name, saturate=saturate) for x in FEEDS]
    results = run(tmp_path, nodes, FEEDS, {}, data, target=target)
    largest = float(ml_dtypes.finfo(dtype).max)
    for x, array in data.items():
        wide = array.astype(np.float64)
        if saturate:
            wide = np.clip(wide, -largest, largest)
        expected = round_to_odd(wide).astype(dtype)
        if name == "FLOAT4E2M1":  # its NaN is a zero of either sign
            number = ~np.isnan(wide)
            assert not np.any(results[x + "r"][~number].astype(np.float32))
            check_equal(results[x + "r"][number], expected[number], array[number])
        else:
            check_equal(results[x + "r"], expected, array)


def nearest_power(x: np.ndarray, mode: str) -> np.ndarray:
    mantissa, exponent = np.frexp(x)  # 0.5 <= mantissa < 1
    above = {"down": False, "up": mantissa > 0.5, "nearest": mantissa >= 0.75}[mode]
    return np.ldexp(1.0, exponent - 1 + above)


def to_power(x: np.ndarray, mode: str, saturate: int) -> np.ndarray:
    least, most = 2.0**-127, 2.0**127
    inside = np.clip(x, least, most) if saturate else np.where(x >= least, x, np.nan)
    finite = np.isfinite(inside)
    power = nearest_power(np.where(finite, inside, 1.0), mode)
    power = np.where(finite & (power <= most), power, np.nan)
    code = np.where(np.isnan(power), 255, np.log2(np.nan_to_num(power, nan=1.0)) + 127)
    return code.astype(np.uint8).view(ml_dtypes.float8_e8m0fnu)


@pytest.mark.parametrize("saturate", [0, 1])
@pytest.mark.filterwarnings("ignore:invalid value")
def test_powers_of_two(saturate: int, tmp_path: Path) -> None:
    data = sources("FLOAT8E8M0")
    modes = ("up", "down", "nearest")
    nodes = [
        cast(x, x + mode, "FLOAT8E8M0", saturate=saturate, round_mode=mode)
        for x in FEEDS
        for mode in modes
    ]
    results = run(tmp_path, nodes, FEEDS, {}, data)
    for x, array in data.items():
        for mode in modes:
            expected = to_power(array.astype(np.float64), mode, saturate)
            check_equal(results[x + mode], expected, array)


@pytest.mark.parametrize("name", SUBBYTE_INTEGERS)
def test_few_bits(name: str, tmp_path: Path) -> None:
    data = {
        "i": np.arange(-300, 300),
        "f": np.linspace(-20, 20, 81, dtype=np.float32),
        "h": np.linspace(-20, 20, 81, dtype=np.float16),
        "o": np.array([False, True]),
    }
    feeds = {"i": "INT64", "f": "FLOAT", "h": "FLOAT16", "o": "BOOL"}
    nodes = [cast(x, x + "r", name) for x in feeds]
    results = run(tmp_path, nodes, feeds, {}, data)
    for x, array in data.items():
        expected = np.trunc(array.astype(np.float32)).astype(np.int32)
        check_equal(results[x + "r"], expected.astype(dtype_of(name)), array)


def test_between_narrow_types(tmp_path: Path) -> None:
    """By way of f32, which holds all of them."""
    pairs = [(a, b) for a in ALL for b in (*FLOAT8, "FLOAT4E2M1") if a != b]
    feeds = {"x" + a: a for a in ALL}
    data = {x: codes(a) for x, a in feeds.items()}
    nodes = [cast("x" + a, a + b, b, saturate=0) for a, b in pairs]
    results = run(tmp_path, nodes, feeds, {}, data, opt_level=1)
    for a, b in pairs:
        single = numbers(a)
        number = ~np.isnan(single) if b == "FLOAT4E2M1" else np.full(256, True)
        with np.errstate(over="ignore", invalid="ignore"):
            expected = single.astype(dtype_of(b))
        check_equal(results[a + b][number], expected[number], codes(a)[number])


def moving_nodes() -> dict[str, tuple[onnx.NodeProto, Callable]]:
    """Operators on `x` (3 by 5) and the constants `c` (3 by 5) and `v` (1)."""

    def node(kind: str, *inputs: str, **attributes: object) -> onnx.NodeProto:
        return onnx.helper.make_node(kind, inputs, [kind], **attributes)

    def padded(x: np.ndarray, c: np.ndarray, v: np.ndarray) -> np.ndarray:
        result = np.full((5, 8), v[0])
        result[1:4, 2:7] = x
        return result

    mask = np.arange(15).reshape(3, 5) % 2 == 0
    return {
        "Identity": (node("Identity", "x"), lambda x, c, v: x),
        "Transpose": (node("Transpose", "x"), lambda x, c, v: x.T),
        "Reshape": (node("Reshape", "x", "s"), lambda x, c, v: x.reshape(5, 3)),
        "Concat": (
            node("Concat", "x", "c", axis=1),
            lambda x, c, v: np.concatenate([x, c], axis=1),
        ),
        "Pad": (node("Pad", "x", "p", "e"), padded),
        "Gather": (node("Gather", "c", "g", axis=1), lambda x, c, v: c[:, [4, 3]]),
        "Expand": (
            node("Expand", "v", "s"),
            lambda x, c, v: np.full((5, 3), v[0]),
        ),
        "Where": (node("Where", "m", "x", "c"), lambda x, c, v: np.where(mask, x, c)),
    }


@pytest.mark.parametrize("name", ALL)
def test_moving(name: str, tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    dtype, count = dtype_of(name), 1 << width_of(name)
    x, c, v = (
        random.integers(0, count, shape, np.uint8).view(dtype)
        for shape in [(3, 5), (3, 5), 1]
    )
    constants = {
        "c": c,
        "v": v,
        "e": v.reshape(()),
        "s": np.array([5, 3]),
        "g": np.array([4, 3]),
        "p": np.array([1, 2, 1, 1]),
        "m": np.arange(15).reshape(3, 5) % 2 == 0,
    }
    moving = moving_nodes()
    nodes = [node for node, _ in moving.values()]
    value = onnx.helper.make_attribute("value", from_array(v))
    filled = onnx.helper.make_node("ConstantOfShape", ["s"], ["ConstantOfShape"])
    filled.attribute.append(value)
    results = run(tmp_path, [*nodes, filled], {"x": name}, constants, {"x": x}, opt_level=1)
    for kind, (_, reference) in moving.items():
        expected = np.ascontiguousarray(reference(x, c, v))
        assert results[kind].dtype == dtype
        np.testing.assert_array_equal(
            results[kind].view(np.uint8), expected.view(np.uint8), kind
        )
    np.testing.assert_array_equal(
        results["ConstantOfShape"].view(np.uint8),
        np.full((5, 3), v[0]).view(np.uint8),
    )


@pytest.mark.parametrize("name", ALL)
def test_constants_of_all_sizes(name: str, tmp_path: Path) -> None:
    """Raw and typed, small, one element repeated, and in the weight store."""
    dtype, number = dtype_of(name), getattr(TensorProto, name)
    nodes, expected = [], {}
    for size in (1, 5, 7, 600):
        raw = from_array(codes(name)[np.arange(size) * 7 % 256])
        splat = from_array(np.full(size, codes(name)[3]))
        typed = TensorProto(data_type=number, dims=[size])
        typed.int32_data.extend(raw.raw_data)
        for kind, tensor in (("raw", raw), ("splat", splat), ("typed", typed)):
            result = f"{kind}{size}"
            nodes.append(onnx.helper.make_node("Constant", [], [result], value=tensor))
            expected[result] = to_array(tensor)
    results = run(tmp_path, nodes, {}, {}, {})
    for result, array in expected.items():
        assert results[result].dtype == dtype
        np.testing.assert_array_equal(
            results[result].view(np.uint8), array.view(np.uint8), result
        )


def test_dlpack(tmp_path: Path) -> None:
    """Elements of 4 bits are handed over in a byte each, and say so."""
    data = {"x": numbers("INT4").astype(ml_dtypes.int4)}
    node = onnx.helper.make_node("Identity", ["x"], ["y"])
    module = build(tmp_path, [node], {"x": "INT4"}, {}, data)
    tensor = module.run_tensors(data)["y"]
    assert repr(tensor) == "Tensor(int4[256])"
    assert tensor._owner._managed.contents.flags == 4  # type: ignore[attr-defined]
    with pytest.raises(BufferError, match="^int4 needs max_version="):
        tensor.__dlpack__()
    again = module.run({"x": Foreign(tensor)})["y"]
    np.testing.assert_array_equal(again, data["x"])


class Foreign:
    """A tensor of another package."""

    def __init__(self, tensor: tvm_mlir.Tensor) -> None:
        self.tensor = tensor

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.tensor.__dlpack_device__()

    def __dlpack__(self, *, max_version: tuple[int, int] | None = None) -> object:
        return self.tensor.__dlpack__(max_version=max_version)
