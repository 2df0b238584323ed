// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"

using namespace mlir;

namespace tvm::schedule {

/// Whether `value` is a loaded element that `Extension` converts from `narrow`
/// to `wide`.
template <typename Extension>
static bool isExtended(Value value, Type narrow, Type wide) {
  auto extension = value.getDefiningOp<Extension>();
  return extension && extension.getType() == wide &&
         extension.getIn().getType() == narrow &&
         extension.getIn().template getDefiningOp<affine::AffineLoadOp>();
}

/// The product that `block` adds to its sum; null for other blocks.
template <typename Add, typename Multiply>
static Multiply findProduct(te::BlockOp block) {
  auto stores = block.getBody().getOps<affine::AffineStoreOp>();
  auto sum = stores.empty()
                 ? Add()
                 : (*stores.begin()).getValueToStore().getDefiningOp<Add>();
  return sum ? sum.getRhs().template getDefiningOp<Multiply>() : Multiply();
}

std::optional<MatrixElement> getProductElement(te::BlockOp block) {
  Builder builder(block.getContext());
  if (auto product = findProduct<arith::AddFOp, arith::MulFOp>(block)) {
    Type narrow = builder.getBF16Type(), wide = builder.getF32Type();
    if (isExtended<arith::ExtFOp>(product.getLhs(), narrow, wide) &&
        isExtended<arith::ExtFOp>(product.getRhs(), narrow, wide))
      return MatrixElement::BF16;
  }
  if (auto product = findProduct<arith::AddIOp, arith::MulIOp>(block)) {
    Type narrow = builder.getI8Type(), wide = builder.getI32Type();
    if (isExtended<arith::ExtUIOp>(product.getLhs(), narrow, wide) &&
        isExtended<arith::ExtSIOp>(product.getRhs(), narrow, wide))
      return MatrixElement::Byte;
  }
  return std::nullopt;
}

} // namespace tvm::schedule
