// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},convert-te-to-loops,schedule-generate{max-estimates=0},schedule-apply)' | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},convert-te-to-loops,schedule-generate{max-estimates=0},schedule-apply,func.func(te-lower-blocks,canonicalize,cse,vectorize-marked-loops,schedule-lower-loop-kinds,canonicalize))' | FileCheck %s --check-prefix=CODE

// A product with its epilogue: a register tile of rows and two vectors, the
// reduction inside, four steps of it written out, what is left of the columns
// in a nest of its own.
// CHECK-LABEL: func.func @product
// CHECK: affine.for %{{.*}} = 0 to 30 {
// CHECK: memref.alloca() : memref<10x32xf32>
// CHECK: te.block "block0{{.*}}_init"
// CHECK: te.kind = "vectorized"
// CHECK: te.kind = "unrolled"
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 10 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 32 {
// CHECK-NEXT: te.block "block0{{.*}}"
// CHECK-COUNT-2: te.kind = "unrolled"
// CHECK: te.block "block1"
// CHECK: te.kind = "parallel"
// CHECK: memref.alloca() : memref<10x4xf32>
// CODE-LABEL: func.func @product
// CODE: affine.parallel
// CODE: affine.for %{{.*}} = 0 to 16
// CODE-COUNT-20: affine.vector_store %{{.*}} : memref<10x32xf32>, vector<16xf32>
func.func @product(%a: tensor<100x64xf32>, %b: tensor<64x100xf32>, %c: tensor<100xf32>) -> tensor<100x100xf32> {
  %0 = te.compute [100, 100, 64] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<100x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x100xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<100x100xf32>
  %1 = te.compute [100, 100] spatial 2 {
  ^bb0(%i: index, %j: index):
    %x = te.read %0[%i, %j] : tensor<100x100xf32>
    %y = te.read %c[%j] : tensor<100xf32>
    %m = arith.addf %x, %y : f32
    te.yield %m : f32
  } : tensor<100x100xf32>
  return %1 : tensor<100x100xf32>
}

// 28 accumulators leave no registers for the operands of two steps; all steps
// of three.
// CHECK-LABEL: func.func @full
// CHECK: memref.alloca() : memref<14x32xf32>
// CHECK: affine.for %{{.*}} = 0 to 64 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 14 {
// CHECK: memref.alloca() : memref<14x32xf32>
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 14 {
// CHECK: te.block "block1"
// CHECK-COUNT-3: te.kind = "unrolled"
func.func @full(%a: tensor<28x64xf32>, %b: tensor<64x32xf32>, %c: tensor<28x3xf32>, %d: tensor<3x32xf32>) -> (tensor<28x32xf32>, tensor<28x32xf32>) {
  %0 = te.compute [28, 32, 64] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<28x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x32xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<28x32xf32>
  %1 = te.compute [28, 32, 3] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %c[%i, %k] : tensor<28x3xf32>
    %y = te.read %d[%k, %j] : tensor<3x32xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<28x32xf32>
  return %0, %1 : tensor<28x32xf32>, tensor<28x32xf32>
}

// An unknown number of rows: whole tiles, then row by row.
// CHECK-LABEL: func.func @rows
// CHECK: memref.alloca() : memref<8x32xf32>
// CHECK: memref.alloca() : memref<1x32xf32>
func.func @rows(%a: tensor<?x64xf32>, %b: tensor<64x64xf32>, %n: index) -> tensor<?x64xf32> {
  %0 = te.compute [%n, 64, 64] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<?x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x64xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// A consumer in another order: its rows are the lanes, 16 columns at a time are
// transposed on their way from the tile.
// CHECK-LABEL: func.func @transposed
// CHECK: memref.alloca() : memref<12x32xf32>
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 12 {
// CHECK-NEXT: te.block "block1"
// CODE-LABEL: func.func @transposed
// CODE-COUNT-12: affine.vector_load %{{.*}} : memref<384xf32>, vector<16xf32>
// CODE-COUNT-16: vector.maskedstore %{{.*}} : memref<1536xf32>, vector<16xi1>, vector<16xf32>
// CODE-COUNT-12: affine.vector_load %{{.*}} : memref<384xf32>, vector<16xf32>
// CODE-COUNT-16: vector.maskedstore %{{.*}} : memref<1536xf32>, vector<16xi1>, vector<16xf32>
func.func @transposed(%a: tensor<24x64xf32>, %b: tensor<64x64xf32>, %c: tensor<64xf32>) -> tensor<64x24xf32> {
  %0 = te.compute [24, 64, 64] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<24x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x64xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<24x64xf32>
  %1 = te.compute [64, 24] spatial 2 {
  ^bb0(%j: index, %i: index):
    %x = te.read %0[%i, %j] : tensor<24x64xf32>
    %y = te.read %c[%j] : tensor<64xf32>
    %m = arith.addf %x, %y : f32
    te.yield %m : f32
  } : tensor<64x24xf32>
  return %1 : tensor<64x24xf32>
}

// Rows too short to fill the registers: several of them. What the weights depend
// on (here the parity of a position) runs outside of the rows.
// CHECK-LABEL: func.func @phases
// CHECK: affine.for
// CHECK: memref.alloca() : memref<2x1x4x32xf32>
func.func @phases(%a: tensor<4x4x16xf32>, %b: tensor<2x16x64xf32>) -> tensor<4x2x4x64xf32> {
  %0 = te.compute [4, 2, 4, 64, 16] spatial 4 reduce sum {
  ^bb0(%h: index, %p: index, %w: index, %c: index, %k: index):
    %x = te.read %a[%h, %w, %k] : tensor<4x4x16xf32>
    %y = te.read %b[%p, %k, %c] : tensor<2x16x64xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<4x2x4x64xf32>
  return %0 : tensor<4x2x4x64xf32>
}

// An operand that is no weight, and whose columns of a tile lie far apart: they
// are copied together, once for all rows.
// CHECK-LABEL: func.func @packed
// CHECK: affine.for %{{.*}} = 0 to 8 {
// CHECK: memref.alloca() : memref<64x32xf32>
// CHECK: affine.for %{{.*}} = 0 to 64 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 32 {
// CHECK-NEXT: te.block "block0_read"
// CHECK: te.kind = "vectorized"
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK: memref.alloca() : memref<10x32xf32>
// CHECK: te.block "block0" {{.*}}memref<64x32xf32>
func.func @packed(%a: tensor<40x64xf32>, %b: tensor<64x256xf32>) -> tensor<40x256xf32> {
  %0 = te.compute [40, 256, 64] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<40x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x256xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<40x256xf32>
  return %0 : tensor<40x256xf32>
}

// Windows of each channel by itself: rows share no vectors, so a tile holds all
// columns; what a channel's data is computed from, with what surrounds it, is
// made where the channel is.
// CHECK-LABEL: func.func @channels
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK: memref.alloca() : memref<1x10x26xf32>
// CHECK: te.block "block0"
// CHECK: te.kind = "vectorized"
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK: memref.alloca() : memref<1x4x24xf32>
func.func @channels(%x: tensor<16x8x24xf32>, %w: tensor<16x3x3xf32>) -> tensor<16x8x24xf32> {
  %0 = te.compute [16, 10, 26] spatial 3 {
  ^bb0(%c: index, %h: index, %w0: index):
    %zero = arith.constant 0.0 : f32
    %a = te.read %x[%c, %h - 1, %w0 - 1] else %zero : tensor<16x8x24xf32>
    %n = arith.negf %a : f32
    te.yield %n : f32
  } : tensor<16x10x26xf32>
  %1 = te.compute [16, 8, 24, 3, 3] spatial 3 reduce sum {
  ^bb0(%c: index, %h: index, %v: index, %r: index, %s: index):
    %a = te.read %0[%c, %h + %r, %v + %s] : tensor<16x10x26xf32>
    %b = te.read %w[%c, %r, %s] : tensor<16x3x3xf32>
    %m = arith.mulf %a, %b : f32
    te.yield %m : f32
  } : tensor<16x8x24xf32>
  return %1 : tensor<16x8x24xf32>
}

// Too few channels for threads: the border is made in a nest of its own.
// CHECK-LABEL: func.func @few_channels
// CHECK: memref.alloc() : memref<2x10x26xf32>
func.func @few_channels(%x: tensor<2x8x24xf32>, %w: tensor<2x3x3xf32>) -> tensor<2x8x24xf32> {
  %0 = te.compute [2, 10, 26] spatial 3 {
  ^bb0(%c: index, %h: index, %w0: index):
    %zero = arith.constant 0.0 : f32
    %a = te.read %x[%c, %h - 1, %w0 - 1] else %zero : tensor<2x8x24xf32>
    %n = arith.negf %a : f32
    te.yield %n : f32
  } : tensor<2x10x26xf32>
  %1 = te.compute [2, 8, 24, 3, 3] spatial 3 reduce sum {
  ^bb0(%c: index, %h: index, %v: index, %r: index, %s: index):
    %a = te.read %0[%c, %h + %r, %v + %s] : tensor<2x10x26xf32>
    %b = te.read %w[%c, %r, %s] : tensor<2x3x3xf32>
    %m = arith.mulf %a, %b : f32
    te.yield %m : f32
  } : tensor<2x8x24xf32>
  return %1 : tensor<2x8x24xf32>
}

// A matrix times a vector: threads share the tiles of columns.
// CHECK-LABEL: func.func @matrix_vector
// CHECK: affine.for %{{.*}} = 0 to 15 {
// CHECK: memref.alloca() : memref<64xf32>
// CHECK: te.block "block0
// CHECK: } {te.kind = "parallel"}
// CHECK: memref.alloca() : memref<40xf32>
// CODE-LABEL: func.func @matrix_vector
// CODE: affine.parallel (%{{.*}}) = (0) to (15)
func.func @matrix_vector(%a: tensor<64xf32>, %b: tensor<64x1000xf32>) -> tensor<1000xf32> {
  %0 = te.compute [1000, 64] spatial 1 reduce sum {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<64xf32>
    %y = te.read %b[%k, %j] : tensor<64x1000xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

// Rows as many as the model is run with: whole tiles, tiles of three of what
// remains, single rows, all inside of one loop over tiles of columns, so that
// weights come from memory once.
// CHECK-LABEL: func.func @unknown_rows
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK: affine.for
// CHECK: memref.alloca() : memref<8x32xf32>
// CHECK: affine.for
// CHECK: memref.alloca() : memref<3x32xf32>
// CHECK: affine.for
// CHECK: memref.alloca() : memref<1x32xf32>
// CHECK: te.kind = "parallel"
// CHECK-NOT: te.kind = "parallel"
func.func @unknown_rows(%a: tensor<?x64xf32>, %b: tensor<64x512xf32>) -> tensor<?x512xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x64xf32>
  %0 = te.compute [%n, 512, 64] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<?x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x512xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<?x512xf32>
  return %0 : tensor<?x512xf32>
}

// Rows that no tile divides are in tiles that are as equal as can be: 31 is twice
// 10 and 11, not 14, 14 and 3.
// CHECK-LABEL: func.func @prime_rows
// CHECK: memref.alloca() : memref<10x32xf32>
// CHECK: memref.alloca() : memref<11x32xf32>
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @prime_rows(%a: tensor<31x64xf32>, %b: tensor<64x64xf32>) -> tensor<31x64xf32> {
  %0 = te.compute [31, 64, 64] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<31x64xf32>
    %y = te.read %b[%k, %j] : tensor<64x64xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  } : tensor<31x64xf32>
  return %0 : tensor<31x64xf32>
}

// A bias that is a global: rules look at the function by itself, and still know
// that it is no other buffer.
// CHECK-LABEL: func.func @global_bias
// CHECK: memref.alloca() : memref<8x32xf32>
memref.global "private" constant @bias : memref<32xf32> = dense<1.0>
func.func @global_bias(%a: memref<32x64xf32>, %b: memref<64x32xf32>, %d: memref<32x32xf32>) {
  %bias = memref.get_global @bias : memref<32xf32>
  %c = memref.alloc() : memref<32x32xf32>
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 64 {
        te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<32x64xf32>, memref<64x32xf32>, memref<32x32xf32>) init {
        ^bb0(%v: index, %w: index, %r: index, %x: memref<32x64xf32>, %y: memref<64x32xf32>, %z: memref<32x32xf32>):
          %0 = arith.constant 0.0 : f32
          affine.store %0, %z[%v, %w] : memref<32x32xf32>
          te.yield
        } do {
        ^bb0(%v: index, %w: index, %r: index, %x: memref<32x64xf32>, %y: memref<64x32xf32>, %z: memref<32x32xf32>):
          %0 = affine.load %x[%v, %r] : memref<32x64xf32>
          %1 = affine.load %y[%r, %w] : memref<64x32xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = affine.load %z[%v, %w] : memref<32x32xf32>
          %4 = arith.addf %3, %2 : f32
          affine.store %4, %z[%v, %w] : memref<32x32xf32>
          te.yield
        }
      }
    }
  }
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      te.block "D" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%c, %bias, %d : memref<32x32xf32>, memref<32xf32>, memref<32x32xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<32x32xf32>, %y: memref<32xf32>, %z: memref<32x32xf32>):
        %0 = affine.load %x[%v, %w] : memref<32x32xf32>
        %1 = affine.load %y[%w] : memref<32xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %z[%v, %w] : memref<32x32xf32>
        te.yield
      }
    }
  }
  return
}
