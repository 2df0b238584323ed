// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_GRAPHINTERFACES_TD
#define TVM_DIALECTS_GRAPH_GRAPHINTERFACES_TD

include "mlir/IR/OpBase.td"

def Graph_FusionInterface : OpInterface<"FusionInterface"> {
  let cppNamespace = "::tvm::graph";
  let description = [{
    How an operator may be grouped with its neighbours. Operators of a plug-in
    take part through this interface; only patterns of several operators, such
    as attention, name the operators that they consist of.
  }];
  let methods = [
    InterfaceMethod<"The fusion kind of this operator.",
      "::tvm::graph::FusionKind", "getFusionKind">,
    InterfaceMethod<[{
        Whether its kernel reads data, and writes the result, in a transposed
        order as fast as in its own: transposes of the first operand and of the
        result then become part of the kernel.
      }],
      "bool", "absorbsTransposes", (ins), "", [{ return false; }]>,
    InterfaceMethod<[{
        Whether its kernel reads its operands in any order as fast as in their
        own, and writes rows of the result, which stay rows, to any place: a
        transpose of an operand, and one of the result that keeps the last
        dimension, then become part of the kernel.
      }],
      "bool", "movesRows", (ins), "", [{ return false; }]>
  ];
}

def Graph_PrecisionInterface : OpInterface<"PrecisionInterface"> {
  let cppNamespace = "::tvm::graph";
  let description = [{
    Operators whose precision is not what their fusion kind says: without this
    interface, element-wise operators and those that move elements follow their
    operands, and all others compute in f32.
  }];
  let methods = [
    InterfaceMethod<[{
        In what the operator computes where a type narrower than f32 is wanted:
        in that type (`Narrow`: its time and its weights are large, and its sums
        are f32 anyway), in the type of its operands (`Follows`), or in f32
        (`Wide`: what is lost in an operand grows in the result).
      }],
      "::tvm::graph::Precision", "getPrecision">
  ];
}

def Graph_LayoutInterface : OpInterface<"LayoutInterface"> {
  let cppNamespace = "::tvm::graph";
  let description = [{
    How an operator moves to another layout whose attributes name dimensions of
    its data. Implementations are attached by `transforms/Graph/Layout` (or by a
    plug-in) as external models. Element-wise operators without such attributes
    need none; all others without the interface stay as they are.
  }];
  let methods = [
    InterfaceMethod<[{
        Rebuilds the operator on data in the layout to which `converter` moves
        the function, if the data are there in that layout, or if the operator
        gains from it. Leaves it as it is otherwise.
      }],
      "void", "convertLayout", (ins "::tvm::graph::LayoutConverter &":$converter)>
  ];
}

def Graph_SymbolicShapeInterface : OpInterface<"SymbolicShapeInterface"> {
  let cppNamespace = "::tvm::graph";
  let description = [{
    Operators with one result whose dimensions are known as expressions. Other
    operators' dimensions are opaque to the evaluation of shapes.
  }];
  let methods = [
    InterfaceMethod<"Dimensions of the result as expressions of `values`.",
      "::llvm::FailureOr<::llvm::SmallVector<::mlir::AffineExpr>>",
      "getSymbolicShape", (ins "::tvm::graph::ShapeValues &":$values)>
  ];
}

def Graph_SymbolicElementsInterface
    : OpInterface<"SymbolicElementsInterface"> {
  let cppNamespace = "::tvm::graph";
  let description = [{
    Operators whose only result, where it is a small tensor of integers, may
    hold a shape. Elements of other operators' results are read at run time.

    An element-wise operator says what one element is; operators with the trait
    `KeepsElementOrder` say nothing; all others give all elements at once.
  }];
  let methods = [
    InterfaceMethod<[{
        Elements of the result, in row-major order, as expressions of `values`;
        nothing where they do not follow from elements of operands and from
        dimensions. The result has few elements, whose number is known.
      }],
      "::std::optional<::tvm::graph::SymbolicShape>", "getSymbolicElements",
      (ins "::tvm::graph::ShapeValues &":$values), "",
      "return ::tvm::graph::evaluateElements($_op, values);">,
    InterfaceMethod<[{
        The element of the result that `operands`, one element of each operand,
        give; nothing where that is no expression of `values`.
      }],
      "::std::optional<::mlir::AffineExpr>", "evaluateElement",
      (ins "::tvm::graph::ShapeValues &":$values,
           "::llvm::ArrayRef<::mlir::AffineExpr>":$operands), "",
      "return ::std::nullopt;">
  ];
}

def Graph_RuntimeCheckInterface : OpInterface<"RuntimeCheckInterface"> {
  let cppNamespace = "::tvm::graph";
  let description = [{
    Operators that ask more of sizes and data than their types say.
  }];
  let methods = [
    InterfaceMethod<"Creates the `graph.check`s of this operator.",
      "void", "buildChecks", (ins "::mlir::OpBuilder &":$builder)>,
    InterfaceMethod<"Whether there may be one: where a size is not known.",
      "bool", "hasChecks", (ins), "",
      "return ::tvm::graph::hasUnknownSize($_op);">
  ];
}

def Graph_TEDefinitionInterface : OpInterface<"TEDefinitionInterface"> {
  let cppNamespace = "::tvm::graph";
  let description = [{
    What an operator computes, as tensor expressions. Implementations are
    attached by `conversion/GraphToTE` (or by a plug-in) as external models.
  }];
  let methods = [
    InterfaceMethod<[{
        Builds `te` operations that compute the results from `operands`.
        `operands` are the operator's operands with storage element types
        (`ui8` -> `i8`, `i1` -> `i8`); the returned values have the result
        types, converted in the same way. Fails with a diagnostic on the
        operator where there is no definition for these types.
      }],
      "::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>>", "defineTE",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$operands)>
  ];
}

#endif
