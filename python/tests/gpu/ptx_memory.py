# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Memory of a GPU, for ptx.py."""

from __future__ import annotations

from typing import Any

import numpy as np
from ptx_text import PtxError

Array = Any


class Memory:
    """Global memory: pieces with their addresses and bytes."""

    def __init__(self, pieces: list[tuple[int, Array]]) -> None:
        self.pieces = sorted(pieces, key=lambda piece: piece[0])
        self.starts = np.array([start for start, _ in self.pieces], "u8")

    def locate(self, address: Array, size: int) -> list[tuple[Array, Array, Array]]:
        """Returns, for each accessed piece, the threads, the piece and the offsets in
        it."""
        number = np.searchsorted(self.starts, address, "right").astype(int) - 1
        found = []
        for index in np.unique(number):
            lanes = np.flatnonzero(number == index)
            if index < 0:
                raise PtxError(f"nothing is at {address[lanes[0]]:#x}")
            start, data = self.pieces[index]
            offset = (address[lanes] - np.uint64(start)).astype(int)
            if np.any(offset + size > data.size):
                raise PtxError(
                    f"{size} bytes at {offset.max()} of a buffer of {data.size} bytes"
                )
            found.append((lanes, data, offset))
        return found


class Private:
    """The memory of every block, or of every thread, with addresses from 0."""

    def __init__(self, count: int, size: int, owner: Array) -> None:
        self.size = size
        self.data = np.full(count * size, 0x7E, np.uint8)
        self.owner = owner

    def locate(
        self, address: Array, size: int, lanes: Array
    ) -> list[tuple[Array, Array, Array]]:
        offset = address.astype(int)
        if np.any(offset < 0) or np.any(offset + size > self.size):
            raise PtxError(f"{size} bytes at {offset.max()} of {self.size}")
        offset = offset + self.owner[lanes] * self.size
        return [(np.arange(len(lanes)), self.data, offset)]


class Races:
    """A detector of bytes of shared memory that a thread wrote since the last barrier
    and another thread reads or writes before the next one."""

    def __init__(self, size: int, only_writes: bool) -> None:
        self.only_writes = only_writes
        self.writer = np.full(size, -1)
        self.reader = np.full(size, -1)  # -2: several

    def check(self, offset: Array, lanes: Array, writes: bool) -> None:
        if self.only_writes and not writes:
            return
        writer, reader = self.writer[offset], self.reader[offset]
        if np.any((writer != -1) & (writer != lanes)):
            raise PtxError("two threads use what one of them writes, without a barrier")
        if not writes:
            alone = (reader == -1) | (reader == lanes)
            self.reader[offset] = np.where(alone, lanes, -2)
            # The last one of several accesses in one instruction stays in the array.
            several = self.reader[offset] != lanes
            self.reader[offset[several]] = -2
            return
        if np.any((reader != -1) & (reader != lanes)):
            raise PtxError("a thread writes what another one reads, without a barrier")
        self.writer[offset] = lanes
        if np.any(self.writer[offset] != lanes):
            raise PtxError("two threads write one place, without a barrier")

    def forget(self) -> None:
        self.writer[:] = -1
        self.reader[:] = -1
