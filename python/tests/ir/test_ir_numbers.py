# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tvm_mlir.ir: numbers in attributes, types and locations, and their bounds."""

import numpy as np
import pytest

from tvm_mlir.ir import (
    Attribute,
    BoolAttr,
    F32Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    Location,
    MLIRError,
    Operation,
    RewritePatternSet,
    Type,
)

pytestmark = pytest.mark.usefixtures("context")


def add_pattern(benefit):
    RewritePatternSet().add("arith.addf", lambda op, rewriter: None, benefit)


@pytest.mark.parametrize(
    "get, error, message",
    [
        (lambda: IntegerType.get_signless(-1), ValueError, "a width from 0 on, got -1"),
        (lambda: IntegerType.get_signless(1 << 24), ValueError, "a width up to 16777215"),
        (lambda: IntegerType.get_signless(1 << 32), ValueError, "a width up to 16777215"),
        (lambda: IntegerType.get_signless(8.0), TypeError, "an integer as width, got fl"),
        (lambda: Location.file("a", -1, 2), ValueError, "a line from 0 on, got -1"),
        (lambda: Location.file("a", 1, 1 << 32), ValueError, "a column up to 4294967295"),
        (lambda: Location.file("a", "1", 2), TypeError, "an integer as line, got str"),
        (lambda: BoolAttr.get(1 << 32), TypeError, "True or False, got 4294967296"),
        (lambda: IntegerAttr.get(F32Type.get(), 1.5), TypeError, "as value, got float"),
        (lambda: IntegerAttr.get(IndexType.get(), "1"), TypeError, "as value, got str"),
        (lambda: FloatAttr.get(F32Type.get(), "1"), TypeError, "a number, got '1'"),
        (lambda: FloatAttr.get(F32Type.get(), True), TypeError, "a number, got True"),
        (lambda: FloatAttr.get(F32Type.get(), 10**400), OverflowError, "too large"),
        (lambda: Operation.create("scf.if", regions=-1), ValueError, "regions from 0 on"),
        (lambda: Operation.create("scf.if", regions="1"), TypeError, "regions, got str"),
        (lambda: add_pattern(-1), ValueError, "a benefit from 0 on, got -1"),
        (lambda: add_pattern((1 << 16) - 1), ValueError, "a benefit up to 65534, got"),
    ],
)
def test_wrong_numbers(get, error, message):
    with Location.unknown(), pytest.raises(error, match=message):
        get()


@pytest.mark.parametrize(
    "text, message",
    [
        ("i16777216", "integer bitwidth is limited to 16777215 bits"),
        ("vector<-1xf32>", "expected non-function type"),
        ("vector<0xf32>", "must have positive constant sizes but got 0"),
        ("memref<-1xf32>", "expected non-function type"),
        ("tensor<9223372036854775808xf32>", "invalid dimension"),
        ("memref<4xf32, strided<[1], offset: 9223372036854775808>>", "expected a 64-bit"),
    ],
)
def test_wrong_sizes(text, message):
    with pytest.raises(MLIRError, match=message):
        Type.parse(text)


@pytest.mark.parametrize(
    "width, value", [(8, 256), (8, -129), (0, 1), (1, 2), (64, 1 << 64)]
)
def test_integers_of_more_bits(width, value):
    with pytest.raises(MLIRError, match="integer constant out of range"):
        IntegerAttr.get(IntegerType.get_signless(width), value)


def test_largest_numbers():
    assert IntegerType.get_signless(IntegerType.MAX_WIDTH).width == (1 << 24) - 1
    assert str(Location.file("a", 0, (1 << 32) - 1)) == 'loc("a":0:4294967295)'
    assert BoolAttr.get(np.bool_(True)).value is True
    assert IntegerAttr.get(IntegerType.get_signless(80), 1 << 78).value == 1 << 78
    assert IntegerAttr.get(IndexType.get(), np.int8(-3)).value == -3
    assert FloatAttr.get(F32Type.get(), np.float16(0.5)).value == 0.5
    add_pattern((1 << 16) - 2)


@pytest.mark.parametrize("type", ["f16", "bf16", "f32", "f64", "f128", "f8E5M2"])
@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan])
def test_not_finite(type, value):
    attribute = FloatAttr.get(Type.parse(type), value)
    np.testing.assert_equal(attribute.value, value)
    assert Attribute.parse(str(attribute)) == attribute


@pytest.mark.parametrize(
    "type, value, name",
    [
        ("f4E2M1FN", np.nan, "nan"),
        ("f4E2M1FN", -np.inf, "-inf"),
        ("f6E3M2FN", np.inf, "inf"),
        ("f8E4M3FN", np.inf, "inf"),
    ],
)
def test_types_without_infinities(type, value, name):
    with pytest.raises(ValueError, match=f"^{type} has no {name}$"):
        FloatAttr.get(Type.parse(type), value)
