// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_LINALGTOTE_PASSES_TD
#define TVM_CONVERSION_LINALGTOTE_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLinalgToTEPass
    : Pass<"convert-linalg-to-te", "::mlir::func::FuncOp"> {
  let summary = "Express linalg on tensors by tensor expressions";
  let description = [{
    A `linalg.generic` becomes a `te.compute`: its operands are read at their
    indexing maps. A reduction by one operation gets a combiner, any
    other a `combine` region; a start value that is not the neutral element is
    combined with the result afterwards. Named operators are
    generalised, and element-wise arithmetic on tensors made linalg, by
    upstream's patterns before. Operators of `tensor` that move elements become
    `te.compute`s, too.

    Bools are bytes from then on, at arguments and results of the function as
    well, which have the attribute `graph.dtype` then. A `cf.assert` in a body
    is left out; a `tensor.extract` there, whose subscript is data, reads 0
    outside of its tensor.

    Operations that cannot be converted are reported with a reason.

    ```mlir
    %0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>)
        outs(%0 : tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
    becomes
    ```mlir
    %1 = te.compute [4, 8, 16] spatial 2 reduce sum {
    ^bb0(%i: index, %j: index, %k: index):
      %2 = te.read %a[%i, %k] : tensor<4x16xf32>
      %3 = te.read %b[%k, %j] : tensor<16x8xf32>
      %4 = arith.mulf %2, %3 : f32
      te.yield %4 : f32
    } : tensor<4x8xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
    "::tvm::te::TEDialect"
  ];
}

def OutlineKernelsPass : Pass<"te-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Make tensor expressions of functions kernels that they launch";
  let description = [{
    Each tensor expression of a function becomes a kernel, a function in a
    nested module, and a `graph.launch`, as after `graph-fuse`. An expression
    without reduction axes joins the kernel of another expression of the same
    shape if it is its only reader: the element-wise epilogue of a product.
    Large constants become `graph.constant`s and inputs, small ones parts of
    kernels.

    Arguments of the functions are tensors.
  }];
  let dependentDialects = [
    "::mlir::tensor::TensorDialect", "::tvm::graph::GraphDialect"
  ];
}

#endif
