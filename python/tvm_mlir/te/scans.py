# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes te.scan: from states over all steps to the body of one step.

In Python the state is a tensor over all steps, and the update at step t reads
earlier steps. The operation passes the last states to its body instead: one value
for each step that `init` defines.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Mapping, NamedTuple

from .bodies import Access, Source
from .expressions import Binary, Const, Expr, IterVar, Read, walk
from .functions import if_then_else
from .recurrences import ScanOp
from .tensors import (
    ComputeOp,
    Operation,
    Tensor,
    compute,
    in_order,
    stored_type,
)

if TYPE_CHECKING:
    from .kernels import Kernel


def steps_of(scan: ScanOp) -> list[Operation]:
    """Returns the operations of each step in order: the updates, and their operands
    that depend on a state."""
    states = {state.op for state in scan.state}
    updates = [update.op for update in scan.update]
    order = in_order(updates)
    dependent = set(states)
    for op in order:
        if any(tensor.op in dependent for tensor in op.input_tensors):
            dependent.add(op)
    steps = (dependent - states).union(updates)
    return [op for op in order if op in steps]


def buffers_read(scan: ScanOp, op: ComputeOp) -> list[Tensor]:
    """Returns the buffers that `op` reads in a step, in the order of first uses. A
    state occurs once per step that is read, as a separate value each."""
    found: dict[tuple[Tensor, int | None], None] = {}
    for expr in walk(op.values):
        if isinstance(expr, Read):
            is_state = expr.tensor in scan.state
            distance = _distance(expr.operands[0], op.axis[0]) if is_state else None
            found.setdefault((expr.tensor, distance))
    return [tensor for tensor, _ in found]


def _distance(expr: Expr, axis: IterVar) -> int | None:
    """The distance d if `expr` is axis + d."""
    distance = 0
    while expr is not axis:
        if not isinstance(expr, Binary) or expr.name not in ("add", "sub"):
            return None
        lhs, rhs = expr.operands
        if isinstance(lhs, Const) and expr.name == "add":
            lhs, rhs = rhs, lhs
        if not isinstance(rhs, Const):
            return None
        distance += int(rhs.value if expr.name == "add" else -rhs.value)
        expr = lhs
    return distance


class ScanBlocks(NamedTuple):
    """The names of a scan's blocks besides the blocks of its stages."""

    before: list[str]
    """The blocks of the initial states and of their copies."""
    within: list[str]
    """The blocks of each step that stack the new states and make them the last ones."""
    results: list[str]


class Step:
    """The scope of one step of a scan."""

    def __init__(
        self,
        scan: ScanOp,
        time: IterVar,
        name: str,
        states: Mapping[Tensor, list[str]],
        values: Mapping[Tensor, str],
        outside: Source,
    ) -> None:
        self._scan = scan
        self._ops = set(steps_of(scan))
        self._time = time
        self._name = name
        self._states = states
        self._values = values
        self._outside = outside

    def names(self, op: ComputeOp) -> dict[Expr, str | IterVar]:
        """Maps the steps of `op` to the operation's axis of steps, which counts from 0.
        """
        return {self._time: self._name, op.axis[0]: self._time}

    def source(self, op: ComputeOp) -> Source:
        return functools.partial(self._read, op)

    def _read(self, op: ComputeOp, read: Read) -> Access:
        tensor = read.tensor
        if tensor not in self._states and tensor.op not in self._ops:
            return self._outside(read)
        distance = _distance(read.operands[0], op.axis[0])
        type_ = stored_type(tensor, tensor.dims[1:])
        if tensor in self._states:
            values = self._states[tensor]
            if distance is None or not 1 <= -distance <= len(values):
                raise ValueError(
                    f"scan '{self._scan.name}': expected '{op.name}' to read state "
                    f"'{tensor.name}' at 1 to {len(values)} steps before "
                    f"'{op.axis[0].name}', as many as init has"
                )
            return Access(values[-distance - 1], type_, read.operands[1:])
        if distance != 0:
            raise ValueError(
                f"scan '{self._scan.name}': expected '{op.name}' to read "
                f"'{tensor.name}', which depends on the state, at "
                f"'{op.axis[0].name}'"
            )
        return Access(self._values[tensor], type_, read.operands[1:])


def write_scan(kernel: Kernel, scan: ScanOp) -> None:
    """Writes `scan`: the states before the first step, the operation, and the
    results, which begin with `init`."""
    _check_steps(scan)
    count = kernel.sizes.nonnegative(scan.num_steps)
    for op in steps_of(scan):  # at the top, not in the operation
        for axis in (*op.axis[1:], *op.reduce_axis):
            kernel.sizes.extent(axis.extent)
    kernel.scans[scan] = ScanBlocks([], [], [])
    starts = [_write_start(kernel, scan, init) for init in scan.init]
    histories = _write_steps(kernel, scan, starts, count)
    for each in zip(scan.outputs, scan.init, histories):
        _write_result(kernel, scan, *each)


def _check_steps(scan: ScanOp) -> None:
    for op in steps_of(scan):
        if not isinstance(op, ComputeOp) or not op.axis:
            raise TypeError(
                f"scan '{scan.name}': expected te.computes with an axis of steps, "
                f"got {op!r}"
            )


def _write_start(kernel: Kernel, scan: ScanOp, init: Tensor) -> list[str]:
    """Writes the state at the steps before the first one, the last of them first."""
    values = []
    for step in reversed(range(scan.depth)):
        start = compute(
            init.dims[1:],
            lambda *i: init[(step, *i)],  # noqa: B023
            name=f"{scan.name}.start",
        )
        kernel.write_compute(start.op)
        kernel.scans[scan].before.append(kernel.blocks[start.op])
        values.append(kernel.values[start])
    return values


def _write_steps(
    kernel: Kernel, scan: ScanOp, starts: list[list[str]], count: str
) -> list[Tensor]:
    """Writes the operation, whose results are the states of `scan` after each step."""
    out = kernel.out
    steps, depth = scan.num_steps, scan.depth
    types, stacked, results, arguments, following = [], [], [], [], []
    histories = []
    for state in scan.state:
        history = Tensor(scan, [steps, *state.dims[1:]], state.dtype, scan.name)
        histories.append(history)
        types += [stored_type(state, state.dims[1:])] * depth
        stacked += [stored_type(history)] * depth
        results += [kernel.names.take(f"{scan.name}.steps") for _ in range(depth)]
        arguments.append([kernel.names.take(state.name) for _ in range(depth)])
        kernel.values[history] = results[-depth]
    init = ", ".join(name for names in starts for name in names)
    out.open(
        f"{', '.join(results)} = te.scan {count} init({init} : {', '.join(types)}) {{"
    )
    time = kernel.names.take("t")
    flat = [name for names in arguments for name in names]
    listed = [f"{name}: {type_}" for name, type_ in zip(flat, types)]
    out.label(f"^bb0({', '.join([f'{time}: index', *listed])}):")
    states = dict(zip(scan.state, arguments))
    step = Step(scan, scan.scan_axis, time, states, kernel.values, kernel.source)
    for op in steps_of(scan):
        out.location = op.location
        assert isinstance(op, ComputeOp)
        kernel.write_compute(op, step)
    out.location = scan.location
    for update, names in zip(scan.update, arguments):
        following += [kernel.values[update], *names[:-1]]
    out.line(f"te.yield {', '.join(following)} : {', '.join(types)}")
    out.close("} -> " + ", ".join(stacked))
    for op in steps_of(scan):  # known in the operation only
        for tensor in op.outputs:
            del kernel.values[tensor]
    _name_copies(kernel, scan, len(flat))
    return histories


def _name_copies(kernel: Kernel, scan: ScanOp, num_states: int) -> None:
    """Names the copies in the order of the loop level."""
    before, within, _ = kernel.scans[scan]
    before += [kernel.copy() for _ in range(num_states)]
    within += [kernel.stack() for _ in range(num_states)]
    saved = num_states - len(scan.state)  # become a state of a step before
    within += [kernel.copy() for _ in range(saved + num_states)]


def _write_result(
    kernel: Kernel, scan: ScanOp, result: Tensor, init: Tensor, history: Tensor
) -> None:
    """Writes `init`, followed by the states after each step."""
    depth = scan.depth
    whole = compute(
        result.dims,
        lambda t, *i: if_then_else(t < depth, init[(t, *i)], history[(t - depth, *i)]),
        name=result.name,
    )
    kernel.write_compute(whole.op)
    kernel.values[result] = kernel.values[whole]
    kernel.scans[scan].results.append(kernel.blocks[whole.op])
    if len(scan.outputs) == 1:
        kernel.blocks[scan] = kernel.blocks[whole.op]
