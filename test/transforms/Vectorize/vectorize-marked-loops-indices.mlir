// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=256 --vectorize-marked-loops --canonicalize | FileCheck %s
// RUN: tvm-opt %s --target-set=entries=max_vector_op_width=512 --vectorize-marked-loops --canonicalize | FileCheck %s --check-prefix=MASKS

// An index has 64 bits.
// CHECK-LABEL: @copy
// CHECK: affine.vector_load %{{.*}} : memref<24xindex>, vector<4xindex>
// CHECK: arith.addi %{{.*}} : vector<4xindex>
// CHECK: affine.vector_store %{{.*}} : memref<24xindex>, vector<4xindex>
func.func @copy(%x: memref<24xindex>, %y: memref<24xindex>) {
  affine.for %i = 0 to 24 {
    %a = affine.load %x[%i] : memref<24xindex>
    %b = arith.addi %a, %i : index
    affine.store %b, %y[%i] : memref<24xindex>
  } {te.kind = "vectorized"}
  return
}

// It decides how many lanes there are, beside narrower elements.
// CHECK-LABEL: @positions
// CHECK: affine.vector_load %{{.*}} : memref<24xindex>, vector<4xindex>
// CHECK: affine.vector_store %{{.*}} : memref<24xi32>, vector<4xi32>
func.func @positions(%x: memref<24xindex>, %y: memref<24xi32>) {
  affine.for %i = 0 to 24 {
    %a = affine.load %x[%i] : memref<24xindex>
    %b = arith.index_cast %a : index to i32
    affine.store %b, %y[%i] : memref<24xi32>
  } {te.kind = "vectorized"}
  return
}

// Partial results start from the identity, the greatest number there is.
// CHECK-LABEL: @least
// CHECK: arith.constant dense<9223372036854775807> : vector<4xindex>
// CHECK: arith.minsi %{{.*}} : vector<4xindex>
// CHECK: vector.reduction <minsi>
func.func @least(%x: memref<64xindex>, %y: memref<1xindex>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %x[%i] : memref<64xindex>
    %b = affine.load %y[0] : memref<1xindex>
    %c = arith.minsi %b, %a : index
    affine.store %c, %y[0] : memref<1xindex>
  } {te.kind = "vectorized"}
  return
}

// A local buffer of two registers is read whole, where lanes outside do
// nothing; other buffers are not.
// MASKS-LABEL: @local
// MASKS: vector.maskedload %{{.*}} : memref<13xindex>, vector<8xi1>, vector<8xindex> into vector<8xindex>
// MASKS-NOT: vector.maskedload
// MASKS: return
func.func @local(%x: memref<13xindex>, %y: memref<16xindex>, %n: index) {
  %t = memref.alloca() : memref<16xindex>
  affine.for %o = 0 to 2 {
    affine.for %i = 0 to 8 {
      affine.if affine_set<(o, i) : (-o * 8 - i + 12 >= 0)>(%o, %i) {
        %a = affine.load %x[%o * 8 + %i] : memref<13xindex>
        %b = affine.load %t[%i] : memref<16xindex>
        %c = arith.addi %b, %a : index
        affine.store %c, %t[%i] : memref<16xindex>
      }
    } {te.kind = "vectorized"}
  }
  return
}
