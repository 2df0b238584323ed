// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=256 --vectorize-marked-loops --canonicalize --cse | FileCheck %s

// Where the buffer begins at a multiple of 32 bytes all vectors do; the rest is
// stored as ever.
// CHECK-LABEL: @rows
// CHECK: affine.for %{{.*}} = 0 to 4
// CHECK: affine.for %[[J:.*]] = 0 to 48 step 8
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[Y:.*]] : memref<4x56xf32>
// CHECK: %[[LOW:.*]] = arith.andi %[[ADDRESS]], %c31
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[LOW]], %c0
// CHECK: scf.if %[[ALIGNED]] {
// CHECK: vector.store %{{.*}}, %{{.*}}[%{{.*}}, %[[J]]] {alignment = 32 : i64, nontemporal = true}
// CHECK: } else {
// CHECK: affine.vector_store
// CHECK: affine.vector_store %{{.*}} : memref<4x56xf32>, vector<4xf32>
// CHECK-NOT: te.streams
func.func @rows(%x: memref<4x56xf32>, %y: memref<4x56xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 52 {
      %a = affine.load %x[%i, %j] : memref<4x56xf32>
      affine.store %a, %y[%i, %j] : memref<4x56xf32>
    } {te.kind = "vectorized", te.streams}
  }
  return
}

// The same in chunks.
// CHECK-LABEL: @chunks
// CHECK: nontemporal = true
func.func @chunks(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 64 {
      %a = affine.load %x[64 * %i + %j] : memref<?xf32>
      affine.store %a, %y[64 * %i + %j] : memref<?xf32>
    } {te.kind = "vectorized", te.streams}
  }
  return
}

// A few vectors without a loop.
// CHECK-LABEL: @few
// CHECK-COUNT-2: nontemporal = true
func.func @few(%x: memref<16xf32>, %y: memref<16xf32>) {
  affine.for %j = 0 to 16 {
    %a = affine.load %x[%j] : memref<16xf32>
    affine.store %a, %y[%j] : memref<16xf32>
  } {te.kind = "vectorized", te.streams}
  return
}

// Rows that begin anywhere, vectors that do, and buffers on the stack.
// CHECK-LABEL: @elsewhere
// CHECK-NOT: nontemporal
func.func @elsewhere(%x: memref<4x50xf32>, %y: memref<4x50xf32>, %z: memref<100xf32>) {
  %t = memref.alloca() : memref<4x48xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 48 {
      %a = affine.load %x[%i, %j] : memref<4x50xf32>
      affine.store %a, %y[%i, %j] : memref<4x50xf32>
      affine.store %a, %z[%j + 1] : memref<100xf32>
      affine.store %a, %t[%i, %j] : memref<4x48xf32>
    } {te.kind = "vectorized", te.streams}
  }
  return
}
