# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scans on a GPU. The schedule binds the stages that compute a step; the other blocks
of a scan, which copy states, are bound here.

If a step of an element reads only the same element of the last step, as in a cumulative
sum, each thread runs all steps of its elements. In other scans each step is a launch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Sequence

from .expressions import Read, walk
from .recurrences import ScanOp
from .scans import buffers_read, steps_of
from .scripts import Script, Step
from .tensors import ComputeOp

if TYPE_CHECKING:
    from .schedules import Schedule
    from .stages import Stage

_THREADS = 256


def steps_of_launch(schedule: Schedule, stage: Stage) -> Iterable[Step]:
    """Yields the steps for the stage of a scan whose steps are bound. A state of one
    element has no loop to bind."""
    scan = stage.origin
    if not isinstance(scan, ScanOp) or len(scan.axis) < 2:
        return
    steps = [schedule[op] for op in steps_of(scan)]
    if any(step.is_bound for step in steps):
        yield Step(schedule.location, _Launch(schedule, scan, steps).write)


class _Launch:
    def __init__(self, schedule: Schedule, scan: ScanOp, steps: list[Stage]) -> None:
        self._schedule = schedule
        self._scan = scan
        self._steps = steps
        self._axes = [f"{scan.name}.{axis.name}" for axis in scan.axis[1:]]

    def write(self, script: Script) -> None:
        before, within, results = script.scans[self._scan]
        if self._is_by_element():
            self._sink_steps(script, before, within)
        else:
            for block in before:
                _bind(script, block, [], self._axes)
            for block in within:
                _bind(script, block, ["t"], self._axes)
        if not self._is_scheduled(self._schedule[self._scan]):
            for block in results:
                _bind(script, block, [], ["t", *self._axes])

    def _is_scheduled(self, stage: Stage) -> bool:
        return stage.is_scheduled or self._has_place(stage)

    def _has_place(self, stage: Stage) -> bool:
        """Whether the stage is computed at a loop, or another stage at one of its
        loops."""
        attachments = [each.attachment for each in self._schedule.stages]
        return stage.attachment is not None or any(
            attachment and attachment[1] is stage for attachment in attachments
        )

    def _is_by_element(self) -> bool:
        """Whether a step of an element depends on no other elements."""
        op, step = self._scan.update[0].op, self._steps[-1]
        return (
            len(self._steps) == len(self._scan.state) == 1
            and isinstance(op, ComputeOp)
            and not op.reduce_axis
            and list(step.reads) == buffers_read(self._scan, op)
            and not self._has_place(step)
            and all(self._is_last(op, expr) for expr in walk(op.values))
        )

    def _is_last(self, op: ComputeOp, expr: object) -> bool:
        """Whether `expr` reads states only of the last step and of the same element."""
        if not isinstance(expr, Read) or expr.tensor is not self._scan.state[0]:
            return True
        _, *own = expr.operands
        return all(index is axis for index, axis in zip(own, op.axis[1:]))

    def _sink_steps(
        self, script: Script, before: Sequence[str], within: Sequence[str]
    ) -> None:
        """Moves loops over elements around the loop over steps; they also contain the
        copies."""
        step = self._steps[0]
        time, *axes = step.axis
        loops = [script.loop(step, axis) for axis in axes]
        for block in within:
            _, *others = script.block_loops(block, ["t", *self._axes])
            for loop, other in zip(loops, others):
                script.line(f"schedule.merge {loop}, {other}")
            loops = others
        script.line(f"schedule.reorder {', '.join([*loops, script.loop(step, time)])}")
        for block in reversed(before):
            others = script.block_loops(block, self._axes)
            for other, loop in zip(others, loops):
                script.line(f"schedule.merge {other}, {loop}")
        for axis, loop in zip(axes, loops):
            script.set_loop(axis, loop)


def _bind(script: Script, block: str, around: list[str], own: list[str]) -> None:
    """Binds a block of threads to each iteration of the outermost loop, or to several
    iterations of a single loop."""
    loops = script.block_loops(block, [*around, *own])
    names = [f"{own[-1]}.outer", f"{own[-1]}.inner"]
    text = f"schedule.split {loops[-1]} by [0, {_THREADS}]"
    outer, inner = script.define_all(names, text)
    if len(own) > 1:
        outer = loops[len(around)]
    script.line(f'schedule.bind {outer} to "blockIdx.x"')
    script.line(f'schedule.bind {inner} to "threadIdx.x"')
