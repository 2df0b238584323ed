# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The options of compilations as keywords, and as arguments of `tvmc compile`."""

from __future__ import annotations

import difflib
import os
from typing import Any, Mapping, Sequence, TypedDict, Union

_Path = Union[str, "os.PathLike[str]"]
Option = Union[
    None, bool, int, str, "os.PathLike[str]", Sequence[Any], Mapping[str, Any]
]


class _CommonOptions(TypedDict, total=False):
    """CompileOptions without those that some calls set themselves."""

    opt_level: int | None
    level: str | None  # "te" or "loops": the code of that level's reference path
    input_shapes: str | Mapping[str, Sequence[int | str]] | None
    multiversion: str | Sequence[str] | None
    winograd: str | None
    fusion: str | None
    mixed_precision: str | None
    threads: int | None
    dump_ir: _Path | None
    dump_schedules: _Path | None
    dump_strategies: _Path | None
    strategies: _Path | Sequence[_Path] | None
    load_library: _Path | Sequence[_Path] | None
    load_plugin: _Path | Sequence[_Path] | None
    partition: str | Sequence[str] | None
    times: _Path | None
    schedule_remarks: bool
    timing: bool
    no_cache: bool
    quiet: bool


class KernelOptions(_CommonOptions, total=False):
    """CompileOptions of te.build, which has a schedule."""

    database: _Path | None


class TuneOptions(_CommonOptions, total=False):
    """CompileOptions of tune, which has a database."""

    schedule: _Path | Sequence[_Path] | None


class CompileOptions(KernelOptions, TuneOptions, total=False):
    """Options of `tvmc compile`, whose help explains them. None is no option."""


# Options that this package sets from other arguments.
_SET_HERE = ("target", "run_threads")
_NAMES = (*CompileOptions.__annotations__, *_SET_HERE)

# Those that tvmc takes several times, with one value each, and those with a list as
# their value.
_REPEATED = ("schedule", "strategies", "load_library", "load_plugin", "partition")
_LISTS = ("multiversion", "input_shapes")

# Options without a value.
_FLAGS = ("timing", "schedule_remarks", "quiet", "no_cache")


def _check_name(name: str, value: Option) -> None:
    if name in _NAMES:
        return
    if f"no_{name}" in _FLAGS and isinstance(value, bool):
        advice = f"expected no_{name}={not value}"
    else:
        near = difflib.get_close_matches(name, CompileOptions.__annotations__, 1, 0.5)
        names = ", ".join(CompileOptions.__annotations__)
        advice = f"did you mean {near[0]!r}?" if near else f"expected one of {names}"
    raise TypeError(f"compile has no option {name!r}: {advice}")


def _check_value(name: str, value: Option) -> None:
    if name in _FLAGS:
        if not isinstance(value, bool):
            raise TypeError(f"option {name}: expected True or False, got {value!r}")
    elif isinstance(value, bool):
        raise TypeError(f"option {name}: expected a value, got {value!r}")
    elif isinstance(value, (list, tuple)) and name not in (*_LISTS, *_REPEATED):
        raise TypeError(f"option {name}: expected one value, got {value!r}")
    elif isinstance(value, Mapping) and name != "input_shapes":
        raise TypeError(f"option {name}: expected no mapping, got {value!r}")


def _value_text(value: Any) -> str:
    if isinstance(value, Mapping):  # input_shapes={"x": (1, 3)} -> x:1,3
        return ";".join(f"{key}:{_value_text(v)}" for key, v in value.items())
    if isinstance(value, (list, tuple)):
        return ",".join(_value_text(element) for element in value)
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _texts(name: str, value: Option) -> list[str]:
    _check_name(name, value)
    if value is None:
        return []
    _check_value(name, value)
    if name == "opt_level":
        return [f"-O{_value_text(value)}"]
    flag = "--" + name.replace("_", "-")
    if name in _FLAGS:
        return [flag] if value else []
    if isinstance(value, (list, tuple)) and name in _REPEATED:
        return [f"{flag}={_value_text(element)}" for element in value]
    return [f"{flag}={_value_text(value)}"]


def option_texts(options: Mapping[str, Any]) -> list[str]:
    """Options as arguments of `tvmc compile`.

    Raises:
      TypeError: there is no option of a name, or it takes another kind of value.
    """
    return [text for name in options for text in _texts(name, options[name])]


def _escaped(argument: str) -> str:
    """Returns `argument` escaped for the compiler, which splits at spaces."""
    return argument.replace("\\", r"\\").replace(" ", r"\ ")


def option_line(options: Mapping[str, Any]) -> str:
    """Options in the form of the C interfaces."""
    return " ".join(map(_escaped, option_texts(options)))
