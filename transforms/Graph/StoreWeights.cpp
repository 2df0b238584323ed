// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/GraphDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "transforms/Graph/Passes.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_STOREWEIGHTSPASS
#include "transforms/Graph/Passes.h.inc"

namespace {
struct StoreWeightsPass : impl::StoreWeightsPassBase<StoreWeightsPass> {
  using StoreWeightsPassBase::StoreWeightsPassBase;

  void runOnOperation() override {
    auto *dialect = getContext().getLoadedDialect<GraphDialect>();
    llvm::Error error = llvm::writeToOutput(file, [&](raw_ostream &os) {
      dialect->getWeightStore().write(os);
      return llvm::Error::success();
    });
    if (error) {
      getOperation().emitError("cannot write the weights to '")
          << file << "': " << llvm::toString(std::move(error));
      return signalPassFailure();
    }
    StringRef name = llvm::sys::path::filename(file);
    getOperation()->setAttr(GraphDialect::kWeightsAttrName,
                            StringAttr::get(&getContext(), name));
  }
};
} // namespace

} // namespace tvm::graph
