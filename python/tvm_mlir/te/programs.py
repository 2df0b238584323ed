# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes whole programs: a kernel, its schedule, and `main`, which calls it."""

from __future__ import annotations

import re
from typing import Any, Mapping, Sequence, Union

import numpy as np

from . import dtypes
from ._checks import as_integer
from ._text import quoted
from .checks import Checks
from .expressions import Const, Expr, Var
from .kernels import Kernel
from .memories import describe_memories
from .schedules import SCRIPT, Schedule, inputs_of
from .sizes import PASSED_TYPE, Sizes, describe, passed_variables
from .tensors import PlaceholderOp, Tensor, tensor_type
from .writer import Names, Writer

_TAKEN = ("main", SCRIPT)
"""Symbols of the kernel's caller and of its schedule, which are in the same module."""


Argument = Union[Tensor, Var]


class Program:
    """The `args`, inputs, sizes and results of a schedule in the order of arguments;
    `memories` are the sizes in bytes of the target's memories."""

    def __init__(
        self,
        name: str,
        schedule: Schedule,
        args: Sequence[Argument],
        memories: Mapping[str, int] | None = None,
    ) -> None:
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) or name in _TAKEN:
            raise ValueError(
                f"expected a name as C has, and not {' or '.join(_TAKEN)}, got {name!r}"
            )
        self.name = name
        self.schedule = schedule
        self.args = tuple(args)
        self.memories = describe_memories(memories) if memories else None
        _check_arguments(self.args)
        tensors = [arg for arg in args if isinstance(arg, Tensor)]
        self.inputs = [t for t in tensors if isinstance(t.op, PlaceholderOp)]
        self.results = [t for t in tensors if not isinstance(t.op, PlaceholderOp)]
        given = [arg for arg in args if isinstance(arg, Var)]
        self.variables = passed_variables(self.inputs, self.results, given)
        """Variables that `main` takes behind the inputs, as tensors of one element."""
        if not self.results:
            raise ValueError("expected a result among the arguments")
        for result in self.results:
            schedule[result]
        for op in schedule.outputs:
            if not any(output in self.results for output in op.outputs):
                raise ValueError(f"expected result '{op.name}' among the arguments")
        for tensor in inputs_of([result.op for result in self.results]):
            if tensor not in self.inputs:
                raise ValueError(f"'{tensor.name}' is read and no argument")
        names = Names()
        self.input_names = [names.take(t.name)[1:] for t in self.inputs]
        self.variable_names = [names.take(v.name)[1:] for v in self.variables]
        names = Names()
        self.result_names = [names.take(t.name)[1:] for t in self.results]

    def kernel_text(self, with_schedule: bool = True) -> str:
        """The kernel alone, as a module."""
        out = Writer()
        self._write_kernel(out, with_schedule)
        return out.text(with_locations=True)

    def text(self, with_schedule: bool = True) -> str:
        """The program, at level te."""
        out = Writer()
        out.location = self.schedule.location
        out.open('module attributes {tvm.level = "te"} {')
        self._write_kernel(out, with_schedule)
        self._write_main(out)
        out.close()
        return out.text(with_locations=True)

    def _write_kernel(self, out: Writer, with_schedule: bool) -> None:
        out.location = self.schedule.location
        attributes = [self.memories] if self.memories else []
        if with_schedule:
            attributes.append("transform.with_named_sequence")
        described = f" attributes {{{', '.join(attributes)}}}" if attributes else ""
        out.open(f"module @{self.name}{described} {{")
        kernel = Kernel(out, self.name, self.inputs, self.results, self.variables)
        kernel.write()
        out.location = self.schedule.location
        if with_schedule:
            self._write_intrinsics(out, kernel)
            out.location = self.schedule.location
            self.schedule.write(kernel)
        out.close()

    def _write_intrinsics(self, out: Writer, kernel: Kernel) -> None:
        functions: dict[str, str] = {}
        for intrin, symbol in self.schedule.intrinsics.items():
            if symbol == self.name:
                raise ValueError(
                    f"'{symbol}' is the name of an instruction and the kernel"
                )
            intrin.write(out, symbol)
            for name, declaration in intrin.functions().items():
                if functions.setdefault(name, declaration) != declaration:
                    raise ValueError(f"'{name}' is called on buffers of several types")
        for declaration in functions.values():
            out.line(declaration)

    def _write_main(self, out: Writer) -> None:
        names = Names()
        variables = self._variables()
        inputs = [names.take(name) for name in self.input_names]
        described = [
            f"{value}: {_type(tensor)} {_attributes(tensor, name, variables)}"
            for value, tensor, name in zip(inputs, self.inputs, self.input_names)
        ]
        passed = [names.take(name) for name in self.variable_names]
        described += [
            f'{value}: tensor<i64> {{graph.dims = [], graph.name = "{name}"}}'
            for value, name in zip(passed, self.variable_names)
        ]
        results = [
            f"{_type(tensor)} {_attributes(tensor, name, variables)}"
            for tensor, name in zip(self.results, self.result_names)
        ]
        out.open(
            f"func.func @main({', '.join(described)}) -> ({', '.join(results)}) {{"
        )
        sizes = Sizes(out, names)
        types = [_type(tensor) for tensor in self.inputs]
        sizes.bind(list(zip(self.inputs, inputs, types)))
        inputs += sizes.read_passed(list(zip(self.variables, passed)))
        Checks(out, names, sizes).write(self.results)
        out.location = self.schedule.location
        values = ", ".join(self._write_launch(out, names, sizes, inputs))
        out.line(f"return {values} : {', '.join(map(_type, self.results))}")
        out.close()

    def _write_launch(
        self, out: Writer, names: Names, sizes: Sizes, inputs: Sequence[str]
    ) -> list[str]:
        memory = []
        for tensor in self.results:
            dynamic = [d for d in tensor.dims if not isinstance(d, Const)]
            dims = ", ".join(sizes.extent(dim) for dim in dynamic)
            memory.append(names.take(tensor.name))
            out.line(f"{memory[-1]} = tensor.empty({dims}) : {_type(tensor)}")
        values = [names.take(tensor.name) for tensor in self.results]
        types = [*map(_type, self.inputs), *(PASSED_TYPE for _ in self.variables)]
        from_, to = ", ".join(types), ", ".join(map(_type, self.results))
        passed = f"{', '.join(inputs)} : {from_}" if inputs else ""
        out.line(
            f"{', '.join(values)} = graph.launch @{self.name}::@{self.name}({passed}) "
            f"outs({', '.join(memory)} : {to}) -> {to}"
        )
        return values

    def _variables(self) -> dict[Expr, str]:
        """Variables with distinct names."""
        names = Names()
        found: dict[Expr, str] = {}
        dims = [dim for tensor in self.inputs for dim in tensor.dims]
        for dim in [*dims, *self.variables]:
            if isinstance(dim, Var) and dim not in found:
                found[dim] = names.take(dim.name)[1:]
        return found

    @property
    def has_variables(self) -> bool:
        """Whether sizes are only known when the kernel runs."""
        return bool(self._variables())

    def sizes(self, given: Mapping[Argument, Any]) -> dict[str, Any]:
        """The variables that `main` takes, by name, for arguments of a call."""
        arrays = {arg: given[arg] for arg in given if isinstance(arg, Tensor)}
        numbers = {
            arg: as_integer(f"variable '{arg}'", given[arg], 0)
            for arg in given
            if isinstance(arg, Var)
        }
        found = {}
        for name, variable in zip(self.variable_names, self.variables):
            size = numbers.pop(variable, None)
            size = _size_in(arrays, variable) if size is None else size
            found[name] = np.array(size, np.int64)
        for variable, size in numbers.items():
            expected = _size_in(arrays, variable)
            if size != expected:
                raise ValueError(
                    f"expected variable '{variable}' to be {expected}, as in the arrays, "
                    f"got {size}"
                )
        return found


def _size_in(arrays: Mapping[Tensor, Any], variable: Var) -> int:
    for tensor, array in arrays.items():
        for axis, dim in enumerate(tensor.dims):
            if dim is variable:
                return _dim(tensor, array, axis)
    raise TypeError(
        f"variable '{variable}' is a dimension of results alone: expected these as "
        "arguments, to be written to"
    )


def _dim(tensor: Tensor, array: Any, axis: int) -> int:
    shape = np.shape(array)
    if len(shape) != tensor.ndim:
        raise ValueError(
            f"expected {tensor.ndim} dimensions of '{tensor.name}', got {len(shape)}"
        )
    return int(shape[axis])


def _check_arguments(args: Sequence[Argument]) -> None:
    for arg in args:
        if isinstance(arg, Var):
            continue
        if not isinstance(arg, Tensor):
            raise TypeError(f"expected tensors and variables as arguments, got {arg!r}")
        for dim in arg.dims:
            is_known = isinstance(dim, (Const, Var))
            if isinstance(arg.op, PlaceholderOp) and not is_known:
                raise ValueError(
                    f"expected integers and variables as dimensions of input "
                    f"'{arg.name}'"
                )
    if len(set(args)) != len(args):
        raise ValueError(f"expected distinct arguments, got {list(args)}")


def _type(tensor: Tensor) -> str:
    return tensor_type(tensor, dtypes.interface_type)


def _attributes(tensor: Tensor, name: str, variables: dict[Expr, str]) -> str:
    dims = ", ".join(
        str(dim.value) if isinstance(dim, Const) else f'"{describe(dim, variables)}"'
        for dim in tensor.dims
    )
    return f'{{graph.dims = [{dims}], graph.name = "{name}"}}'
