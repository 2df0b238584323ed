// RUN: tvm-opt %s --schedule-lower-loop-kinds | FileCheck %s
// RUN: tvm-opt %s --schedule-lower-loop-kinds -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: @kinds
// CHECK: affine.parallel
// CHECK-COUNT-3: affine.store
// CHECK-NOT: affine.for
func.func @kinds(%x: memref<4x3xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 3 {
      affine.store %zero, %x[%i, %j] : memref<4x3xf32>
    } {te.kind = "unrolled"}
  } {te.kind = "parallel"}
  return
}

// Bounds that an unrolled loop around tells: 1, 2 and 2 of the inner loop's.
// CHECK-LABEL: @varying
// CHECK-COUNT-5: affine.store
// CHECK-NOT: affine.store
// CHECK: return
func.func @varying(%x: memref<4x3xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 3 {
    affine.for %j = max affine_map<(d0) -> (0, -d0 + 2)>(%i) to min affine_map<(d0) -> (3, -d0 + 4)>(%i) {
      affine.store %zero, %x[%i, %j] : memref<4x3xf32>
    } {te.kind = "unrolled"}
  } {te.kind = "unrolled"}
  return
}

// A loop whose bounds nothing tells stays one.
// CHECK-LABEL: @unknown
// CHECK: affine.for %{{.*}} = 0 to %{{.*}} {
func.func @unknown(%x: memref<?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.store %zero, %x[%i] : memref<?xf32>
  } {te.kind = "unrolled"}
  return
}

// Virtual threads beyond the limit on code size run one after another.
// CHECK-LABEL: @threads
// CHECK: affine.for
// CHECK: affine.for
// CHECK-COUNT-1: affine.store
// CHECK-NOT: affine.store
// CHECK: return
// REMARK: [[# @LINE + 3]]:3: remark: runs one virtual thread at a time: expected at most 10240 operations of the function, got {{[0-9]+}} and 16383 more copies of {{[0-9]+}}
func.func @threads(%x: memref<16384x4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16384 {
    affine.for %j = 0 to 4 {
      affine.store %zero, %x[%i, %j] : memref<16384x4xf32>
    }
  } {te.kind = "vthread"}
  return
}

// The innermost loop is repeated; with the one around, there would be 65536
// stores.
// CHECK-LABEL: @large
// CHECK: affine.for
// CHECK-NOT: affine.for
// CHECK-COUNT-256: affine.store
// CHECK-NOT: affine.store
// CHECK: return
// REMARK: [[# @LINE + 3]]:3: remark: is not unrolled: expected at most 10240 operations of the function, got 548 and 255 more copies of 512
func.func @large(%x: memref<256x256xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 256 {
    affine.for %j = 0 to 256 {
      affine.store %zero, %x[%i, %j] : memref<256x256xf32>
    } {te.kind = "unrolled"}
  } {te.kind = "unrolled"}
  return
}
