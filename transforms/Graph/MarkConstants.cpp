#include "dialects/Graph/GraphStructure.h"
#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "transforms/Graph/Passes.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_MARKCONSTANTSPASS
#include "transforms/Graph/Passes.h.inc"

namespace {
struct MarkConstantsPass : impl::MarkConstantsPassBase<MarkConstantsPass> {
  void runOnOperation() override {
    // Arguments of kernels, true as long as all launches pass constants.
    llvm::MapVector<func::FuncOp, SmallVector<bool>> constants;
    SymbolTableCollection symbols;
    getOperation().walk([&](LaunchOp launch) {
      auto kernel = symbols.lookupNearestSymbolFrom<func::FuncOp>(
          launch, launch.getKernel());
      auto &flags =
          constants
              .try_emplace(kernel,
                           SmallVector<bool>(launch.getInputs().size(), true))
              .first->second;
      for (auto [flag, input] : llvm::zip_equal(flags, launch.getInputs())) {
        auto constant = input.getDefiningOp<ConstantOp>();
        flag = flag && constant && isa<WeightAttr>(constant.getValue());
      }
    });
    auto unit = UnitAttr::get(&getContext());
    for (auto &[kernel, flags] : constants)
      for (auto [i, flag] : llvm::enumerate(flags))
        if (flag)
          func::FuncOp(kernel).setArgAttr(i, te::kWeightAttrName, unit);
  }
};
} // namespace

} // namespace tvm::graph
