#include "transforms/Schedule/Passes.h"

#include "dialects/Schedule/ScheduleDialect.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "transforms/Schedule/Scripts.h"

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
    transform::TransformOptions options;
    options.enableExpensiveChecks(checkHandles);
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
          module.getSymName())
        diagnostic.attachNote(module.getLoc())
            << "the schedule of kernel '" << *module.getSymName() << "'";
      return failure(); // others report it
    });
    if (failed(transform::applyTransformNamedSequence(
            module.getOperation(), script, /*transformModule=*/{}, options)))
      return signalPassFailure();
    removeScript(module);
  }
};
} // namespace

} // namespace tvm::schedule
