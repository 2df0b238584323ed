// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToNVVM/KernelToNVVM.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_ORDEROPERANDSPASS
#include "conversion/KernelToNVVM/Passes.h.inc"

/// The positions of `operands` in the new order: arguments by their numbers,
/// then others.
static SmallVector<unsigned> getOrder(ValueRange operands) {
  auto getKey = [&](unsigned place) {
    auto argument = dyn_cast<BlockArgument>(operands[place]);
    return std::pair(argument ? argument.getArgNumber() : ~0U, place);
  };
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, operands.size()));
  llvm::sort(order,
             [&](unsigned a, unsigned b) { return getKey(a) < getKey(b); });
  return order;
}

static void orderArguments(gpu::GPUFuncOp kernel, ArrayRef<unsigned> order) {
  Block &body = kernel.getBody().front();
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  for (unsigned place : order) {
    types.push_back(kernel.getArgument(place).getType());
    attributes.push_back(
        function_interface_impl::getArgAttrDict(kernel, place));
  }
  for (auto [i, place] : llvm::enumerate(order)) {
    BlockArgument old = body.getArgument(place);
    old.replaceAllUsesWith(
        body.insertArgument(order.size() + i, old.getType(), old.getLoc()));
  }
  body.eraseArguments(0, order.size());
  kernel.setFunctionType(
      FunctionType::get(kernel.getContext(), types, TypeRange()));
  function_interface_impl::setAllArgAttrDicts(kernel, attributes);
}

static void orderOperands(gpu::LaunchFuncOp launch, gpu::GPUFuncOp kernel) {
  SmallVector<Value> operands(launch.getKernelOperands());
  SmallVector<unsigned> order = getOrder(operands);
  launch.getKernelOperandsMutable().assign(llvm::map_to_vector(
      order, [&](unsigned place) { return operands[place]; }));
  orderArguments(kernel, order);
}

namespace {
struct OrderOperandsPass : impl::OrderOperandsPassBase<OrderOperandsPass> {
  void runOnOperation() override {
    SymbolTableCollection symbols;
    getOperation().walk([&](gpu::LaunchFuncOp launch) {
      auto kernel = symbols.lookupNearestSymbolFrom<gpu::GPUFuncOp>(
          launch, launch.getKernel());
      if (!kernel)
        return;
      auto uses = SymbolTable::getSymbolUses(kernel, getOperation());
      if (uses && llvm::hasSingleElement(*uses))
        orderOperands(launch, kernel);
    });
  }
};
} // namespace

} // namespace tvm
