// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/GraphDialect.h"

#include "dialects/Graph/Control/GraphStructure.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace tvm::graph;

#include "dialects/Graph/GraphDialect.cpp.inc"

void GraphDialect::initialize() {
  weightStore = std::make_shared<WeightStore>();
  registerAttributes();
  registerControlOps();
  registerTypes();
  registerStringOps();
  registerStructureOps();
  registerElementwiseOps();
  registerReductionOps();
  registerMatMulOps();
  registerMemoryOps();
  registerConvolutionOps();
  registerPoolingOps();
  registerNormalizationOps();
  registerRecurrentOps();
  registerSelectionOps();
  registerSequenceOps();
  registerShapeOps();
  registerIndexingOps();
  registerResizeOps();
  registerSamplingOps();
  registerRandomOps();
  registerTreesOps();
}

Operation *GraphDialect::materializeConstant(OpBuilder &builder,
                                             Attribute value, Type type,
                                             Location loc) {
  auto typed = dyn_cast<TypedAttr>(value);
  if (!typed || typed.getType() != type || !isa<RankedTensorType>(type))
    return nullptr;
  return ConstantOp::create(builder, loc, typed);
}
