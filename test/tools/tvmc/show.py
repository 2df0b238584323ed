# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the float32 arrays of .npy and .npz files without NumPy."""

import re
import struct
import sys
import zipfile


def show(name: str, data: bytes) -> None:
    (length,) = struct.unpack_from("<H", data, 8)
    header = data[10 : 10 + length].decode()
    shape = re.search(r"'shape': (\([^)]*\))", header).group(1)
    if "f4" not in header:
        return
    count = (len(data) - 10 - length) // 4
    values = struct.unpack_from(f"<{count}f", data, 10 + length)
    print(name, shape.replace(",", ", ").replace(", )", ",)"), *values)


for path in sys.argv[1:]:
    if path.endswith(".npz"):
        with zipfile.ZipFile(path) as archive:
            for member in archive.namelist():
                show(member.removesuffix(".npy"), archive.read(member))
    else:
        with open(path, "rb") as file:
            show("", file.read())
