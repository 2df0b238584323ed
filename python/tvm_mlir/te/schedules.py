# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Schedules: the loops of computations, their places and their order.

A Schedule records its steps and writes them as a script, which the compiler checks
and executes. As in TVM, the order of calls on different stages does not matter. The
script begins with steps that add or remove stages (cache_read, cache_write, rfactor
with the steps before it, compute_inline). Then follow the stages from the results
back, each with its place and its loops. Steps for instructions, and for loops that
run an iteration ahead, come last.
"""

from __future__ import annotations

from typing import Any, Iterable, NoReturn, Sequence, Union

from .._absent import absent
from . import _absent
from ._checks import as_integer, as_symbol
from ._locations import caller
from ._text import quoted
from .bounds import check_reads, later_steps, whole
from .expressions import IterVar, Var, walk
from .intrinsics import TensorIntrin
from .kernels import Kernel
from .launches import steps_of_launch
from .marks import steps_of_marks, steps_of_tensorization, steps_of_unrolled
from .recurrences import ScanOp
from .scans import buffers_read, steps_of
from .scripts import Script, Step
from .stages import Stage
from .tensors import ComputeOp, Operation, PlaceholderOp, Tensor, in_order
from .writer import Names, Writer

Source = Union[Tensor, Operation]

SCRIPT = "__transform_main"
"""The symbol of a schedule, which is beside its kernel."""


def _copy(axis: IterVar, suffix: str) -> IterVar:
    return IterVar(axis.name + suffix, axis.begin, axis.extent, axis.is_reduction)


class Schedule:
    """The computation of results. s[C] is the stage of a tensor; str(s) the script."""

    def __init__(self, outputs: Sequence[Operation]) -> None:
        self.outputs = tuple(outputs)
        self.location = caller()
        self.stages: list[Stage] = []
        """The stages, each behind the stages that it reads."""
        self._stage_of: dict[Operation, Stage] = {}
        self._structure: list[Step] = []
        self.intrinsics: dict[TensorIntrin, str] = {}
        """The used instructions, with their symbols."""
        self._symbols = Names()
        operations = in_order(outputs)
        for op in operations:
            if not isinstance(op, PlaceholderOp):
                self._add(op, len(self.stages))
        scans = [op for op in operations if isinstance(op, ScanOp)]
        scan_of = {op: scan for scan in scans for op in steps_of(scan)}
        for op, scan in scan_of.items():
            stage = self._stage_of[op]
            stage.step_axis, stage.scan = next(iter(op.axis), None), scan
            if isinstance(op, ComputeOp) and op.axis:
                stage.reads = buffers_read(scan, op)
        for op in operations:
            if isinstance(op, ComputeOp):
                is_step = op in scan_of
                check_reads(op, later_steps(op, scan_of[op]) if is_step else whole(op))

    def _add(self, op: Operation, position: int) -> Stage:
        reads = op.init if isinstance(op, ScanOp) else op.input_tensors
        stage = Stage(self, op.name, op, op.axis, op.reduce_axis, reads)
        self.stages.insert(position, stage)
        self._stage_of[op] = stage
        return stage

    def __getitem__(self, source: Source) -> Stage:
        op = source.op if isinstance(source, Tensor) else source
        if not isinstance(op, Operation):
            raise TypeError(f"expected a tensor or its operation, got {source!r}")
        if op not in self._stage_of:
            raise ValueError(f"'{op.name}' is nothing that this schedule computes")
        return self._stage_of[op]

    def __getattr__(self, name: str) -> NoReturn:
        raise absent("a schedule", name, _absent.SCHEDULE)

    def normalize(self) -> Schedule:
        """The schedule itself: its loops already begin at 0."""
        return self

    @property
    def is_empty(self) -> bool:
        """Whether the schedule contains no steps."""
        return not self._structure and not any(
            stage.is_scheduled
            or stage.inlining
            or stage.attachment
            or stage.tensorization
            or stage.buffering
            for stage in self.stages
        )

    def symbol_of(self, intrin: TensorIntrin) -> str:
        """Returns the symbol of a used instruction in the kernel's module."""
        if intrin not in self.intrinsics:
            self.intrinsics[intrin] = self._symbols.take(intrin.name)[1:]
        return self.intrinsics[intrin]

    # --- stages ---------------------------------------------------------------

    def cache_read(
        self, tensor: Tensor, scope: str, readers: Source | Iterable[Source]
    ) -> Tensor:
        """A copy of `tensor`, which all `readers` then read. In a scan, a tensor that
        changes in each step is copied in each step."""
        _as_tensor(tensor)
        as_symbol("a scope", scope)
        listed = readers if isinstance(readers, (list, tuple)) else [readers]
        stages = list(dict.fromkeys(map(self.__getitem__, listed)))
        if not stages:
            raise ValueError(f"expected a reader of the copy of '{tensor.name}'")
        for reader in stages:
            _check_reads(reader, tensor)
        index = stages[0].reads.index(tensor)
        axes = [IterVar(f"ax{d}", 0, dim, False) for d, dim in enumerate(tensor.dims)]
        first = min(stages, key=self.stages.index)
        copy = self._make(scope, [tensor], axes, first, [tensor])
        copy.scan = self._scan_of(tensor)
        copy.step_axis = axes[0] if copy.scan else None
        for reader in stages:
            reader.reads[reader.reads.index(tensor)] = copy.origin.outputs[0]

        def write(script: Script) -> None:
            block, *others = map(script.stage, stages)
            consumers = f" with {', '.join(others)}" if others else ""
            text = f"schedule.cache_read {block}, {index} to {quoted(scope)}{consumers}"
            script.set_stage(copy, script.define(copy.name, text))

        self._structure.append(Step(caller(), write))
        return copy.origin.outputs[0]

    def cache_write(self, tensor: Tensor | Sequence[Tensor], scope: str) -> Any:
        """Computes into a new buffer, which `tensor` then copies. For a list of all
        results of one compute, a list of buffers."""
        tensors = _results(tensor)
        stage = self[tensors[0]]
        as_symbol("a scope", scope)
        self._check_unscheduled(stage, "cache_write")
        axes = [_copy(axis, ".c") for axis in stage.axis]
        cache = self._make(scope, stage.origin.outputs, axes, stage, stage.reads)
        cache.reduce_axis, stage.reduce_axis = stage.reduce_axis, ()
        cache.origin.reduce_axis = cache.reduce_axis
        cache.scan = stage.scan
        cache.step_axis = axes[0] if stage.step_axis is not None else None
        cache.leaf_iter_vars = [*cache.axis, *cache.reduce_axis]
        stage.leaf_iter_vars = list(stage.axis)
        stage.reads = list(cache.origin.outputs)

        def write(script: Script) -> None:
            block = script.stage(stage)
            script.set_stage(cache, block)
            copy = script.define(f"{stage.name}.copy", f"schedule.cache_write {block}")
            script.set_stage(stage, copy)
            script.forget_loops(stage.axis)  # they are the cache's

        self._structure.append(Step(caller(), write))
        if scope != "global":
            cache.set_scope(scope)
        if not isinstance(tensor, (list, tuple)):
            return cache.origin.outputs[0]
        return [cache.origin.outputs[stage.origin.outputs.index(t)] for t in tensors]

    def rfactor(self, tensor: Tensor, axis: IterVar, factor_axis: int = 0) -> Any:
        """Reduces in two steps. The returned tensor has a partial result for each
        iteration of `axis`, a reduction loop; `tensor` combines these. For a compute
        with several results, `tensor` is one of them, and a list is returned.

        The loops of the returned tensor are its axes, with the factor's axis at
        `factor_axis`, and inside of them the other reduction loops."""
        stage = self[_as_tensor(tensor)]
        stage._position(axis)
        if not axis.is_reduction:
            raise ValueError(f"expected a reduction loop, got '{axis.name}'")
        factor_axis = as_integer("factor_axis", factor_axis)
        if stage.attachment or stage.marks or stage.unrolled:
            what = "has its place" if stage.attachment else "has marked loops"
            raise ValueError(f"expected rfactor before '{stage.name}' {what}")
        self._check_holds_none(stage, "rfactor")
        domain = [*stage.axis, *stage.reduce_axis]
        leaves = stage.leaf_iter_vars
        copies = {leaf: _copy(leaf, ".rf") for leaf in leaves}
        copies[axis] = IterVar(f"{axis.name}.rf", axis.begin, axis.extent, False)
        spatial = [leaf for leaf in leaves if not leaf.is_reduction]
        rest = [copies[a] for a in leaves if a.is_reduction and a is not axis]
        own = [copies[leaf] for leaf in spatial]
        position = factor_axis if factor_axis >= 0 else len(own) + 1 + factor_axis
        own.insert(position, copies[axis])
        partial = self._make("rf", stage.origin.outputs, own, stage, stage.reads)
        partial.reduce_axis = partial.origin.reduce_axis = tuple(rest)
        partial.scan = stage.scan
        if [*map(id, spatial)] != [*map(id, stage.axis)]:
            stage.has_other_axes = True
        partial.has_other_axes = stage.has_other_axes
        if stage.step_axis is not None:
            partial.step_axis = copies.get(stage.step_axis)
        partial.leaf_iter_vars = [*own, *rest]
        found = [copies[leaf] for leaf in leaves]
        combined = [*spatial, _copy(axis, ".v")]
        stage.axis, stage.reduce_axis = tuple(spatial), (combined[-1],)
        stage.leaf_iter_vars = list(combined)
        results = list(partial.origin.outputs)
        stage.reads = results

        def write(script: Script) -> None:
            loop = script.loop(stage, axis)
            for leaf, copy in copies.items():
                script.set_loop(copy, script.loop(stage, leaf))
            text = f"schedule.rfactor {script.stage(stage)}, {loop} axis {factor_axis}"
            script.set_stage(partial, script.define(partial.name, text))
            script.query_loops(stage, [], combined)
            _write_order(script, partial, found, [*own, *rest])

        before = Step(caller(), lambda script: script.ensure_loops(stage, domain))
        self._structure += [before, *stage.steps, Step(caller(), write)]
        stage.steps = []
        return list(results) if len(results) > 1 else results[0]

    def _make(
        self,
        suffix: str,
        tensors: Sequence[Tensor],
        axis: Sequence[IterVar],
        before: Stage,
        reads: Sequence[Tensor],
    ) -> Stage:
        """Makes a stage of its own for the buffer of (a part of) `tensors` of one
        operation."""
        source = tensors[0].op if len(tensors) > 1 else tensors[0]
        op = Operation(f"{source.name}.{suffix}")
        op.axis = tuple(axis)
        dims = [a.extent for a in axis]
        op.outputs = tuple(
            Tensor(op, dims, tensor.dtype, f"{tensor.name}.{suffix}")
            for tensor in tensors
        )
        stage = self._add(op, self.stages.index(before))
        stage.reads = list(reads)
        return stage

    def _scan_of(self, tensor: Tensor) -> ScanOp | None:
        """The scan in whose steps `tensor` changes."""
        if tensor.op in self._stage_of:
            return self._stage_of[tensor.op].scan
        scans = [s.origin for s in self.stages if isinstance(s.origin, ScanOp)]
        return next((scan for scan in scans if tensor in scan.state), None)

    def _check_holds_none(self, stage: Stage, what: str) -> None:
        for other in self.stages:
            if other.attachment and other.attachment[1] is stage:
                raise ValueError(
                    f"expected {what} before '{other.name}' is computed at a loop of "
                    f"'{stage.name}'"
                )

    def _check_unscheduled(self, stage: Stage, what: str) -> None:
        stage._check_nest()
        self._check_holds_none(stage, what)
        if stage.has_changed_loops or stage.attachment:
            raise ValueError(f"expected {what} before other steps of '{stage.name}'")

    # --- text -----------------------------------------------------------------

    def _check_loops_over_steps(self) -> None:
        """Checks that a loop over steps that several stages share is unchanged."""
        for stage in self.stages:
            leaves = map(id, stage.leaf_iter_vars)
            if stage.step_axis is None or id(stage.step_axis) in leaves:
                continue
            for other in self.stages:
                is_beside = other.scan is stage.scan and other is not stage
                if is_beside and not other.inlining:
                    raise ValueError(
                        f"expected no split and no fuse of '{stage.step_axis.name}' of "
                        f"'{stage.name}': it is the loop over steps, which "
                        f"'{other.name}' is in as well; change other loops of "
                        f"'{stage.name}', or compute '{other.name}' inline"
                    )

    def write(self, kernel: Kernel) -> None:
        """Writes the script for `kernel`, which has been written."""
        self._check_loops_over_steps()
        out = kernel.out
        out.open(
            f"transform.named_sequence @{SCRIPT}("
            "%root: !transform.any_op {transform.readonly}) {"
        )
        script = Script(out, kernel.blocks, kernel.scans)
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
            if stage.scope:
                yield stage.scope
            if stage.attachment:
                yield stage.attachment[0]
            yield from steps_of_launch(self, stage)
            yield from stage.steps
            yield from steps_of_marks(stage)
        for stage in reversed(self.stages):
            yield from steps_of_tensorization(stage)
        for stage in reversed(self.stages):
            if stage.buffering:
                yield stage.buffering
        for stage in reversed(self.stages):
            yield from steps_of_unrolled(stage)

    def __str__(self) -> str:
        tensors = [tensor for op in self.outputs for tensor in op.outputs]
        inputs, variables = inputs_of(self.outputs), _variables_of(self.outputs)
        kernel = Kernel(Writer(), "kernel", inputs, tensors, variables)
        kernel.write()
        kernel.out = Writer()
        self.write(kernel)
        return kernel.out.text()


def _write_order(
    script: Script, stage: Stage, found: list[IterVar], wanted: list[IterVar]
) -> None:
    """Reorders the loops of a stage, which are in the order `found`, to the order in
    which compute_at creates them again."""
    if [*map(id, found)] == [*map(id, wanted)]:
        return
    loops = [script.loop(stage, axis) for axis in wanted]
    script.line(f"schedule.reorder {', '.join(loops)}")


def _as_tensor(tensor: object) -> Tensor:
    if not isinstance(tensor, Tensor):
        raise TypeError(f"expected a tensor, got {tensor!r}")
    return tensor


def _check_reads(reader: Stage, tensor: Tensor) -> None:
    reader._check_block()
    if tensor not in reader.reads:
        names = ", ".join(f"'{read.name}'" for read in dict.fromkeys(reader.reads))
        raise ValueError(
            f"'{reader.name}' does not read '{tensor.name}': it reads "
            f"{names or 'nothing'}"
        )
    count = reader.reads.count(tensor)
    if count > 1:
        raise ValueError(
            f"expected '{reader.name}' to read '{tensor.name}' at one step, which a "
            f"copy holds, got {count} of them"
        )


def _results(tensor: object) -> list[Tensor]:
    """The results of an operation: one, or a list."""
    given = list(tensor) if isinstance(tensor, (list, tuple)) else [tensor]
    tensors = [_as_tensor(each) for each in given]
    expected = tensors[0].op.outputs if tensors else ()
    if not tensors or sorted(map(id, tensors)) != sorted(map(id, expected)):
        known = f"the {len(expected)} of '{tensors[0].op.name}'" if tensors else "any"
        names = ", ".join(f"'{each.name}'" for each in tensors) or "none"
        raise ValueError(
            f"expected all results of one compute to write to a cache, {known}, got "
            f"{names}"
        )
    return tensors


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


def _variables_of(ops: Sequence[Operation]) -> list[Var]:
    """Returns the variables that `ops` need."""
    found: dict[Var, None] = {}
    for op in in_order(ops):
        exprs = [axis.extent for axis in (*op.axis, *op.reduce_axis)]
        exprs += [dim for tensor in op.outputs for dim in tensor.dims]
        values = op.values if isinstance(op, ComputeOp) else ()
        parts = walk([*exprs, *values])
        found.update((part, None) for part in parts if isinstance(part, Var))
    return list(found)


def create_schedule(ops: Source | Sequence[Source]) -> Schedule:
    """A schedule of results without any steps: the original loops."""
    given = [ops] if isinstance(ops, (Tensor, Operation)) else ops
    if not isinstance(given, (list, tuple)) or not given:
        raise TypeError(f"expected tensors to schedule, got {given!r}")
    found = [op.op if isinstance(op, Tensor) else op for op in given]
    for op in found:
        if not isinstance(op, Operation) or isinstance(op, PlaceholderOp):
            raise TypeError(f"expected tensors that are computed, got {op!r}")
    return Schedule(found)
