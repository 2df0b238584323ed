// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_PRECISION_PASSES_TD
#define TVM_TRANSFORMS_GRAPH_PRECISION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ToMixedPrecisionPass
    : Pass<"graph-to-mixed-precision", "::mlir::func::FuncOp"> {
  let summary = "Compute products of f32 in a narrower type";
  let description = [{
    Operators of the list `allow` take and give elements of `type` instead of
    f32; their sums are of f32. Those that compute element by element, move
    elements or choose among them follow: they are narrow where all their data
    is, constants aside. All others, and those of `deny`, stay f32: sums,
    norms, softmax, and what enlarges errors of its operand. So do arguments
    and results of the function, and what regions take and give; and, unless
    `allow` is given, convolutions of f32 data of fewer than 16 channels, such
    as colours, whose casts would take longer than narrow products save.

    The decision on each operator is its attribute `graph.precision`. One that
    is there before is obeyed: f32, or `type`, which an operator without such a
    form refuses. With `only-recorded`, these decide alone: all other operators
    stay as they are, and the narrow type is that of the decisions.

    A value has at most one cast; that of a constant is an expression of
    constants, which a constant folder evaluates. A remark counts operators,
    and casts at run time.

    ```mlir
    func.func @main(%x: tensor<4x8xf32>) -> tensor<4x16xf32> {
      %w = graph.constant dense<1.0> : tensor<8x16xf32>
      // In bf16; casts of %x, %w and of the sum's result.
      %0 = graph.matmul %x, %w
          : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
      %1 = graph.relu %0 : (tensor<4x16xf32>) -> tensor<4x16xf32>
      %2 = graph.softmax %1 [1] : (tensor<4x16xf32>) -> tensor<4x16xf32>
      return %2 : tensor<4x16xf32>
    }
    ```
  }];
  let options = [
    Option<"type", "type", "std::string", "\"bf16\"", "bf16 or f16">,
    Option<"onlyRecorded", "only-recorded", "bool", "false",
           "only operators whose attribute is a narrow type">,
    ListOption<"allow", "allow", "std::string",
               "operators in the narrow type; default: conv, conv_transpose, "
               "einsum and matmul">,
    ListOption<"deny", "deny", "std::string",
               "operators in f32; default: exp, log, pow, trigonometric and "
               "hyperbolic functions without bounds, batch_norm, range">
  ];
  let dependentDialects = ["::tvm::graph::GraphDialect"];
}

def NarrowProductsPass
    : Pass<"graph-narrow-products", "::mlir::func::FuncOp"> {
  let summary = "Compute products of quantised tensors from their bytes";
  let description = [{
    For targets with instructions for products of bytes (x86): products and
    convolutions of i32, or of dequantised f32, whose data are converted from
    bytes, perhaps less a zero point, and whose weights are constants in
    [-128, 127], become ones of `ui8` and `i8`. Of the sums, the zero point times the sums of weights is
    subtracted; data with a sign are shifted by 128. What is summed over gets
    zeros behind it, to a multiple of 4. The result is the same, bit by bit.

    ```mlir
    func.func @main(%x: tensor<8x16xui8>) -> tensor<8x32xi32> {
      %zero = graph.constant dense<3> : tensor<i32>
      %w = graph.constant dense<1> : tensor<16x32xi32>
      %0 = graph.cast %x {to = i32} : (tensor<8x16xui8>) -> tensor<8x16xi32>
      %1 = graph.sub %0, %zero : (tensor<8x16xi32>, tensor<i32>) -> tensor<8x16xi32>
      // graph.matmul of %x and weights of i8, less %zero times their sums.
      %y = graph.matmul %1, %w : (tensor<8x16xi32>, tensor<16x32xi32>) -> tensor<8x32xi32>
      return %y : tensor<8x32xi32>
    }
    ```
  }];
  let dependentDialects = ["::tvm::graph::GraphDialect"];
}

#endif
