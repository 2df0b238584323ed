# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions that time runs."""

import time
from collections.abc import Callable

import numpy as np

Arrays = dict[str, np.ndarray]
# From a number of runs to the milliseconds of each.
Timer = Callable[[int], list[float]]


def each_run(run: Callable[[], object]) -> Timer:
    def milliseconds() -> float:
        start = time.perf_counter()
        run()
        return 1e3 * (time.perf_counter() - start)

    return lambda count: [milliseconds() for _ in range(count)]
