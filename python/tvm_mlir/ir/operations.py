# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Operations, the elements of IR."""

from __future__ import annotations

import enum
from typing import Any, Callable, Mapping, Protocol, Sequence

from .._checks import as_integer
from . import _current
from ._abi import NamedAttribute, OperationState, mlir, pointers, printed, string
from .attributes import Attribute
from .blocks import Block, Region
from .contexts import Context
from .diagnostics import MLIRError
from .handles import Handle, Tree
from .insertion import InsertionPoint
from .locations import Location
from .maps import OpAttributeMap, OpOperandList
from .types import Type
from .values import OpResult, Value


class WalkResult(enum.Enum):
    ADVANCE = 0
    INTERRUPT = 1
    SKIP = 2


class WalkOrder(enum.Enum):
    PRE_ORDER = 0
    POST_ORDER = 1


class OperationLike(Protocol):
    """An operation, or an object that has one."""

    @property
    def operation(self) -> Operation: ...


class Operation(Handle):
    """An operation of any dialect, with its regions."""

    _kind = "operation"

    @staticmethod
    def create(
        name: str,
        results: Sequence[Type] = (),
        operands: Sequence[Value] = (),
        attributes: Mapping[str, Attribute] | None = None,
        successors: Sequence[Block] = (),
        regions: int = 0,
        loc: Location | None = None,
        ip: InsertionPoint | None = None,
        infer_type: bool = False,
    ) -> Operation:
        """A new operation at `ip`, or at the insertion point of a surrounding `with`;
        otherwise it has no parent, and lives as long as it is referred to.

        Args:
          regions: number of regions, which have no blocks.
          infer_type: whether the operation infers the types of its results. As in
            C++, it may rely on the presence of its operands and attributes.
        """
        loc = _current.location(loc)
        context = loc.context
        num_regions = as_integer("number of regions", regions, least=0)
        attributes = dict(attributes or {})
        context._require(Type, results)
        context._require(Value, operands)
        context._require(Attribute, attributes.values())
        context._require(Block, successors)
        if not (
            context.allow_unregistered_dialects or context.is_registered_operation(name)
        ):
            raise ValueError(f"unknown operation '{name}'")
        ip = ip or _current.insertion_point()
        _check_successors(name, successors, ip.block if ip else None)
        name_view = string(name)  # which `state` refers to
        state = mlir().OperationStateGet(name_view, loc._ptr)
        _add(state, "Results", results)
        _add(state, "Operands", operands)
        _add(state, "Successors", successors)
        _add_attributes(state, context, attributes)
        if num_regions:
            found = pointers(mlir().RegionCreate() for _ in range(num_regions))
            mlir().OperationStateAddOwnedRegions(state, num_regions, found)
        if infer_type:
            mlir().OperationStateEnableResultTypeInference(state)
        ptr = context._checked(
            f"cannot create '{name}'", lambda: mlir().OperationCreate(state)
        )
        return _inserted(ptr, context, ip)

    @staticmethod
    def parse(
        source: str, *, source_name: str = "-", context: Context | None = None
    ) -> Operation:
        """One operation, without parent."""
        found = _current.context(context)
        ptr = found._checked(
            "cannot parse operation",
            lambda: mlir().OperationCreateParse(
                found._ptr, string(source), string(source_name)
            ),
        )
        return Operation._of(ptr, Tree(found, ptr))

    @property
    def operation(self) -> Operation:
        return self

    @property
    def name(self) -> str:
        return str(mlir().IdentifierStr(mlir().OperationGetName(self._ptr)).text)

    @property
    def location(self) -> Location:
        return Location(mlir().OperationGetLocation(self._ptr), self.context)

    @property
    def attributes(self) -> OpAttributeMap:
        return OpAttributeMap(self)

    @property
    def operands(self) -> OpOperandList:
        return OpOperandList(self)

    @property
    def results(self) -> list[OpResult]:
        size = mlir().OperationGetNumResults(self._ptr)
        return [OpResult(self, number) for number in range(size)]

    @property
    def result(self) -> OpResult:
        """The only result."""
        results = self.results
        if len(results) != 1:
            raise ValueError(f"'{self.name}' has {len(results)} results, not 1")
        return results[0]

    @property
    def regions(self) -> list[Region]:
        size = mlir().OperationGetNumRegions(self._ptr)
        return [Region(self, number) for number in range(size)]

    @property
    def successors(self) -> list[Block]:
        size = mlir().OperationGetNumSuccessors(self._ptr)
        found = (mlir().OperationGetSuccessor(self._ptr, i) for i in range(size))
        return [Block._of(ptr, self._tree) for ptr in found]

    def _parent_ptr(self) -> int | None:
        found: int | None = mlir().OperationGetParentOperation(self._ptr)
        return found

    @property
    def parent(self) -> Operation | None:
        ptr = self._parent_ptr()
        return Operation._of(ptr, self._tree) if ptr else None

    @property
    def block(self) -> Block | None:
        """The block that contains the operation."""
        ptr = mlir().OperationGetBlock(self._ptr)
        return Block._of(ptr, self._tree) if ptr else None

    def walk(
        self,
        callback: Callable[[Operation], WalkResult | None],
        walk_order: WalkOrder = WalkOrder.POST_ORDER,
    ) -> WalkResult:
        """Calls `callback` with all nested operations, and with the operation itself.
        The callback may change and erase operations; added operations are not visited,
        nor are operations that are erased before their turn."""
        if walk_order is WalkOrder.PRE_ORDER:
            result = callback(self) or WalkResult.ADVANCE
            if result is WalkResult.SKIP:
                return WalkResult.ADVANCE
            if result is WalkResult.INTERRUPT or not self._is_valid:
                return result
        inside = [op for region in self.regions for b in region for op in b.operations]
        for op in inside:
            if op._is_valid and op.walk(callback, walk_order) is WalkResult.INTERRUPT:
                return WalkResult.INTERRUPT
        if walk_order is WalkOrder.POST_ORDER and self._is_valid:
            return callback(self) or WalkResult.ADVANCE
        return WalkResult.ADVANCE

    def clone(self, ip: InsertionPoint | None = None) -> Operation:
        """A copy with all nested operations, at `ip` like create()."""
        ip = ip or _current.insertion_point()
        _check_successors(self.name, self.successors, ip.block if ip else None)
        self._check_operands()
        ptr = mlir().OperationClone(self._ptr)
        return _inserted(ptr, self.context, ip)

    def erase(self) -> None:
        """Erases the operation with all nested ones; its values must have no other
        uses."""
        self._check_may_go()
        if mlir().operation_has_uses_outside(self._ptr):
            raise RuntimeError(f"'{self.name}' cannot be erased: a value of it is used")
        rewriter = self.context._rewriter_of(self)
        if rewriter is not None:
            mlir().RewriterBaseEraseOp(rewriter._ptr, self._forget())
            return
        if not self._parent_ptr():
            self._tree.release()
        mlir().operation_destroy(self._forget())

    def _check_may_go(self) -> None:
        if any(self.context._busy_inside(self._ptr)):
            raise RuntimeError(
                f"'{self.name}' has to stay: a pass or pattern runs on it"
            )

    def _forget(self) -> int:
        """Invalidates the handles of the operation and of all nested ones before its
        erasure."""
        ptr = self._ptr
        self.context._invalidate_inside(ptr)
        self._invalidate()
        return ptr

    def detach_from_parent(self) -> Operation:
        """Removes the operation from its block; it lives as long as it is referred to.
        """
        if not self._parent_ptr():
            raise ValueError(f"'{self.name}' has no parent")
        _check_successors(self.name, self.successors, None)
        self._check_may_go()
        if self.context._rewriter_of(self) is not None:
            raise RuntimeError(f"'{self.name}' has to stay where patterns run")
        mlir().OperationRemoveFromParent(self._ptr)
        self._move_to(Tree(self.context, self._ptr))
        return self

    def move_before(self, other: Operation) -> None:
        if not self._parent_ptr():
            InsertionPoint(other).insert(self)
        else:
            self._move(other, mlir().OperationMoveBefore)

    def move_after(self, other: Operation) -> None:
        if not self._parent_ptr():
            InsertionPoint.after(other).insert(self)
        else:
            self._move(other, mlir().OperationMoveAfter)

    def _move(self, other: Operation, move: Callable[[int, int], None]) -> None:
        if other is not self:
            self._check_can_enter(other.block)
            move(self._ptr, other._ptr)
            self._move_to(other._tree)

    def _check_can_enter(self, block: Block | None) -> None:
        if block is None:
            raise ValueError("expected an operation in a block")
        self.context._require(Block, [block])
        self._check_may_go()
        rewriter = self.context._rewriter_of(self)
        if rewriter is not None and not block._is_inside(rewriter._root):
            raise RuntimeError(f"'{self.name}' has to stay where patterns run")
        if block._is_inside(self._ptr):
            raise ValueError(f"'{self.name}' cannot be put into itself")
        _check_successors(self.name, self.successors, block)

    def _attach(self, block: Block, insert: Callable[[int], None]) -> None:
        """Passes the operation to `insert`, which inserts it into `block`."""
        self._check_can_enter(block)
        if self._parent_ptr():
            raise ValueError(f"'{self.name}' has a parent already")
        insert(self._ptr)
        self._tree.release()
        self._move_to(block._tree)

    def _move_to(self, tree: Tree) -> None:
        for handle in list(self.context._inside(self._ptr)):
            handle._tree = tree
        self._tree = tree

    def verify(self) -> bool:
        """Returns True, or raises the errors of the operation."""
        self._check_links()
        self.context._checked(
            f"'{self.name}' is not valid", lambda: mlir().OperationVerify(self._ptr)
        )
        return True

    def _check_operands(self) -> None:
        """Checks operands: MLIR can neither copy nor print operations without them."""
        if mlir().operation_has_null_operands(self._ptr):
            raise MLIRError(f"an operand in '{self.name}' is gone")

    def _check_links(self) -> None:
        """Checks that operands are defined in blocks, as MLIR's verifier assumes. Its
        messages may show any surrounding operation."""
        self._check_operands()
        if mlir().operation_has_unlinked_operands(self._outermost_ptr()):
            raise MLIRError(
                f"an operand around '{self.name}' is of an operation without parent"
            )

    def _outermost_ptr(self) -> int:
        op, parent = self._ptr, self._parent_ptr()
        while parent:
            op, parent = parent, mlir().OperationGetParentOperation(parent)
        return op

    def get_asm(
        self,
        *,
        enable_debug_info: bool = False,
        print_generic_op_form: bool = False,
        use_local_scope: bool = False,
    ) -> str:
        self._check_operands()
        flags = mlir().OpPrintingFlagsCreate()
        try:
            if enable_debug_info:
                mlir().OpPrintingFlagsEnableDebugInfo(flags, True, False)
            if print_generic_op_form:
                mlir().OpPrintingFlagsPrintGenericOpForm(flags)
            if use_local_scope:
                mlir().OpPrintingFlagsUseLocalScope(flags)
            self._avoid_verifier(flags)
            return printed(mlir().OperationPrintWithFlags, self._ptr, flags)
        finally:
            mlir().OpPrintingFlagsDestroy(flags)

    def _avoid_verifier(self, flags: int) -> None:
        """Printing runs the verifier on all surrounding IR unless told otherwise."""
        outermost = self._outermost_ptr()
        if mlir().operation_has_unlinked_operands(outermost):
            mlir().OpPrintingFlagsAssumeVerified(flags)
            mlir().OpPrintingFlagsPrintGenericOpForm(flags)
        if mlir().operation_has_null_operands(outermost):
            mlir().OpPrintingFlagsUseLocalScope(flags)

    def __str__(self) -> str:
        return self.get_asm()

    def __repr__(self) -> str:
        return f"<Operation {self.name!r}>" if self._is_valid else "<Operation, gone>"


def _check_successors(
    name: str, successors: Sequence[Block], block: Block | None
) -> None:
    """Checks that blocks are used in their region only, with which they are erased."""
    region = mlir().BlockGetParentRegion(block._ptr) if block else None
    for successor in successors:
        if mlir().BlockGetParentRegion(successor._ptr) != region:
            raise ValueError(f"'{name}' has to be in the region of its successors")


def _inserted(ptr: int, context: Context, ip: InsertionPoint | None) -> Operation:
    """Inserts a new operation at its place."""
    op = Operation._of(ptr, Tree(context, ptr))
    if ip is not None:
        ip.insert(op)
    return op


def _add(state: OperationState, what: str, given: Sequence[Any]) -> None:
    elements = pointers(each._ptr for each in given)
    getattr(mlir(), "OperationStateAdd" + what)(state, len(elements), elements)


def _add_attributes(
    state: OperationState, context: Context, attributes: Mapping[str, Attribute]
) -> None:
    named = [
        NamedAttribute(mlir().IdentifierGet(context._ptr, string(name)), attribute._ptr)
        for name, attribute in attributes.items()
    ]
    array = (NamedAttribute * len(named))(*named)
    mlir().OperationStateAddAttributes(state, len(named), array)
