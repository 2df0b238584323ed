#include "transforms/Schedule/Passes.h"

#include "dialects/Schedule/ScheduleDialect.h"
#include "transforms/Schedule/Scripts.h"
#include "llvm/Support/Threading.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_APPLYSCHEDULEPASS
#include "transforms/Schedule/Passes.h.inc"

namespace {
struct ApplySchedulePass : impl::ApplySchedulePassBase<ApplySchedulePass> {
  using ApplySchedulePassBase::ApplySchedulePassBase;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    transform::NamedSequenceOp script = findScript(module);
    if (!script)
      return;
    if (discard)
      return removeScript(module);
    // Other kernels are scheduled at the same time, by other threads.
    uint64_t thread = llvm::get_threadid();
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
      if (thread == llvm::get_threadid() && module.getSymName() &&
          diagnostic.getSeverity() == DiagnosticSeverity::Error)
        diagnostic.attachNote(module.getLoc())
            << "the schedule of kernel '" << *module.getSymName() << "'";
      return failure(); // others report it
    });
    Decisions decisions;
    if (failed(runScript(module, script, {seed, checkHandles}, &decisions)))
      return signalPassFailure();
    if (keepScript)
      recordDecisions(decisions);
    else
      removeScript(module);
  }
};
} // namespace

} // namespace tvm::schedule
