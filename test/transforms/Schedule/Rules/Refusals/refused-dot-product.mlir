// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,dot_product=vnni},schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=11 | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,dot_product=vnni},schedule-generate)' --mlir-debug-counter=schedule-primitive-skip=0,schedule-primitive-count=13 | FileCheck %s

// Products of bytes: neither steps nor the declaration of the instruction are
// left where it cannot take the place of a tile's loops, or where the initial
// value cannot be apart behind it.
// CHECK-NOT: te.tensor_intrin
// CHECK: transform.named_sequence
// CHECK-NEXT: transform.yield
// CHECK-NOT: te.tensor_intrin
module @product {
  func.func @product(%x: memref<8x64xi8>, %w: memref<64x64xi8> {graph.constant}, %y: memref<8x64xi32>) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 64 {
        affine.for %k = 0 to 64 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%x, %w, %y : memref<8x64xi8>, memref<64x64xi8>, memref<8x64xi32>) init {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<8x64xi8>, %b: memref<64x64xi8>, %c: memref<8x64xi32>):
            %0 = arith.constant 0 : i32
            affine.store %0, %c[%vi, %vj] : memref<8x64xi32>
            te.yield
          } do {
          ^bb0(%vi: index, %vj: index, %vk: index, %a: memref<8x64xi8>, %b: memref<64x64xi8>, %c: memref<8x64xi32>):
            %0 = affine.load %a[%vi, %vk] : memref<8x64xi8>
            %1 = arith.extui %0 : i8 to i32
            %2 = affine.load %b[%vk, %vj] : memref<64x64xi8>
            %3 = arith.extsi %2 : i8 to i32
            %4 = arith.muli %1, %3 : i32
            %5 = affine.load %c[%vi, %vj] : memref<8x64xi32>
            %6 = arith.addi %5, %4 : i32
            affine.store %6, %c[%vi, %vj] : memref<8x64xi32>
            te.yield
          }
        }
      }
    }
    return
  }
}

