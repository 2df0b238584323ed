# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The computation of one operation: its loops and its place."""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Iterator,
    NamedTuple,
    NoReturn,
    Sequence,
)

from .._absent import absent
from . import _absent
from ._checks import as_integer, as_symbol
from ._locations import Location, caller
from ._text import quoted, symbol_name
from .expressions import ExprLike, IterVar
from .externs import ExternOp
from .intrinsics import TensorIntrin
from .marks import Mark
from .recurrences import ScanOp
from .scan_stages import find_steps, of_steps
from .scripts import Script, Step
from .tensors import Operation, Tensor
from .threads import ThreadAxis, ThreadIndex

if TYPE_CHECKING:
    from .schedules import Schedule


class Domain(NamedTuple):
    """The iteration domain of a stage."""

    name: str
    axis: tuple[IterVar, ...]
    reduce_axis: tuple[IterVar, ...]
    input_tensors: tuple[Tensor, ...]


class Stage:
    """The computation of one operation."""

    def __init__(
        self,
        schedule: Schedule,
        name: str,
        origin: Operation,
        axis: Sequence[IterVar],
        reduce_axis: Sequence[IterVar],
        reads: Sequence[Tensor],
    ) -> None:
        self._schedule = schedule
        self.name = name
        self.origin = origin
        self.axis = tuple(axis)
        self.reduce_axis = tuple(reduce_axis)
        self.reads = list(reads)
        """Read tensors in the order of first uses; a state of a scan once per step."""
        self.leaf_iter_vars = [*axis, *reduce_axis]
        """The loops, the outermost first."""
        self.steps: list[Step] = []
        self.scope: Step | None = None
        self.inlining: Step | None = None
        self.attachment: tuple[Step, Stage, IterVar] | None = None
        self.tensorization: Step | None = None
        self.buffering: Step | None = None
        self.runs_ahead = False
        """Whether `buffering` has the next iteration's buffer filled already."""
        self.is_bound = False
        """Whether loops are bound to axes of a GPU."""
        self.step_axis: IterVar | None = None
        """In a scan, the loop over steps, which all stages of a step share."""
        self.scan: ScanOp | None = None
        """The scan in whose steps the stage is computed."""
        self.has_other_axes = False
        """Whether rfactor found other loops than the axes, or in another order."""
        self.marks: list[Mark] = []
        """The kinds of loops, which the script sets when loops have their places."""
        self.unrolled: list[Mark] = []
        """Loops that are unrolled as far as they are small, after all other steps."""
        self.scope_name = ""

    @property
    def origin_op(self) -> Operation:
        """The operation for which the stage was created."""
        return self.origin

    @property
    def op(self) -> Domain:
        reads = tuple(dict.fromkeys(self.reads))
        return Domain(self.name, self.axis, self.reduce_axis, reads)

    def __getattr__(self, name: str) -> NoReturn:
        raise absent("a stage", name, _absent.STAGE)

    def __repr__(self) -> str:
        return f"Stage('{self.name}', {self.leaf_iter_vars})"

    # --- loops ----------------------------------------------------------------

    @of_steps
    def split(
        self,
        parent: IterVar,
        factor: int | None = None,
        nparts: int | None = None,
        disable_predication: bool = False,
    ) -> tuple[IterVar, IterVar]:
        """Splits a loop in two: `factor` iterations of the inner loop, or `nparts` of
        the outer one. Returns (outer, inner). If they do not divide the loop, a
        predicate remains, so `disable_predication` must be False."""
        if disable_predication:
            raise ValueError(
                "expected disable_predication=False: a predicate goes only where it "
                "always holds, and does so by itself"
            )
        position = self._unmarked_position(parent)
        if (factor is None) == (nparts is None):
            raise TypeError("expected either factor or nparts")
        what, given = ("factor", factor) if nparts is None else ("nparts", nparts)
        size = as_integer(what, given, 1)
        rest = (parent.extent + (size - 1)) // size
        counts: tuple[ExprLike, ExprLike] = (rest, size)
        factors = f"[0, {size}]"
        if nparts is not None:
            counts, factors = (size, rest), f"[{size}, 0]"
        outer = IterVar(f"{parent.name}.outer", 0, counts[0], parent.is_reduction)
        inner = IterVar(f"{parent.name}.inner", 0, counts[1], parent.is_reduction)

        def write(script: Script) -> None:
            loop = script.loop(self, parent)
            self._define(script, [outer, inner], f"schedule.split {loop} by {factors}")

        self.leaf_iter_vars[position : position + 1] = [outer, inner]
        self._record(write)
        return outer, inner

    @of_steps
    def fuse(self, *axes: IterVar) -> IterVar:
        """Fuses nested loops, which are given from the outer one on."""
        if len(axes) < 2:
            raise TypeError(f"expected at least two loops to fuse, got {len(axes)}")
        fused = axes[0]
        for inner in axes[1:]:
            fused = self._fuse(fused, inner)
        return fused

    def _fuse(self, outer: IterVar, inner: IterVar) -> IterVar:
        position = self._unmarked_position(outer)
        if self._unmarked_position(inner) != position + 1:
            raise ValueError(
                f"expected '{inner.name}' directly inside of '{outer.name}': the loops "
                f"of '{self.name}' are {self._describe_loops()}"
            )
        fused = IterVar(
            f"{outer.name}.{inner.name}.fused",
            0,
            outer.extent * inner.extent,
            outer.is_reduction,
        )

        def write(script: Script) -> None:
            loops = [script.loop(self, axis) for axis in (outer, inner)]
            self._define(script, [fused], f"schedule.fuse {', '.join(loops)}")

        self.leaf_iter_vars[position : position + 2] = [fused]
        self._record(write)
        return fused

    @of_steps
    def reorder(self, *axes: IterVar) -> None:
        """Permutes the loops to this order. Other loops stay in their places."""
        positions = sorted(self._position(axis) for axis in axes)
        if len(set(positions)) != len(axes):
            raise ValueError(f"expected distinct loops, got {list(axes)}")
        if len(axes) < 2:
            return
        for position, axis in zip(positions, axes):
            self.leaf_iter_vars[position] = axis
        nest = self.leaf_iter_vars[positions[0] : positions[-1] + 1]

        def write(script: Script) -> None:
            loops = [script.loop(self, axis) for axis in nest]
            script.line(f"schedule.reorder {', '.join(loops)}")

        self._record(write)

    @of_steps
    def tile(
        self, x_parent: IterVar, y_parent: IterVar, x_factor: int, y_factor: int
    ) -> tuple[IterVar, IterVar, IterVar, IterVar]:
        """Splits two loops and moves the tiles inside. Returns the loops over tiles and
        inside of a tile: (x_outer, y_outer, x_inner, y_inner)."""
        x_outer, x_inner = self.split(x_parent, factor=x_factor)
        y_outer, y_inner = self.split(y_parent, factor=y_factor)
        self.reorder(x_outer, y_outer, x_inner, y_inner)
        return x_outer, y_outer, x_inner, y_inner

    @of_steps
    def vectorize(self, var: IterVar) -> None:
        """Runs iterations as lanes of vectors."""
        self._mark("vectorize", var)

    @of_steps
    def unroll(self, var: IterVar) -> None:
        """Repeats the body for each iteration."""
        self._mark("unroll", var)

    @of_steps
    def parallel(self, var: IterVar) -> None:
        """Runs iterations on threads."""
        self._mark("parallel", var)

    @of_steps
    def pragma(self, var: IterVar, pragma_type: str, pragma_value: Any = None) -> None:
        """"auto_unroll_max_step": repeats the bodies of the loop, and of loops in it,
        if their contents then run at most that often. "unroll_explicit" has no effect,
        since bodies are always repeated. For others, the error names the alternative.
        """
        self._position(var)
        as_symbol("a pragma", pragma_type)
        if pragma_type == "auto_unroll_max_step":
            steps = as_integer(pragma_type, pragma_value, 0)
            if steps:
                self.unrolled.append(Mark(caller(), var, "unroll", f" max_step {steps}"))
        elif pragma_type != "unroll_explicit":
            instead = next(
                (use for part, use in _absent.PRAGMAS.items() if part in pragma_type), ""
            )
            hint = f": use {instead} instead" if instead else ""
            raise ValueError(f"there is no pragma '{pragma_type}'{hint}")

    @of_steps
    def bind(self, ivar: IterVar, thread_ivar: ThreadAxis) -> None:
        """Runs iterations on an axis of a GPU, or "vthread": interleaved on one thread.
        In a reduction, the loops that initialise it are bound as well."""
        if not isinstance(thread_ivar, ThreadAxis):
            raise TypeError(f"expected a te.thread_axis, got {thread_ivar!r}")
        if thread_ivar.is_virtual:
            self._mark("virtual_thread", ivar, thread_ivar.text())
            return
        self.is_bound = True
        self._mark("bind", ivar, thread_ivar.text())

    def set_store_predicate(self, predicate: ThreadIndex) -> None:
        """Lets one thread of a reduction store its result, as
        `te.thread_axis("threadIdx.x").var.equal(0)` requests; this is always so."""
        if not isinstance(predicate, ThreadIndex):
            raise TypeError(
                f"expected thread.var.equal(0) of a te.thread_axis, got {predicate!r}: "
                "te.if_then_else chooses what is stored"
            )
        text = predicate.axis.text()
        bound = [mark.axis for mark in self.marks if mark.how == text]
        if predicate.index or not any(axis.is_reduction for axis in bound):
            raise ValueError(
                f"expected thread 0 of an axis that a reduction loop of '{self.name}' "
                f"is bound to, got {predicate.index} of '{predicate.axis.tag}'"
            )

    def tensorize(self, var: IterVar, tensor_intrin: TensorIntrin) -> None:
        """Computes the loops from `var` on by an instruction."""
        position = self._position(var)
        if not isinstance(tensor_intrin, TensorIntrin):
            raise TypeError(f"expected a te.decl_tensor_intrin, got {tensor_intrin!r}")
        symbol = symbol_name(self._schedule.symbol_of(tensor_intrin))

        def write(script: Script) -> None:
            text = f"schedule.tensorize {script.loop(self, var)} with {symbol}"
            script.set_stage(self, script.define(self.name, text))

        del self.leaf_iter_vars[position:]
        self.tensorization = Step(caller(), write)

    # --- places ---------------------------------------------------------------

    def compute_at(self, parent: Stage, scope: IterVar) -> None:
        """Computes the stage in a loop of `parent`, as far as that loop needs it.
        Stages of a step of a scan always share the loop over steps."""
        if not isinstance(parent, Stage):
            raise TypeError(f"expected a stage, got {parent!r}")
        if parent._schedule is not self._schedule:
            raise ValueError(f"'{parent.name}' is a stage of another schedule")
        if isinstance(parent.origin, ScanOp) and scope is parent.origin.scan_axis:
            parent, scope = find_steps(self, parent.origin)
        parent._position(scope)
        stages = self._schedule.stages
        if stages.index(parent) <= stages.index(self):
            raise ValueError(f"'{parent.name}' does not need '{self.name}'")
        self._place()
        if self.has_other_axes:
            raise ValueError(
                f"expected the axes of '{self.name}' as loops, in their order: "
                "change those that are no reduction's behind rfactor"
            )
        if self.scan and self.scan is parent.scan and scope is parent.step_axis:
            return

        def write(script: Script) -> None:
            loop = script.loop(parent, scope)
            text = f"schedule.compute_at {script.stage(self)}, {loop}"
            script.set_stage(self, script.define(self.name, text))
            own = [*self.axis, *self.reduce_axis]
            own = [axis for axis in own if axis is not self.step_axis]
            handles = script.query_loops(self, parent.loops_around(scope), own)
            if self.step_axis is not None:
                script.set_loop(self.step_axis, handles[0])

        self.attachment = (Step(caller(), write), parent, scope)

    def compute_inline(self) -> None:
        """Computes each element where it is read."""
        self._place()
        if self.origin in self._schedule.outputs:
            raise ValueError(
                f"'{self.name}' is a result: expected a stage that only others read"
            )
        if self.is_scheduled:
            raise ValueError(f"expected no other steps of '{self.name}'")

        def write(script: Script) -> None:
            script.line(f"schedule.compute_inline {script.stage(self)}")

        self.inlining = Step(caller(), write)

    def compute_root(self) -> None:
        """Computes the stage in loops of its own, as without compute_at or
        compute_inline."""
        self._check_block()
        self.attachment = self.inlining = None

    def double_buffer(self) -> None:
        """Computes the elements of the next iteration during this one, in the loop that
        compute_at names."""
        self._check_nest()

        def write(script: Script) -> None:
            script.line(f"schedule.double_buffer {script.stage(self)}")

        self.buffering, self.runs_ahead = Step(caller(), write), True

    def rolling_buffer(self) -> None:
        """Keeps elements that the next iteration uses again, in the loop that
        compute_at names."""
        self._check_nest()

        def write(script: Script) -> None:
            script.line(f"schedule.rolling_buffer {script.stage(self)}")

        self.buffering, self.runs_ahead = Step(caller(), write), False

    @of_steps
    def prefetch(self, tensor: Tensor, var: IterVar, offset: int) -> None:
        """Prefetches the elements of `tensor` that the iteration `offset` later reads."""
        self._position(var)
        distance = as_integer("offset", offset, 1)
        if tensor not in self.reads:
            name = tensor.name if isinstance(tensor, Tensor) else repr(tensor)
            raise ValueError(f"'{self.name}' does not read '{name}'")
        index = self.reads.index(tensor)

        def write(script: Script) -> None:
            loop = script.loop(self, var)
            text = f"schedule.prefetch {script.stage(self)}, {index} at {loop}"
            script.define(f"{tensor.name}.prefetch", f"{text} ahead {distance}")

        self._record(write)

    def set_scope(self, scope: str) -> None:
        """Sets the storage scope of the result: "global", "shared", "local" …"""
        self._check_nest()
        self.scope_name = as_symbol("a scope", scope)

        def write(script: Script) -> None:
            script.line(f"schedule.set_scope {script.stage(self)} to {quoted(scope)}")

        self.scope = Step(caller(), write)

    def storage_align(self, axis: IterVar, factor: int, offset: int) -> None:
        """Pads the result: the stride of a dimension is `offset` modulo `factor`."""
        self._check_nest()
        position = next((i for i, own in enumerate(self.axis) if own is axis), None)
        if position is None:
            raise ValueError(f"expected an axis of '{self.name}', got {_name_of(axis)}")
        factor = as_integer("factor", factor)
        offset = as_integer("offset", offset)

        def write(script: Script) -> None:
            script.line(
                f"schedule.storage_align {script.stage(self)} axis {position} "
                f"factor {factor} offset {offset}"
            )

        self._record(write)

    def loops_around(self, axis: IterVar) -> list[IterVar]:
        """The loops from the outermost one to `axis`."""
        loops: list[IterVar] = []
        stage: Stage = self
        while True:
            own = stage.leaf_iter_vars[: stage._position(axis) + 1]
            loops = stage.without_steps(own) + loops
            if not stage.attachment:
                return loops
            _, stage, axis = stage.attachment

    def without_steps(self, own: list[IterVar]) -> list[IterVar]:
        """The loops without the loop over steps, if it belongs to the parents, too."""
        if not self.attachment:
            return own
        return [axis for axis in own if axis is not self.step_axis]

    def loops_that_run_ahead(self) -> Iterator[tuple[Location, IterVar]]:
        """The loops in which others fill a buffer for the next iteration."""
        for other in self._schedule.stages:
            if other.attachment and other.attachment[1] is self:
                if other.buffering and other.runs_ahead:
                    yield other.buffering.location, other.attachment[2]

    def loops_of_parents(self) -> list[IterVar]:
        if not self.attachment:
            return []
        _, parent, scope = self.attachment
        return parent.loops_around(scope)

    # --- records --------------------------------------------------------------

    def _record(self, write: Callable[[Script], None]) -> None:
        self.steps.append(Step(caller(), write))

    def _mark(self, primitive: str, axis: IterVar, how: str = "") -> None:
        self._position(axis)
        self.marks.append(Mark(caller(), axis, primitive, how))

    @property
    def is_scheduled(self) -> bool:
        """Whether there are steps on its loops or its buffer."""
        return self.has_changed_loops or self.scope is not None

    @property
    def has_changed_loops(self) -> bool:
        """Whether there are steps on its loops, or on the storage of its result."""
        return bool(self.steps or self.marks or self.unrolled)

    @staticmethod
    def _define(script: Script, axes: Sequence[IterVar], text: str) -> None:
        handles = script.define_all([axis.name for axis in axes], text)
        for axis, handle in zip(axes, handles):
            script.set_loop(axis, handle)

    def _describe_loops(self) -> str:
        return ", ".join(f"'{axis.name}'" for axis in self.leaf_iter_vars) or "none"

    def _check_block(self) -> None:
        if isinstance(self.origin, ExternOp):
            raise ValueError(f"'{self.name}' is a call of a function: it has no loops")
        if isinstance(self.origin, ScanOp) and len(self.origin.outputs) > 1:
            raise ValueError(f"'{self.name}' is a scan of several states")

    def _check_nest(self) -> None:
        self._check_block()
        if self.inlining:
            raise ValueError(f"'{self.name}' is computed inline: it has no loops")

    def _place(self) -> None:
        self._check_nest()
        if self.attachment:
            raise ValueError(f"'{self.name}' has its place at a loop already")

    def _unmarked_position(self, axis: IterVar) -> int:
        position = self._position(axis)
        for mark in [*self.marks, *self.unrolled]:
            if mark.axis is axis:
                raise ValueError(
                    f"expected loop '{axis.name}' of '{self.name}' to be split and "
                    f"fused before '{mark.primitive}'"
                )
        return position

    def _position(self, axis: IterVar) -> int:
        self._check_nest()
        for position, leaf in enumerate(self.leaf_iter_vars):
            if leaf is axis:
                return position
        for stage in self._schedule.stages:
            if isinstance(stage.origin, ScanOp) and axis is stage.origin.scan_axis:
                raise ValueError(
                    f"{_name_of(axis)} is the loop over steps of scan '{stage.name}', "
                    f"not a loop of '{self.name}': schedule it there"
                )
        raise ValueError(
            f"{_name_of(axis)} is no loop of '{self.name}': its loops are "
            f"{self._describe_loops()}"
        )


def _name_of(axis: object) -> str:
    return f"'{axis.name}'" if isinstance(axis, IterVar) else repr(axis)
