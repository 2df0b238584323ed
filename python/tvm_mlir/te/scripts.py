# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a schedule: the script that rewrites the loops of a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Mapping, NamedTuple, Sequence

from ._locations import Location
from ._text import quoted
from .expressions import IterVar
from .tensors import Operation
from .writer import Names, Writer

if TYPE_CHECKING:
    from .scans import ScanBlocks
    from .stages import Stage


class Script:
    """The lines of a script, and the handles of stages and loops."""

    def __init__(
        self,
        out: Writer,
        blocks: Mapping[Operation, str],
        scans: Mapping[Operation, ScanBlocks],
    ) -> None:
        self.out = out
        self.scans = scans
        self._blocks = blocks
        self._names = Names()
        self._names.take("root")
        self._stages: dict[Stage, str] = {}
        self._loops: dict[IterVar, str] = {}

    def line(self, text: str) -> None:
        self.out.line(text)

    def define(self, name: str, text: str) -> str:
        """Writes a line that defines a handle."""
        return self.define_all([name], text)[0]

    def define_all(self, names: Sequence[str], text: str) -> list[str]:
        """Writes a line that defines several handles."""
        values = [self._names.take(name) for name in names]
        self.line(f"{', '.join(values)} = {text}")
        return values

    def stage(self, stage: Stage) -> str:
        """The handle of a stage's block."""
        if stage not in self._stages:
            block = self._blocks[stage.origin]
            text = f"schedule.get_block {quoted(block)} in %root"
            self._stages[stage] = self.define(stage.name, text)
        return self._stages[stage]

    def set_stage(self, stage: Stage, handle: str) -> None:
        self._stages[stage] = handle

    def loop(self, stage: Stage, axis: IterVar) -> str:
        """The handle of one of a stage's loops."""
        if axis not in self._loops:
            self.query_loops(stage, [], [*stage.axis, *stage.reduce_axis])
        return self._loops[axis]

    def block_loops(self, block: str, names: Sequence[str]) -> list[str]:
        """The handles of the loops around a block that is not a stage."""
        handle = self.define(block, f"schedule.get_block {quoted(block)} in %root")
        text = f"schedule.get_loops of {handle}"
        return self.define_all(names, text)

    def ensure_loops(self, stage: Stage, own: list[IterVar]) -> None:
        """Queries a stage's loops, `own`, unless they are known."""
        if own and own[0] not in self._loops:
            self.query_loops(stage, [], own)

    def set_loop(self, axis: IterVar, handle: str) -> None:
        self._loops[axis] = handle

    def forget_loops(self, axes: Sequence[IterVar]) -> None:
        """Forgets handles of loops that have changed, so that they are queried again.
        """
        for axis in axes:
            self._loops.pop(axis, None)

    def query_loops(
        self, stage: Stage, around: list[IterVar], own: list[IterVar]
    ) -> list[str]:
        """Queries the loops around the block: `around`, which belong to other stages
        too, and its own. Returns the handles."""
        return self.query_loops_of(self.stage(stage), around, own)

    def query_loops_of(
        self, block: str, around: list[IterVar], own: list[IterVar]
    ) -> list[str]:
        """Queries the loops around the block with this handle."""
        handles = [self._names.take(axis.name) for axis in [*around, *own]]
        if handles:
            self.line(f"{', '.join(handles)} = schedule.get_loops of {block}")
        self._loops.update(zip(own, handles[len(around) :]))
        return handles


class Step(NamedTuple):
    """A primitive, and the place of its request."""

    location: Location
    write: Callable[[Script], None]
