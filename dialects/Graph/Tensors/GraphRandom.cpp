// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Tensors/GraphRandom.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/Tensors/GraphRandom.cpp.inc"

void tvm::graph::GraphDialect::registerRandomOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Tensors/GraphRandom.cpp.inc"
      >();
}

namespace tvm::graph {

FailureOr<SymbolicShape> RandomBitsOp::inferShape(Adaptor adaptor,
                                                  ShapeValues &values,
                                                  std::optional<Location> loc) {
  auto type = cast<RankedTensorType>(adaptor.getShape().getType());
  auto elements = values.getElements(adaptor.getShape());
  if (!elements || type.getRank() != 1) // C1
    return emitOptionalError(
        loc, "expected a shape of one dimension and known size, got ", type);
  if (adaptor.getWord() > 3) // C2
    return emitOptionalError(loc, "expected a word from 0 to 3, got ",
                             static_cast<int64_t>(adaptor.getWord()));
  return *elements;
}

} // namespace tvm::graph
