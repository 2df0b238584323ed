// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/tuning/ExactProgram.h"

#include "compiler/schedules/KernelFiles.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "transforms/Schedule/Support/FirstError.h"
#include "transforms/TE/Passes.h"

using namespace mlir;

namespace tvm::compiler {

/// Gives the tensors that a launch writes the element types of its kernel.
static void adaptResults(graph::LaunchOp launch, func::FuncOp kernel) {
  auto types = kernel.getArgumentTypes().take_back(launch.getNumResults());
  for (auto [type, out, result] :
       llvm::zip_equal(types, launch.getOuts(), launch.getResults())) {
    auto tensor = cast<ShapedType>(result.getType())
                      .cloneWith(std::nullopt, getElementTypeOrSelf(type));
    out.setType(tensor);
    result.setType(tensor);
  }
}

static LogicalResult widenProgram(ModuleOp program) {
  SymbolTable modules(program);
  for (auto module : program.getOps<ModuleOp>())
    if (func::FuncOp kernel = getKernel(module))
      if (failed(te::widenFloats(kernel)))
        return failure();
  for (auto function : program.getOps<func::FuncOp>()) {
    function.walk([&](graph::LaunchOp launch) {
      StringRef name = launch.getKernel().getRootReference();
      if (auto module = modules.lookup<ModuleOp>(name))
        if (func::FuncOp kernel = getKernel(module))
          adaptResults(launch, kernel);
    });
    Operation *end = function.getBody().front().getTerminator();
    function.setType(FunctionType::get(function.getContext(),
                                       function.getArgumentTypes(),
                                       end->getOperandTypes()));
  }
  return verify(program);
}

llvm::Error makeExact(ModuleOp program) {
  schedule::FirstError refusal(program.getContext());
  if (succeeded(widenProgram(program)))
    return llvm::Error::success();
  return refusal.take("it has no form in f64");
}

} // namespace tvm::compiler
