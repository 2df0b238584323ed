"""Writes whole programs: a kernel, its schedule, and `main`, which calls it."""

from __future__ import annotations

import re
from typing import Mapping, Sequence

from . import dtypes
from .expressions import Const, Expr, Var
from .kernels import Kernel
from .memories import describe_memories
from .schedules import SCRIPT, Schedule, inputs_of
from .sizes import Sizes, describe
from .tensors import PlaceholderOp, Tensor, tensor_type
from .writer import Names, Writer

_TAKEN = ("main", SCRIPT)
"""What is in the same module: what calls the kernel, and its schedule."""


class Program:
    """`args`, inputs and results of a schedule, as they are handed over;
    `memories` are those that the target describes, and their bytes."""

    def __init__(
        self,
        name: str,
        schedule: Schedule,
        args: Sequence[Tensor],
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
        self.inputs = [a for a in args if isinstance(a.op, PlaceholderOp)]
        self.results = [a for a in args if not isinstance(a.op, PlaceholderOp)]
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
        kernel = Kernel(out, self.name, self.inputs, self.results)
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
        from_, to = (", ".join(map(_type, t)) for t in (self.inputs, self.results))
        passed = f"{', '.join(inputs)} : {from_}" if inputs else ""
        out.line(
            f"{', '.join(values)} = graph.launch @{self.name}::@{self.name}({passed}) "
            f"outs({', '.join(memory)} : {to}) -> {to}"
        )
        return values

    def _variables(self) -> dict[Expr, str]:
        """Variables by names that differ."""
        names = Names()
        found: dict[Expr, str] = {}
        for tensor in self.inputs:
            for dim in tensor.dims:
                if isinstance(dim, Var) and dim not in found:
                    found[dim] = names.take(dim.name)[1:]
        return found


def _check_arguments(args: Sequence[Tensor]) -> None:
    for arg in args:
        if not isinstance(arg, Tensor):
            raise TypeError(f"expected tensors as arguments, got {arg!r}")
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
