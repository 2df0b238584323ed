#ifndef TVM_DIALECTS_GRAPH_GRAPHELEMENTWISE_TD
#define TVM_DIALECTS_GRAPH_GRAPHELEMENTWISE_TD

include "dialects/Graph/GraphBase.td"

// Shape and type of the result are those of the operand.
class Graph_UnaryOp<string mnemonic, string what, list<Trait> traits = [],
                    TypeConstraint type = Graph_Tensor>
    : Graph_Operator<mnemonic, "ElementWise", traits> {
  let summary = what # " of each element";
  let arguments = (ins type:$x);
  let results = (outs type:$result);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
  let extraClassDefinition = fusionDefinition # [{
    ::mlir::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *, std::optional<::mlir::Location>,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      types.push_back(adaptor.getOperands().front().getType());
      return ::mlir::success();
    }
    ::mlir::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return ::tvm::graph::reifyBroadcast(builder, getOperation(), shapes);
    }
  }];
}

// Operands broadcast to each other as NumPy's do; elements of one type.
class Graph_BinaryOp<string mnemonic, string what, list<Trait> traits = [],
                     TypeConstraint type = Graph_Tensor>
    : Graph_Operator<mnemonic, "Broadcast", traits> {
  let summary = what # ", operands broadcast to each other";
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat =
      "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
  code resultElementType = "nullptr";
  let extraClassDefinition = fusionDefinition # [{
    ::mlir::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> loc,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::tvm::graph::inferBroadcast(
          loc, adaptor.getOperands(), types, }] # resultElementType # [{);
    }
    ::mlir::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return ::tvm::graph::reifyBroadcast(builder, getOperation(), shapes);
    }
  }];
}

class Graph_CompareOp<string mnemonic, string what>
    : Graph_BinaryOp<mnemonic, what> {
  let results = (outs Graph_BoolTensor:$result);
  let resultElementType = "::mlir::IntegerType::get(context, 1)";
}

def Graph_AddOp : Graph_BinaryOp<"add", "Sum", [Commutative]>;
def Graph_SubOp : Graph_BinaryOp<"sub", "Difference">;
def Graph_MulOp : Graph_BinaryOp<"mul", "Product", [Commutative]>;
def Graph_DivOp : Graph_BinaryOp<"div", "Quotient (integers truncate toward zero)">;
def Graph_LessOp : Graph_CompareOp<"less", "`lhs < rhs`">;
def Graph_ReluOp : Graph_UnaryOp<"relu", "`max(x, 0)`">;
def Graph_ExpOp : Graph_UnaryOp<"exp", "Exponential", [], Graph_FloatTensor>;

#endif
