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
    """Lines of a script, and which handles stand for stages and loops."""

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
        """A line that gives a handle."""
        return self.define_all([name], text)[0]

    def define_all(self, names: Sequence[str], text: str) -> list[str]:
        """A line that gives several."""
        values = [self._names.take(name) for name in names]
        self.line(f"{', '.join(values)} = {text}")
        return values

    def stage(self, stage: Stage) -> str:
        """The handle of its block."""
        if stage not in self._stages:
            block = self._blocks[stage.origin]
            text = f"schedule.get_block {quoted(block)} in %root"
            self._stages[stage] = self.define(stage.name, text)
        return self._stages[stage]

    def set_stage(self, stage: Stage, handle: str) -> None:
        self._stages[stage] = handle

    def loop(self, stage: Stage, axis: IterVar) -> str:
        """The handle of one of its loops."""
        if axis not in self._loops:
            self.query_loops(stage, [], [*stage.axis, *stage.reduce_axis])
        return self._loops[axis]

    def block_loops(self, block: str, names: Sequence[str]) -> list[str]:
        """The handles of the loops around a block that is no stage."""
        handle = self.define(block, f"schedule.get_block {quoted(block)} in %root")
        text = f"schedule.get_loops of {handle}"
        return self.define_all(names, text)

    def ensure_loops(self, stage: Stage, own: list[IterVar]) -> None:
        """Queries its loops, `own`, unless they are known."""
        if own and own[0] not in self._loops:
            self.query_loops(stage, [], own)

    def set_loop(self, axis: IterVar, handle: str) -> None:
        self._loops[axis] = handle

    def forget_loops(self, axes: Sequence[IterVar]) -> None:
        """Asks again for handles of loops that are others now."""
        for axis in axes:
            self._loops.pop(axis, None)

    def query_loops(
        self, stage: Stage, around: list[IterVar], own: list[IterVar]
    ) -> list[str]:
        """Asks for the loops around the block: `around`, which are others' too,
        and then its own. Returns the handles."""
        return self.query_loops_of(self.stage(stage), around, own)

    def query_loops_of(
        self, block: str, around: list[IterVar], own: list[IterVar]
    ) -> list[str]:
        """The same, of the block with this handle."""
        handles = [self._names.take(axis.name) for axis in [*around, *own]]
        if handles:
            self.line(f"{', '.join(handles)} = schedule.get_loops of {block}")
        self._loops.update(zip(own, handles[len(around) :]))
        return handles


class Step(NamedTuple):
    """A primitive, and where it was asked for."""

    location: Location
    write: Callable[[Script], None]
