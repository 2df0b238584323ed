# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiler built under sanitizers, for fuzzers that call it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIBRARIES = (
    "//compiler:libtvm_mlir_compiler.so",
    "//runtime:libtvm_mlir.so.0",
)
# A build of its own beside that of the checkout.
OUTPUT_BASE = Path.home() / ".cache" / "tvm-mlir" / "sanitize"
CONFIG = "--config=sanitize"
OPTIONS = ":".join(
    [
        "detect_leaks=0",  # Python's own
        # LLVM's headers poison memory; its libraries, built without, use it.
        "allow_user_poisoning=0",
        "detect_container_overflow=0",
    ]
)

SLOWDOWN = 4  # about, of what is judged


def are_active() -> bool:
    return "clang_rt.asan" in os.environ.get("LD_PRELOAD", "")


def restart() -> None:
    """Builds the libraries and starts this program again with them."""
    _bazel("build", *LIBRARIES)
    output = Path(_bazel("info", "bazel-bin"))
    folders = [output / name[2:].split(":")[0] for name in LIBRARIES]
    environment = os.environ | {
        "LD_PRELOAD": _runtime(),
        "ASAN_OPTIONS": OPTIONS,
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "TVM_MLIR_LIBRARY_PATH": os.pathsep.join(map(str, folders)),
    }
    os.execve(sys.executable, [sys.executable, *sys.argv], environment)


def _bazel(command: str, *arguments: str) -> str:
    call = ["bazel", f"--output_base={OUTPUT_BASE}", command, CONFIG]
    done = subprocess.run(
        [*call, *arguments], cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    return done.stdout.decode().strip()


def _runtime() -> str:
    name = "libclang_rt.asan-x86_64.so"
    call = ["clang-22", f"-print-file-name={name}"]
    return subprocess.check_output(call, text=True).strip()
