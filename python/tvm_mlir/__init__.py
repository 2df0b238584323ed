# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compile ONNX models to machine code and run them.

    import tvm_mlir

    module = tvm_mlir.compile("model.onnx", output="model.so")
    outputs = module.run({"x": x})      # numpy arrays, or anything with DLPack

    module = tvm_mlir.load("model.so")  # later, without the compiler
"""

from typing import NoReturn

from . import _absent
from .compiler import compile
from .errors import Diagnostic, TvmError
from .loading import load, register_function
from .module import KernelProfile, Module, Profile, TensorInfo, Timing
from .passcontext import PassContext
from .tensor import Tensor
from .tuning import tune

__all__ = [
    "Diagnostic",
    "KernelProfile",
    "Module",
    "PassContext",
    "Profile",
    "Tensor",
    "TensorInfo",
    "Timing",
    "TvmError",
    "compile",
    "load",
    "register_function",
    "tune",
]
__version__ = "0.1.0"


def __getattr__(name: str) -> NoReturn:
    raise _absent.absent("tvm_mlir", name, _absent.PACKAGE)
