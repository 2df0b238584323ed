# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tvm_mlir.ir: what is wrong with texts, places and kinds of objects."""

import pytest

from tvm_mlir import TvmError
from tvm_mlir.ir import (
    ArrayAttr,
    Attribute,
    Block,
    Context,
    F32Type,
    IndexType,
    InsertionPoint,
    IntegerAttr,
    Location,
    MLIRError,
    Module,
    Operation,
    StringAttr,
    Type,
    TypeAttr,
    UnitAttr,
)

from small_module import TEXT, inside

pytestmark = pytest.mark.usefixtures("context")


@pytest.mark.parametrize(
    "parse, text, message",
    [
        (Module.parse, "func.func @f(", "cannot parse module:\n-:1:13: expected"),
        (Module.parse, "a.b()", "Dialect `a' not found for custom op 'a.b'"),
        (Module.parse, '"a.b"() : () -> ()', "unregistered dialect"),
        (Module.parse, '"arith.b"() : () -> ()', "unregistered operation"),
        (Module.parse, TEXT.replace("return %1", "return"), ":5:"),
        (Module.parseFile, "/none.mlir", "cannot parse /none.mlir"),
        (Operation.parse, "arith.constant", "cannot parse operation:\n-:1:"),
        (Type.parse, "f31", "cannot parse type 'f31'"),
        (Attribute.parse, "1 : ", "cannot parse attribute '1 : '"),
    ],
)
def test_wrong_text(parse, text, message):
    with pytest.raises(MLIRError) as caught:
        parse(text)
    assert message in str(caught.value)
    assert isinstance(caught.value, TvmError)
    if parse is not Module.parseFile:
        (diagnostic,) = caught.value.diagnostics
        assert diagnostic.severity == "error" and diagnostic.text in str(caught.value)


def test_verify(module):
    (_, mul, end), block = inside(module)
    end.move_before(mul)
    with pytest.raises(MLIRError) as caught:
        module.operation.verify()
    assert caught.value.message == "'builtin.module' is not valid"
    assert "must be the last operation" in caught.value.diagnostics[0].text


def test_unknown_operations(context):
    with Location.unknown():
        with pytest.raises(ValueError, match="unknown operation 'a.b'"):
            Operation.create("a.b")
        assert not context.allow_unregistered_dialects
        context.allow_unregistered_dialects = True
        assert Operation.create("a.b").name == "a.b"
        assert Module.parse('"a.b"() : () -> ()')


def test_cannot_create():
    with Location.unknown():
        with pytest.raises(MLIRError, match="cannot create 'arith.constant'"):
            Operation.create("arith.constant", infer_type=True)


def test_other_context(module):
    (add, *_), block = inside(module)
    with Context(), Location.unknown():
        other = Module.parse(TEXT)
        (theirs, *_), _ = inside(other)
        for mix in [
            lambda: Operation.create("arith.addf", [F32Type.get()], [add.result]),
            lambda: add.result.replace_all_uses_with(theirs.result),
            lambda: theirs.move_before(add),
            lambda: add.result.set_type(F32Type.get()),
            lambda: add.attributes.update(note=UnitAttr.get()),
            lambda: block.append(Operation.create("func.return")),
        ]:
            with pytest.raises(ValueError, match="belongs to another context"):
                mix()


def test_wrong_places(module):
    (add, *_), block = inside(module)
    function = block.owner
    for misplace, message in [
        (lambda: block.append(add), "'arith.addf' has a parent already"),
        (lambda: function.move_before(add), "'func.func' cannot be put into itself"),
        (lambda: add.move_before(module.operation), "expected an operation in a block"),
        (lambda: InsertionPoint(module.operation), "expected an operation in a block"),
        (lambda: InsertionPoint.after(module.operation), "expected an operation in a"),
        (lambda: InsertionPoint.at_block_terminator(module.body), "with a terminator"),
        (lambda: function.result, "'func.func' has 0 results, not 1"),
        (lambda: module.operation.detach_from_parent(), "'builtin.module' has no parent"),
    ]:
        with pytest.raises(ValueError, match=message):
            misplace()
    with pytest.raises(IndexError):
        add.operands[2]
    assert str(module) == TEXT


def test_errors_that_nobody_takes(capfd):
    """Errors go to stderr, like errors of mlir-opt."""
    with Location.file("a.py", 1, 2) as location:
        location.emit_error("so it is")
    assert "so it is" in capfd.readouterr().err


def test_wrong_kinds(module):
    """MLIR itself would accept the pointer."""
    (add, *_), block = inside(module)
    index, unit = IndexType.get(), UnitAttr.get()
    with Location.unknown() as location:
        for mix, kind in [
            (lambda: ArrayAttr.get([index]), "Attribute"),
            (lambda: ArrayAttr.get([1]), "Attribute"),
            (lambda: TypeAttr.get(unit), "Type"),
            (lambda: IntegerAttr.get(unit, 1), "Type"),
            (lambda: Operation.create("arith.constant", [unit]), "Type"),
            (lambda: Operation.create("arith.negf", [], [index]), "Value"),
            (lambda: Operation.create("arith.negf", attributes={"a": index}), "Attribute"),
            (lambda: Operation.create("cf.br", successors=[add]), "Block"),
            (lambda: Location.name("a", unit), "Location"),
            (lambda: add.operands.__setitem__(0, add), "Value"),
            (lambda: add.attributes.update(a=index), "Attribute"),
            (lambda: add.result.set_type(unit), "Type"),
            (lambda: add.result.replace_all_uses_with(add), "Value"),
            (lambda: block.add_argument(unit, location), "Type"),
            (lambda: block.add_argument(index, unit), "Location"),
            (lambda: Block.create_at_start(block.region, [unit], [location]), "Type"),
            (lambda: Block.create_at_start(block.region, [index], [unit]), "Location"),
        ]:
            with pytest.raises(TypeError, match=f"expected a {kind}, got "):
                mix()
        with pytest.raises(TypeError, match="expected a str, got 3"):
            StringAttr.get(3)
    with pytest.raises(TypeError, match="'slice' object cannot be"):
        ArrayAttr.get([unit])[0:1]
    with pytest.raises(IndexError):
        ArrayAttr.get([unit])[-2]
    assert str(module) == TEXT
