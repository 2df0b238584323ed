# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An interpreter of PTX, for tests on machines without a GPU.

It runs the subset that the compiler writes, all threads of a launch side by side: a
register is an array with an element per thread. Of the threads that can run, the
threads at the first instruction continue, so that all meet again behind branches.

It is stricter than a GPU. Errors are accesses outside of allocated memory, addresses
that are not aligned, shared memory that threads use without a barrier between them
(see ptx_memory.Races), and barriers that some threads never reach.
"""

from __future__ import annotations

import re
from typing import Any, Callable

import numpy as np
from ptx_memory import Array, Memory, Private, Races
from ptx_text import Instruction, Kernel, PtxError, parse
from ptx_values import COMPARISONS, DTYPES, OPERATIONS, ROUNDINGS

__all__ = ["PtxError", "Run", "run"]


class Run:
    """A launch of a kernel."""

    def __init__(
        self,
        kernel: Kernel,
        sizes: tuple[int, ...],
        parameters: Callable[[int], int],
        memory: Memory,
        random: np.random.Generator | None = None,
    ) -> None:
        self.random = random
        if kernel.threads and tuple(sizes[3:]) != kernel.threads:
            raise PtxError(f"expected {kernel.threads} threads, got {sizes[3:]}")
        self.kernel, self.memory = kernel, memory
        blocks, threads = int(np.prod(sizes[:3])), int(np.prod(sizes[3:]))
        self.count = blocks * threads
        lane = np.arange(self.count)
        self.block = lane // threads
        self.registers: dict[str, Array] = {}
        self.parameters = {
            name: parameters(i) for i, name in enumerate(kernel.parameters)
        }
        for name, index, size in (
            ("ctaid", self.block, sizes[:3]),
            ("tid", lane % threads, sizes[3:]),
        ):
            for axis, along in zip("xyz", size):
                self.registers[f"%{name}.{axis}"] = (index % along).astype("u4")
                index = index // along
        self.shared = Private(blocks, kernel.shared_bytes, self.block)
        self.local = Private(self.count, kernel.local_bytes, lane)
        self.races = Races(self.shared.data.size, only_writes=bool(random))
        self.position = np.zeros(self.count, int)
        self.waits = np.zeros(self.count, bool)
        self.ended = np.zeros(self.count, bool)

    def run(self) -> None:
        while not self.ended.all():
            ready = ~(self.waits | self.ended)
            if not ready.any():
                self.release()
                continue
            lanes = self.choose(np.flatnonzero(ready))
            code = self.kernel.code[self.position[lanes[0]]]
            try:
                with np.errstate(all="ignore"):
                    self.step(code, lanes)
            except PtxError as error:
                raise PtxError(f"line {code.line}: {error}") from None

    def choose(self, ready: Array) -> Array:
        """Returns the threads that continue, all at one instruction: the first one, or
        a random one."""
        position = self.position[ready]
        if not self.random or self.random.random() < 0.5:
            return ready[position == position.min()]
        lanes = ready[position == self.random.choice(position)]
        return lanes[: self.random.integers(1, len(lanes), endpoint=True)]

    def release(self) -> None:
        """Lets waiting threads continue when all threads that have not ended wait. The
        threads of a block must wait at the same barrier."""
        for block in np.unique(self.block[self.waits]):
            lanes = self.block == block
            if self.ended[lanes].any() or len(np.unique(self.position[lanes])) > 1:
                raise PtxError("a barrier that not all threads of a block come to")
        self.waits[:] = False
        self.races.forget()

    def step(self, code: Instruction, lanes: Array) -> None:
        self.position[lanes] += 1
        if code.guard:
            taken = self.registers[code.guard][lanes] != code.negated
            lanes = lanes[taken]
            if not len(lanes):
                return
        method = getattr(self, "run_" + code.name, None)
        if method:
            method(code, lanes)
        elif code.name in OPERATIONS:
            self.compute(code, lanes)
        else:
            raise PtxError(f"no instruction {'.'.join([code.name, *code.types])}")

    # --- registers ---

    def get(self, operand: str, dtype: np.dtype[Any], lanes: Array) -> Array:
        if operand in self.registers:
            value = self.registers[operand][lanes]
            if value.dtype.itemsize != dtype.itemsize:
                value = value.astype(f"u{dtype.itemsize}")
            return value.view(dtype)
        if re.fullmatch(r"%[a-z]+\d+", operand):
            # The register has no value yet: selp also reads the operand that it does
            # not choose.
            bits = np.full(len(lanes), 0xA5A5A5A5A5A5A5A5, np.uint64)
            return bits.astype(f"u{dtype.itemsize}").view(dtype)
        return np.full(len(lanes), self.constant(operand, dtype))

    def constant(self, operand: str, dtype: np.dtype[Any]) -> Any:
        for buffers in (self.kernel.shared, self.kernel.local):
            if operand in buffers:
                return dtype.type(buffers[operand])
        if operand in ("%SP", "%SPL"):
            raise PtxError(f"{operand} has no value")
        if match := re.fullmatch(r"0([fd])([0-9A-Fa-f]+)", operand):
            bits = np.dtype("u4" if match[1] == "f" else "u8").type(int(match[2], 16))
            return np.array(bits).view(dtype)[()]
        if operand in ("true", "false"):
            return operand == "true"
        value = int(operand, 0) & (2 ** (8 * dtype.itemsize) - 1)
        return np.array(value, f"u{dtype.itemsize}").view(dtype)[()]

    def set(self, operand: str, value: Array, lanes: Array) -> None:
        if value.dtype != bool:
            value = value.view(f"u{value.dtype.itemsize}")
        old = self.registers.get(operand)
        if old is None or old.dtype != value.dtype:
            old = self.registers[operand] = np.zeros(self.count, value.dtype)
        old[lanes] = value

    def dtype(self, code: Instruction) -> np.dtype[Any]:
        return DTYPES[code.types[-1]]

    def compute(self, code: Instruction, lanes: Array) -> None:
        target, *operands = code.operands
        dtype = self.dtype(code)
        dtypes = [dtype] * len(operands)
        if code.name in ("shl", "shr"):
            dtypes[1] = np.dtype("u4")
        values = [self.get(*pair, lanes) for pair in zip(operands, dtypes)]
        if "wide" in code.types:
            wide = np.dtype(f"{dtype.kind}{2 * dtype.itemsize}")
            values = [value.astype(wide) for value in values[:2]] + [
                self.get(operand, wide, lanes) for operand in operands[2:]
            ]
        elif "hi" in code.types:
            product = values[0].astype(object) * values[1].astype(object)
            self.set(target, (product >> 8 * dtype.itemsize).astype(dtype), lanes)
            return
        self.set(target, OPERATIONS[code.name](*values), lanes)

    def run_mov(self, code: Instruction, lanes: Array) -> None:
        target, source = code.operands
        if "{" in target or "{" in source:
            raise PtxError("no vectors in mov")
        self.set(target, self.get(source, self.dtype(code), lanes), lanes)

    def run_cvta(self, code: Instruction, lanes: Array) -> None:
        target, source = code.operands
        if code.types[:2] != ["to", "global"] and code.types[0] != "local":
            raise PtxError("no generic addresses")
        self.set(target, self.get(source, np.dtype("u8"), lanes), lanes)

    def run_cvt(self, code: Instruction, lanes: Array) -> None:
        to, source = (DTYPES[name] for name in code.types[-2:])
        value = self.get(code.operands[1], source, lanes)
        rounding = code.types[0]
        if rounding in ROUNDINGS:
            value = ROUNDINGS[rounding](value)
        if to.kind in "iu" and value.dtype.kind == "f":
            limits = np.iinfo(to)
            value = np.clip(np.nan_to_num(value.astype("f8")), limits.min, limits.max)
        self.set(code.operands[0], value.astype(to), lanes)

    def run_setp(self, code: Instruction, lanes: Array) -> None:
        target, *operands = code.operands
        x, y = (self.get(operand, self.dtype(code), lanes) for operand in operands)
        name = code.types[0]
        if name in ("num", "nan"):
            result = (np.isnan(x) | np.isnan(y)) == (name == "nan")
        elif name in COMPARISONS:
            result = COMPARISONS[name](x, y)
            if x.dtype.kind == "f" and name == "ne":
                result &= ~(np.isnan(x) | np.isnan(y))
        else:  # or unordered
            result = COMPARISONS[name[:-1]](x, y) | np.isnan(x) | np.isnan(y)
        self.set(target, result, lanes)

    def run_selp(self, code: Instruction, lanes: Array) -> None:
        target, x, y, choice = code.operands
        dtype = self.dtype(code)
        chosen = self.registers[choice][lanes]
        value = np.where(chosen, self.get(x, dtype, lanes), self.get(y, dtype, lanes))
        self.set(target, value, lanes)

    # --- control ---

    def run_bra(self, code: Instruction, lanes: Array) -> None:
        self.position[lanes] = self.kernel.labels[code.operands[0]]

    def run_ret(self, code: Instruction, lanes: Array) -> None:
        self.ended[lanes] = True

    def run_bar(self, code: Instruction, lanes: Array) -> None:
        self.waits[lanes] = True

    # --- memory ---

    def addresses(
        self, code: Instruction, operand: str, lanes: Array
    ) -> tuple[Array, int, int]:
        """Returns addresses, the bytes of an element, and the number of elements."""
        base, _, offset = operand[1:-1].partition("+")
        address = self.get(base, np.dtype("u8"), lanes)
        address = address + np.uint64(int(offset or 0) & (2**64 - 1))
        count = {"v2": 2, "v4": 4}.get(code.types[-2], 1)
        size = self.dtype(code).itemsize
        if np.any(address % np.uint64(size * count)):
            raise PtxError(f"an address that is no multiple of {size * count}")
        return address, size, count

    def locate(
        self, code: Instruction, operand: str, lanes: Array, writes: bool
    ) -> Any:
        address, size, count = self.addresses(code, operand, lanes)
        space = code.types[0] if code.types[0] != "volatile" else code.types[1]
        if space == "global":
            found = self.memory.locate(address, size * count)
        elif space == "shared":
            found = self.shared.locate(address, size * count, lanes)
            for byte in range(size * count):
                self.races.check(found[0][2] + byte, lanes, writes)
        elif space == "local":
            found = self.local.locate(address, size * count, lanes)
        else:
            raise PtxError("no generic addresses")
        return found, size, count

    def run_ld(self, code: Instruction, lanes: Array) -> None:
        target, source = code.operands
        if code.types[0] == "param":
            bits = np.full(len(lanes), self.parameters[source[1:-1]], "u8")
            value = bits.astype(f"u{self.dtype(code).itemsize}")
            self.set(target, value, lanes)
            return
        found, size, count = self.locate(code, source, lanes, writes=False)
        targets = re.findall(r"%\w+", target)
        for element in range(count):
            raw = np.empty((len(lanes), size), np.uint8)
            for which, data, offset in found:
                for byte in range(size):
                    raw[which, byte] = data[offset + element * size + byte]
            self.set(targets[element], raw.view(f"u{size}")[:, 0].copy(), lanes)

    def run_st(self, code: Instruction, lanes: Array) -> None:
        target, source = code.operands
        found, size, count = self.locate(code, target, lanes, writes=True)
        sources = [name.strip() for name in source.strip("{}").split(",")]
        for element in range(count):
            value = self.get(sources[element], np.dtype(f"u{size}"), lanes)
            raw = value.reshape(-1, 1).view(np.uint8)
            for which, data, offset in found:
                for byte in range(size):
                    data[offset + element * size + byte] = raw[which, byte]


def run(
    text: str,
    name: str,
    sizes: tuple[int, ...],
    parameters: Callable[[int], int],
    memory: Memory,
    random: np.random.Generator | None = None,
) -> None:
    """Runs kernel `name` of `text` on a grid. `sizes` are blocks along x, y, z and
    threads; `parameters(i)` are the bits of parameter i. With `random`, threads take
    turns at random, and reads of shared memory may race with writes, because a program
    may leave unused what it reads too early or too late."""
    Run(parse(text)[name], sizes, parameters, memory, random).run()
