# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tvm_mlir.ir: IR as objects of Python."""

import pytest

from tvm_mlir import te
from tvm_mlir.ir import (
    ArrayAttr,
    Attribute,
    Block,
    BlockArgument,
    BoolAttr,
    Context,
    F32Type,
    FloatAttr,
    FunctionType,
    IndexType,
    InsertionPoint,
    IntegerAttr,
    IntegerType,
    Location,
    MLIRError,
    Module,
    Operation,
    OpResult,
    ShapedType,
    StringAttr,
    SymbolTable,
    Type,
    TypeAttr,
    UnitAttr,
    WalkOrder,
    WalkResult,
)

from small_module import TEXT, inside

pytestmark = pytest.mark.usefixtures("context")


def test_text(module, tmp_path):
    assert str(module) == TEXT
    file = tmp_path / "add.mlir"
    file.write_text(TEXT)
    assert str(Module.parseFile(file)) == TEXT
    (add, *_), _ = inside(module)
    assert str(add) == '%0 = arith.addf %arg0, %arg1 {note = "here"} : f32'
    assert '"arith.addf"(' in add.get_asm(print_generic_op_form=True)
    assert 'loc("' in add.get_asm(enable_debug_info=True, use_local_scope=True)
    assert repr(add) == "<Operation 'arith.addf'>"


def test_te_lower():
    x = te.placeholder((4,), name="x")
    y = te.compute((4,), lambda i: x[i] + 1, name="y")
    module = Module.parse(te.lower(te.create_schedule(y.op), [x, y]))
    names = []
    module.operation.walk(lambda op: names.append(op.name))
    assert names[-4:] == ["affine.for", "func.return", "func.func", "builtin.module"]


def test_structure(module):
    (add, mul, end), block = inside(module)
    function = add.parent
    assert function.name == "func.func" and function.parent is module.operation
    assert module.operation.parent is None and module.operation.block is None
    assert add.block is block and block.owner is function
    assert block.region == function.regions[0] == block.region
    assert block.terminator is end and list(block) == [add, mul, end]
    assert list(function.regions[0]) == [block]
    assert module.body.owner is module.operation
    assert module.body.terminator is None
    assert "arith.addf" in str(block)
    assert add.operation is add


def test_values(module):
    (add, mul, _), block = inside(module)
    x, y = block.arguments
    assert list(add.operands) == [x, y] and add.operands[1:] == [y]
    assert isinstance(x, BlockArgument) and x.owner is block and y.arg_number == 1
    assert isinstance(add.result, OpResult) and add.result.result_number == 0
    assert add.result.owner is add and add.result.type == F32Type.get()
    assert {(use.owner, use.operand_number) for use in add.result.uses} == {
        (mul, 0),
        (mul, 1),
    }
    assert str(add.result).startswith("Value(%0 = arith.addf")
    assert len({x, y, *block.arguments}) == 2
    mul.operands[1] = y
    assert str(mul) == "%1 = arith.mulf %0, %arg1 : f32"
    add.result.replace_all_uses_with(x)
    assert str(mul) == "%1 = arith.mulf %arg0, %arg1 : f32" and add.result.uses == []


def test_attributes(module):
    (add, *_), _ = inside(module)
    assert add.attributes["note"].value == "here" and "nothing" not in add.attributes
    assert set(add.attributes) == {"note", "fastmath"}
    add.attributes["note"] = UnitAttr.get()
    assert str(add) == "%0 = arith.addf %arg0, %arg1 {note} : f32"
    del add.attributes["note"]
    assert str(add) == "%0 = arith.addf %arg0, %arg1 : f32"
    with pytest.raises(KeyError, match="note"):
        del add.attributes["note"]
    with pytest.raises(KeyError, match="nothing"):
        add.attributes["nothing"]


def test_attribute_kinds():
    i32 = IntegerType.get_signless(32)
    for attribute, kind, text, value in [
        (IntegerAttr.get(i32, -5), IntegerAttr, "-5 : i32", -5),
        (IntegerAttr.get(IndexType.get(), 7), IntegerAttr, "7 : index", 7),
        (IntegerAttr.get(IntegerType.get_signless(1), 1), BoolAttr, "true", True),
        (BoolAttr.get(False), BoolAttr, "false", False),
        (FloatAttr.get(F32Type.get(), 0.5), FloatAttr, "5.000000e-01 : f32", 0.5),
        (StringAttr.get("a\"b"), StringAttr, '"a\\22b"', 'a"b'),
        (TypeAttr.get(i32), TypeAttr, "i32", i32),
    ]:
        assert isinstance(attribute, kind) and attribute.value == value
        assert str(attribute) == text and Attribute.parse(text) == attribute
        assert type(Attribute.parse(text)) is kind
        assert hash(Attribute.parse(text)) == hash(attribute)
    array = ArrayAttr.get([UnitAttr.get(), StringAttr.get("x")])
    assert array == Attribute.parse('[unit, "x"]') and len(array) == 2
    assert [str(element) for element in array] == ["unit", '"x"']
    assert repr(array[1]) == 'StringAttr("x")'
    assert IntegerAttr.get(i32, 1).type == i32


def test_wrong_attributes():
    with pytest.raises(ValueError, match="expected a type of floats, got vector<4xf32>"):
        FloatAttr.get(Type.parse("vector<4xf32>"), 1)
    with pytest.raises(MLIRError, match="integer constant out of range"):
        IntegerAttr.get(IntegerType.get_signless(8), 300)
    with pytest.raises(MLIRError, match="cannot parse attribute '1 : f32'"):
        IntegerAttr.get(F32Type.get(), 1)


def test_types(module):
    function = SymbolTable(module)["other"]
    signature = function.attributes["function_type"].value
    assert isinstance(signature, FunctionType) and signature.results == []
    (buffer,) = signature.inputs
    assert isinstance(buffer, ShapedType) and buffer.rank == 2
    assert buffer.shape == [ShapedType.get_dynamic_size(), 4]
    assert buffer.element_type == Type.parse("f32") and buffer.element_type.width == 32
    assert IntegerType.get_signless(8).width == 8
    assert repr(Type.parse("index")) == "IndexType(index)"
    with pytest.raises(ValueError, match="has no rank"):
        Type.parse("tensor<*xf32>").rank


def test_symbols(module):
    table = SymbolTable(module)
    assert "add" in table and "sub" not in table
    with pytest.raises(KeyError, match="no symbol 'sub' in 'builtin.module'"):
        table["sub"]


def test_create(module):
    (add, mul, end), block = inside(module)
    f32 = F32Type.get()
    with Location.file("a.py", 3, 4), InsertionPoint(mul):
        two = Operation.create(
            "arith.constant", [f32], attributes={"value": FloatAttr.get(f32, 2)}
        )
        twice = Operation.create(
            "arith.mulf", operands=[add.result, two.result], infer_type=True
        )
    mul.operands[0] = twice.result
    assert list(block) == [add, two, twice, mul, end]
    assert str(twice.location) == 'loc("a.py":3:4)'
    assert module.operation.verify()
    copy = twice.clone(InsertionPoint.at_block_terminator(block))
    other = two.clone(InsertionPoint.at_block_begin(block))
    last = other.clone(InsertionPoint.after(mul))
    assert list(block) == [other, add, two, twice, mul, last, copy, end]
    last.move_before(add)
    copy.move_after(twice)
    assert list(block) == [other, last, add, two, twice, copy, mul, end]


def test_regions(context):
    with Location.unknown():
        module = Module.create()
        with InsertionPoint(module.body):
            function = Operation.create(
                "func.func",
                attributes={
                    "sym_name": StringAttr.get("f"),
                    "function_type": TypeAttr.get(Type.parse("(index) -> ()")),
                },
                regions=1,
            )
        block = function.regions[0].blocks.append(IndexType.get())
        block.append(Operation.create("func.return"))
        assert function.verify()
        assert "func.func @f(%arg0: index)" in str(module)
        extra = block.add_argument(F32Type.get(), Location.current)
        assert extra.arg_number == 1 and extra.type == F32Type.get()
        extra.set_type(IndexType.get())
        assert block.arguments[1].type == IndexType.get()
        first = Block.create_at_start(function.regions[0])
        with InsertionPoint(first):
            jump = Operation.create(
                "cf.br", operands=[], successors=[block], loc=Location.name("jump")
            )
        assert jump.successors == [block] and len(function.regions[0].blocks) == 2
        assert str(jump.location) == 'loc("jump")'
    with pytest.raises(ValueError, match="expected 1 locations, got 0"):
        Block.create_at_start(function.regions[0], [IndexType.get()], [])


def test_parsed_operation():
    op = Operation.parse("%0 = arith.constant 1 : i32", source_name="line")
    assert op.name == "arith.constant" and op.parent is None
    assert str(op.location) == 'loc("line":1:6)'
    assert op.location == op.location and len({op.location, op.location}) == 1


def test_walk(module):
    names = []

    def visit(op):
        names.append(op.name.partition(".")[2])

    assert module.operation.walk(visit) is WalkResult.ADVANCE
    assert names == ["addf", "mulf", "return", "func", "func", "module"]
    names.clear()
    module.operation.walk(visit, WalkOrder.PRE_ORDER)
    assert names == ["module", "func", "addf", "mulf", "return", "func"]


def test_walk_stops(module):
    names = []

    def visit(op):
        names.append(op.name)
        if op.name == "func.func":
            return WalkResult.SKIP
        return WalkResult.ADVANCE

    module.operation.walk(visit, WalkOrder.PRE_ORDER)
    assert names == ["builtin.module", "func.func", "func.func"]
    names.clear()
    result = module.operation.walk(lambda op: names.append(op) or WalkResult.INTERRUPT)
    assert result is WalkResult.INTERRUPT and len(names) == 1
    root = module.operation
    assert root.walk(lambda op: WalkResult.INTERRUPT, WalkOrder.PRE_ORDER) is result
    with pytest.raises(ZeroDivisionError):
        root.walk(lambda op: 1 / 0)


def test_walk_may_erase(module):
    """The callback may erase its operation and the next one."""

    def visit(op):
        if op.name == "arith.addf":
            (_, mul, end), block = inside(module)
            end.operands[0] = block.arguments[0]
            mul.erase()
            op.erase()

    module.operation.walk(visit)
    assert "arith" not in str(module)
    module.operation.walk(
        lambda op: op.erase() if op.name == "func.func" else None, WalkOrder.PRE_ORDER
    )
    assert str(module) == "module {\n}\n"


def test_current():
    with Context() as inner:
        assert Context.current is inner
        location = Location.unknown()
        assert location.context is inner
        with location:
            assert Location.current is location
            assert InsertionPoint.current is None
            with InsertionPoint(Module.create().body) as point:
                assert InsertionPoint.current is point
                assert Location.current is location
            with Context():
                with pytest.raises(RuntimeError, match="expected a location"):
                    Module.create()
    assert Context.current is not inner


def test_no_context(monkeypatch):
    from tvm_mlir.ir import _current

    monkeypatch.setattr(_current, "_stack", _current._Stack())
    with pytest.raises(RuntimeError, match="expected a context"):
        Module.parse(TEXT)
    with pytest.raises(RuntimeError, match="expected a location"):
        Module.create()
    context = Context()
    assert str(Module.parse(TEXT, context)) == TEXT
