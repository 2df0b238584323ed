// RUN: tvm-opt %s -graph-to-mixed-precision=only-recorded -split-input-file | FileCheck %s
// RUN: tvm-opt %s --tvm-graph-pipeline -split-input-file | FileCheck %s
// RUN: tvm-opt %s --tvm-graph-pipeline=naive -split-input-file | FileCheck %s

// An operator whose decision is a narrow type is computed in it, between casts. No
// other operator follows, and none gets a decision.
// CHECK-LABEL: @one
// CHECK: %[[X:.*]] = graph.cast %arg0 {{.*}} -> tensor<4xbf16>
// CHECK: %[[Y:.*]] = graph.relu %[[X]] {graph.precision = bf16} : (tensor<4xbf16>) -> tensor<4xbf16>
// CHECK: %[[Z:.*]] = graph.cast %[[Y]] {{.*}} -> tensor<4xf32>
// CHECK: graph.exp %[[Z]] : (tensor<4xf32>) -> tensor<4xf32>
module attributes {tvm.level = "import"} {
func.func @one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.relu %x {graph.precision = bf16} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
}

// -----

// A decision for f16 after one for f32.
// CHECK-LABEL: @half
// CHECK: graph.exp %arg0 {graph.precision = f32} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK: graph.relu {{.*}} {graph.precision = f16} : (tensor<4xf16>) -> tensor<4xf16>
module attributes {tvm.level = "import"} {
func.func @half(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.exp %x {graph.precision = f32} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = graph.relu %0 {graph.precision = f16} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
}

// -----

// Results that have the type of the decision anyway, and no decisions at all.
// CHECK-LABEL: @same
// CHECK: graph.relu %arg0 {graph.precision = f16} : (tensor<4xf16>) -> tensor<4xf16>
// CHECK: graph.exp %arg1 : (tensor<4xf32>) -> tensor<4xf32>
module attributes {tvm.level = "import"} {
func.func @same(%x: tensor<4xf16>, %y: tensor<4xf32>) -> (tensor<4xf16>, tensor<4xf32>) {
  %0 = graph.relu %x {graph.precision = f16} : (tensor<4xf16>) -> tensor<4xf16>
  %1 = graph.exp %y : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf16>, tensor<4xf32>
}
}
