# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Seeded weights: the same name and shape always give the same values."""

import zlib

import numpy as np


def seeded(
    name: str, dims: tuple[int, ...], kind: str = "weight"
) -> np.ndarray:
    """Returns Kaiming-normal weights, or benign statistics of a normalisation.

    The fan-in is the product of all axes except the first one, or for `kind` "dense"
    (the right side of a MatMul) the first axis. The other kinds are "weight",
    "scale" (mean 0.9) and "var" (mean 1).
    """
    generator = np.random.default_rng(zlib.crc32(name.encode()))
    if kind == "var":
        values = generator.uniform(0.8, 1.2, dims)
    elif kind == "scale":
        values = generator.uniform(0.7, 1.1, dims)
    elif len(dims) == 1:
        values = generator.normal(0, 0.1, dims)
    else:
        values = generator.normal(0, 1, dims)
        fan_in = dims[0] if kind == "dense" else int(np.prod(dims[1:]))
        values *= np.sqrt(1.0 / max(1, fan_in))
        if len(dims) == 4:
            values *= np.sqrt(2.0)
    return values.astype(np.float32)
