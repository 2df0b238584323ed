# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays whose alignment does not depend on the allocator."""

import numpy as np

LINE = 64  # bytes of a cache line


def aligned(array: np.ndarray) -> np.ndarray:
    """Returns a copy that starts at a cache line."""
    memory = np.empty(array.nbytes + LINE, np.uint8)
    start = -memory.ctypes.data % LINE
    copy = memory[start : start + array.nbytes].view(array.dtype)
    copy = copy.reshape(array.shape)
    copy[...] = array
    return copy
