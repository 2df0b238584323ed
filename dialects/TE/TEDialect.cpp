// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TEDialect.h"

#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace tvm::te;

#include "dialects/TE/TEDialect.cpp.inc"

// Values of the attribute `te.kind`: loop kinds and axes of a GPU.
static constexpr StringLiteral kLoopKinds[] = {
    "parallel",   "vectorized", "unrolled",    "vthread",     "blockIdx.x",
    "blockIdx.y", "blockIdx.z", "threadIdx.x", "threadIdx.y", "threadIdx.z"};

static LogicalResult verifyLoopKind(Operation *op, Attribute value) {
  auto kind = dyn_cast<StringAttr>(value);
  if (kind && llvm::is_contained(kLoopKinds, kind.getValue()) &&
      isa<LoopLikeOpInterface>(op))
    return success();
  return op->emitOpError("expected 'te.kind' to be the kind of a loop "
                         "(parallel, vectorized, unrolled, vthread) or an axis "
                         "of a GPU, got ")
         << value;
}

LogicalResult TEDialect::verifyOperationAttribute(Operation *op,
                                                  NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (name == "te.kind")
    return verifyLoopKind(op, attribute.getValue());
  bool isOfLoops = name == "te.steps" || name == "te.streams";
  if (!isOfLoops ||
      (isa<UnitAttr>(attribute.getValue()) && isa<LoopLikeOpInterface>(op)))
    return success();
  return op->emitOpError("expected '")
         << name << "' to be a unit attribute of a loop, got "
         << attribute.getValue();
}

void TEDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/TE/TEOps.cpp.inc"
      >();
  registerAttributes();
}
