# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compilation of a linalg module by LLVM's own tools and our plug-in."""

import ctypes
import math
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.compiler import ROOT

PLUGIN = ROOT / "bazel-bin/tools/plugin/libtvm_mlir_plugin.so"
HOST = Path(__file__).with_name("host.c")
PIPELINE = ",".join(
    [
        "builtin.module(target-set{{entries={target}}}",
        "tvm-import-pipeline",
        "tvm-loops-pipeline",
        "tvm-scheduled-pipeline",
        "tvm-llvm-pipeline",
        "graph-store-weights{{file={weights}}})",
    ]
)
# The same as in tvmc: a multiplication and an addition become one instruction, and
# vectors are whole registers, also on CPUs for which LLVM prefers halves.
MACHINE = ("-O3", "-mcpu=native", "-mattr=-prefer-256-bit")
OBJECT = ("-fp-contract=fast", "-relocation-model=pic", "-filetype=obj")

NESTED = re.compile(r"^  module @(\S+).*?\{\n(.*?)^  \}$", re.MULTILINE | re.DOTALL)
WEIGHTS = re.compile(r"tvm\.weights = \[(.*?)\]")
WEIGHT = re.compile(r'#graph\.weight<"[^"]*", (\d+), \d+> : tensor<((?:\d+x)*)(\w+)>')
ELEMENT_BYTES = {"f32": 4, "f64": 8, "i1": 1, "i8": 1, "i32": 4, "i64": 8}
ALIGNMENT = 64


def run(*command: object, text: str | None = None) -> str:
    done = subprocess.run(
        list(map(str, command)), input=text, capture_output=True, text=True
    )
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]}: {done.stderr.strip()}")
    return done.stdout


def describe_target(dump: Path) -> str:
    """Returns the entries of target-set for the target of a file of --dump-ir."""
    with dump.open() as lines:
        head = next(line for line in lines if line.startswith("module"))
    found = re.search(r'"CPU" = #dlti\.target_device_spec<(.*?)>', head)
    assert found
    entries = re.findall(r'"(\w+)" = "?(\w+)', found[1])
    return ",".join(f"{key}={value}" for key, value in entries)


def aligned(size: int) -> np.ndarray:
    memory = np.zeros(size + ALIGNMENT, np.uint8)
    begin = -memory.ctypes.data % ALIGNMENT
    return memory[begin : begin + size]


def read_weights(text: str, file: Path) -> np.ndarray:
    """Returns the entry's weights, in the order of `tvm.weights`."""
    found = WEIGHTS.search(text)
    stored = np.fromfile(file, np.uint8)
    parts = []
    for offset, dims, element in WEIGHT.findall(found[1] if found else ""):
        sizes = [int(dim) for dim in dims.split("x")[:-1]]
        size = math.prod(sizes) * ELEMENT_BYTES[element]
        part = stored[int(offset) : int(offset) + size]
        parts += [part, np.zeros(-size % ALIGNMENT, np.uint8)]
    weights = aligned(sum(part.size for part in parts))
    np.concatenate([weights[:0], *parts], out=weights)
    return weights


class StockModule:
    """A linalg module with static shapes, compiled in `folder` for the entries
    `target` of target-set."""

    def __init__(self, source: Path, target: str, folder: Path) -> None:
        lowered, weights = folder / "llvm.mlir", folder / "weights.bin"
        pipeline = PIPELINE.format(target=target, weights=weights)
        run("mlir-opt-22", f"--load-dialect-plugin={PLUGIN}",
            f"--load-pass-plugin={PLUGIN}", f"--pass-pipeline={pipeline}",
            source, "-o", lowered)  # fmt: skip
        text = lowered.read_text()
        objects = []
        machine = (*MACHINE, f"-mtriple={run('llvm-config-22', '--host-target').strip()}")
        for name, body in NESTED.findall(text):
            objects.append(folder / f"{name}.o")
            code = run("mlir-translate-22", "--mlir-to-llvmir", text=body)
            code = run("opt-22", *machine, "-S", text=code)
            run("llc-22", *machine, *OBJECT, "-o", objects[-1], text=code)
        library = folder / "stock.so"
        # The process may have loaded other artefacts, which define tvm_main as well.
        run("clang-22", "-shared", "-fPIC", "-O2", "-Wl,-Bsymbolic", f"-I{ROOT}", HOST,
            *objects, "-lm", "-o", library)  # fmt: skip
        self._weights = read_weights(text, weights)
        self._run = ctypes.CDLL(str(library)).stock_run

    def run(
        self, inputs: Sequence[np.ndarray], outputs: Sequence[np.ndarray]
    ) -> None:
        self.time(inputs, outputs, 1)

    def time(
        self,
        inputs: Sequence[np.ndarray],
        outputs: Sequence[np.ndarray],
        repeat: int,
    ) -> list[float]:
        """Runs `repeat` times into `outputs`. Returns the seconds of each run."""

        def addresses(arrays: Sequence[np.ndarray]) -> ctypes.Array:
            pointers = [array.ctypes.data for array in arrays]
            return (ctypes.c_void_p * len(pointers))(*pointers)

        dims = [dim for array in inputs for dim in array.shape]
        seconds = (ctypes.c_double * repeat)()
        status = self._run(
            addresses(inputs),
            (ctypes.c_int64 * len(dims))(*dims),
            ctypes.c_void_p(self._weights.ctypes.data),
            addresses(outputs),
            repeat,
            seconds,
        )
        if status != 0:
            raise RuntimeError(f"the entry returned {status}")
        return list(seconds)
