// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/KernelToLLVM.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_KERNELBF16BITSPASS
#include "conversion/KernelToLLVM/Passes.h.inc"

/// Replaces bf16 by integers: after kernel-lower-floats, such values are only
/// moved.
static void moveAsBits(ModuleOp module) {
  MLIRContext *context = module.getContext();
  auto bits = IntegerType::get(context, 16);
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](BFloat16Type) -> Type { return bits; });
  replacer.addReplacement([&](FloatAttr attr) -> std::optional<Attribute> {
    if (!attr.getType().isBF16())
      return std::nullopt;
    return IntegerAttr::get(bits, attr.getValue().bitcastToAPInt());
  });
  replacer.addReplacement(
      [&](DenseElementsAttr attr) -> std::optional<Attribute> {
        if (!attr.getElementType().isBF16())
          return std::nullopt;
        return attr.bitcast(bits);
      });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  module.walk([](LLVM::BitcastOp cast) {
    if (cast.getArg().getType() != cast.getType())
      return;
    cast.replaceAllUsesWith(cast.getArg());
    cast.erase();
  });
}

namespace {
struct KernelBF16BitsPass : impl::KernelBF16BitsPassBase<KernelBF16BitsPass> {
  void runOnOperation() override { moveAsBits(getOperation()); }
};
} // namespace

} // namespace tvm
