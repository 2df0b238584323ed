// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_TETOLINALG_PASSES_TD
#define TVM_CONVERSION_TETOLINALG_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTEToLinalgPass
    : Pass<"convert-te-to-linalg", "::mlir::func::FuncOp"> {
  let summary = "Express tensor expressions by linalg on tensors";
  let description = [{
    Every `te.compute` becomes a `linalg.generic`, with its axes as loops. A
    read at subscripts that are affine in the axes becomes an operand with an
    indexing map, where linalg can tell the loops' sizes from it; any other
    read a `tensor.extract`, under a condition where it has padding. Results of
    reductions start from the identity by `linalg.fill`. A `te.scan` becomes an
    `scf.for`. The result consists of upstream's dialects, for upstream's
    pipelines.

    ```mlir
    %c = te.compute [4, 8, 16] spatial 2 reduce sum {
    ^bb0(%i: index, %j: index, %k: index):
      %0 = te.read %a[%i, %k] : tensor<4x16xf32>
      %1 = te.read %b[%k, %j] : tensor<16x8xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    } : tensor<4x8xf32>
    ```
    becomes
    ```mlir
    %0 = tensor.empty() : tensor<4x8xf32>
    %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = linalg.generic {indexing_maps = [
        affine_map<(d0, d1, d2) -> (d0, d2)>,
        affine_map<(d0, d1, d2) -> (d2, d1)>,
        affine_map<(d0, d1, d2) -> (d0, d1)>],
        iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>)
        outs(%1 : tensor<4x8xf32>) {
    ^bb0(%x: f32, %y: f32, %sum: f32):
      %3 = arith.mulf %x, %y : f32
      %4 = arith.addf %sum, %3 : f32
      linalg.yield %4 : f32
    } -> tensor<4x8xf32>
    ```

    A `te.extern` is refused: linalg has no operation for it.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif
