# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names of TVM that this package does not have, with their replacements."""

from __future__ import annotations

from typing import Mapping

PACKAGE = {
    "IRModule": "tvm_mlir.te.IRModule, or tvm_mlir.ir.Module",
    "auto_scheduler": "tvm_mlir.tune, tvm_mlir.te.tune",
    "autotvm": "tvm_mlir.tune, tvm_mlir.te.tune",
    "build": "tvm_mlir.te.build compiles schedules, tvm_mlir.compile models",
    "contrib": "tvm_mlir.te.extern calls a library, compile(partition=...) gives it parts",
    "cpu": "compile(target=...) says where a model runs",
    "create_schedule": "tvm_mlir.te.create_schedule",
    "cuda": "compile(target=...) says where a model runs",
    "lower": "tvm_mlir.te.lower",
    "meta_schedule": "tvm_mlir.tune, tvm_mlir.te.tune",
    "micro": "compile for the target, and link the artefact with the runtime",
    "nd": "modules take arrays of numpy, or of packages with DLPack",
    "placeholder": "tvm_mlir.te.placeholder",
    "register_func": "tvm_mlir.register_function",
    "relax": "tvm_mlir.compile takes models of ONNX",
    "relay": "tvm_mlir.compile takes models of ONNX",
    "rpc": "tune(cluster=...) measures on other machines",
    "runtime": "tvm_mlir.load, tvm_mlir.Module",
    "target": "targets are texts, such as compile(target='x86-64-v3')",
    "tir": "tvm_mlir.te, tvm_mlir.ir",
    "topi": "write the operator with tvm_mlir.te, or as a model of ONNX",
    "transform": "tvm_mlir.PassContext, tvm_mlir.ir.PassManager",
    "var": "tvm_mlir.te.var",
}
MODULE = {
    "benchmark": "time(inputs) measures runs",
    "entry_name": "run(inputs) calls the model",
    "export_library": "save(path) writes the artefact",
    "get_function": "run(inputs) calls the model",
    "get_input": "inputs has the types",
    "get_num_inputs": "len(inputs)",
    "get_num_outputs": "len(outputs)",
    "get_output": "run(inputs) returns the outputs by name",
    "get_source": "compile(dump_ir=folder) writes all levels",
    "imported_modules": "an artefact is one file",
    "set_input": "run(inputs) takes arrays by name",
    "time_evaluator": "time(inputs, repeat=10) measures runs, profile(inputs) kernels",
}
FUNCTION = {
    "entry_name": "call the function",
    "export_library": "module.save(path) writes the artefact",
    "get_source": "te.lower has the loops, te.ptx the code for GPUs",
    "imported_modules": "an artefact is one file",
    "time_evaluator": "module.time(inputs, repeat=10) measures runs",
}


def absent(owner: str, name: str, known: Mapping[str, str]) -> AttributeError:
    """Returns the error for an attribute `name` that `owner` does not have."""
    hint = f": {known[name]}" if name in known else ""
    return AttributeError(f"{owner} has no '{name}'{hint}")
