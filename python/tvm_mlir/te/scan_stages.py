# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The loop over steps, as a loop of the scan's stage."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Callable, TypeVar

from .expressions import IterVar
from .recurrences import ScanOp

if TYPE_CHECKING:
    from .stages import Stage

Method = TypeVar("Method", bound=Callable[..., Any])


def get_update(stage: Stage, scan: ScanOp) -> Stage:
    """The stage in the schedule of `stage` that contains the loop over steps of `scan`.
    """
    return stage._schedule[scan.update[0]]


def find_steps(stage: Stage, scan: ScanOp) -> tuple[Stage, IterVar]:
    """The loop over steps of `scan`, in which `stage` is to be computed."""
    if stage.scan is scan:
        raise ValueError(
            f"'{stage.name}' is computed at each step of scan '{scan.name}' anyway: "
            "compute_at takes a loop of another stage of a step"
        )
    update = get_update(stage, scan)
    if update.step_axis is None:
        raise ValueError(f"scan '{scan.name}' has no stage with a loop over steps")
    return update, update.step_axis


def of_steps(method: Method) -> Method:
    """Wraps `method` for a scan's stage: a call with the loop over steps applies to the
    stage that computes a step."""

    @functools.wraps(method)
    def call(self: Stage, *args: Any, **named: Any) -> Any:
        if not isinstance(self.origin, ScanOp):
            return method(self, *args, **named)
        update = get_update(self, self.origin)
        axes = {id(axis): axis for axis in update.leaf_iter_vars}
        if update.step_axis is not None:
            axes[id(self.origin.scan_axis)] = update.step_axis
        if not any(id(given) in axes for given in [*args, *named.values()]):
            return method(self, *args, **named)
        args = tuple(axes.get(id(given), given) for given in args)
        named = {key: axes.get(id(given), given) for key, given in named.items()}
        return method(update, *args, **named)

    return call  # type: ignore[return-value]
