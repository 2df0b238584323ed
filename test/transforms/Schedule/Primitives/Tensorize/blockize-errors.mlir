// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// (P1) Not serial.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>) -> tensor<8xf32> {
    // expected-note @below {{in the kernel, here}}
    %0 = te.compute [8, 6] spatial 1 reduce sum tag "C" {
    ^bb0(%i: index, %j: index):
      %x = te.read %a[%i, %j] : tensor<8x6xf32>
      te.yield %x : f32
    } : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    schedule.unroll %j
    // expected-error @below {{cannot blockize: expected a serial loop, got one that is unrolled}}
    %t = schedule.blockize %j
    transform.yield
  }
}

// -----

// (P1) An extent that is not known.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<?xf32>, %c: memref<?xf32>, %n: index) {
    affine.for %i = 0 to 4 {
      // expected-note @below {{in the kernel, here}}
      affine.for %j = 0 to %n {
        te.block "C" [false] affine_map<(i) -> (i)>(%j) captures(%a, %c : memref<?xf32>, memref<?xf32>) do {
        ^bb0(%v: index, %x: memref<?xf32>, %y: memref<?xf32>):
          %0 = affine.load %x[%v] : memref<?xf32>
          affine.store %0, %y[%v] : memref<?xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot blockize: expected a loop of constant extent, above 0}}
    %t = schedule.blockize %j
    transform.yield
  }
}

// -----

// (P1) No iterations.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<?xf32>, %c: memref<?xf32>, %n: index) {
    affine.for %i = 0 to 4 {
      // expected-note @below {{in the kernel, here}}
      affine.for %j = 0 to 0 {
        te.block "C" [false] affine_map<(i) -> (i)>(%j) captures(%a, %c : memref<?xf32>, memref<?xf32>) do {
        ^bb0(%v: index, %x: memref<?xf32>, %y: memref<?xf32>):
          %0 = affine.load %x[%v] : memref<?xf32>
          affine.store %0, %y[%v] : memref<?xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot blockize: expected a loop of constant extent, above 0}}
    %t = schedule.blockize %j
    transform.yield
  }
}

// -----

// (P1) Two blocks.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>) {
    affine.for %i = 0 to 4 {
      // expected-note @below {{in the kernel, here}}
      affine.for %j = 0 to 8 {
        te.block "C" [false] affine_map<(i) -> (i)>(%j) captures(%a, %c : memref<8xf32>, memref<8xf32>) do {
        ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
          %0 = affine.load %x[%v] : memref<8xf32>
          affine.store %0, %y[%v] : memref<8xf32>
          te.yield
        }
        te.block "D0" [false] affine_map<(i) -> (i)>(%j) captures(%a, %d : memref<8xf32>, memref<8xf32>) do {
        ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot blockize: expected a loop that holds one loop or block}}
    %t = schedule.blockize %j
    transform.yield
  }
}

// -----

// (P1) No block.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8xf32>, %c: memref<8xf32>) {
    affine.for %i = 0 to 4 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a : memref<8xf32>) do {
      ^bb0(%v: index, %x: memref<8xf32>):
        te.yield
      }
      // expected-note @below {{in the kernel, here}}
      affine.for %j = 0 to 4 {
        // expected-note @below {{here}}
        memref.alloca() : memref<8xf32>
      }
    }
    return
  }
  transform.named_sequence @is_buffer(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["memref.alloca"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %inner = transform.collect_matching @is_buffer in %root : (!transform.any_op) -> !transform.any_op
    %j = transform.get_parent_op %inner {op_name = "affine.for"} : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot blockize: expected a nest of loops around one block}}
    %t = schedule.blockize %j
    transform.yield
  }
}

// -----

// (P1) A tile of tiles.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>) -> tensor<8x6xf32> {
    // expected-note @below {{in the kernel, here}}
    %0 = te.compute [8, 6] spatial 2 tag "C" {
    ^bb0(%i: index, %j: index):
      %x = te.read %a[%i, %j] : tensor<8x6xf32>
      te.yield %x : f32
    } : tensor<8x6xf32>
    return %0 : tensor<8x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    %o, %l = schedule.split %j by [0, 3]
    %b = schedule.blockize %l
    // expected-error @below {{cannot blockize: expected a block that computes one element, not one that declares regions}}
    %t = schedule.blockize %i
    transform.yield
  }
}

// -----

// (P2) A predicate in the tile.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>) -> tensor<8x6xf32> {
    // expected-note @below {{in the kernel, here}}
    // expected-note @below {{here}}
    %0 = te.compute [8, 6] spatial 2 tag "C" {
    ^bb0(%i: index, %j: index):
      %x = te.read %a[%i, %j] : tensor<8x6xf32>
      te.yield %x : f32
    } : tensor<8x6xf32>
    return %0 : tensor<8x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    %o, %l = schedule.split %j by [0, 4]
    // expected-error @below {{cannot blockize: expected a predicate that does not depend on the tile: extents that do not divide leave a part of one}}
    %t = schedule.blockize %l
    transform.yield
  }
}

// -----

// (P2) A binding that is not linear in the tile.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>) -> tensor<8x6xf32> {
    // expected-note @below {{in the kernel, here}}
    // expected-note @below {{here}}
    %0 = te.compute [8, 6] spatial 2 tag "C" {
    ^bb0(%i: index, %j: index):
      %x = te.read %a[%i, %j] : tensor<8x6xf32>
      te.yield %x : f32
    } : tensor<8x6xf32>
    return %0 : tensor<8x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    %f = schedule.fuse %i, %j
    // expected-error @below {{cannot blockize: expected bindings that vary linearly in the tile}}
    %t = schedule.blockize %f
    transform.yield
  }
}

// -----

// (P2) A capture that varies.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>) {
    affine.for %i = 0 to 4 {
      // expected-note @below {{here}}
      affine.for %j = 0 to 8 {
        // expected-note @below {{in the kernel, here}}
        te.block "C" [false] affine_map<(i) -> (i)>(%j) captures(%a, %c, %j : memref<8xf32>, memref<8xf32>, index) do {
        ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>, %u: index):
          %0 = affine.load %x[%v] : memref<8xf32>
          affine.store %0, %y[%v] : memref<8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot blockize: expected captures from outside of the tile}}
    %t = schedule.blockize %j
    transform.yield
  }
}

// -----

// (P2) Spatial and reduction axes in one loop.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x8xf32>, %c: memref<8xf32>) {
    affine.for %i = 0 to 4 {
      // expected-note @below {{here}}
      affine.for %j = 0 to 4 {
        // expected-note @below {{in the kernel, here}}
        te.block "C" [false, true] affine_map<(i) -> (i, i)>(%j) captures(%a, %c : memref<8x8xf32>, memref<8xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8x8xf32>, %y: memref<8xf32>):
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot blockize: expected loops that do not fuse spatial and reduction axes}}
    %t = schedule.blockize %j
    transform.yield
  }
}

// -----

// (P3) A condition.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 8 {
        // expected-note @below {{in the kernel, here}}
        te.block "C" [false] affine_map<(i) -> (i)>(%j) captures(%a, %c : memref<8xf32>, memref<8xf32>) do {
        ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
          %cond = arith.constant true
          scf.if %cond {
            // expected-note @below {{here}}
            %0 = affine.load %x[%v] : memref<8xf32>
            affine.store %0, %y[%v] : memref<8xf32>
          }
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot blockize: expected loads and stores of captured buffers alone, under no condition, at subscripts that vary linearly in the tile}}
    %t = schedule.blockize %j
    transform.yield
  }
}

// -----

// (P3) Data decides.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 8 {
        // expected-note @below {{in the kernel, here}}
        te.block "C" [false] affine_map<(i) -> (i)>(%j) captures(%a, %c : memref<8xf32>, memref<8xf32>) do {
        ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
          // expected-note @below {{here}}
          %0 = memref.load %x[%v] : memref<8xf32>
          affine.store %0, %y[%v] : memref<8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot blockize: expected loads and stores of captured buffers alone, under no condition, at subscripts that vary linearly in the tile}}
    %t = schedule.blockize %j
    transform.yield
  }
}

// -----

// (P3) A subscript that is not linear.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 8 {
        // expected-note @below {{in the kernel, here}}
        te.block "C" [false] affine_map<(i) -> (i)>(%j) captures(%a, %c : memref<8xf32>, memref<8xf32>) do {
        ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
          // expected-note @below {{here}}
          %0 = affine.load %x[%v floordiv 2] : memref<8xf32>
          affine.store %0, %y[%v] : memref<8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot blockize: expected loads and stores of captured buffers alone, under no condition, at subscripts that vary linearly in the tile}}
    %t = schedule.blockize %j
    transform.yield
  }
}

// -----

// (P3) Another effect.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>) {
    affine.for %i = 0 to 4 {
      // expected-note @below {{in the kernel, here}}
      affine.for %j = 0 to 8 {
        te.block "C" [false] affine_map<(i) -> (i)>(%j) captures(%a, %c : memref<8xf32>, memref<8xf32>) do {
        ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
          // expected-note @below {{this operation}}
          memref.copy %x, %y : memref<8xf32> to memref<8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot blockize: no proof where an operation's accesses are unknown}}
    %t = schedule.blockize %j
    transform.yield
  }
}

// -----

// (P4) Partial results go elsewhere.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x8xf32>, %c: memref<8xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        // expected-note @below {{in the kernel, here}}
        te.block "C" [false, true] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x8xf32>, memref<8xf32>) init {
        ^bb0(%v: index, %w: index, %x: memref<8x8xf32>, %y: memref<8xf32>):
          %s = arith.constant 0.0 : f32
          affine.store %s, %y[%v] : memref<8xf32>
          te.yield
        } do {
        ^bb0(%v: index, %w: index, %x: memref<8x8xf32>, %y: memref<8xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x8xf32>
          %1 = affine.load %y[%v] : memref<8xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %y[%w] : memref<8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot blockize: expected a reduction that combines values in one element per point}}
    %t = schedule.blockize %j
    transform.yield
  }
}

// -----

// (P4) The initialisation reads.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x8xf32>, %c: memref<8xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        // expected-note @below {{in the kernel, here}}
        te.block "C" [false, true] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x8xf32>, memref<8xf32>) init {
        ^bb0(%v: index, %w: index, %x: memref<8x8xf32>, %y: memref<8xf32>):
          // expected-note @below {{here}}
          %s = affine.load %x[%v, 0] : memref<8x8xf32>
          affine.store %s, %y[%v] : memref<8xf32>
          te.yield
        } do {
        ^bb0(%v: index, %w: index, %x: memref<8x8xf32>, %y: memref<8xf32>):
          %0 = affine.load %x[%v, %w] : memref<8x8xf32>
          %1 = affine.load %y[%v] : memref<8xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %y[%v] : memref<8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot blockize: expected an initialisation of what the block writes, that reads nothing}}
    %t = schedule.blockize %j
    transform.yield
  }
}

// -----

// What is inside of a block is not scheduled.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note @below {{this loop}}
    %0 = te.compute [8] spatial 1 tag "C" {
    ^bb0(%i: index):
      %x = te.read %a[%i] : tensor<8xf32>
      te.yield %x : f32
    } : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @is_loop(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["affine.for"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %t = schedule.blockize %i
    %inside = transform.collect_matching @is_loop in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expected a loop around blocks, got one inside of 'C'}}
    schedule.unroll %inside
    transform.yield
  }
}

// -----

// Lanes run operation by operation: not those of a tile.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
    // expected-note @below {{in the kernel, here}}
    // expected-note @below {{this block}}
    %0 = te.compute [8] spatial 1 tag "C" {
    ^bb0(%i: index):
      %x = te.read %a[%i] : tensor<8xf32>
      te.yield %x : f32
    } : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %o, %l = schedule.split %i by [0, 4]
    %t = schedule.blockize %l
    // expected-error @below {{cannot vectorize: expected blocks that compute one element each, got one that declares regions}}
    schedule.vectorize %o
    transform.yield
  }
}

// -----

// Tiles that overlap: declared regions keep steps from breaking dependences.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16xf32>) {
    // expected-note @below {{in the kernel, here}}
    affine.for %o = 0 to 3 {
      affine.for %l = 0 to 4 {
        // expected-note @below {{'C' reads first, here}}
        // expected-note @below {{'C' writes the same element later, here}}
        te.block "C" [false] affine_map<(o, l) -> (o * 4 + l)>(%o, %l) captures(%a : memref<16xf32>) do {
        ^bb0(%v: index, %x: memref<16xf32>):
          %0 = affine.load %x[%v + 4] : memref<16xf32>
          affine.store %0, %x[%v] : memref<16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %o, %l = schedule.get_loops of %c
    %t = schedule.blockize %l
    // expected-error @below {{cannot parallelize: no proof that there is no write-after-read dependence}}
    schedule.parallel %o
    transform.yield
  }
}

// -----

// (P3) Views: they may overlap.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8xf32>) {
    %b = memref.subview %a[1] [7] [1] : memref<8xf32> to memref<7xf32, strided<[1], offset: 1>>
    // expected-note @below {{in the kernel, here}}
    affine.for %i = 0 to 7 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<7xf32, strided<[1], offset: 1>>) do {
      ^bb0(%v: index, %x: memref<8xf32>, %y: memref<7xf32, strided<[1], offset: 1>>):
        %0 = affine.load %x[%v] : memref<8xf32>
        // expected-note @below {{this operation}}
        affine.store %0, %y[%v] : memref<7xf32, strided<[1], offset: 1>>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @below {{cannot blockize: no proof where an operation's accesses are unknown}}
    %t = schedule.blockize %i
    transform.yield
  }
}
