// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants; large ones go to the weight store.

#include "conversion/Constants/Constants.h"
#include "conversion/TosaToGraph/Patterns.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::tosa_to_graph {

static Value createConstant(ElementsAttr elements, Expansion &e) {
  if (auto splat = dyn_cast<SplatElementsAttr>(elements))
    return e.create<ConstantOp>(splat);
  SmallVector<char> buffer;
  auto bytes = getForeignBytes(elements, buffer);
  if (!bytes)
    return e.refuse(llvm::toString(bytes.takeError()));
  auto owner = std::make_shared<std::vector<char>>(*bytes);
  return e.create<ConstantOp>(
      graph::createConstant(cast<RankedTensorType>(elements.getType()),
                            getForeignName(elements), *owner, owner));
}

static Value convertConst(tosa::ConstOp op, tosa::ConstOp::Adaptor,
                          Expansion &e) {
  return createConstant(op.getValues(), e);
}

static Value convertArithConstant(arith::ConstantOp op,
                                  arith::ConstantOp::Adaptor, Expansion &e) {
  return createConstant(cast<ElementsAttr>(op.getValue()), e);
}

static Value convertConstShape(tosa::ConstShapeOp op,
                               tosa::ConstShapeOp::Adaptor, Expansion &e) {
  return e.constant(llvm::map_to_vector(
      op.getValues().getValues<APInt>(),
      [](const APInt &value) { return value.getSExtValue(); }));
}

void addConstants(Patterns &patterns) {
  patterns.add<tosa::ConstOp>(convertConst);
  patterns.add<tosa::ConstShapeOp>(convertConstShape);
  patterns.add<arith::ConstantOp>(convertArithConstant);
}

} // namespace tvm::tosa_to_graph
