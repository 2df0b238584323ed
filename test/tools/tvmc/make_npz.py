# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes arrays without NumPy: make_npz.py OUT.npz [--deflate] x:f4:2,3 ...

Elements count up from 0. Types are NumPy's codes. An OUT.npy gets one array.
With --claim=BYTES, noise follows each member, and its header claims BYTES bytes.
"""

import random
import struct
import sys
import zipfile

FORMATS = {"f4": "f", "f8": "d", "i4": "i", "i8": "q", "u1": "B", "b1": "?", "V1": "B", "f1": "B"}


def npy(code: str, shape: list[int]) -> bytes:
    count = 1
    for size in shape:
        count *= size
    dims = "".join(f"{size}," for size in shape)
    header = f"{{'descr': '<{code}', 'fortran_order': False, 'shape': ({dims})}}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    data = struct.pack(f"<{count}{FORMATS[code]}", *range(count))
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode() + data


def claim(path: str, size: int) -> None:
    """Writes `size` into each member's headers, local and central."""
    with open(path, "rb") as file:
        archive = bytearray(file.read())
    for signature, field in ((b"PK\3\4", 22), (b"PK\1\2", 24)):
        at = archive.find(signature)
        while at >= 0:
            archive[at + field : at + field + 4] = struct.pack("<I", size)
            at = archive.find(signature, at + 1)
    with open(path, "wb") as file:
        file.write(archive)


def main() -> None:
    out, *arrays = sys.argv[1:]
    claimed = [array for array in arrays if array.startswith("--claim=")]
    arrays = [array for array in arrays if array not in claimed]
    noise = random.Random(0).randbytes(5_000_000) if claimed else b""
    method = zipfile.ZIP_STORED
    if "--deflate" in arrays:
        arrays.remove("--deflate")
        method = zipfile.ZIP_DEFLATED
    members = {}
    for array in arrays:
        name, code, dims = array.split(":")
        members[name] = npy(code, [int(dim) for dim in dims.split(",") if dim])
    if out.endswith(".npy"):
        with open(out, "wb") as file:
            file.write(next(iter(members.values())))
        return
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name + ".npy", data + noise)
    for argument in claimed:
        claim(out, int(argument.partition("=")[2]))


main()
