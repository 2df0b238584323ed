// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
  %0 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x6xf32>
    %y = te.read %b[%k, %j] : tensor<6x8xf32>
    %z = arith.mulf %x, %y : f32
    te.yield %z : f32
  } : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
te.tensor_intrin @gemm {
^bb0(%w: tensor<4x2xf32>, %x: tensor<2x4xf32>):
  %y = te.compute [4, 4, 2] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = te.read %w[%i, %k] : tensor<4x2xf32>
    %1 = te.read %x[%k, %j] : tensor<2x4xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  } : tensor<4x4xf32>
  te.yield %y : tensor<4x4xf32>
} compute {
^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
  te.hardware_intrin "gemm"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
  te.yield
}
// STEPS
%c = schedule.get_block "C" in %root
%i, %j, %k = schedule.get_loops of %c

// CASE: (P5) Another extent of a spatial axis.
// expected-note at `%0 = te.compute [8` {{in the kernel, here}}
// expected-note at `%y = te.compute [4` {{declared here}}
%io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [2, 4, 2]
// expected-error @below {{cannot tensorize with @gemm: expected extent 4 for axis 0, got 2}}
%t = schedule.tensorize %il with @gemm

// CASE: (P5) Another extent of the reduction.
// expected-note at `%0 = te.compute [8` {{in the kernel, here}}
// expected-note at `%y = te.compute [4` {{declared here}}
%io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 3]
// expected-error @below {{cannot tensorize with @gemm: expected extent 2 for axis 2, got 3}}
%t = schedule.tensorize %il with @gemm

// CASE: (P5) The reduction is outside.
// expected-note at `%0 = te.compute [8` {{in the kernel, here}}
// expected-note at `%y = te.compute [4` {{declared here}}
%io, %jo, %il, %jl = schedule.tile %i, %j by [4, 4]
schedule.reorder %k, %il, %jl
// expected-error @below {{cannot tensorize with @gemm: expected 1 loops of a reduction, got 0}}
%t = schedule.tensorize %il with @gemm

// CASE: (P2) The extents do not divide: a predicate leaves a part of a tile.
// expected-note at `%0 = te.compute [8` {{in the kernel, here}}
// expected-note at `%0 = te.compute [8` {{here}}
%io, %il = schedule.split %i by [0, 3]
schedule.reorder %io, %j, %k, %il
// expected-error @below {{cannot tensorize with @gemm: expected a predicate that does not depend on the tile: extents that do not divide leave a part of one}}
%t = schedule.tensorize %il with @gemm

// CASE: (P1) A loop that runs on threads.
// expected-note at `%0 = te.compute [8` {{in the kernel, here}}
%io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
schedule.parallel %il
// expected-error @below {{cannot tensorize with @gemm: expected a serial loop, got one that is parallel}}
%t = schedule.tensorize %il with @gemm

// CASE: No such declaration.
%io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
// expected-error @below {{expected a te.tensor_intrin @other beside the script}}
%t = schedule.tensorize %il with @other

// PAYLOAD
func.func @kernel(%a: memref<8x8xf32>, %c: memref<8x8xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %l = 0 to 2 {
        te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %l) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) init {
        ^bb0(%v: index, %w: index, %u: index, %aa: memref<8x8xf32>, %cc: memref<8x8xf32>):
          %s = arith.constant 0.0 : f32
          affine.store %s, %cc[%v, %w] : memref<8x8xf32>
          te.yield
        } do {
        ^bb0(%v: index, %w: index, %u: index, %aa: memref<8x8xf32>, %cc: memref<8x8xf32>):
          %0 = affine.load %aa[%v, %u] : memref<8x8xf32>
          %1 = affine.load %cc[%v, %w] : memref<8x8xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %cc[%v, %w] : memref<8x8xf32>
          te.yield
        }
      }
    }
  }
  return
}
te.tensor_intrin @copy {
^bb0(%s: tensor<4x4xf32>):
  %y = te.compute [4, 4] spatial 2 {
  ^bb0(%i: index, %j: index):
    %0 = te.read %s[%i, %j] : tensor<4x4xf32>
    te.yield %0 : f32
  } : tensor<4x4xf32>
  te.yield %y : tensor<4x4xf32>
} compute {
^bb0(%s: memref<4x4xf32, strided<[?, ?], offset: ?>>, %y: memref<4x4xf32, strided<[?, ?], offset: ?>>):
  te.hardware_intrin "copy"(r %s : memref<4x4xf32, strided<[?, ?], offset: ?>>, w %y : memref<4x4xf32, strided<[?, ?], offset: ?>>)
  te.yield
}
// STEPS
%c = schedule.get_block "C" in %root

// CASE: (P6) A reduction; the instruction does not reduce. The loop of the reduction is one too many.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%y = te.compute [4` {{declared here}}
%i, %j, %l = schedule.get_loops of %c
// expected-error @below {{cannot tensorize with @copy: expected 0 loops of a reduction, got 1}}
%t = schedule.tensorize %i with @copy

// CASE: (P6) A reduction goes on outside; the instruction has none.
// BEFORE: `affine.for %i`
//| affine.for %l = 0 to 2 {
// LINES: `affine.for %l`#2 to `te.block`
//| te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %l) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) do {
// LINES: `%s = arith.constant 0.0` to `affine.store %2`
//| %0 = affine.load %aa[%v, %w] : memref<8x8xf32>
//| %old = affine.load %cc[%v, %w] : memref<8x8xf32>
//| affine.store %0, %cc[%v, %w] : memref<8x8xf32>
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%y = te.compute [4` {{declared here}}
%l, %i, %j = schedule.get_loops of %c
// expected-error @below {{cannot tensorize with @copy: expected a block without reduction axes}}
%t = schedule.tensorize %i with @copy

// PAYLOAD
func.func @kernel(%a: memref<3x4x2xf32>, %b: memref<2x4xf32>, %c: memref<3x4x4xf32>) {
  affine.for %n = 0 to 3 {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.for %k = 0 to 2 {
          te.block "C" [false, false, false, true] affine_map<(n, i, j, k) -> (n, i, j, k)>(%n, %i, %j, %k)
              captures(%a, %b, %c : memref<3x4x2xf32>, memref<2x4xf32>, memref<3x4x4xf32>) init {
          ^bb0(%vn: index, %vi: index, %vj: index, %vk: index, %x: memref<3x4x2xf32>, %y: memref<2x4xf32>, %z: memref<3x4x4xf32>):
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %z[%vn, %vi, %vj] : memref<3x4x4xf32>
            te.yield
          } do {
          ^bb0(%vn: index, %vi: index, %vj: index, %vk: index, %x: memref<3x4x2xf32>, %y: memref<2x4xf32>, %z: memref<3x4x4xf32>):
            %0 = affine.load %x[%vn, %vi, %vk] : memref<3x4x2xf32>
            %1 = affine.load %y[%vk, %vj] : memref<2x4xf32>
            %2 = arith.mulf %0, %1 : f32
            %3 = affine.load %z[%vn, %vi, %vj] : memref<3x4x4xf32>
            %4 = arith.addf %3, %2 : f32
            affine.store %4, %z[%vn, %vi, %vj] : memref<3x4x4xf32>
            te.yield
          }
        }
      }
    }
  }
  return
}
te.tensor_intrin @gemm {
^bb0(%w: tensor<4x2xf32>, %x: tensor<2x4xf32>):
  %y = te.compute [4, 4, 2] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = te.read %w[%i, %k] : tensor<4x2xf32>
    %1 = te.read %x[%k, %j] : tensor<2x4xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  } : tensor<4x4xf32>
  te.yield %y : tensor<4x4xf32>
} compute {
^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
  te.hardware_intrin "gemm"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
  te.yield
}
// STEPS
%c = schedule.get_block "C" in %root

// CASE: (P6) A tile of three dimensions.
// expected-note at `affine.store %4` {{in the kernel, here}}
// expected-note at `%y = te.compute [4` {{declared here}}
%n, %i, %j, %k = schedule.get_loops of %c
// expected-error @below {{cannot tensorize with @gemm: expected a result that varies in 2 dimensions}}
%t = schedule.tensorize %n with @gemm

// CASE: (P6) An initialisation that stores twice.
// EDIT: `%vn, %vi, %vj] : memref<3x4x4xf32` -> `%vi, %vj] : memref<4x4xf32`
// EDIT: `%vn: index, %vi: index, %vj: index, %vk: index, %x: memref<3x4x2xf32>, %y: memref<2x4xf32>, %z: memref<3x4x4xf32` -> `%vi: index, %vj: index, %vk: index, %x: memref<4x2xf32>, %y: memref<2x4xf32>, %z: memref<4x4xf32`
// EDIT: `%vn, %vi, %vk] : memref<3x4x2xf32` -> `%vi, %vk] : memref<4x2xf32`
// EDIT: `3x4x2xf32>, memref<2x4xf32>, memref<3x4x4xf32` -> `4x2xf32>, memref<2x4xf32>, memref<4x4xf32`
// EDIT: `false, false, false, true] affine_map<(n, i, j, k) -> (n, i, j, k)>(%n, %i` -> `false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i`
// LINES: `func.func @kernel` to `affine.for`
//| func.func @kernel(%a: memref<4x2xf32>, %b: memref<2x4xf32>, %c: memref<4x4xf32>) {
// BEFORE: `affine.store %zero`
//| affine.store %zero, %z[%vi, %vj] : memref<4x4xf32>
// LINES: `}`#6
// expected-note at `affine.store %zero`#2 {{in the kernel, here}}
// expected-note at `%y = te.compute [4` {{declared here}}
%i, %j, %k = schedule.get_loops of %c
// expected-error @below {{cannot tensorize with @gemm: expected one store in the initialisation}}
%t = schedule.tensorize %i with @gemm
