// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/TargetChecks.h"

#include "codegen/Kernels/Instructions.h"
#include "dialects/Schedule/ScheduleBlocks.h"
#include "dialects/TE/TEIntrinsics.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace tvm::compiler {

/// The features that the target lacks, each with its first use in the lowerings
/// of an intrinsic.
using Missing = SmallVector<std::pair<std::string, LLVM::CallIntrinsicOp>>;

static Missing findMissing(te::TensorIntrinOp intrin,
                           const codegen::Target &target) {
  Missing missing;
  intrin.walk([&](LLVM::CallIntrinsicOp call) {
    std::string lacks = codegen::findMissingFeatures(target, call.getIntrin());
    if (!lacks.empty() &&
        !llvm::is_contained(llvm::make_first_range(missing), lacks))
      missing.emplace_back(lacks, call);
  });
  return missing;
}

static void report(schedule::TensorizeOp step, ModuleOp kernel,
                   const Missing &missing, const codegen::Target &target) {
  InFlightDiagnostic error =
      step.emitError("schedule of kernel '")
      << kernel.getSymName().value_or("") << "': instruction @"
      << step.getIntrin() << " needs "
      << llvm::join(llvm::make_first_range(missing), "; ") << ", which target '"
      << target.getTriple()
      << (target.getCpu().empty() ? "" : ",mcpu=" + target.getCpu().str())
      << "' lacks";
  for (auto [lacks, call] : missing)
    error.attachNote(call.getLoc())
        << "'" << call.getIntrin() << "' needs " << lacks;
}

LogicalResult checkInstructions(ModuleOp model, const codegen::Target &target) {
  bool isFine = true;
  for (auto kernel : model.getOps<ModuleOp>()) {
    llvm::StringSet<> seen;
    kernel.walk([&](schedule::TensorizeOp step) {
      auto intrin = kernel.lookupSymbol<te::TensorIntrinOp>(step.getIntrin());
      if (!intrin || !seen.insert(step.getIntrin()).second)
        return; // the step itself refuses undeclared intrinsics
      Missing missing = findMissing(intrin, target);
      if (missing.empty())
        return;
      isFine = false;
      report(step, kernel, missing, target);
    });
  }
  return success(isFine);
}

} // namespace tvm::compiler
