# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Marks for the kinds of a stage's loops, set when loops have their places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, NamedTuple, Sequence

from ._locations import Location
from .expressions import IterVar
from .scripts import Script, Step

if TYPE_CHECKING:
    from .stages import Stage


class Mark(NamedTuple):
    """The kind of a loop."""

    location: Location
    axis: IterVar
    primitive: str
    how: str


def steps_of_marks(stage: Stage) -> Iterator[Step]:
    """Yields steps that follow the steps which create loops."""
    initial: dict[IterVar, IterVar] = {}
    if not stage.tensorization:
        yield from _steps_of_decomposition(stage, initial)
    for mark in stage.marks:
        axis = mark.axis
        axes = [axis, initial[axis]] if axis in initial else [axis]
        yield _marking(stage, mark, axes)


def steps_of_tensorization(stage: Stage) -> Iterator[Step]:
    """Yields steps after all marks. A reduction's initialisation may belong to it."""
    if stage.tensorization:
        yield stage.tensorization
        yield from _steps_of_decomposition(stage, {})


def steps_of_unrolled(stage: Stage) -> Iterator[Step]:
    """Yields steps that follow all others."""
    for mark in stage.unrolled:
        yield _marking(stage, mark, [mark.axis])


def _marking(stage: Stage, mark: Mark, axes: Sequence[IterVar]) -> Step:
    def write(script: Script) -> None:
        for axis in axes:
            loop = script.loop(stage, axis)
            script.line(f"schedule.{mark.primitive} {loop}{mark.how}")

    return Step(mark.location, write)


def _steps_of_decomposition(
    stage: Stage, initial: dict[IterVar, IterVar]
) -> Iterator[Step]:
    """Yields steps that split off the initialisation of a reduction, if a bound loop of
    another axis or a loop that runs ahead is inside of it. A reduction over threads
    keeps its initialisation."""
    leaves = stage.leaf_iter_vars
    first = next((i for i, leaf in enumerate(leaves) if leaf.is_reduction), None)
    if first is None:
        return
    inside = set(map(id, leaves[first:]))
    bound = [
        (mark.location, mark.axis)
        for mark in stage.marks
        if mark.primitive == "bind" and not mark.axis.is_reduction
    ]
    for location, axis in [*bound, *stage.loops_that_run_ahead()]:
        if id(axis) in inside:
            yield _decompose(stage, location, first, initial)
            return


def _decompose(
    stage: Stage, location: Location, first: int, initial: dict[IterVar, IterVar]
) -> Step:
    """Returns the step that decomposes the initialisation of a reduction, whose
    outermost loop is at `first`, behind its own loops `initial`."""
    outermost, outer = stage.leaf_iter_vars[first], stage.leaf_iter_vars[:first]
    for leaf in stage.leaf_iter_vars[first:]:
        if not leaf.is_reduction:
            initial[leaf] = IterVar(f"{leaf.name}.init", 0, leaf.extent, False)

    def write(script: Script) -> None:
        loop = script.loop(stage, outermost)
        text = f"schedule.decompose_reduction {script.stage(stage)}, {loop}"
        init = script.define(f"{stage.name}.init", text)
        around = [*stage.loops_of_parents(), *stage.without_steps(outer)]
        script.query_loops_of(init, around, list(initial.values()))

    return Step(location, write)
