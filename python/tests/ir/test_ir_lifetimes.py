# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tvm_mlir.ir: uses of erased objects raise, and referenced objects stay."""

import gc
import weakref

import pytest

from tvm_mlir.ir import (
    Context,
    InsertionPoint,
    Location,
    MLIRError,
    Module,
    Operation,
    PassManager,
    SymbolTable,
)

TEXT = """module {
  func.func @f(%arg0: i32) -> i32 {
    %0 = arith.addi %arg0, %arg0 : i32
    %1 = arith.muli %0, %0 : i32
    return %1 : i32
  }
}
"""


@pytest.fixture
def module():
    return Module.parse(TEXT, Context())


def inside(module):
    return SymbolTable(module)["f"].regions[0].blocks[0].operations


GONE = "is gone: it was erased, or a pass or pattern ran on what it was in"


def test_one_handle_of_each(module):
    add, mul, _ = inside(module)
    assert inside(module)[0] is add and mul.operands[0].owner is add
    assert add.block is mul.block and add.parent is mul.parent


def test_everything_keeps_the_context():
    def value():
        return inside(Module.parse(TEXT, Context()))[0].result

    add = value()
    gc.collect()
    assert "arith.addi" in str(add) and add.owner.parent.name == "func.func"
    context = weakref.ref(add.context)
    del add
    gc.collect()
    assert context() is None


def test_cycles_of_garbage():
    """The order in which garbage is collected does not matter."""
    for _ in range(3):
        module = Module.parse(TEXT, Context())
        add, mul, _ = inside(module)
        taken = [module, module.context, add.clone(), mul.block]
        taken.append(taken)
        del module, add, mul, taken, _
        gc.collect()


def test_erase(module):
    add, mul, end = inside(module)
    block, result = mul.block, mul.result
    end.operands[0] = block.arguments[0]
    mul.erase()
    for look in [
        lambda: mul.name,
        lambda: str(mul),
        lambda: mul.erase(),
        lambda: result.type,
        lambda: mul.attributes["x"],
        lambda: InsertionPoint(mul),
        lambda: add.move_before(mul),
        lambda: Operation.create("func.return", [], [result], loc=end.location),
    ]:
        with pytest.raises(RuntimeError, match="this operation " + GONE):
            look()
    assert repr(mul) == "<Operation, gone>"
    assert block.operations == [add, end]


def test_erase_with_all_inside(module):
    add, mul, end = inside(module)
    function, block = add.parent, add.block
    argument = block.arguments[0]
    function.erase()
    for op in [add, mul, end, function]:
        with pytest.raises(RuntimeError, match="this operation " + GONE):
            op.name
    with pytest.raises(RuntimeError, match="this block " + GONE):
        argument.type
    assert str(module) == "module {\n}\n"


def test_erase_module(module):
    operation = module.operation
    operation.erase()
    with pytest.raises(RuntimeError, match=GONE):
        str(module)


def test_used_values_stay(module):
    add, *_ = inside(module)
    with pytest.raises(RuntimeError, match="'arith.addi' cannot be erased: a value of"):
        add.erase()
    assert str(module) == TEXT


def test_insertion_point_moved(module):
    add, mul, end = inside(module)
    point = InsertionPoint(mul)
    copy = end.clone()
    mul.detach_from_parent()
    with pytest.raises(RuntimeError, match="the insertion point has moved"):
        point.insert(copy)


def test_without_parent(module):
    add, *_ = inside(module)
    function = add.parent.detach_from_parent()
    assert str(module) == "module {\n}\n" and function.parent is None
    context = module.context
    del module
    gc.collect()
    assert add.parent is function and "func.func" in str(function)
    other = Module.create(Location.unknown(context))
    other.body.append(function)
    del function
    gc.collect()
    assert add.parent.parent is other.operation and str(other) == TEXT
    del other
    gc.collect()
    assert str(add.parent.parent) == TEXT  # `add` keeps it


def test_move_into_another_module(module):
    add, *_ = inside(module)
    other = Module.parse(TEXT.replace("@f", "@g"), module.context)
    (g,) = other.body.operations
    add.parent.move_before(g)
    del module
    gc.collect()
    assert [op.name for op in other.body] == ["func.func"] * 2
    assert add.parent.parent is other.operation
    del other, g
    gc.collect()
    assert "@g" in str(add.parent.parent)


def test_module_in_a_module(module):
    outer = Module.create(Location.unknown(module.context))
    outer.body.append(module.operation)
    del outer
    gc.collect()
    assert module.operation.parent.name == "builtin.module"
    assert str(module) + "\n" == TEXT


def test_clone_is_freed(module):
    add, *_ = inside(module)
    copy = add.parent.clone()
    with InsertionPoint(module.body):
        second = add.parent.clone()
    first = copy.regions[0].blocks[0].operations[0]
    del copy
    gc.collect()
    assert first.parent.name == "func.func"
    assert second.parent is module.operation
    owned = set(module.context._owned)
    del first
    gc.collect()
    assert len(owned) == 2 and len(module.context._owned) == 1


def test_value_of_what_was_never_inserted(module):
    add, mul, _ = inside(module)
    lost = add.clone()
    mul.operands[0] = lost.result
    assert mul.operands[0].owner is lost and lost.result.uses[0].owner is mul
    del lost
    gc.collect()
    with pytest.raises(RuntimeError, match="operand 0 of 'arith.muli' is gone"):
        mul.operands[0]
    for look in [
        module.operation.verify,
        module.operation.clone,
        lambda: str(module),
        lambda: str(mul.result),
        lambda: PassManager("builtin.module", module.context).run(module),
    ]:
        with pytest.raises(MLIRError, match="an operand in '.*' is gone"):
            look()
    assert '"arith.addi"(' in str(add)
    with pytest.raises(MLIRError, match="an operand in 'func.func' is gone"):
        str(mul.block)
    mul.operands[0] = add.result
    assert str(module) == TEXT


def test_value_of_what_is_not_inserted_yet(module):
    add, mul, _ = inside(module)
    two = add.clone()
    three = Operation.create("arith.addi", [], [two.result] * 2, loc=add.location)
    assert "arith.addi" in str(three) and two.verify()
    mul.operands[0] = two.result
    assert "<<UNKNOWN SSA VALUE>>" in str(mul)
    with pytest.raises(MLIRError, match="around 'builtin.module' is of an operation"):
        module.operation.verify()


def test_abandoned_in_a_pass(module):
    """An abandoned operation is freed after the pass, which fails."""

    def abandon(op, pass_):
        _, mul, _ = inside(module)
        mul.operands[0] = mul.clone().result
        gc.collect()
        assert mul.operands[0].owner.name == "arith.muli"

    manager = PassManager("builtin.module", module.context)
    manager.add(abandon)
    with pytest.raises(MLIRError, match="around 'builtin.module' is of an operation"):
        manager.run(module)
    assert len(module.context._owned) == 1 and module.context._abandoned == []
    with pytest.raises(MLIRError, match="an operand in 'builtin.module' is gone"):
        module.operation.verify()


def test_clones_outlive_passes(module):
    """A clone does not refer to the values of its original."""
    add, mul, _ = inside(module)
    copy, whole = mul.clone(), add.parent.clone()
    PassManager.parse("builtin.module(canonicalize)", module.context).run(module)
    assert whole.verify() and copy.name == "arith.muli"
    with pytest.raises(RuntimeError, match="operand 0 of 'arith.muli' is gone"):
        copy.operands[0]


def test_detached_again(module):
    """A previous reference to an object does not free it later."""
    add, *_ = inside(module)
    function = add.parent
    for _ in range(3):
        kept = function.detach_from_parent()._tree
        module.body.append(function)
        function.detach_from_parent()
        del kept
        gc.collect()
        module.body.append(function)
    assert str(module) == TEXT


def test_successors(module):
    """Blocks are used in their own region only."""
    function = inside(module)[0].parent
    region = function.regions[0]
    (first,) = region.blocks
    last = region.blocks.append()
    location = function.location
    jump = Operation.create(
        "cf.br", successors=[last], loc=location, ip=InsertionPoint(last)
    )
    for misplace in [
        jump.clone,
        jump.detach_from_parent,
        lambda: jump.clone(InsertionPoint(module.body)),
        lambda: jump.move_after(function),
        lambda: Operation.create("cf.br", successors=[last], loc=location),
    ]:
        with pytest.raises(ValueError, match="'cf.br' has to be in the region of its s"):
            misplace()
    jump.move_after(first.operations[0])
    assert jump.block is first and jump.successors == [last]


def test_value_of_another_tree(module):
    """A use of a value does not keep its owner alive; a query of the owner does."""
    add, mul, _ = inside(module)
    function = add.parent.clone()
    mul.operands[0] = function.regions[0].blocks[0].operations[0].result
    owner = mul.operands[0].owner
    argument = owner.operands[0]
    del function
    gc.collect()
    assert owner.parent.name == "func.func" and argument.owner.owner is owner.parent


def test_passes_change_everything_inside(module):
    add, mul, end = inside(module)
    root, function, block = module.operation, add.parent, add.block
    result, region = mul.result, function.regions[0]
    PassManager.parse("builtin.module(canonicalize)", module.context).run(module)
    for look in [
        lambda: add.name,
        lambda: function.name,
        lambda: result.uses,
        lambda: region.blocks,
        lambda: region == region,
    ]:
        with pytest.raises(RuntimeError, match="this operation " + GONE):
            look()
    with pytest.raises(RuntimeError, match="this block " + GONE):
        block.operations
    assert module.operation is root and root.name == "builtin.module"
    assert [op.name for op in inside(module)] == [
        "arith.addi",
        "arith.muli",
        "func.return",
    ]


def test_passes_on_a_part(module):
    """Surrounding operations do not change."""
    add, *_ = inside(module)
    function = add.parent
    PassManager.parse("func.func(canonicalize)", module.context).run(function)
    assert function.parent is module.operation
    with pytest.raises(RuntimeError, match=GONE):
        add.name


def test_contexts_of_threads():
    import threading

    failures = []

    def work():
        try:
            for _ in range(5):
                with Context():
                    module = Module.parse(TEXT)
                    PassManager.parse("builtin.module(canonicalize)").run(module)
                    assert str(module) == TEXT
        except BaseException as exception:
            failures.append(exception)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
