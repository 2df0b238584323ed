// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_LOWERSCOPESPASS
#include "transforms/Schedule/Passes.h.inc"

void lowerScopes(Operation *function) {
  auto drop = [](Value value) {
    auto type = dyn_cast<MemRefType>(value.getType());
    if (type && isa_and_nonnull<StringAttr>(type.getMemorySpace()))
      value.setType(static_cast<MemRefType>(
          MemRefType::Builder(type).setMemorySpace(Attribute())));
  };
  function->walk([&](Operation *op) {
    llvm::for_each(op->getResults(), drop);
    if (op == function)
      return;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), drop);
  });
}

namespace {
struct LowerScopesPass : impl::LowerScopesPassBase<LowerScopesPass> {
  void runOnOperation() override { lowerScopes(getOperation()); }
};
} // namespace

} // namespace tvm::schedule
