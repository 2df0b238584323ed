// RUN: tvm-opt %s --tvm-graph-pipeline --tvm-fused-pipeline | FileCheck %s
// RUN: tvm-opt %s --tvm-graph-pipeline=O=3 --tvm-fused-pipeline | FileCheck %s
// RUN: sed 's/level = "graph"/symbol = "f"/' %s > %t.mlir
// RUN: tvm-opt %t.mlir --tvm-graph-pipeline --tvm-fused-pipeline | FileCheck %s --check-prefix=FUSED
// RUN: tvm-opt %t.mlir --tvm-graph-pipeline=naive --tvm-fused-pipeline=naive | FileCheck %s

// The pipelines do what the module records, or what their options say in its place: a
// level that is executed naively has a kernel for each operator.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-2: graph.launch
// FUSED-LABEL: func.func @main
// FUSED: graph.launch
// FUSED-NOT: graph.launch
module attributes {tvm.level = "import", tvm.options = {opt_level = 3 : i64, level = "graph"}} {
  func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
    %0 = graph.relu %x : (tensor<8xf32>) -> tensor<8xf32>
    %1 = graph.exp %0 : (tensor<8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}
