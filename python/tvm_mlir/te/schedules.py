"""Schedules: which loops compute what, where and how.

A Schedule records what is asked for and writes it as a script; the compiler
checks and does it. As in TVM, the order of calls on different stages does not
matter. The script has first what makes or unmakes stages (cache_read,
cache_write, rfactor with what precedes it, compute_inline), and then the
stages from the results back: where each is computed, and its loops.
"""

from __future__ import annotations

from typing import Any, Callable, Iterable, NamedTuple, Sequence, Union

from ._locations import caller
from .expressions import ExprLike, IterVar
from .kernels import Kernel, in_order
from .scripts import Script, Step
from .tensors import ExternOp, Operation, PlaceholderOp, ScanOp, Tensor
from .writer import Writer

Source = Union[Tensor, Operation]


class Domain(NamedTuple):
    """What a stage computes."""

    name: str
    axis: tuple[IterVar, ...]
    reduce_axis: tuple[IterVar, ...]


class Stage:
    """How one operation is computed."""

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
        self.leaf_iter_vars = [*axis, *reduce_axis]
        """Its loops, the outermost first."""
        self.steps: list[Step] = []
        self.scope: Step | None = None
        self.inlining: Step | None = None
        self.attachment: tuple[Step, Stage, IterVar] | None = None

    @property
    def op(self) -> Domain:
        return Domain(self.name, self.axis, self.reduce_axis)

    def __repr__(self) -> str:
        return f"Stage('{self.name}', {self.leaf_iter_vars})"

    # --- loops ----------------------------------------------------------------

    def split(
        self, parent: IterVar, factor: int | None = None, nparts: int | None = None
    ) -> tuple[IterVar, IterVar]:
        """One loop becomes two: `factor` iterations inside, or `nparts` of the
        outer loop. Returns (outer, inner)."""
        position = self._position(parent)
        if (factor is None) == (nparts is None):
            raise TypeError("expected either factor or nparts")
        what, given = ("factor", factor) if nparts is None else ("nparts", nparts)
        size = _positive(what, given)
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

    def fuse(self, *axes: IterVar) -> IterVar:
        """Nested loops, the outer one first, become one."""
        if len(axes) < 2:
            raise TypeError(f"expected at least two loops to fuse, got {len(axes)}")
        fused = axes[0]
        for inner in axes[1:]:
            fused = self._fuse(fused, inner)
        return fused

    def _fuse(self, outer: IterVar, inner: IterVar) -> IterVar:
        position = self._position(outer)
        if self._position(inner) != position + 1:
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

    def reorder(self, *axes: IterVar) -> None:
        """The loops take each other's places, in this order. Others stay."""
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

    def tile(
        self, x_parent: IterVar, y_parent: IterVar, x_factor: int, y_factor: int
    ) -> tuple[IterVar, IterVar, IterVar, IterVar]:
        """Splits two loops and puts the tiles inside. Returns the loops over
        tiles and those of a tile: (x_outer, y_outer, x_inner, y_inner)."""
        x_outer, x_inner = self.split(x_parent, factor=x_factor)
        y_outer, y_inner = self.split(y_parent, factor=y_factor)
        self.reorder(x_outer, y_outer, x_inner, y_inner)
        return x_outer, y_outer, x_inner, y_inner

    def vectorize(self, axis: IterVar) -> None:
        """Runs iterations as lanes of vectors."""
        self._mark("vectorize", axis)

    def unroll(self, axis: IterVar) -> None:
        """Repeats the body."""
        self._mark("unroll", axis)

    def parallel(self, axis: IterVar) -> None:
        """Runs iterations on threads."""
        self._mark("parallel", axis)

    # --- places ---------------------------------------------------------------

    def compute_at(self, parent: Stage, scope: IterVar) -> None:
        """Computes it in a loop of `parent`, as much as that needs."""
        if not isinstance(parent, Stage):
            raise TypeError(f"expected a stage, got {parent!r}")
        parent._position(scope)
        stages = self._schedule.stages
        if stages.index(parent) <= stages.index(self):
            raise ValueError(f"'{parent.name}' does not need '{self.name}'")
        self._place()

        def write(script: Script) -> None:
            loop = script.loop(parent, scope)
            text = f"schedule.compute_at {script.stage(self)}, {loop}"
            script.set_stage(self, script.define(self.name, text))
            own = [*self.axis, *self.reduce_axis]
            script.query_loops(self, parent.loops_around(scope), own)

        self.attachment = (Step(caller(), write), parent, scope)

    def compute_inline(self) -> None:
        """Computes each element where it is read."""
        self._place()
        if self.steps or self.scope:
            raise ValueError(f"expected no other steps of '{self.name}'")

        def write(script: Script) -> None:
            script.line(f"schedule.compute_inline {script.stage(self)}")

        self.inlining = Step(caller(), write)

    def set_scope(self, scope: str) -> None:
        """Where its result is: "global", "shared", "local" …"""
        self._check_nest()

        def write(script: Script) -> None:
            script.line(f'schedule.set_scope {script.stage(self)} to "{scope}"')

        self.scope = Step(caller(), write)

    def storage_align(self, axis: IterVar, factor: int, offset: int) -> None:
        """Pads its result: the stride of a dimension is `offset` modulo
        `factor`."""
        self._check_nest()
        position = next((i for i, own in enumerate(self.axis) if own is axis), None)
        if position is None:
            raise ValueError(f"expected an axis of '{self.name}', got '{axis.name}'")

        def write(script: Script) -> None:
            script.line(
                f"schedule.storage_align {script.stage(self)} axis {position} "
                f"factor {factor} offset {offset}"
            )

        self._record(write)

    def loops_around(self, axis: IterVar) -> list[IterVar]:
        """The loops from the outermost one to `axis`."""
        outer: list[IterVar] = []
        if self.attachment:
            _, parent, scope = self.attachment
            outer = parent.loops_around(scope)
        return outer + self.leaf_iter_vars[: self._position(axis) + 1]

    # --- records --------------------------------------------------------------

    def _record(self, write: Callable[[Script], None]) -> None:
        self.steps.append(Step(caller(), write))

    def _mark(self, primitive: str, axis: IterVar) -> None:
        self._position(axis)
        self._record(
            lambda script: script.line(
                f"schedule.{primitive} {script.loop(self, axis)}"
            )
        )

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

    def _position(self, axis: IterVar) -> int:
        self._check_nest()
        for position, leaf in enumerate(self.leaf_iter_vars):
            if leaf is axis:
                return position
        name = axis.name if isinstance(axis, IterVar) else repr(axis)
        raise ValueError(
            f"'{name}' is no loop of '{self.name}': its loops are "
            f"{self._describe_loops()}"
        )


def _positive(what: str, value: Any) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"expected an integer as {what}, got {type(value).__name__}")
    result = int(value.__index__())
    if result < 1:
        raise ValueError(f"expected a {what} from 1 on, got {result}")
    return result


def _copy(axis: IterVar, suffix: str) -> IterVar:
    return IterVar(axis.name + suffix, axis.begin, axis.extent, axis.is_reduction)


class Schedule:
    """How results are computed. s[C] is the stage of a tensor; str(s) the
    script."""

    def __init__(self, outputs: Sequence[Operation]) -> None:
        self.outputs = tuple(outputs)
        self.location = caller()
        self.stages: list[Stage] = []
        """Each behind those that it reads."""
        self._stage_of: dict[Operation, Stage] = {}
        self._structure: list[Step] = []
        for op in in_order(outputs):
            if not isinstance(op, PlaceholderOp):
                self._add(op, len(self.stages))

    def _add(self, op: Operation, position: int) -> Stage:
        reads = op.init if isinstance(op, ScanOp) else op.input_tensors
        stage = Stage(self, op.name, op, op.axis, op.reduce_axis, reads)
        self.stages.insert(position, stage)
        self._stage_of[op] = stage
        return stage

    def __getitem__(self, source: Source) -> Stage:
        op = source.op if isinstance(source, Tensor) else source
        if op not in self._stage_of:
            name = getattr(op, "name", repr(op))
            raise ValueError(f"'{name}' is nothing that this schedule computes")
        return self._stage_of[op]

    @property
    def is_empty(self) -> bool:
        """Whether nothing was asked for."""
        return not self._structure and not any(
            stage.steps or stage.scope or stage.inlining or stage.attachment
            for stage in self.stages
        )

    # --- stages ---------------------------------------------------------------

    def cache_read(
        self, tensor: Tensor, scope: str, readers: Source | Iterable[Source]
    ) -> Tensor:
        """A copy of `tensor`, which `readers` then read instead."""
        given = [readers] if isinstance(readers, (Tensor, Operation)) else list(readers)
        if len(given) != 1:
            raise ValueError(f"expected one reader of a copy, got {len(given)}")
        reader = self[given[0]]
        reader._check_block()
        if not any(read is tensor for read in reader.reads):
            names = ", ".join(f"'{read.name}'" for read in reader.reads) or "nothing"
            raise ValueError(
                f"'{reader.name}' does not read '{tensor.name}': it reads {names}"
            )
        index = next(i for i, read in enumerate(reader.reads) if read is tensor)
        axes = [IterVar(f"ax{d}", 0, dim, False) for d, dim in enumerate(tensor.dims)]
        copy = self._make(f"{tensor.name}.{scope}", tensor, axes, reader, [tensor])
        reader.reads[index] = copy.origin.outputs[0]

        def write(script: Script) -> None:
            text = f'schedule.cache_read {script.stage(reader)}, {index} to "{scope}"'
            script.set_stage(copy, script.define(copy.name, text))

        self._structure.append(Step(caller(), write))
        return copy.origin.outputs[0]

    def cache_write(self, tensor: Tensor, scope: str) -> Tensor:
        """Computes into a buffer of its own, which `tensor` then copies."""
        stage = self[tensor]
        self._check_unscheduled(stage, "cache_write")
        axes = [_copy(axis, ".c") for axis in stage.axis]
        cache = self._make(f"{tensor.name}.{scope}", tensor, axes, stage, stage.reads)
        cache.reduce_axis, stage.reduce_axis = stage.reduce_axis, ()
        cache.leaf_iter_vars = [*cache.axis, *cache.reduce_axis]
        stage.leaf_iter_vars = list(stage.axis)
        stage.reads = [cache.origin.outputs[0]]

        def write(script: Script) -> None:
            block = script.stage(stage)
            script.set_stage(cache, block)
            copy = script.define(f"{tensor.name}.copy", f"schedule.cache_write {block}")
            script.set_stage(stage, copy)

        self._structure.append(Step(caller(), write))
        if scope != "global":
            cache.set_scope(scope)
        return cache.origin.outputs[0]

    def rfactor(self, tensor: Tensor, axis: IterVar, factor_axis: int = 0) -> Tensor:
        """Reduces in two steps: first the iterations of `axis`, a reduction
        loop, each for themselves, in what is returned; then these."""
        stage = self[tensor]
        if not axis.is_reduction:
            raise ValueError(f"expected a reduction loop, got '{axis.name}'")
        stage._position(axis)
        if stage.attachment:
            raise ValueError(f"expected rfactor before '{stage.name}' has its place")
        domain = [*stage.axis, *stage.reduce_axis]
        leaves = stage.leaf_iter_vars
        copies = {leaf: _copy(leaf, ".rf") for leaf in leaves}
        spatial = [leaf for leaf in leaves if not leaf.is_reduction]
        rest = [copies[a] for a in leaves if a.is_reduction and a is not axis]
        own = [copies[leaf] for leaf in spatial]
        position = factor_axis if factor_axis >= 0 else len(own) + 1 + factor_axis
        own.insert(position, copies[axis])
        partial = self._make(f"{tensor.name}.rf", tensor, own, stage, stage.reads)
        partial.reduce_axis = tuple(rest)
        partial.leaf_iter_vars = [copies[leaf] for leaf in leaves]
        combined = [*spatial, _copy(axis, ".v")]
        stage.axis, stage.reduce_axis = tuple(spatial), (combined[-1],)
        stage.leaf_iter_vars = list(combined)
        stage.reads = [partial.origin.outputs[0]]

        def write(script: Script) -> None:
            loop = script.loop(stage, axis)
            for leaf, copy in copies.items():
                script.set_loop(copy, script.loop(stage, leaf))
            text = f"schedule.rfactor {script.stage(stage)}, {loop} axis {factor_axis}"
            script.set_stage(partial, script.define(partial.name, text))
            script.query_loops(stage, [], combined)

        before = Step(caller(), lambda script: script.ensure_loops(stage, domain))
        self._structure += [before, *stage.steps, Step(caller(), write)]
        stage.steps = []
        return partial.origin.outputs[0]

    def _make(
        self,
        name: str,
        tensor: Tensor,
        axis: Sequence[IterVar],
        before: Stage,
        reads: Sequence[Tensor],
    ) -> Stage:
        """A stage of its own for what holds (part of) `tensor`."""
        op = Operation(name)
        op.axis = tuple(axis)
        dims = [a.extent for a in axis]
        op.outputs = (Tensor(op, dims, tensor.dtype, name),)
        stage = self._add(op, self.stages.index(before))
        stage.reads = list(reads)
        return stage

    @staticmethod
    def _check_unscheduled(stage: Stage, what: str) -> None:
        stage._check_nest()
        if stage.steps or stage.attachment or stage.scope:
            raise ValueError(f"expected {what} before other steps of '{stage.name}'")

    # --- text -----------------------------------------------------------------

    def write(self, kernel: Kernel) -> None:
        """Writes the script for `kernel`, which has been written."""
        out = kernel.out
        out.open(
            "transform.named_sequence @__transform_main("
            "%root: !transform.any_op {transform.readonly}) {"
        )
        script = Script(out, kernel.blocks)
        for step in self._steps():
            out.location = step.location
            step.write(script)
        out.location = self.location
        out.line("transform.yield")
        out.close()

    def _steps(self) -> Iterable[Step]:
        yield from self._structure
        for stage in self.stages:
            if stage.inlining:
                yield stage.inlining
        for stage in reversed(self.stages):
            if stage.attachment:
                yield stage.attachment[0]
            if stage.scope:
                yield stage.scope
            yield from stage.steps

    def __str__(self) -> str:
        tensors = [tensor for op in self.outputs for tensor in op.outputs]
        kernel = Kernel(Writer(), "kernel", inputs_of(self.outputs), tensors)
        kernel.write()
        kernel.out = Writer()
        self.write(kernel)
        return kernel.out.text()


def inputs_of(ops: Sequence[Operation]) -> list[Tensor]:
    """The placeholders that `ops` need."""
    needed = in_order(ops)
    scans = [op for op in needed if isinstance(op, ScanOp)]
    states = {state.op for scan in scans for state in scan.state}
    return [
        op.outputs[0]
        for op in needed
        if isinstance(op, PlaceholderOp) and op not in states
    ]


def create_schedule(ops: Source | Sequence[Source]) -> Schedule:
    """The schedule of results in which nothing is asked for yet: loops as they
    are written."""
    given = [ops] if isinstance(ops, (Tensor, Operation)) else ops
    if not isinstance(given, (list, tuple)) or not given:
        raise TypeError(f"expected tensors to schedule, got {given!r}")
    found = [op.op if isinstance(op, Tensor) else op for op in given]
    for op in found:
        if not isinstance(op, Operation) or isinstance(op, PlaceholderOp):
            raise TypeError(f"expected tensors that are computed, got {op!r}")
    return Schedule(found)
