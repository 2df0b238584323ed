#include "dialects/TE/TEDialect.h"

#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace tvm::te;

#include "dialects/TE/TEDialect.cpp.inc"

void TEDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/TE/TEOps.cpp.inc"
      >();
  registerAttributes();
}
