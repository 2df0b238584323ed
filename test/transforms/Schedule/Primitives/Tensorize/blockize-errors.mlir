// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%a: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = te.compute [8, 6] spatial 2 tag "C" {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, %j] : tensor<8x6xf32>
    te.yield %x : f32
  } : tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
// STEPS
%c = schedule.get_block "C" in %root
%i, %j = schedule.get_loops of %c

// CASE: (P1) Not serial.
// EDIT: `8x6xf32> {` -> `8xf32> {`
// EDIT: `2 tag "C"` -> `1 reduce sum tag "C"`
// EDIT: `} : tensor<8x6xf32` -> `} : tensor<8xf32`
// EDIT: `%0 : tensor<8x6xf32` -> `%0 : tensor<8xf32`
// expected-note at `%0 = te.compute [8` {{in the kernel, here}}
schedule.unroll %j
// expected-error @below {{cannot blockize: expected a serial loop, got one that is unrolled}}
%t = schedule.blockize %j

// CASE: (P1) A tile of tiles.
// expected-note at `%0 = te.compute [8` {{in the kernel, here}}
%o, %l = schedule.split %j by [0, 3]
%b = schedule.blockize %l
// expected-error @below {{cannot blockize: expected a block that computes one element, not one that declares regions}}
%t = schedule.blockize %i

// CASE: (P2) A predicate in the tile.
// expected-note at `%0 = te.compute [8` {{in the kernel, here}}
// expected-note at `%0 = te.compute [8` {{here}}
%o, %l = schedule.split %j by [0, 4]
// expected-error @below {{cannot blockize: expected a predicate that does not depend on the tile: extents that do not divide leave a part of one}}
%t = schedule.blockize %l

// CASE: (P2) A binding that is not linear in the tile.
// expected-note at `%0 = te.compute [8` {{in the kernel, here}}
// expected-note at `%0 = te.compute [8` {{here}}
%f = schedule.fuse %i, %j
// expected-error @below {{cannot blockize: expected bindings that vary linearly in the tile}}
%t = schedule.blockize %f

// PAYLOAD
func.func @kernel(%a: memref<?xf32>, %c: memref<?xf32>, %n: index) {
  affine.for %i = 0 to 4 {
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
// STEPS
%c = schedule.get_block "C" in %root
%i, %j = schedule.get_loops of %c

// CASE: (P1) An extent that is not known.
// EDIT: `to 0 {` -> `to %n {`
// expected-note at `affine.for %j` {{in the kernel, here}}
// expected-error @below {{cannot blockize: expected a loop of constant extent, above 0}}
%t = schedule.blockize %j

// CASE: (P1) No iterations.
// expected-note at `affine.for %j` {{in the kernel, here}}
// expected-error @below {{cannot blockize: expected a loop of constant extent, above 0}}
%t = schedule.blockize %j

// PAYLOAD
func.func @kernel(%a: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      te.block "C" [false] affine_map<(i) -> (i)>(%j) captures(%a, %c : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
        memref.copy %x, %y : memref<8xf32> to memref<8xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root

// CASE: (P1) Two blocks.
// LINES: `memref.copy`
//|   %0 = affine.load %x[%v] : memref<8xf32>
//|   affine.store %0, %y[%v] : memref<8xf32>
//|   te.yield
//| }
//| te.block "D0" [false] affine_map<(i) -> (i)>(%j) captures(%a, %d : memref<8xf32>, memref<8xf32>) do {
//| ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>):
// expected-note at `affine.for %j` {{in the kernel, here}}
%i, %j = schedule.get_loops of %c
// expected-error @below {{cannot blockize: expected a loop that holds one loop or block}}
%t = schedule.blockize %j

// CASE: (P2) A capture that varies.
// LINES: `te.block "C"` to `memref.copy`
//| te.block "C" [false] affine_map<(i) -> (i)>(%j) captures(%a, %c, %j : memref<8xf32>, memref<8xf32>, index) do {
//| ^bb0(%v: index, %x: memref<8xf32>, %y: memref<8xf32>, %u: index):
//|   %0 = affine.load %x[%v] : memref<8xf32>
//|   affine.store %0, %y[%v] : memref<8xf32>
// expected-note at `affine.for %j` {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
%i, %j = schedule.get_loops of %c
// expected-error @below {{cannot blockize: expected captures from outside of the tile}}
%t = schedule.blockize %j

// CASE: (P3) A condition.
// LINES: `memref.copy`
//| %cond = arith.constant true
//| scf.if %cond {
//|   %0 = affine.load %x[%v] : memref<8xf32>
//|   affine.store %0, %y[%v] : memref<8xf32>
//| }
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %x` {{here}}
%i, %j = schedule.get_loops of %c
// expected-error @below {{cannot blockize: expected loads and stores of captured buffers alone, under no condition, at subscripts that vary linearly in the tile}}
%t = schedule.blockize %j

// CASE: (P3) Data decides.
// LINES: `memref.copy`
//| %0 = memref.load %x[%v] : memref<8xf32>
//| affine.store %0, %y[%v] : memref<8xf32>
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%0 = memref.load %x` {{here}}
%i, %j = schedule.get_loops of %c
// expected-error @below {{cannot blockize: expected loads and stores of captured buffers alone, under no condition, at subscripts that vary linearly in the tile}}
%t = schedule.blockize %j

// CASE: (P3) A subscript that is not linear.
// LINES: `memref.copy`
//| %0 = affine.load %x[%v floordiv 2] : memref<8xf32>
//| affine.store %0, %y[%v] : memref<8xf32>
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%0 = affine.load %x` {{here}}
%i, %j = schedule.get_loops of %c
// expected-error @below {{cannot blockize: expected loads and stores of captured buffers alone, under no condition, at subscripts that vary linearly in the tile}}
%t = schedule.blockize %j

// CASE: (P3) Another effect.
// expected-note at `affine.for %j` {{in the kernel, here}}
// expected-note at `memref.copy` {{this operation}}
%i, %j = schedule.get_loops of %c
// expected-error @below {{cannot blockize: no proof where an operation's accesses are unknown}}
%t = schedule.blockize %j

// CASE: Tiles that overlap: declared regions keep steps from breaking dependences.
// LINES: `func.func @kernel` to `memref.copy`
//| func.func @kernel(%a: memref<16xf32>) {
//|   affine.for %o = 0 to 3 {
//|     affine.for %l = 0 to 4 {
//|       te.block "C" [false] affine_map<(o, l) -> (o * 4 + l)>(%o, %l) captures(%a : memref<16xf32>) do {
//|       ^bb0(%v: index, %x: memref<16xf32>):
//|         %0 = affine.load %x[%v + 4] : memref<16xf32>
//|         affine.store %0, %x[%v] : memref<16xf32>
// expected-note at `affine.for %o` {{in the kernel, here}}
// expected-note at `te.block "C"` {{'C' reads first, here}}
// expected-note at `te.block "C"` {{'C' writes the same element later, here}}
%o, %l = schedule.get_loops of %c
%t = schedule.blockize %l
// expected-error @below {{cannot parallelize: no proof that there is no write-after-read dependence}}
schedule.parallel %o

// PAYLOAD
func.func @kernel(%a: memref<8xf32>, %c: memref<8xf32>) {
  affine.for %i = 0 to 4 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a : memref<8xf32>) do {
    ^bb0(%v: index, %x: memref<8xf32>):
      te.yield
    }
    affine.for %j = 0 to 4 {
      memref.alloca() : memref<8xf32>
    }
  }
  return
}
transform.named_sequence @is_buffer(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
  transform.match.operation_name %op ["memref.alloca"] : !transform.any_op
  transform.yield %op : !transform.any_op
}

// CASE: (P1) No block.
// expected-note at `affine.for %j` {{in the kernel, here}}
// expected-note at `memref.alloca()` {{here}}
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c
%inner = transform.collect_matching @is_buffer in %root : (!transform.any_op) -> !transform.any_op
%j = transform.get_parent_op %inner {op_name = "affine.for"} : (!transform.any_op) -> !transform.any_op
// expected-error @below {{cannot blockize: expected a nest of loops around one block}}
%t = schedule.blockize %j

// PAYLOAD
func.func @kernel(%a: memref<8x8xf32>, %c: memref<8xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
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
// STEPS
%c = schedule.get_block "C" in %root
%i, %j = schedule.get_loops of %c

// CASE: (P2) Spatial and reduction axes in one loop.
// EDIT: `, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x8xf32>, memref<8xf32>) init` -> `) -> (i, i)>(%j) captures(%a, %c : memref<8x8xf32>, memref<8xf32>) do`
// LINES: `%s = arith.constant 0.0` to `affine.store %2`
// expected-note at `affine.for %j` {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot blockize: expected loops that do not fuse spatial and reduction axes}}
%t = schedule.blockize %j

// CASE: (P4) Partial results go elsewhere.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-error @below {{cannot blockize: expected a reduction that combines values in one element per point}}
%t = schedule.blockize %j

// CASE: (P4) The initialisation reads.
// EDIT: `[%w] :` -> `[%v] :`
// EDIT: `arith.constant 0.0 : f32` -> `affine.load %x[%v, 0] : memref<8x8xf32>`
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%s = affine.load %x` {{here}}
// expected-error @below {{cannot blockize: expected an initialisation of what the block writes, that reads nothing}}
%t = schedule.blockize %j

// PAYLOAD
func.func @kernel(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = te.compute [8] spatial 1 tag "C" {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    te.yield %x : f32
  } : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// STEPS
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c

// CASE: What is inside of a block is not scheduled.
// AFTER: `return %0`
//| }
//| transform.named_sequence @is_loop(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
//|   transform.match.operation_name %op ["affine.for"] : !transform.any_op
//|   transform.yield %op : !transform.any_op
// expected-note at `%0 = te.compute [8` {{this loop}}
%t = schedule.blockize %i
%inside = transform.collect_matching @is_loop in %root : (!transform.any_op) -> !transform.any_op
// expected-error @below {{expected a loop around blocks, got one inside of 'C'}}
schedule.unroll %inside

// CASE: Lanes run operation by operation: not those of a tile.
// expected-note at `%0 = te.compute [8` {{in the kernel, here}}
// expected-note at `%0 = te.compute [8` {{this block}}
%o, %l = schedule.split %i by [0, 4]
%t = schedule.blockize %l
// expected-error @below {{cannot vectorize: expected blocks that compute one element each, got one that declares regions}}
schedule.vectorize %o

// PAYLOAD
func.func @kernel(%a: memref<8xf32>) {
  %b = memref.subview %a[1] [7] [1] : memref<8xf32> to memref<7xf32, strided<[1], offset: 1>>
  affine.for %i = 0 to 7 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<7xf32, strided<[1], offset: 1>>) do {
    ^bb0(%v: index, %x: memref<8xf32>, %y: memref<7xf32, strided<[1], offset: 1>>):
      %0 = affine.load %x[%v] : memref<8xf32>
      affine.store %0, %y[%v] : memref<7xf32, strided<[1], offset: 1>>
      te.yield
    }
  }
  return
}

// CASE: (P3) Views: they may overlap.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.store %0` {{this operation}}
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c
// expected-error @below {{cannot blockize: no proof where an operation's accesses are unknown}}
%t = schedule.blockize %i
