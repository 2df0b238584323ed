// RUN: tvm-opt %s --te-outline-kernels --split-input-file | FileCheck %s

// Element-wise operations behind a product belong to its kernel, and so do small
// constants.
// CHECK-LABEL: module @kernel {
// CHECK: func.func @kernel(%[[A:.*]]: tensor<4x16xf32>, %[[B:.*]]: tensor<16x8xf32>) -> tensor<4x8xf32>
// CHECK: %[[C:.*]] = arith.constant dense<{{.*}}> : tensor<8xf32>
// CHECK: %[[SUM:.*]] = te.compute [4, 8, 16]
// CHECK: %[[R:.*]] = te.compute [4, 8] spatial 2
// CHECK: te.read %[[SUM]]
// CHECK: te.read %[[C]]
// CHECK: return %[[R]]
// CHECK-LABEL: func.func @main
// CHECK: %[[OUT:.*]] = tensor.empty() : tensor<4x8xf32>
// CHECK-NEXT: %[[Y:.*]] = graph.launch @kernel::@kernel(%{{.*}}, %{{.*}} : tensor<4x16xf32>, tensor<16x8xf32>) outs(%[[OUT]] : tensor<4x8xf32>)
// CHECK-NEXT: return %[[Y]]
func.func @main(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>) -> tensor<4x8xf32> {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %0 = te.compute [4, 8, 16] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %1 = te.read %a[%i, %k] : tensor<4x16xf32>
    %2 = te.read %b[%k, %j] : tensor<16x8xf32>
    %3 = arith.mulf %1, %2 : f32
    te.yield %3 : f32
  } : tensor<4x8xf32>
  %4 = te.compute [4, 8] spatial 2 {
  ^bb0(%i: index, %j: index):
    %5 = te.read %0[%i, %j] : tensor<4x8xf32>
    %6 = te.read %c[%j] : tensor<8xf32>
    %7 = arith.addf %5, %6 : f32
    te.yield %7 : f32
  } : tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}

// -----

// A value that is used elsewhere, too, is a kernel of its own; sizes follow
// from those of arguments.
// CHECK: module @kernel_0 {
// CHECK: module @kernel {
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[A:.*]]: tensor<?xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[A]]
// CHECK: %[[E:.*]] = graph.launch @kernel::@kernel(%[[A]]
// CHECK: %[[OUT:.*]] = tensor.empty(%{{.*}}) : tensor<?xf32>
// CHECK: %[[F:.*]] = graph.launch @kernel_0::@kernel_0({{.*}}) outs(%[[OUT]]
// CHECK: return %[[E]], %[[F]]
func.func @main(%a: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %0 = te.compute [%n] spatial 1 {
  ^bb0(%i: index):
    %1 = te.read %a[%i] : tensor<?xf32>
    %2 = math.exp %1 : f32
    te.yield %2 : f32
  } : tensor<?xf32>
  %m = tensor.dim %0, %c0 : tensor<?xf32>
  %3 = te.compute [%m] spatial 1 {
  ^bb0(%i: index):
    %4 = te.read %0[%i] : tensor<?xf32>
    %5 = math.exp %4 : f32
    te.yield %5 : f32
  } : tensor<?xf32>
  return %0, %3 : tensor<?xf32>, tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @constant
// CHECK: graph.constant #graph.weight<"", 0, {{[0-9]+}}> : tensor<65xf32>
func.func @constant() -> tensor<65xf32> {
  %0 = arith.constant dense<"0x000000000000803F000000400000404000008040000000000000803F000000400000404000008040000000000000803F000000400000404000008040000000000000803F000000400000404000008040000000000000803F000000400000404000008040000000000000803F000000400000404000008040000000000000803F000000400000404000008040000000000000803F000000400000404000008040000000000000803F000000400000404000008040000000000000803F000000400000404000008040000000000000803F000000400000404000008040000000000000803F000000400000404000008040000000000000803F000000400000404000008040"> : tensor<65xf32>
  return %0 : tensor<65xf32>
}
