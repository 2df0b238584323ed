"""The loop over steps, as a loop of the scan's stage."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Callable, TypeVar

from .recurrences import ScanOp

if TYPE_CHECKING:
    from .stages import Stage

Method = TypeVar("Method", bound=Callable[..., Any])


def of_steps(method: Method) -> Method:
    """Of a scan's stage, `method` of its loop over steps is that of the stage which
    computes a step."""

    @functools.wraps(method)
    def call(self: Stage, *args: Any, **named: Any) -> Any:
        if not isinstance(self.origin, ScanOp):
            return method(self, *args, **named)
        update = self._schedule[self.origin.update[0]]
        axes = {id(axis): axis for axis in update.leaf_iter_vars}
        if update.step_axis is not None:
            axes[id(self.origin.scan_axis)] = update.step_axis
        if not any(id(given) in axes for given in [*args, *named.values()]):
            return method(self, *args, **named)
        args = tuple(axes.get(id(given), given) for given in args)
        named = {key: axes.get(id(given), given) for key, given in named.items()}
        return method(update, *args, **named)

    return call  # type: ignore[return-value]
