// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphStructure.h"

#include "dialects/Graph/ElementTypes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Graph/Control/GraphStructure.cpp.inc"

namespace tvm::graph {

//===-- constant ----------------------------------------------------------===//

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult ConstantOp::verify() {
  if (!isa<ElementsAttr, WeightAttr>(getValue()))
    return emitOpError("expected an elements or #graph.weight value, got ")
           << getValue();
  return success();
}

//===-- launch ------------------------------------------------------------===//

LogicalResult LaunchOp::verify() {
  if (getKernel().getNestedReferences().size() != 1) // C1
    return emitOpError("expected a kernel '@module::@function', got ")
           << getKernel();
  if (TypeRange(getOuts()) != getResultTypes()) // C3
    return emitOpError("expected results of the types of its outs");
  return success();
}

/// Whether a kernel takes or gives `type` for `tensor`, in the graph's element
/// type or in the one that holds it in memory (`ui8` -> `i8`, `i1` -> `i8`,
/// strings -> `i64`).
static bool isTypeOf(Type type, Type tensor) {
  auto kernel = cast<RankedTensorType>(type);
  auto graph = cast<RankedTensorType>(tensor);
  return kernel == graph ||
         kernel == graph.clone(getStorageElement(graph.getElementType()));
}

static bool areTypesOf(TypeRange types, TypeRange tensors) {
  return types.size() == tensors.size() &&
         llvm::all_of(llvm::zip(types, tensors), [](auto pair) {
           return isa<RankedTensorType>(std::get<0>(pair)) &&
                  isTypeOf(std::get<0>(pair), std::get<1>(pair));
         });
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto kernel =
      symbols.lookupNearestSymbolFrom<FunctionOpInterface>(*this, getKernel());
  if (!kernel) // C1
    return emitOpError("refers to ") << getKernel() << ", which is no function";
  auto type = dyn_cast<FunctionType>(kernel.getFunctionType());
  // After lowering to buffers a kernel takes memrefs, then the checks are the
  // verifier's of that level.
  if (!type || llvm::any_of(type.getInputs(), llvm::IsaPred<MemRefType>) ||
      llvm::any_of(type.getInputs(),
                   [](Type t) { return !isa<RankedTensorType>(t); }))
    return success();
  if (!areTypesOf(type.getInputs(), TypeRange(getInputs())) ||
      !areTypesOf(type.getResults(), getResultTypes())) // C2
    return emitOpError("expected a kernel of type ")
           << FunctionType::get(getContext(), TypeRange(getInputs()),
                                getResultTypes())
           << ", got " << type;
  return success();
}

LogicalResult LaunchOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &shapes) {
  for (Value out : getOuts())
    shapes.push_back(tensor::getMixedSizes(builder, getLoc(), out));
  return success();
}

} // namespace tvm::graph

void tvm::graph::GraphDialect::registerStructureOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/Control/GraphStructure.cpp.inc"
      >();
}
