// RUN: tvm-opt %s --convert-te-to-loops --schedule-generate | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: sed 's/lanes = 16/lanes = 8/' %s | tvm-opt --convert-te-to-loops --schedule-generate | FileCheck %s --check-prefixes=CHECK,NARROW

// The remainder of an unknown number of columns is in masked vectors of `lanes`
// elements.
// CHECK-LABEL: transform.named_sequence
// CHECK: schedule.split %{{.*}} by [0, 32]
// WIDE: schedule.split %{{.*}} by [0, 16]
// NARROW: schedule.split %{{.*}} by [0, 8]
func.func @product(%x: tensor<8x64xf32>, %y: tensor<64x?xf32>) -> tensor<8x?xf32> attributes {schedule.strategy = #schedule.register_tile<row_axis = 0, rows = 4, columns = 32, lanes = 16, masked = true>} {
  %c1 = arith.constant 1 : index
  %w = tensor.dim %y, %c1 : tensor<64x?xf32>
  %0 = te.compute [8, %w, 64] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<8x64xf32>
    %b = te.read %y[%k, %j] : tensor<64x?xf32>
    %c = arith.mulf %a, %b : f32
    te.yield %c : f32
  } : tensor<8x?xf32>
  return %0 : tensor<8x?xf32>
}
