# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""OpenBLAS, which NumPy calls, as a peer for models of one matrix product."""

import os

import numpy as np
import onnx
from onnx import numpy_helper

from benchmarks.aligned import aligned
from benchmarks.timers import Arrays, Timer, each_run


class OpenBlas:
    """Its threads are those of OPENBLAS_NUM_THREADS at the start of the process."""

    def __init__(self, path: str, threads: int) -> None:
        library = np.show_config("dicts")["Build Dependencies"]["blas"]["name"]
        if "openblas" not in library:
            raise RuntimeError(f"expected a NumPy with OpenBLAS, got {library}")
        if os.environ.get("OPENBLAS_NUM_THREADS") != str(threads):
            raise RuntimeError(f"expected OPENBLAS_NUM_THREADS={threads}")
        graph = onnx.load(path).graph
        self._operands = list(graph.node[0].input)
        self._name = graph.output[0].name
        self._weights = {
            tensor.name: aligned(numpy_helper.to_array(tensor))
            for tensor in graph.initializer
        }

    def run(self, feeds: Arrays) -> Arrays:
        a, b = self._read(feeds)
        return {self._name: a @ b}

    def timer(self, feeds: Arrays) -> Timer:
        a, b = self._read(feeds)
        result = aligned(a @ b)
        return each_run(lambda: np.matmul(a, b, out=result))

    def _read(self, feeds: Arrays) -> tuple[np.ndarray, np.ndarray]:
        a, b = ({**self._weights, **feeds}[name] for name in self._operands)
        return a, b
