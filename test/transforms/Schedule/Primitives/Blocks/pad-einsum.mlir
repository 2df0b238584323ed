// RUN: tvm-opt %s -split-input-file --schedule-apply | FileCheck %s

// Rows and the reduction are padded: copies with zeros around of what is read
// along them, and a copy of the inside behind. Columns divide.
// CHECK-LABEL: @product
// CHECK: %[[C:.*]] = memref.alloc() : memref<12x16xf32>
// CHECK: %[[A:.*]] = memref.alloc() : memref<12x16xf32>
// CHECK: te.block "C_pad"
// CHECK: %[[IN:.*]] = arith.andi
// CHECK: scf.if %[[IN]]
// CHECK: %[[B:.*]] = memref.alloc() : memref<16x16xf32>
// CHECK: te.block "C_pad_1"
// CHECK: affine.for %{{.*}} = 0 to 12 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT: te.block "C" {{.*}} captures(%[[C]], %[[A]], %[[B]] : memref<12x16xf32>, memref<12x16xf32>, memref<16x16xf32>)
// CHECK: affine.for %{{.*}} = 0 to 9 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT: te.block "C_crop" {{.*}} captures(%[[C]], %{{.*}} : memref<12x16xf32>, memref<9x16xf32>)
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<9x12xf32>, %b: memref<12x16xf32>, %c: memref<9x16xf32>) {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 12 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<9x12xf32>, memref<12x16xf32>, memref<9x16xf32>) init {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%v, %w] : memref<9x16xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %0 = affine.load %x[%v, %r] : memref<9x12xf32>
            %1 = affine.load %y[%r, %w] : memref<12x16xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%v, %w] : memref<9x16xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%v, %w] : memref<9x16xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    schedule.pad_einsum %c by [4, 16, 8]
    transform.yield
  }
}

// -----

// Only columns: neither rows of the first factor nor anything along the
// reduction is copied.
// CHECK-LABEL: @product
// CHECK: te.block "C_pad" {{.*}} captures(%{{.*}}, %{{.*}} : memref<12x16xf32>, memref<12x20xf32>)
// CHECK-NOT: te.block "C_pad_1"
// CHECK: te.block "C"
// CHECK: te.block "C_crop"
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<9x12xf32>, %b: memref<12x16xf32>, %c: memref<9x16xf32>) {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 12 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<9x12xf32>, memref<12x16xf32>, memref<9x16xf32>) init {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%v, %w] : memref<9x16xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %0 = affine.load %x[%v, %r] : memref<9x12xf32>
            %1 = affine.load %y[%r, %w] : memref<12x16xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%v, %w] : memref<9x16xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%v, %w] : memref<9x16xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    schedule.pad_einsum %c by [3, 5, 4]
    transform.yield
  }
}

// -----

// Where all numbers divide, nothing happens.
// CHECK-LABEL: @product
// CHECK-NOT: memref.alloc
// CHECK: return
module attributes {transform.with_named_sequence} {
  func.func @product(%a: memref<9x12xf32>, %b: memref<12x16xf32>, %c: memref<9x16xf32>) {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 12 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<9x12xf32>, memref<12x16xf32>, memref<9x16xf32>) init {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%v, %w] : memref<9x16xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32>, %y: memref<12x16xf32>, %z: memref<9x16xf32>):
            %0 = affine.load %x[%v, %r] : memref<9x12xf32>
            %1 = affine.load %y[%r, %w] : memref<12x16xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%v, %w] : memref<9x16xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%v, %w] : memref<9x16xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    schedule.pad_einsum %c by [3, 4, 6]
    transform.yield
  }
}

// -----

// Both factors are one load.
// CHECK-LABEL: @squares
// CHECK: te.block "C_pad"
// CHECK: te.block "C" [false, true]
// CHECK: %[[X:.*]] = affine.load
// CHECK: arith.mulf %[[X]], %[[X]]
// CHECK: te.block "C_crop"
module attributes {transform.with_named_sequence} {
  func.func @squares(%x: memref<9x5xf32>, %y: memref<9xf32>) {
    affine.for %i = 0 to 9 {
      affine.for %k = 0 to 5 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%x, %y : memref<9x5xf32>, memref<9xf32>) init {
        ^bb0(%v: index, %w: index, %s: memref<9x5xf32>, %d: memref<9xf32>):
          %0 = arith.constant 0.0 : f32
          affine.store %0, %d[%v] : memref<9xf32>
          te.yield
        } do {
        ^bb0(%v: index, %w: index, %s: memref<9x5xf32>, %d: memref<9xf32>):
          %0 = affine.load %s[%v, %w] : memref<9x5xf32>
          %1 = arith.mulf %0, %0 : f32
          %2 = affine.load %d[%v] : memref<9xf32>
          %3 = arith.addf %2, %1 : f32
          affine.store %3, %d[%v] : memref<9xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    schedule.pad_einsum %c by [4, 2]
    transform.yield
  }
}

// -----

// Views with an offset and strides; what is padded has none.
// CHECK-LABEL: @views
// CHECK: memref.alloc() : memref<12x16xf32>
// CHECK: memref.alloc() : memref<12x16xf32>
// CHECK: te.block "C_pad"
// CHECK: te.block "C" {{.*}} : memref<12x16xf32>, memref<12x16xf32>, memref<16x16xf32>)
// CHECK: te.block "C_crop" {{.*}} : memref<12x16xf32>, memref<9x16xf32, strided<[?, 1], offset: ?>>)
module attributes {transform.with_named_sequence} {
  func.func @views(%a: memref<9x12xf32, strided<[20, 1], offset: ?>>, %b: memref<12x16xf32>, %c: memref<9x16xf32, strided<[?, 1], offset: ?>>) {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 16 {
        affine.for %k = 0 to 12 {
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<9x12xf32, strided<[20, 1], offset: ?>>, memref<12x16xf32>, memref<9x16xf32, strided<[?, 1], offset: ?>>) init {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32, strided<[20, 1], offset: ?>>, %y: memref<12x16xf32>, %z: memref<9x16xf32, strided<[?, 1], offset: ?>>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%v, %w] : memref<9x16xf32, strided<[?, 1], offset: ?>>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %r: index, %x: memref<9x12xf32, strided<[20, 1], offset: ?>>, %y: memref<12x16xf32>, %z: memref<9x16xf32, strided<[?, 1], offset: ?>>):
            %0 = affine.load %x[%v, %r] : memref<9x12xf32, strided<[20, 1], offset: ?>>
            %1 = affine.load %y[%r, %w] : memref<12x16xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%v, %w] : memref<9x16xf32, strided<[?, 1], offset: ?>>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%v, %w] : memref<9x16xf32, strided<[?, 1], offset: ?>>
            te.yield
          }
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    schedule.pad_einsum %c by [4, 16, 8]
    transform.yield
  }
}
