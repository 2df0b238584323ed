# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recurrences: tensors of which each step depends on earlier steps."""

from __future__ import annotations

from typing import Any, Sequence

from .expressions import Binary, Const, Expr, IterVar
from .sizes import is_same
from .tensors import ComputeOp, Operation, PlaceholderOp, Tensor, make_outputs


class ScanOp(Operation):
    """A recurrence over the first axis: see scan."""

    def __init__(
        self,
        name: str,
        init: Sequence[Tensor],
        update: Sequence[Tensor],
        state: Sequence[Tensor],
    ) -> None:
        super().__init__(name)
        self.init, self.update, self.state = tuple(init), tuple(update), tuple(state)
        self.axis = tuple(
            IterVar(f"i{d}", 0, dim, is_reduction=False)
            for d, dim in enumerate(state[0].dims)
        )
        self.outputs = make_outputs(self, [(s.dims, s.dtype) for s in state])
        self.scan_axis = IterVar("t", self.depth, self.num_steps, is_reduction=False)
        """The loop over steps."""

    @property
    def depth(self) -> int:
        """The number of earlier steps that a step reads."""
        dim = self.init[0].dims[0]
        assert isinstance(dim, Const)
        return int(dim.value)

    @property
    def num_first(self) -> Expr:
        """The number of steps of `init` in the results."""
        size = self.state[0].dims[0]
        if isinstance(size, Const):
            return Const(min(int(size.value), self.depth), "index")
        return Binary("min", Const(self.depth, "index"), size, "index")

    @property
    def num_steps(self) -> Expr:
        """The number of computations of the update."""
        size = self.state[0].dims[0]
        if isinstance(size, Const):
            return Const(max(int(size.value) - self.depth, 0), "index")
        return size - self.depth

    @property
    def input_tensors(self) -> tuple[Tensor, ...]:
        return (*self.init, *self.update)


def _as_list(tensors: Any) -> list[Tensor]:
    return list(tensors) if isinstance(tensors, (list, tuple)) else [tensors]


def _check_scan(name: str, init: Tensor, update: Tensor, state: Tensor) -> None:
    if not isinstance(state.op, PlaceholderOp):
        raise TypeError(f"scan '{name}': expected a te.placeholder as state")
    for what, tensor in (("init", init), ("update", update)):
        if not isinstance(tensor.op, ComputeOp) or len(tensor.op.outputs) != 1:
            raise TypeError(f"scan '{name}': expected a te.compute as {what}")
        if tensor.ndim != state.ndim or tensor.dtype != state.dtype:
            raise ValueError(
                f"scan '{name}': expected {what} of rank {state.ndim} and type "
                f"'{state.dtype}', as the state, got {tensor}"
            )
    if state.ndim == 0:
        raise ValueError(f"scan '{name}': expected states with a dimension of steps")
    if not all(map(is_same, update.dims, state.dims)):
        raise ValueError(
            f"scan '{name}': expected an update of the state's shape "
            f"{list(state.shape)}, got {list(update.shape)}"
        )
    if not all(map(is_same, init.dims[1:], state.dims[1:])):
        raise ValueError(
            f"scan '{name}': expected an init of the state's shape behind the "
            f"first dimension, {list(state.shape)}, got {list(init.shape)}"
        )
    if not isinstance(init.shape[0], int) or init.shape[0] < 1:
        raise ValueError(
            f"scan '{name}': expected a constant number of first steps, got "
            f"{init.shape[0]!r}"
        )


def scan(
    init: Any, update: Any, state_placeholder: Any, inputs: Any = (), name: str = "scan"
) -> Any:
    """A recurrence over the first dimension: `init` defines its first steps, `update`
    the others from `state_placeholder`, which represents the result at earlier steps:
    `update` at [t, …] reads `state[t - 1, …]`. Lists of states run side by side.
    `inputs` is accepted for compatibility with TVM; the inputs are known without it."""
    inits, updates, states = map(_as_list, (init, update, state_placeholder))
    if not len(inits) == len(updates) == len(states) > 0:
        raise ValueError(
            f"scan '{name}': expected an init and an update per state, got "
            f"{len(inits)}, {len(updates)} and {len(states)}"
        )
    firsts = (inits[0], updates[0], states[0])
    for each in zip(inits, updates, states):
        _check_scan(name, *each)
        if not all(is_same(t.dims[0], first.dims[0]) for t, first in zip(each, firsts)):
            raise ValueError(f"scan '{name}': expected as many steps of each state")
    op = ScanOp(name, inits, updates, states)
    return op.outputs if len(states) > 1 else op.outputs[0]
