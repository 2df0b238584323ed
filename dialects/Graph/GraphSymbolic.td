// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_GRAPHSYMBOLIC_TD
#define TVM_DIALECTS_GRAPH_GRAPHSYMBOLIC_TD

include "dialects/Graph/GraphBase.td"

// An operator with one result whose shape `inferShape` gives symbolically.
// Type inference, run-time shapes and shape evaluation all follow from it.
class Graph_SymbolicOp<string mnemonic, string kind = "Injective",
                       list<Trait> traits = []>
    : Graph_Operator<mnemonic, kind, !listconcat(traits, [
        DeclareOpInterfaceMethods<Graph_SymbolicShapeInterface>])> {
  let results = (outs Graph_AnyTensor:$result);
  code elementType = "::mlir::getElementTypeOrSelf(adaptor.getOperands()[0])";
  code declarations = [{
    static ::llvm::FailureOr<::tvm::graph::SymbolicShape>
    inferShape(Adaptor adaptor, ::tvm::graph::ShapeValues &values,
               std::optional<::mlir::Location> loc);
  }];
  let extraClassDeclaration = declarations;
  let extraClassDefinition = fusionDefinition # [{
    ::mlir::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> loc,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      ::tvm::graph::ShapeValues values(context);
      return ::tvm::graph::inferFromShape(
          loc, inferShape(adaptor, values, loc), }] # elementType # [{, types);
    }
    ::mlir::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return ::tvm::graph::reifyFromShape(builder, getOperation(), shapes);
    }
    ::llvm::FailureOr<::tvm::graph::SymbolicShape> $cppClass::getSymbolicShape(
        ::tvm::graph::ShapeValues &values) {
      return inferShape(Adaptor(*this), values, std::nullopt);
    }
  }];
}

#endif
