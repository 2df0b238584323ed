# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From kernels to loops, with the passes of a PassContext in between."""

from __future__ import annotations

from ..compiler import run_passes
from ..ir import Context, Module, Operation, OperationLike, PassManager, SymbolTable
from ..passcontext import PassContext

# A kernel alone: to loops around blocks, after its schedule, and without blocks.
_TO_BLOCKS = (
    "func.func(te-verify-contract),convert-te-to-loops,schedule-apply,"
    "func.func(schedule-check-capacities)"
)
_TO_LOOPS = "func.func(te-lower-blocks,canonicalize,cse)"
_KERNEL = (_TO_BLOCKS, _TO_LOOPS + ",te-lower-hardware-intrins")
# A kernel in its program.
_PROGRAM = (
    "tvm-loops-pipeline,builtin.module(schedule-apply)",
    f"builtin.module({_TO_LOOPS})",
)

# An empty script, for a schedule that is already applied.
_NO_STEPS = """module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}"""


def _lower_with_passes(
    text: str, name: str, pipelines: tuple[str, ...], in_program: bool
) -> Module:
    passes = PassContext.current()
    context = Context()
    module = Module(Operation.parse(text, source_name=name, context=context))
    for phase, pipeline in enumerate(pipelines):
        PassManager.parse(f"builtin.module({pipeline})", context).run(module)
        kernel = SymbolTable(module)[name] if in_program else module
        manager = PassManager("func.func", context)
        for added in passes.lower_passes(phase):
            manager.add(added)
        manager.run(_find_kernel(kernel, name))
        _find_kernel(kernel, name)
    return module


def _find_kernel(module: OperationLike, name: str) -> Operation:
    try:
        return SymbolTable(module)[name]
    except KeyError:
        raise ValueError(f"expected passes to leave the kernel '{name}' in its place, "
                         "and its name") from None


def lower_kernel(text: str, name: str) -> str:
    """The kernel's loops."""
    if PassContext.current().has_lower_passes:
        return str(_lower_with_passes(text, name, _KERNEL, False))
    return run_passes(text, name, f"builtin.module({','.join(_KERNEL)})")


def lower_kernel_to_ptx(text: str, name: str, chip: str) -> str:
    """The kernel with its PTX."""
    to_ptx = f"kernel-to-ptx{{chip={chip}}}"
    if PassContext.current().has_lower_passes:
        _check_phases_of_gpu()
        text = str(_lower_with_passes(text, name, (_TO_BLOCKS,), False))
        return run_passes(text, name, f"builtin.module({to_ptx})")
    return run_passes(text, name, f"builtin.module({_TO_BLOCKS},{to_ptx})")


def _check_phases_of_gpu() -> None:
    if PassContext.current().lower_passes(1):
        raise ValueError("expected passes of phase 0 for a GPU, which needs blocks")


def lower_program(text: str, name: str, target: str) -> str:
    """The program, at level `loops` if passes are to take part."""
    passes = PassContext.current()
    if not passes.has_lower_passes:
        return text
    if target.startswith(("nvptx", "cuda")):
        _check_phases_of_gpu()
    pipelines = _PROGRAM if passes.lower_passes(1) else _PROGRAM[:1]
    module = _lower_with_passes(text, name, pipelines, True)
    kernel = SymbolTable(module)[name]
    nothing = Module.parse(_NO_STEPS, module.context)
    kernel.attributes.update(nothing.operation.attributes)
    nothing.body.operations[0].move_after(SymbolTable(kernel)[name])
    return module.operation.get_asm(enable_debug_info=True)
