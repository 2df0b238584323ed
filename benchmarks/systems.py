# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The measured systems: our artefacts, ONNX Runtime, OpenVINO and OpenBLAS.

Each runs a model on `threads` threads. Timed runs bind the inputs once and reuse the
outputs' memory, so only the model is timed.
"""

import os
import sys
from collections.abc import Callable
from typing import Protocol

from benchmarks.aligned import aligned
from benchmarks.compiler import ROOT
from benchmarks.openblas import OpenBlas
from benchmarks.timers import Arrays, Timer, each_run


class System(Protocol):
    def run(self, feeds: Arrays) -> Arrays: ...

    def timer(self, feeds: Arrays) -> Timer: ...


class Tvm:
    def __init__(self, path: str, threads: int) -> None:
        os.environ["OMP_NUM_THREADS"] = str(threads)
        sys.path.append(str(ROOT / "python"))
        import tvm_mlir

        self._module = tvm_mlir.load(path)

    def run(self, feeds: Arrays) -> Arrays:
        return self._module.run(feeds)

    def timer(self, feeds: Arrays) -> Timer:
        def times(count: int) -> list[float]:
            timing = self._module.time(feeds, repeat=count, warmup=0)
            return [1e3 * seconds for seconds in timing.times]

        return times


class OnnxRuntime:
    def __init__(self, path: str, threads: int) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            path, options, ["CPUExecutionProvider"]
        )
        self._names = [output.name for output in self._session.get_outputs()]

    def run(self, feeds: Arrays) -> Arrays:
        outputs = self._session.run(None, feeds)
        return dict(zip(self._names, outputs, strict=True))

    def timer(self, feeds: Arrays) -> Timer:
        binding = self._session.io_binding()
        outputs = {k: aligned(v) for k, v in self.run(feeds).items()}
        for name, array in feeds.items():
            binding.bind_cpu_input(name, array)
        for name, array in outputs.items():
            where = ("cpu", 0, array.dtype, array.shape, array.ctypes.data)
            binding.bind_output(name, *where)

        def run() -> None:
            assert outputs  # the session writes to their memory
            self._session.run_with_iobinding(binding)

        return each_run(run)


class OpenVino:
    def __init__(self, path: str, threads: int) -> None:
        import openvino

        options = {
            "INFERENCE_NUM_THREADS": threads,
            "NUM_STREAMS": 1,
            "INFERENCE_PRECISION_HINT": "f32",
            "ENABLE_CPU_PINNING": False,  # the parent has chosen the cores
        }
        model = openvino.Core().compile_model(path, "CPU", options)
        self._tensor = openvino.Tensor
        self._request = model.create_infer_request()
        self._names = [output.get_any_name() for output in model.outputs]

    def run(self, feeds: Arrays) -> Arrays:
        outputs = self._request.infer(feeds).to_tuple()
        return dict(zip(self._names, outputs, strict=True))

    def timer(self, feeds: Arrays) -> Timer:
        for name, array in feeds.items():
            shared = self._tensor(array, shared_memory=True)
            self._request.set_tensor(name, shared)
        return each_run(lambda: self._request.infer(share_outputs=True))


SYSTEMS: dict[str, Callable[[str, int], System]] = {
    "tvm": Tvm,
    "ort": OnnxRuntime,
    "openvino": OpenVino,
    "openblas": OpenBlas,
}
