// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Passes.h"

#include "dialects/Schedule/ScheduleLoops.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Launches.h"
#include "transforms/Schedule/Scripts.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Threading.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_APPLYSCHEDULEPASS
#include "transforms/Schedule/Passes.h.inc"

/// The step of `script` that bound a loop to `axis`, or the script where the
/// step is unknown.
static Operation *findBind(transform::NamedSequenceOp script, StringRef axis) {
  Operation *found = script;
  script->walk([&](BindOp step) {
    if (step.getAxis() == axis)
      found = step;
  });
  return found;
}

/// Checks that the loops of `module` in functions called `names` run on a CPU.
static LogicalResult checkOnCPU(ModuleOp module,
                                transform::NamedSequenceOp script,
                                const llvm::StringSet<> &names) {
  for (auto function : module.getOps<func::FuncOp>())
    if (!names.contains(function.getSymName()))
      return script.emitError("the schedule makes a function '")
             << function.getSymName()
             << "', expected the kernel's function alone";
  Loop bound = findBoundLoop(module);
  if (!bound)
    return success();
  StringRef name = getAxisName(*getBoundAxis(bound));
  return findBind(script, name)->emitError("cannot bind to '")
         << name << "': the kernel is compiled for a CPU";
}

namespace {
struct ApplySchedulePass : impl::ApplySchedulePassBase<ApplySchedulePass> {
  using ApplySchedulePassBase::ApplySchedulePassBase;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (discard) {
      if (findScript(module))
        removeScript(module);
      return;
    }
    FailureOr<LinkedNames> linked = linkLibrary(module);
    if (failed(linked))
      return signalPassFailure();
    transform::NamedSequenceOp script = findScript(module);
    if (!script)
      return;
    if (failed(apply(module, script)))
      return signalPassFailure();
    removeUnusedSymbols(module, *linked);
  }

  LogicalResult apply(ModuleOp module, transform::NamedSequenceOp script) {
    // Other threads schedule other kernels at the same time.
    uint64_t thread = llvm::get_threadid();
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
      if (thread == llvm::get_threadid() && module.getSymName() &&
          diagnostic.getSeverity() == DiagnosticSeverity::Error)
        diagnostic.attachNote(module.getLoc())
            << "the schedule of kernel '" << *module.getSymName() << "'";
      return failure(); // another diagnostic reports it
    });
    llvm::StringSet<> names;
    for (auto function : module.getOps<func::FuncOp>())
      names.insert(function.getSymName());
    Decisions decisions;
    if (failed(runScript(module, script, {seed, checkHandles}, &decisions)) ||
        (onCPU && failed(checkOnCPU(module, script, names))))
      return failure();
    if (keepScript)
      recordDecisions(decisions);
    else
      removeScript(module);
    return success();
  }
};
} // namespace

} // namespace tvm::schedule
