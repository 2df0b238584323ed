# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Contexts of compilations with the user's passes."""

from __future__ import annotations

import contextvars
from typing import Any, Callable, Mapping, Sequence, Union

from ._checks import as_integer

LowerPass = Union[str, Callable[..., Any]]
"""A pass in the form that ir.PassManager.add takes."""

_ADD_LOWER_PASS = "tir.add_lower_pass"
_PHASES = (0, 1)

# Other options of TVM's PassContext, with their replacements.
_ABSENT = {
    "required_pass": "tvm_mlir.ir.PassManager runs passes by their names",
    "disabled_pass": "tvm_mlir.ir.PassManager runs passes by their names",
    "instruments": "timing=True and dump_ir are options of te.build",
}

_current: contextvars.ContextVar[PassContext] = contextvars.ContextVar("PassContext")


class PassContext:
    """TVM's PassContext, which te.lower and te.build inside of `with` follow.

        with tvm_mlir.PassContext(config={"tir.add_lower_pass": [(1, my_pass)]}):
            f = te.build(s, [A, B])

    A pass is a function of a kernel's func.func and an ir.ExternalPass, or the
    text of a pipeline. In phase 0 the kernel consists of scheduled loops around
    blocks, and attributes mark the kinds of loops; in phase 1, which GPUs do not
    have, it is the IR that te.lower shows. Passes of a phase run in their order.

    `opt_level`, from 0 to 3, is the level of te.build if that is given none.
    """

    def __init__(
        self,
        opt_level: int | None = None,
        *,
        config: Mapping[str, Sequence[tuple[int, LowerPass]]] | None = None,
        **others: object,
    ) -> None:
        for name in others:
            hint = f": {_ABSENT[name]}" if name in _ABSENT else ""
            raise TypeError(f"PassContext has no '{name}'{hint}")
        self.opt_level = (
            None
            if opt_level is None
            else as_integer("value of opt_level", opt_level, least=0, most=3)
        )
        self.config: dict[str, list[tuple[int, LowerPass]]] = {}
        for key, given in dict(config or {}).items():
            if key != _ADD_LOWER_PASS:
                raise ValueError(f"expected {_ADD_LOWER_PASS!r} in config, got {key!r}")
            self.config[key] = list(given)
        for pair in self.config.get(_ADD_LOWER_PASS, ()):
            if not isinstance(pair, (tuple, list)) or len(pair) != 2:
                raise TypeError(f"expected a phase and a pass, got {pair!r}")
            phase, added = pair
            if phase not in _PHASES:
                raise ValueError(f"expected phase 0 or 1, got {phase!r}")
            if not callable(added) and not isinstance(added, str):
                raise TypeError(f"expected a function or a pipeline, got {added!r}")
        self._tokens: list[contextvars.Token[PassContext]] = []

    @staticmethod
    def current() -> PassContext:
        return _current.get(_NONE)

    def lower_passes(self, phase: int) -> list[LowerPass]:
        added = self.config.get(_ADD_LOWER_PASS, ())
        return [each for at, each in added if at == phase]

    @property
    def has_lower_passes(self) -> bool:
        return bool(self.config.get(_ADD_LOWER_PASS))

    def __enter__(self) -> PassContext:
        self._tokens.append(_current.set(self))
        return self

    def __exit__(self, *exception: object) -> None:
        _current.reset(self._tokens.pop())


_NONE = PassContext()
