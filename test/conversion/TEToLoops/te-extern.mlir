// RUN: tvm-opt %s --convert-te-to-loops -split-input-file | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-generate,schedule-apply,func.func(te-lower-blocks),canonicalize,cse)' -split-input-file | FileCheck %s --check-prefix=SCHEDULE

// A call writes its result in place: the value in between is a buffer that the
// schedule neither removes nor computes elsewhere.
// CHECK-LABEL: func.func @between
// CHECK-SAME: (%{{.*}}: memref<4x64xf32>, %[[OUT:.*]]: memref<4x64xf32>)
// CHECK: %[[A:.*]] = memref.alloc() : memref<4x64xf32>
// CHECK: te.block "block0"
// CHECK: %[[B:.*]] = memref.alloc() : memref<4x64xf32>
// CHECK: %{{.*}} = call @twice(%[[A]], %[[B]]) : (memref<4x64xf32>, memref<4x64xf32>) -> i32
// CHECK: te.block "block1"
// CHECK-SAME: %[[B]], %[[OUT]]
// CHECK: func.func private @twice(memref<4x64xf32>, memref<4x64xf32>) -> i32 attributes {kernel.extern = "twice"}
// SCHEDULE-LABEL: func.func @between
// SCHEDULE-SAME: (%[[IN:.*]]: memref<4x64xf32>, %[[OUT:.*]]: memref<4x64xf32>)
// SCHEDULE: %[[A:.*]] = memref.alloc()
// SCHEDULE: affine.load %[[IN]]
// SCHEDULE: affine.store %{{.*}}, %[[A]]
// SCHEDULE: %[[B:.*]] = memref.alloc()
// SCHEDULE: call @twice(%[[A]], %[[B]])
// SCHEDULE-NOT: %[[IN]]
// SCHEDULE: affine.load %[[B]]
// SCHEDULE: affine.store %{{.*}}, %[[OUT]]
func.func @between(%x: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %one = arith.constant 1.0 : f32
  %0 = te.compute [4, 64] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i, %j] : tensor<4x64xf32>
    %b = arith.addf %a, %one : f32
    te.yield %b : f32
  } : tensor<4x64xf32>
  %1 = te.extern @twice(%0) : (tensor<4x64xf32>) -> tensor<4x64xf32>
  %2 = te.compute [4, 64] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %1[%i, %j] : tensor<4x64xf32>
    %b = arith.addf %a, %one : f32
    te.yield %b : f32
  } : tensor<4x64xf32>
  return %2 : tensor<4x64xf32>
}

// -----

// A returned result is the function's own; several results, unknown sizes; a
// function that has the kernel's name.
// CHECK-LABEL: func.func @results
// CHECK-SAME: (%[[X:[^:]*]]: memref<?xf32>, %[[Y:[^:]*]]: memref<?x4xf32>, %[[N:[^:]*]]: memref<i64>)
// CHECK: call @results_0(%[[X]], %[[Y]], %[[N]]) : (memref<?xf32>, memref<?x4xf32>, memref<i64>) -> i32
// CHECK-NOT: te.block
// CHECK: func.func private @results_0({{.*}}) -> i32 attributes {kernel.extern = "results"}
func.func @results(%x: tensor<?xf32>) -> (tensor<?x4xf32>, tensor<i64>) {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?xf32>
  %0:2 = te.extern @results(%x) extents(%n) : (tensor<?xf32>) -> (tensor<?x4xf32>, tensor<i64>)
  return %0#0, %0#1 : tensor<?x4xf32>, tensor<i64>
}

// -----

// One declaration for each list of types; calls with the same operands stay two.
// CHECK-LABEL: func.func @types
// CHECK: call @f(
// CHECK: call @f(
// CHECK: call @f_{{[0-9]+}}(
// CHECK-COUNT-2: func.func private @f
// CHECK-NOT: func.func private @f
// SCHEDULE-LABEL: func.func @types
// SCHEDULE-COUNT-3: call @f
func.func @types(%x: tensor<8xf32>, %y: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<4xf32>) {
  %0 = te.extern @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = te.extern @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = te.extern @f(%y) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<4xf32>
}

// -----

// A call at each step of a scan: the loop runs in order, though there is one
// block in it.
// CHECK-LABEL: func.func @scan
// CHECK: affine.for %{{.*}} = 0 to 100000
// CHECK: call @step(
// SCHEDULE-LABEL: func.func @scan
// SCHEDULE-NOT: te.kind
// SCHEDULE: affine.for %{{.*}} = 0 to 100000 {
// SCHEDULE-NEXT: call @step(
// SCHEDULE-NOT: te.kind
// SCHEDULE: return
func.func @scan(%x: tensor<f32>) -> tensor<100000xf32> {
  %n = arith.constant 100000 : index
  %0 = te.scan %n init(%x : tensor<f32>) {
  ^bb0(%t: index, %s: tensor<f32>):
    %1 = te.extern @step(%s) : (tensor<f32>) -> tensor<f32>
    te.yield %s : tensor<f32>
  } -> tensor<100000xf32>
  return %0 : tensor<100000xf32>
}

// -----

// Sizes that are read from a tensor are those of the result, also for what is
// computed in between.
// CHECK-LABEL: func @data
// CHECK-SAME: (%[[N:.*]]: memref<1xi64>, %[[Y:.*]]: memref<?xf32>)
// CHECK: %[[SIZE:.*]] = memref.dim %[[Y]]
// CHECK: %[[BETWEEN:.*]] = memref.alloc(%[[SIZE]]) : memref<?xf32>
// CHECK: call @fill(%[[BETWEEN]], %[[Y]])
func.func @data(%n: tensor<1xi64>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %n[%c0] : tensor<1xi64>
  %i = arith.index_cast %e : i64 to index
  %x, %y = te.extern @fill() extents(%i, %i) : () -> (tensor<?xf32>, tensor<?xf32>)
  return %y : tensor<?xf32>
}
