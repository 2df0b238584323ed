// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// relu(x w^T + b), in the form that torch-mlir gives a linear layer.
#row = affine_map<(i, j) -> (j)>
#all = affine_map<(i, j) -> (i, j)>
func.func @layer(%x: tensor<128x256xf32>, %w: tensor<192x256xf32>,
                 %b: tensor<192xf32>) -> tensor<128x192xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<256x192xf32>
  %wt = linalg.transpose ins(%w : tensor<192x256xf32>) outs(%0 : tensor<256x192xf32>) permutation = [1, 0]
  %1 = tensor.empty() : tensor<128x192xf32>
  %2 = linalg.fill ins(%zero : f32) outs(%1 : tensor<128x192xf32>) -> tensor<128x192xf32>
  %3 = linalg.matmul ins(%x, %wt : tensor<128x256xf32>, tensor<256x192xf32>) outs(%2 : tensor<128x192xf32>) -> tensor<128x192xf32>
  %4 = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%3, %b : tensor<128x192xf32>, tensor<192xf32>) outs(%1 : tensor<128x192xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %5 = arith.addf %in, %bias : f32
    %6 = arith.maximumf %5, %zero : f32
    linalg.yield %6 : f32
  } -> tensor<128x192xf32>
  return %4 : tensor<128x192xf32>
}
