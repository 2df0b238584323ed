// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
  %0 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x6xf32>
    %y = te.read %b[%k, %j] : tensor<6x8xf32>
    %z = arith.mulf %x, %y fastmath<fast> : f32
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
%io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]

// CASE: (P6) Another operation.
// EDIT: `arith.mulf %x, %y fastmath<fast> :` -> `arith.addf %x, %y :`
// expected-note at `%z = arith.addf %x` {{in the kernel, here}}
// expected-note at `%2 = arith.mulf %0` {{declared here}}
// expected-error @below {{cannot tensorize with @gemm: expected 'arith.mulf', got 'arith.addf'}}
%t = schedule.tensorize %il with @gemm

// CASE: (P6) The same operation with other attributes.
// expected-note at `%z = arith.mulf %x` {{in the kernel, here}}
// expected-note at `%2 = arith.mulf %0` {{declared here}}
// expected-error @below {{cannot tensorize with @gemm: expected 'arith.mulf' of the same type, operands and attributes}}
%t = schedule.tensorize %il with @gemm

// CASE: (P6) Another combiner.
// EDIT: `sum tag` -> `prod tag`
// EDIT: `fastmath<fast> :` -> `:`
// expected-note at `%0 = te.compute [8` {{in the kernel, here}}
// expected-note at `%y = te.compute [4` {{declared here}}
// expected-error @below {{cannot tensorize with @gemm: expected 'arith.addf', got 'arith.mulf'}}
%t = schedule.tensorize %il with @gemm

// CASE: (P6) An operation where a load is declared.
// LINES: `%z = arith.mulf %x` to `te.yield`
//| %z = arith.negf %x : f32
//| %v = arith.mulf %z, %y : f32
//| te.yield %v : f32
// expected-note at `%z = arith.negf %x` {{in the kernel, here}}
// expected-note at `%0 = te.read %w` {{declared here}}
// expected-error @below {{cannot tensorize with @gemm: expected a load of operand 0, got 'arith.negf'}}
%t = schedule.tensorize %il with @gemm

// PAYLOAD
func.func @kernel(%a: f32, %c: memref<8x8xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : f32, memref<8x8xf32>) do {
      ^bb0(%v: index, %w: index, %aa: f32, %cc: memref<8x8xf32>):
        affine.store %aa, %cc[%v, %w] : memref<8x8xf32>
        te.yield
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
%i, %j = schedule.get_loops of %c

// CASE: (P6) Two stores.
// EDIT: `: f32,` -> `: memref<8x8xf32>,`
// LINES: `affine.store %aa`
//| %0 = affine.load %aa[%v, %w] : memref<8x8xf32>
//| affine.store %0, %cc[%v, %w] : memref<8x8xf32>
//| affine.store %0, %cc[%v + 4, %w] : memref<8x8xf32>
// expected-note at `affine.store %0, %cc[%v +` {{in the kernel, here}}
// expected-note at `%y = te.compute [4` {{declared here}}
// expected-error @below {{cannot tensorize with @copy: expected a block that stores once}}
%t = schedule.tensorize %i with @copy

// CASE: (P6) A captured value instead of a load.
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%0 = te.read %s` {{declared here}}
// expected-error @below {{cannot tensorize with @copy: expected a load of operand 0, got an argument}}
%t = schedule.tensorize %i with @copy

// CASE: (P6) A captured value instead of an operation.
// LINES: `te.yield %0`
//| %1 = arith.negf %0 : f32
//| te.yield %1 : f32
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `%1 = arith.negf %0` {{declared here}}
// expected-error @below {{cannot tensorize with @copy: expected 'arith.negf', got an argument}}
%t = schedule.tensorize %i with @copy

// CASE: (P6) It adds to what is there; the instruction writes.
// EDIT: `: f32,` -> `: memref<8x8xf32>,`
// LINES: `affine.store %aa`
//| %0 = affine.load %aa[%v, %w] : memref<8x8xf32>
//| %1 = affine.load %cc[%v, %w] : memref<8x8xf32>
//| %2 = arith.addf %0, %1 : f32
//| affine.store %2, %cc[%v, %w] : memref<8x8xf32>
// expected-note at `%2 = arith.addf %0` {{in the kernel, here}}
// expected-note at `%0 = te.read %s` {{declared here}}
// expected-error @below {{cannot tensorize with @copy: expected a load of operand 0, got 'arith.addf'}}
%t = schedule.tensorize %i with @copy

// PAYLOAD
func.func @kernel(%a: memref<8x8xi16>, %c: memref<8x8xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x8xi16>, memref<8x8xi32>) do {
      ^bb0(%v: index, %w: index, %aa: memref<8x8xi16>, %cc: memref<8x8xi32>):
        %0 = affine.load %aa[%v, %w] : memref<8x8xi16>
        %1 = arith.extui %0 : i16 to i32
        affine.store %1, %cc[%v, %w] : memref<8x8xi32>
        te.yield
      }
    }
  }
  return
}
te.tensor_intrin @copy {
^bb0(%s: tensor<4x4xi8>):
  %y = te.compute [4, 4] spatial 2 {
  ^bb0(%i: index, %j: index):
    %0 = te.read %s[%i, %j] : tensor<4x4xi8>
    %1 = arith.extui %0 : i8 to i32
    te.yield %1 : i32
  } : tensor<4x4xi32>
  te.yield %y : tensor<4x4xi32>
} compute {
^bb0(%s: memref<4x4xi8, strided<[?, ?], offset: ?>>, %y: memref<4x4xi32, strided<[?, ?], offset: ?>>):
  te.hardware_intrin "copy"(r %s : memref<4x4xi8, strided<[?, ?], offset: ?>>, w %y : memref<4x4xi32, strided<[?, ?], offset: ?>>)
  te.yield
}

// CASE: (P6) Other elements.
// expected-note at `%0 = affine.load %aa` {{in the kernel, here}}
// expected-note at `%0 = te.read %s` {{declared here}}
%c = schedule.get_block "C" in %root
%i, %j = schedule.get_loops of %c
// expected-error @below {{cannot tensorize with @copy: expected a load of 'i8', got 'i16'}}
%t = schedule.tensorize %i with @copy

// PAYLOAD
func.func @kernel(%a: memref<8x8xf32>, %c: memref<8x8xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %l = 0 to 2 {
        te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %l) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) init {
        ^bb0(%v: index, %w: index, %u: index, %aa: memref<8x8xf32>, %cc: memref<8x8xf32>):
          %s = arith.constant 1.0 : f32
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
^bb0(%s: tensor<4x2xf32>):
  %y = te.compute [4, 4, 2] spatial 2 reduce sum {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = te.read %s[%i, %k] : tensor<4x2xf32>
    te.yield %0 : f32
  } : tensor<4x4xf32>
  te.yield %y : tensor<4x4xf32>
} compute {
^bb0(%s: memref<4x2xf32, strided<[?, ?], offset: ?>>, %y: memref<4x4xf32, strided<[?, ?], offset: ?>>):
  te.hardware_intrin "sum"(r %s : memref<4x2xf32, strided<[?, ?], offset: ?>>, w %y : memref<4x4xf32, strided<[?, ?], offset: ?>>)
  te.yield
}
// STEPS
%c = schedule.get_block "C" in %root
%i, %j, %l = schedule.get_loops of %c

// CASE: (P6) Another start value.
// expected-note at `affine.store %s` {{in the kernel, here}}
// expected-note at `%y = te.compute [4` {{declared here}}
// expected-error @below {{cannot tensorize with @copy: expected the start value 0.000000e+00 : f32}}
%t = schedule.tensorize %i with @copy

// CASE: (P6) It adds, but not to what is there.
// EDIT: `1.0 : f32` -> `0.0 : f32`
// LINES: `%1 = affine.load %cc`
//| %1 = affine.load %aa[%v, %w] : memref<8x8xf32>
//| %old = affine.load %cc[%v, %w] : memref<8x8xf32>
// expected-note at `%1 = affine.load %aa` {{in the kernel, here}}
// expected-note at `%y = te.compute [4` {{declared here}}
// expected-error @below {{cannot tensorize with @copy: expected a load of the accumulated value}}
%t = schedule.tensorize %i with @copy
