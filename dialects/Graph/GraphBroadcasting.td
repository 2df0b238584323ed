// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_GRAPHBROADCASTING_TD
#define TVM_DIALECTS_GRAPH_GRAPHBROADCASTING_TD

include "dialects/Graph/GraphBase.td"

// An operator whose operands broadcast to each other as in NumPy. The element type of
// the result is `resultElementType`, or the first operand's.
class Graph_BroadcastingOp<string mnemonic, string kind,
                           list<Trait> traits = []>
    : Graph_Operator<mnemonic, kind, !listconcat(traits, [
          DeclareOpInterfaceMethods<Graph_RuntimeCheckInterface,
                                    ["hasChecks"]>])> {
  // Details beyond the summary.
  string meaning = "";
  string example;
  let description =
      meaning # "\n    ```mlir\n    " # example # "\n    ```\n";
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
    void $cppClass::buildChecks(::mlir::OpBuilder &builder) {
      ::tvm::graph::createBroadcastChecks(builder, getOperation());
    }
    bool $cppClass::hasChecks() {
      return getOperation()->getNumOperands() > 1 &&
             ::tvm::graph::hasUnknownSize(getOperation());
    }
  }];
}

//===-- one operand -------------------------------------------------------===//

// An operator whose result has the shape and type of the operand.
class Graph_UnaryOp<string mnemonic, string what, string details = "",
                    TypeConstraint type = Graph_ArithmeticTensor,
                    list<Trait> traits = []>
    : Graph_BroadcastingOp<mnemonic, "ElementWise", traits> {
  let summary = what # " of each element";
  let meaning = "    " # details # "\n";
  let arguments = (ins type:$x);
  let results = (outs type:$result);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";

  string exampleAttributes = "";
  string exampleElement = "f32";
  string exampleResult = exampleElement;
  let example = "%y = graph." # mnemonic # " %x" # exampleAttributes
      # " : (tensor<4x" # exampleElement # ">) -> tensor<4x" # exampleResult
      # ">";
}

class Graph_FloatOp<string mnemonic, string what, string details = "",
                    list<Trait> traits = []>
    : Graph_UnaryOp<mnemonic, what, details, Graph_FloatTensor, traits>;

// What is lost in an operand grows in the result.
class Graph_SensitiveOp<string mnemonic, string what, string details = "">
    : Graph_FloatOp<mnemonic, what, details, [Graph_OwnPrecision]>;

class Graph_PredicateOp<string mnemonic, string what, string details = "">
    : Graph_FloatOp<mnemonic, what, details> {
  let results = (outs Graph_BoolTensor:$result);
  let resultElementType = "::mlir::IntegerType::get(context, 1)";
  let exampleResult = "i1";
}

// Activations with one or two parameters.
class Graph_ActivationOp<string mnemonic, string what, string formula>
    : Graph_FloatOp<mnemonic, what, formula> {
  let arguments = (ins Graph_FloatTensor:$x, F32Attr:$alpha);
  let exampleAttributes = " {alpha = 0.5 : f32}";
}

class Graph_Activation2Op<string mnemonic, string what, string formula>
    : Graph_FloatOp<mnemonic, what, formula> {
  let arguments = (ins Graph_FloatTensor:$x, F32Attr:$alpha, F32Attr:$beta);
  let exampleAttributes = " {alpha = 0.2 : f32, beta = 0.5 : f32}";
}

//===-- two operands ------------------------------------------------------===//

class Graph_BinaryOp<string mnemonic, string what, string details = "",
                     list<Trait> traits = [],
                     TypeConstraint type = Graph_ArithmeticTensor>
    : Graph_BroadcastingOp<mnemonic, "Broadcast",
                           !listconcat(traits, [SameOperandsElementType])> {
  let summary = what # ", operands broadcast to each other";
  let meaning = "    " # details # "\n";
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat =
      "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";

  string exampleAttributes = "";
  string exampleElement = "f32";
  string exampleResult = exampleElement;
  let example = "%z = graph." # mnemonic # " %x, %y" # exampleAttributes
      # " : (tensor<2x3x" # exampleElement # ">, tensor<3x" # exampleElement
      # ">) -> tensor<2x3x" # exampleResult # ">";
}

class Graph_BitsOp<string mnemonic, string what, string details,
                   list<Trait> traits = [],
                   TypeConstraint type = Graph_IntegerTensor>
    : Graph_BinaryOp<mnemonic, what, details, traits, type> {
  let exampleElement = "i32";
}

class Graph_CompareOp<string mnemonic, string what, list<Trait> traits = []>
    : Graph_BinaryOp<mnemonic, what, "False where an element is NaN.",
                     !listconcat(traits, [Graph_SymbolicArithmetic]),
                     Graph_NumberTensor> {
  let results = (outs Graph_BoolTensor:$result);
  let resultElementType = "::mlir::IntegerType::get(context, 1)";
  let exampleResult = "i1";
}

#endif
