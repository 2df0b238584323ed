#include "transforms/Graph/Fusion/Pointwise.h"

using namespace mlir;

namespace tvm::graph {

bool isPointwise(ConvOp op) {
  auto weight = cast<RankedTensorType>(op.getWeight().getType());
  auto isOne = [](int64_t value) { return value == 1; };
  auto isZero = [](int64_t value) { return value == 0; };
  return weight.getRank() == 4 && op.getLayout() == "NHWC" &&
         op.getKernelLayout() == "HWIO" && op.getGroup() == 1 &&
         llvm::all_of(weight.getShape().take_front(2), isOne) &&
         llvm::all_of(op.getStrides(), isOne) &&
         llvm::all_of(op.getPads(), isZero);
}

} // namespace tvm::graph
