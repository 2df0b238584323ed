// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_TOSATOGRAPH_PASSES_TD
#define TVM_CONVERSION_TOSATOGRAPH_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTosaToGraphPass
    : Pass<"convert-tosa-to-graph", "::mlir::func::FuncOp"> {
  let summary = "Express TOSA operators by graph operators";
  let description = [{
    Replaces TOSA operators, and the constants and casts that frontends leave
    beside them, by graph operators. Values keep their types; a `!tosa.shape`
    becomes a tensor of i64. Constants of more than a few hundred bytes go to
    the weight store.

    All operators that cannot be converted are reported, each with its reason,
    and so are other operations that are left in the function.

    ```mlir
    %0 = tosa.conv2d %x, %w, %b, %zp, %zp {acc_type = f32,
        dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>,
        stride = array<i64: 2, 2>}
        : (tensor<1x9x9x3xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>,
           tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x5x4xf32>
    ```
    becomes
    ```mlir
    %0 = graph.transpose %w [1, 2, 3, 0]
        : (tensor<4x3x3x3xf32>) -> tensor<3x3x3x4xf32>
    %1 = graph.conv %x, %0 {dilations = array<i64: 1, 1>,
        kernel_layout = "HWIO", layout = "NHWC", pads = array<i64: 1, 1, 1, 1>,
        strides = array<i64: 2, 2>}
        : (tensor<1x9x9x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x5x5x4xf32>
    %2 = graph.add %1, %b
        : (tensor<1x5x5x4xf32>, tensor<4xf32>) -> tensor<1x5x5x4xf32>
    ```
  }];
  let dependentDialects = ["::tvm::graph::GraphDialect"];
}

#endif
