# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From schedules to loops and to executable functions."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, Mapping, NoReturn, Sequence, Union

from .. import _absent
from ..compiler import compile_module
from ..module import Module
from ..passcontext import PassContext
from ..tensor import TensorLike
from .lowering import lower_kernel, lower_kernel_to_ptx, lower_program
from .programs import Argument, Program
from .schedules import Schedule, Source, create_schedule

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ..options import KernelOptions

Scheduled = Union[Schedule, Source, Sequence[Source]]


def as_schedule(given: Scheduled) -> Schedule:
    return given if isinstance(given, Schedule) else create_schedule(given)


class Lowered(str):
    """The text of a kernel's loops. `build` compiles the kernel, as TVM's does."""

    program: Program


def lower(
    s: Scheduled,
    args: Sequence[Argument],
    name: str = "kernel",
    simple_mode: bool = False,
    *,
    memories: Mapping[str, int] | None = None,
) -> Lowered:
    """The loops of the kernel after its schedule, as MLIR: a module, or in
    `simple_mode` the function alone, without maps of subscripts in front. `memories`
    contains the sizes in bytes of scopes such as "vdla.inp"; buffers that do not fit
    are an error."""
    program = Program(name, as_schedule(s), args, memories)
    text = lower_kernel(program.kernel_text(), name)
    lowered = Lowered(_function_of(text, name) if simple_mode else text)
    lowered.program = program
    return lowered


def _function_of(module: str, name: str) -> str:
    """The text of a function in a module."""
    lines = module.splitlines()
    first = next(i for i, line in enumerate(lines) if f"func.func @{name}(" in line)
    indent = re.match(" *", lines[first])[0]  # type: ignore[index]
    last = lines.index(indent + "}", first)
    return "".join(
        line.removeprefix(indent) + "\n" for line in lines[first : last + 1]
    )


def host_target(target: str) -> str:
    """`target`, where "llvm", with options, has TVM's meaning: "llvm" alone is this
    machine."""
    if not isinstance(target, str):
        raise TypeError(f"expected the name of a target, got {target!r}")
    kind, *options = target.split() or [""]
    if kind != "llvm":
        return target
    if not options:
        return "host"
    given = dict(option.lstrip("-").partition("=")[::2] for option in options)
    triple = given.pop("mtriple", "x86_64-unknown-linux-gnu")
    listed = [f"{name}={given.pop(name)}" for name in ("mcpu", "mattr") if name in given]
    if given:
        raise ValueError(
            f"expected -mtriple, -mcpu and -mattr as options of 'llvm', got {target!r}"
        )
    return ",".join([triple, *listed])


def _unescape(text: str) -> str:
    """A string of MLIR's textual form."""
    return re.sub(
        r"\\([0-9A-F]{2}|.)",
        lambda match: (
            chr(int(match[1], 16)) if len(match[1]) == 2 else match[1]
        ),
        text,
    )


def ptx(
    s: Scheduled,
    args: Sequence[Argument],
    target: str = "nvptx64",
    name: str = "kernel",
) -> list[str]:
    """The PTX text of every launch of the kernel, in order."""
    chip = target.partition("mcpu=")[2] or "sm_80"
    program = Program(name, as_schedule(s), args)
    text = lower_kernel_to_ptx(program.kernel_text(), name, chip)
    texts = re.findall(r'assembly = "((?:[^"\\]|\\.)*)"', text)
    return [_unescape(found).rstrip("\0") for found in texts]


class Function:
    """A compiled schedule: a function of its arguments."""

    def __init__(self, program: Program, module: Module) -> None:
        self.module = module
        """The compiled module, with time, profile and save."""
        self._program = program

    def __call__(self, *arrays: TensorLike | int) -> Any:
        """Runs the function on all arguments and writes the results to them, or on all
        arguments except results, and returns these. Variables are numbers."""
        program = self._program
        results = set(program.results)
        taken = [arg for arg in program.args if arg not in results]
        if len(arrays) not in (len(taken), len(program.args)):
            raise TypeError(
                f"expected {len(program.args)} arguments, or {len(taken)} inputs, got "
                f"{len(arrays)}: {self}"
            )
        has_results = len(arrays) == len(program.args)
        given = dict(zip(program.args if has_results else taken, arrays))
        inputs = {n: given[t] for n, t in zip(program.input_names, program.inputs)}
        inputs.update(program.sizes(given))
        if not has_results:
            found = self.module.run(inputs)
            listed = tuple(found[name] for name in program.result_names)
            return listed if len(listed) > 1 else listed[0]
        self.module.run(
            inputs,
            outputs={
                name: given[tensor]
                for name, tensor in zip(program.result_names, program.results)
            },
        )
        return None

    def __getattr__(self, name: str) -> NoReturn:
        raise _absent.absent("a function", name, _absent.FUNCTION)

    def __repr__(self) -> str:
        return f"Function({self._program.name}, {self.module!r})"


def _as_program(
    given: Scheduled | Lowered,
    args: Sequence[Argument] | None,
    name: str,
    memories: Mapping[str, int] | None,
) -> Program:
    if isinstance(given, Lowered):
        if args is not None:
            raise TypeError("expected no arguments of what is lowered: it has its own")
        return given.program
    if args is None:
        raise TypeError("expected the arguments of the function")
    return Program(name, as_schedule(given), args, memories)


def build(
    s: Scheduled | Lowered,
    args: Sequence[Argument] | None = None,
    target: str = "host",
    name: str = "kernel",
    *,
    schedule: str | None = None,
    memories: Mapping[str, int] | None = None,
    output: str | os.PathLike[str] | None = None,
    num_threads: int = 0,
    libraries: Sequence[str | os.PathLike[str]] = (),
    **options: Unpack[KernelOptions],
) -> Function:
    """Compiles a schedule to a function of `args`: its inputs and results, and
    variables, for which numbers are passed.

    Args:
      s: a Schedule; or an argument of create_schedule, for the original loops; or a
        result of lower, which has its arguments, name and memories.
      args: tensors in the order of the function's arguments.
      target: a target of tvm_mlir.compile, or TVM's "llvm", which is this machine.
      output, num_threads, libraries, options: arguments of tvm_mlir.compile.
      name: name of the kernel.
      memories: sizes in bytes of scopes "DEVICE.MEMORY", as for lower.
      schedule: "default" lets the compiler schedule the kernel by its rules.
    """
    program = _as_program(s, args, name, memories)
    if schedule not in (None, "default"):
        raise ValueError(f'expected schedule="default" or none, got {schedule!r}')
    if schedule and not program.schedule.is_empty:
        raise ValueError("expected a schedule without steps where the default is used")
    if schedule and PassContext.current().has_lower_passes:
        raise ValueError("passes take part after a schedule: expected none by default")
    target = host_target(target)
    options.setdefault("opt_level", PassContext.current().opt_level)
    text = program.text(with_schedule=schedule is None)
    module = compile_module(
        lower_program(text, program.name, target),
        program.name,
        target=target,
        output=output,
        num_threads=num_threads,
        libraries=libraries,
        **options,
    )
    return Function(program, module)
