// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Memory/GraphMemory.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/Memory/GraphMemory.cpp.inc"

namespace tvm::graph {

static LogicalResult verifyDims(Operation *op, Type type, ValueRange dims) {
  int64_t expected = cast<MemRefType>(type).getNumDynamicDims();
  if (static_cast<int64_t>(dims.size()) != expected)
    return op->emitOpError("expected ") << expected << " dynamic dimensions of "
                                        << type << ", got " << dims.size();
  return success();
}

LogicalResult CheckOp::verify() {
  StringRef text = getText();
  if (getValues().size() > 4) // C1
    return emitOpError("expected at most four values, got ")
           << getValues().size();
  for (char digit = '0'; digit <= '9'; ++digit)
    if (text.contains(std::string{'{', digit, '}'}) &&
        static_cast<size_t>(digit - '0') >= getValues().size()) // C1
      return emitOpError("has no value for '{") << digit << "}' of its text";
  return success();
}

LogicalResult ByteSizeOp::verify() {
  return verifyDims(*this, getType(), getDims()); // C1
}

LogicalResult OutputOp::verify() {
  return verifyDims(*this, getMemory().getType(), getDims()); // C1
}

LogicalResult CopyOp::verify() {
  return verifyDims(*this, getSource().getType(), getDims()); // C1
}

LogicalResult GetWeightOp::verify() {
  auto shape = cast<ShapedType>(getMemory().getType()).getShape();
  if (getValue().getType().getShape() != shape) // C1
    return emitOpError("expected memory of the shape of ")
           << getValue().getType() << ", got " << getMemory().getType();
  return success();
}

LogicalResult CallOp::verify() {
  if (getKernel().getNestedReferences().size() != 1) // C1
    return emitOpError("expected a kernel '@module::@function', got ")
           << getKernel();
  return success();
}

} // namespace tvm::graph

void tvm::graph::GraphDialect::registerMemoryOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Memory/GraphMemory.cpp.inc"
      >();
}
