// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_TENSORS_GRAPHREDUCTION_TD
#define TVM_DIALECTS_GRAPH_TENSORS_GRAPHREDUCTION_TD

include "dialects/Graph/GraphBase.td"

def Graph_ReduceOp : Graph_Operator<"reduce", "Reduction",
    [Graph_OwnPrecision]> {
  let summary = "Combines the elements along some axes";
  let description = [{
    ONNX's `ReduceSum`, `ReduceMean` and so on. `l1` is the sum of magnitudes,
    `l2` the root of `sum_square`, `log_sum_exp` the logarithm of the sum of
    exponentials (without overflow). `min` and `max` hand on NaN; over no
    elements they are the largest and the smallest value, of floats infinities.
    A mean of no elements is NaN, of integers 0. Without axes, what a kind
    computes of each element remains.

    Floats narrower than f32 are combined in f32. Integers wrap and their mean
    truncates; `l2`, `log_sum` and `log_sum_exp` of them are computed in f64.
    (C1) `axes` are dimensions of `x` in increasing order.

    ```mlir
    %0 = graph.reduce sum %x [1] {keepdims} : (tensor<2x3xf32>) -> tensor<2x1xf32>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$x, Graph_ReduceKindEnum:$kind,
                       DenseI64ArrayAttr:$axes, UnitAttr:$keepdims);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat =
      "$kind $x $axes attr-dict `:` functional-type(operands, results)";
}

def Graph_DynamicReduceOp : Graph_Operator<"dynamic_reduce", "Opaque",
    [Graph_RuntimeChecks]> {
  let summary = "Combines the elements along dimensions that are data";
  let description = [{
    As `graph.reduce`, along the dimensions for which `reduced` is not 0. The
    result has `rank` dimensions; a run in which others remain fails.
    (C1) `reduced` has one element per dimension of `x`.
    (C2) `rank` is that of `x` with `keepdims`, at most that of `x` else.

    ```mlir
    %0 = graph.dynamic_reduce sum %x over %reduced rank 1 : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?xf32>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$x, Graph_IndexTensor:$reduced,
                       Graph_ReduceKindEnum:$kind, I64Attr:$rank,
                       UnitAttr:$keepdims);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = [{
    $kind $x `over` $reduced `rank` $rank attr-dict `:`
    functional-type(operands, results)
  }];
}

class Graph_ArgReduceOp<string mnemonic, string what>
    : Graph_Operator<mnemonic, "Reduction", [Graph_SomeRuntimeChecks]> {
  let summary = "Index of the " # what # " element along an axis";
  let description = [{
    The first such index, or, if `last`, the last. NaN wins. No element has no
    index: a run fails where `axis` is empty and the result is not.
    (C1) `axis` is a dimension of `x`.

    ```mlir
    %0 = graph.}] # mnemonic # [{ %x [1] {last} : (tensor<2x3xf32>) -> tensor<2xi64>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$x, I64Attr:$axis, UnitAttr:$keepdims,
                       UnitAttr:$last);
  let results = (outs RankedTensorOf<[I64]>:$result);
  let assemblyFormat = [{
    $x `[` $axis `]` attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_ArgMaxOp : Graph_ArgReduceOp<"arg_max", "largest">;
def Graph_ArgMinOp : Graph_ArgReduceOp<"arg_min", "smallest">;

// An operator whose result has the shape and type of `x`.
class Graph_SameShapeOp<string mnemonic, string kind>
    : Graph_Operator<mnemonic, kind> {
  let extraClassDefinition = fusionDefinition # [{
    ::mlir::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *, std::optional<::mlir::Location>,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      types.push_back(adaptor.getX().getType());
      return ::mlir::success();
    }
    ::mlir::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      shapes.push_back(getDims(builder, getLoc(), getX()));
      return ::mlir::success();
    }
  }];
}

class Graph_SoftmaxLikeOp<string mnemonic, string what, string details>
    : Graph_SameShapeOp<mnemonic, "OutFusable"> {
  let summary = what # " over some axes together";
  let description = "    " # details # [{
    (C1) `axes` are dimensions of `x` in increasing order.

    ```mlir
    %0 = graph.}] # mnemonic # [{ %x [1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$x, DenseI64ArrayAttr:$axes);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat =
      "$x $axes attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

defvar shifted = "The maximum is subtracted first, so nothing overflows. "
    "Floats narrower than f32 are computed in f32.";
def Graph_SoftmaxOp : Graph_SoftmaxLikeOp<"softmax",
    "`exp(x)` divided by its sum", shifted> {
  let arguments = (ins Graph_FloatTensor:$x, DenseI64ArrayAttr:$axes);
}
def Graph_LogSoftmaxOp : Graph_SoftmaxLikeOp<"log_softmax",
    "Logarithm of softmax", shifted> {
  let arguments = (ins Graph_FloatTensor:$x, DenseI64ArrayAttr:$axes);
}
def Graph_HardmaxOp : Graph_SoftmaxLikeOp<"hardmax",
    "1 at the first maximum and 0 elsewhere",
    "Order is row-major. NaN is larger than any number. Without axes, all are 1.">;

def Graph_CumulateOp : Graph_SameShapeOp<"cumulate", "Opaque"> {
  let summary = "Running sums or products along an axis";
  let description = [{
    Element `i` combines the elements up to `i` (before `i`, if `exclusive`),
    or from `i` (behind `i`) on if `reverse`.
    (C1) `kind` is `sum` or `prod`.
    (C2) `axis` is a dimension of `x`.

    ```mlir
    %0 = graph.cumulate sum %x [0] {reverse} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$x, Graph_ReduceKindEnum:$kind,
                       I64Attr:$axis, UnitAttr:$exclusive, UnitAttr:$reverse);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = [{
    $kind $x `[` $axis `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Graph_DynamicCumulateOp : Graph_SameShapeOp<"dynamic_cumulate", "Opaque"> {
  let summary = "Running sums or products along an axis that is data";
  let description = [{
    As `graph.cumulate`; `axis` counts from the back if it is negative.
    (C1) `kind` is `sum` or `prod`.
    (C2) `axis` has one element.

    ```mlir
    %0 = graph.dynamic_cumulate sum %x, %axis : (tensor<4xf32>, tensor<i64>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Graph_NumberTensor:$x, Graph_IndexTensor:$axis,
                       Graph_ReduceKindEnum:$kind, UnitAttr:$exclusive,
                       UnitAttr:$reverse);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat = [{
    $kind $x `,` $axis attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif
