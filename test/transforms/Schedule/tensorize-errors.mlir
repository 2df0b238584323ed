// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// (P6) Another operation.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    %0 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x8xf32>
      // expected-note @below {{in the kernel, here}}
      %z = arith.addf %x, %y : f32
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
      // expected-note @below {{declared here}}
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    } : tensor<4x4xf32>
    te.yield %y : tensor<4x4xf32>
  } compute {
  ^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "gemm"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    // expected-error @below {{cannot tensorize with @gemm: expected 'arith.mulf', got 'arith.addf'}}
    %t = schedule.tensorize %il with @gemm
    transform.yield
  }
}

// -----

// (P6) The same operation with other attributes.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    %0 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x8xf32>
      // expected-note @below {{in the kernel, here}}
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
      // expected-note @below {{declared here}}
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    } : tensor<4x4xf32>
    te.yield %y : tensor<4x4xf32>
  } compute {
  ^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "gemm"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    // expected-error @below {{cannot tensorize with @gemm: expected 'arith.mulf' of the same type, operands and attributes}}
    %t = schedule.tensorize %il with @gemm
    transform.yield
  }
}

// -----

// (P6) A square: both factors are read at one place. The first reading that differs is
// named, in the order of the kernel.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    %0 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      // expected-note @below {{in the kernel, here}}
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x8xf32>
      %z = arith.mulf %x, %x : f32
      te.yield %z : f32
    } : tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  te.tensor_intrin @gemm {
  ^bb0(%w: tensor<4x2xf32>, %x: tensor<2x4xf32>):
    %y = te.compute [4, 4, 2] spatial 2 reduce sum {
    ^bb0(%i: index, %j: index, %k: index):
      %0 = te.read %w[%i, %k] : tensor<4x2xf32>
      // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    // expected-error @below {{cannot tensorize with @gemm: expected an access at (d0, d1, d2) -> (d2, d1) in the tile, got (d0, d1, d2) -> (d0, d2)}}
    %t = schedule.tensorize %il with @gemm
    transform.yield
  }
}

// -----

// (P6) The second operand is transposed.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<8x6xf32>) -> tensor<8x8xf32> {
    %0 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      // expected-note @below {{in the kernel, here}}
      %y = te.read %b[%j, %k] : tensor<8x6xf32>
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
      // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    // expected-error @below {{cannot tensorize with @gemm: expected an access at (d0, d1, d2) -> (d2, d1) in the tile, got (d0, d1, d2) -> (d1, d2)}}
    %t = schedule.tensorize %il with @gemm
    transform.yield
  }
}

// -----

// (P6) The operand stays where it is along an axis.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    %0 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      // expected-note @below {{in the kernel, here}}
      %x = te.read %a[%k] : tensor<6xf32>
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
      // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    // expected-error @below {{cannot tensorize with @gemm: expected an access that varies in 2 dimensions}}
    %t = schedule.tensorize %il with @gemm
    transform.yield
  }
}

// -----

// (P6) Another combiner.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{in the kernel, here}}
    %0 = te.compute [8, 8, 6] spatial 2 reduce prod tag "C" {
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
    // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    // expected-error @below {{cannot tensorize with @gemm: expected 'arith.addf', got 'arith.mulf'}}
    %t = schedule.tensorize %il with @gemm
    transform.yield
  }
}

// -----

// (P6) An operation where a load is declared.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    %0 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x8xf32>
      // expected-note @below {{in the kernel, here}}
      %z = arith.negf %x : f32
      %v = arith.mulf %z, %y : f32
      te.yield %v : f32
    } : tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  te.tensor_intrin @gemm {
  ^bb0(%w: tensor<4x2xf32>, %x: tensor<2x4xf32>):
    %y = te.compute [4, 4, 2] spatial 2 reduce sum {
    ^bb0(%i: index, %j: index, %k: index):
      // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    // expected-error @below {{cannot tensorize with @gemm: expected a load of operand 0, got 'arith.negf'}}
    %t = schedule.tensorize %il with @gemm
    transform.yield
  }
}

// -----

// (P5) Another extent of a spatial axis.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{in the kernel, here}}
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
    // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [2, 4, 2]
    // expected-error @below {{cannot tensorize with @gemm: expected extent 4 for axis 0, got 2}}
    %t = schedule.tensorize %il with @gemm
    transform.yield
  }
}

// -----

// (P5) Another extent of the reduction.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{in the kernel, here}}
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
    // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 3]
    // expected-error @below {{cannot tensorize with @gemm: expected extent 2 for axis 2, got 3}}
    %t = schedule.tensorize %il with @gemm
    transform.yield
  }
}

// -----

// (P5) The reduction is outside.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{in the kernel, here}}
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
    // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %il, %jl = schedule.tile %i, %j by [4, 4]
    schedule.reorder %k, %il, %jl
    // expected-error @below {{cannot tensorize with @gemm: expected 1 loops of a reduction, got 0}}
    %t = schedule.tensorize %il with @gemm
    transform.yield
  }
}

// -----

// (P2) The extents do not divide: a predicate leaves a part of a tile.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{in the kernel, here}}
    // expected-note @below {{here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %il = schedule.split %i by [0, 3]
    schedule.reorder %io, %j, %k, %il
    // expected-error @below {{cannot tensorize with @gemm: expected a predicate that does not depend on the tile: extents that do not divide leave a part of one}}
    %t = schedule.tensorize %il with @gemm
    transform.yield
  }
}

// -----

// (P1) A loop that runs on threads.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{in the kernel, here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    schedule.parallel %il
    // expected-error @below {{cannot tensorize with @gemm: expected a serial loop, got one that is parallel}}
    %t = schedule.tensorize %il with @gemm
    transform.yield
  }
}

// -----

// (P7) The reduction goes on outside, but the instruction cannot start one.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{in the kernel, here}}
    %0 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x8xf32>
      %z = arith.mulf %x, %y : f32
      te.yield %z : f32
    } : tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    // expected-error @below {{cannot tensorize with @gemm: expected a region 'reset': the reduction goes on outside of the tile}}
    %t = schedule.tensorize %il with @gemm
    transform.yield
  }
}

// -----

// (P7) The block goes on with a reduction, but the instruction cannot.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{in the kernel, here}}
    %0 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x8xf32>
      %z = arith.mulf %x, %y : f32
      te.yield %z : f32
    } : tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    %init = schedule.decompose_reduction %c, %ko
    // expected-error @below {{cannot tensorize with @gemm: expected a region 'update': the tile goes on with a reduction}}
    %t = schedule.tensorize %il with @gemm
    transform.yield
  }
}

// -----

// (P7) The instruction takes its operand from another memory.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{in the kernel, here}}
    %0 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x8xf32>
      %z = arith.mulf %x, %y : f32
      te.yield %z : f32
    } : tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  // expected-note @below {{declared here}}
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
  ^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>, "vdla.inp_buffer">, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "gemm"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>, "vdla.inp_buffer">, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  } reset {
  ^bb0(%y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "fill_zero"(w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  } update {
  ^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>, "vdla.inp_buffer">, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "gemm_add"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>, "vdla.inp_buffer">, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, rw %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    // expected-error @below {{cannot tensorize with @gemm: expected 'memref<4x2xf32, strided<[?, 1], offset: ?>, "vdla.inp_buffer">' for operand 0, got 'memref<4x2xf32, strided<[6, 1], offset: ?>>'}}
    %t = schedule.tensorize %il with @gemm
    transform.yield
  }
}

// -----

// (P7) The instruction takes no strides.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{in the kernel, here}}
    %0 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x8xf32>
      %z = arith.mulf %x, %y : f32
      te.yield %z : f32
    } : tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  // expected-note @below {{declared here}}
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
  ^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32>):
    te.hardware_intrin "gemm"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, w %y : memref<4x4xf32>)
    te.yield
  } reset {
  ^bb0(%y: memref<4x4xf32>):
    te.hardware_intrin "fill_zero"(w %y : memref<4x4xf32>)
    te.yield
  } update {
  ^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32>):
    te.hardware_intrin "gemm_add"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, rw %y : memref<4x4xf32>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    // expected-error @below {{cannot tensorize with @gemm: expected 'memref<4x4xf32>' for the result, got 'memref<4x4xf32, strided<[8, 1], offset: ?>>'}}
    %t = schedule.tensorize %il with @gemm
    transform.yield
  }
}

// -----

// No such declaration.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    // expected-error @below {{expected a te.tensor_intrin @other beside the script}}
    %t = schedule.tensorize %il with @other
    transform.yield
  }
}

// -----

// (P6) Two stores.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x8xf32>, %c: memref<8x8xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        te.block "C0" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) do {
        ^bb0(%v: index, %w: index, %aa: memref<8x8xf32>, %cc: memref<8x8xf32>):
          %0 = affine.load %aa[%v, %w] : memref<8x8xf32>
          affine.store %0, %cc[%v, %w] : memref<8x8xf32>
          // expected-note @below {{in the kernel, here}}
          affine.store %0, %cc[%v + 4, %w] : memref<8x8xf32>
          te.yield
        }
      }
    }
    return
  }
  te.tensor_intrin @copy {
  ^bb0(%s: tensor<4x4xf32>):
    // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected a block that stores once}}
    %t = schedule.tensorize %i with @copy
    transform.yield
  }
}

// -----

// (P6) It copies a buffer to another part of it.
module attributes {transform.with_named_sequence} {
  func.func @f(%c: memref<8x8xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        te.block "C0" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%c : memref<8x8xf32>) do {
        ^bb0(%v: index, %w: index, %cc: memref<8x8xf32>):
          // expected-note @below {{in the kernel, here}}
          %0 = affine.load %cc[%v, %w] : memref<8x8xf32>
          affine.store %0, %cc[%v + 4, %w] : memref<8x8xf32>
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
      // expected-note @below {{declared here}}
      %0 = te.read %s[%i, %j] : tensor<4x4xf32>
      te.yield %0 : f32
    } : tensor<4x4xf32>
    te.yield %y : tensor<4x4xf32>
  } compute {
  ^bb0(%s: memref<4x4xf32, strided<[?, ?], offset: ?>>, %y: memref<4x4xf32, strided<[?, ?], offset: ?>>):
    te.hardware_intrin "copy"(r %s : memref<4x4xf32, strided<[?, ?], offset: ?>>, w %y : memref<4x4xf32, strided<[?, ?], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected an input that the block does not write}}
    %t = schedule.tensorize %i with @copy
    transform.yield
  }
}

// -----

// (P6) A diagonal.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x8xf32>, %c: memref<8x8xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        te.block "C0" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) do {
        ^bb0(%v: index, %w: index, %aa: memref<8x8xf32>, %cc: memref<8x8xf32>):
          %0 = affine.load %aa[%v, %w] : memref<8x8xf32>
          // expected-note @below {{in the kernel, here}}
          affine.store %0, %cc[%v, %v] : memref<8x8xf32>
          te.yield
        }
      }
    }
    return
  }
  te.tensor_intrin @copy {
  ^bb0(%s: tensor<4x4xf32>):
    // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected a loop of its own for axis 1}}
    %t = schedule.tensorize %i with @copy
    transform.yield
  }
}

// -----

// (P6) A skewed result.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x8xf32>, %c: memref<8x8xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        te.block "C0" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) do {
        ^bb0(%v: index, %w: index, %aa: memref<8x8xf32>, %cc: memref<8x8xf32>):
          %0 = affine.load %aa[%v, %w] : memref<8x8xf32>
          // expected-note @below {{in the kernel, here}}
          affine.store %0, %cc[%v + %w, %w] : memref<8x8xf32>
          te.yield
        }
      }
    }
    return
  }
  te.tensor_intrin @copy {
  ^bb0(%s: tensor<4x4xf32>):
    // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected subscripts of the result with one loop each}}
    %t = schedule.tensorize %i with @copy
    transform.yield
  }
}

// -----

// (P6) A captured value instead of a load.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: f32, %c: memref<8x8xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        // expected-note @below {{in the kernel, here}}
        te.block "C0" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : f32, memref<8x8xf32>) do {
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
      // expected-note @below {{declared here}}
      %0 = te.read %s[%i, %j] : tensor<4x4xf32>
      te.yield %0 : f32
    } : tensor<4x4xf32>
    te.yield %y : tensor<4x4xf32>
  } compute {
  ^bb0(%s: memref<4x4xf32, strided<[?, ?], offset: ?>>, %y: memref<4x4xf32, strided<[?, ?], offset: ?>>):
    te.hardware_intrin "copy"(r %s : memref<4x4xf32, strided<[?, ?], offset: ?>>, w %y : memref<4x4xf32, strided<[?, ?], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected a load of operand 0, got an argument}}
    %t = schedule.tensorize %i with @copy
    transform.yield
  }
}

// -----

// (P6) A captured value instead of an operation.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: f32, %c: memref<8x8xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        // expected-note @below {{in the kernel, here}}
        te.block "C0" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : f32, memref<8x8xf32>) do {
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
      // expected-note @below {{declared here}}
      %1 = arith.negf %0 : f32
      te.yield %1 : f32
    } : tensor<4x4xf32>
    te.yield %y : tensor<4x4xf32>
  } compute {
  ^bb0(%s: memref<4x4xf32, strided<[?, ?], offset: ?>>, %y: memref<4x4xf32, strided<[?, ?], offset: ?>>):
    te.hardware_intrin "copy"(r %s : memref<4x4xf32, strided<[?, ?], offset: ?>>, w %y : memref<4x4xf32, strided<[?, ?], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected 'arith.negf', got an argument}}
    %t = schedule.tensorize %i with @copy
    transform.yield
  }
}

// -----

// (P6) Other elements.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x8xi16>, %c: memref<8x8xi32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        te.block "C0" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x8xi16>, memref<8x8xi32>) do {
        ^bb0(%v: index, %w: index, %aa: memref<8x8xi16>, %cc: memref<8x8xi32>):
          // expected-note @below {{in the kernel, here}}
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
      // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected a load of 'i8', got 'i16'}}
    %t = schedule.tensorize %i with @copy
    transform.yield
  }
}

// -----

// (P6) Neighbours that are further away than declared.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x8xf32>, %c: memref<8x8xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        te.block "C0" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) do {
        ^bb0(%v: index, %w: index, %aa: memref<8x8xf32>, %cc: memref<8x8xf32>):
          %0 = affine.load %aa[%v, %w] : memref<8x8xf32>
          // expected-note @below {{in the kernel, here}}
          %1 = affine.load %aa[%v, %w + 2] : memref<8x8xf32>
          %2 = arith.subf %0, %1 : f32
          affine.store %2, %cc[%v, %w] : memref<8x8xf32>
          te.yield
        }
      }
    }
    return
  }
  te.tensor_intrin @copy {
  ^bb0(%s: tensor<4x5xf32>):
    %y = te.compute [4, 4] spatial 2 {
    ^bb0(%i: index, %j: index):
      %0 = te.read %s[%i, %j] : tensor<4x5xf32>
      // expected-note @below {{declared here}}
      %1 = te.read %s[%i, %j + 1] : tensor<4x5xf32>
      %2 = arith.subf %0, %1 : f32
      te.yield %2 : f32
    } : tensor<4x4xf32>
    te.yield %y : tensor<4x4xf32>
  } compute {
  ^bb0(%s: memref<4x5xf32, strided<[?, ?], offset: ?>>, %y: memref<4x4xf32, strided<[?, ?], offset: ?>>):
    te.hardware_intrin "copy"(r %s : memref<4x5xf32, strided<[?, ?], offset: ?>>, w %y : memref<4x4xf32, strided<[?, ?], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected an access of the same part of the buffer as others of operand 0}}
    %t = schedule.tensorize %i with @copy
    transform.yield
  }
}

// -----

// (P6) It adds to what is there; the instruction writes.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x8xf32>, %c: memref<8x8xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        te.block "C0" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) do {
        ^bb0(%v: index, %w: index, %aa: memref<8x8xf32>, %cc: memref<8x8xf32>):
          %0 = affine.load %aa[%v, %w] : memref<8x8xf32>
          %1 = affine.load %cc[%v, %w] : memref<8x8xf32>
          // expected-note @below {{in the kernel, here}}
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %cc[%v, %w] : memref<8x8xf32>
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
      // expected-note @below {{declared here}}
      %0 = te.read %s[%i, %j] : tensor<4x4xf32>
      te.yield %0 : f32
    } : tensor<4x4xf32>
    te.yield %y : tensor<4x4xf32>
  } compute {
  ^bb0(%s: memref<4x4xf32, strided<[?, ?], offset: ?>>, %y: memref<4x4xf32, strided<[?, ?], offset: ?>>):
    te.hardware_intrin "copy"(r %s : memref<4x4xf32, strided<[?, ?], offset: ?>>, w %y : memref<4x4xf32, strided<[?, ?], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected a load of operand 0, got 'arith.addf'}}
    %t = schedule.tensorize %i with @copy
    transform.yield
  }
}

// -----

// (P6) A loop that the result does not vary with.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x8xf32>, %c: memref<8x8xf32>) {
    affine.for %i = 0 to 4 {
      // expected-note @below {{in the kernel, here}}
      affine.for %j = 0 to 4 {
        affine.for %l = 0 to 4 {
          te.block "C0" [false, false, false] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %l) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) do {
          ^bb0(%v: index, %w: index, %u: index, %aa: memref<8x8xf32>, %cc: memref<8x8xf32>):
            %0 = affine.load %aa[%v, %u] : memref<8x8xf32>
            affine.store %0, %cc[%v, %u] : memref<8x8xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  te.tensor_intrin @copy {
  ^bb0(%s: tensor<4x4xf32>):
    // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %l = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected loops that the result varies with, or of a reduction}}
    %t = schedule.tensorize %i with @copy
    transform.yield
  }
}

// -----

// (P6) Another start value.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x8xf32>, %c: memref<8x8xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.for %l = 0 to 2 {
          te.block "C0" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %l) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) init {
          ^bb0(%v: index, %w: index, %u: index, %aa: memref<8x8xf32>, %cc: memref<8x8xf32>):
            %s = arith.constant 1.0 : f32
            // expected-note @below {{in the kernel, here}}
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
    // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %l = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected the start value 0.000000e+00 : f32}}
    %t = schedule.tensorize %i with @copy
    transform.yield
  }
}

// -----

// (P6) A reduction; the instruction does not reduce. The loop of the reduction is one too many.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x8xf32>, %c: memref<8x8xf32>) {
    // expected-note @below {{in the kernel, here}}
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.for %l = 0 to 2 {
          te.block "C0" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %l) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) init {
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
    // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %l = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected 0 loops of a reduction, got 1}}
    %t = schedule.tensorize %i with @copy
    transform.yield
  }
}

// -----

// Views are of the buffer that it was: a copy is made before tensorize.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    %0 = te.compute [8, 6] spatial 2 tag "A" {
    ^bb0(%i: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      te.yield %x : f32
    } : tensor<8x6xf32>
    // expected-note @below {{in the kernel, here}}
    // expected-note @below {{here}}
    %1 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %0[%i, %k] : tensor<8x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x8xf32>
      %z = arith.mulf %x, %y : f32
      te.yield %z : f32
    } : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
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
  } reset {
  ^bb0(%y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "fill_zero"(w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  } update {
  ^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "gemm_add"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, rw %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C1" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    %t = schedule.tensorize %il with @gemm
    // expected-error @below {{cannot cache what 'C1' reads: expected a buffer that is only loaded from}}
    %copy = schedule.cache_read %t, 0 to "local" at %ko
    transform.yield
  }
}

// -----

// The same of a copy of all of the buffer.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    %0 = te.compute [8, 6] spatial 2 tag "A" {
    ^bb0(%i: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      te.yield %x : f32
    } : tensor<8x6xf32>
    // expected-note @below {{in the kernel, here}}
    // expected-note @below {{here}}
    %1 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %0[%i, %k] : tensor<8x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x8xf32>
      %z = arith.mulf %x, %y : f32
      te.yield %z : f32
    } : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
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
  } reset {
  ^bb0(%y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "fill_zero"(w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  } update {
  ^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "gemm_add"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, rw %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C1" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    %t = schedule.tensorize %il with @gemm
    // expected-error @below {{cannot cache what 'C1' reads: expected a buffer that is only loaded from}}
    %copy = schedule.cache_read %t, 0
    transform.yield
  }
}

// -----

// The same of a producer.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{in the kernel, here}}
    %0 = te.compute [8, 6] spatial 2 tag "A" {
    ^bb0(%i: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      te.yield %x : f32
    } : tensor<8x6xf32>
    // expected-note @below {{here}}
    %1 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %0[%i, %k] : tensor<8x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x8xf32>
      %z = arith.mulf %x, %y : f32
      te.yield %z : f32
    } : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
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
  } reset {
  ^bb0(%y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "fill_zero"(w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  } update {
  ^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "gemm_add"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, rw %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C1" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    %t = schedule.tensorize %il with @gemm
    // expected-error @+2 {{cannot compute 'A0' at a loop: expected a buffer that is only loaded from}}
    %p = schedule.get_block "A0" in %root
    %at = schedule.compute_at %p, %ko
    transform.yield
  }
}

// -----

// The same of a scope.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    // expected-note @below {{in the kernel, here}}
    %0 = te.compute [8, 6] spatial 2 tag "A" {
    ^bb0(%i: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      te.yield %x : f32
    } : tensor<8x6xf32>
    // expected-note @below {{here}}
    %1 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %0[%i, %k] : tensor<8x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x8xf32>
      %z = arith.mulf %x, %y : f32
      te.yield %z : f32
    } : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
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
  } reset {
  ^bb0(%y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "fill_zero"(w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  } update {
  ^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "gemm_add"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, rw %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C1" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    %t = schedule.tensorize %il with @gemm
    // expected-error @+2 {{cannot set the scope of what 'A0' writes: expected a buffer that is only loaded from and stored to}}
    %p = schedule.get_block "A0" in %root
    schedule.set_scope %p to "vdla.inp_buffer"
    transform.yield
  }
}

// -----

// The same of a copy of the result.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    %0 = te.compute [8, 6] spatial 2 tag "A" {
    ^bb0(%i: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      te.yield %x : f32
    } : tensor<8x6xf32>
    // expected-note @below {{in the kernel, here}}
    %1 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %0[%i, %k] : tensor<8x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x8xf32>
      %z = arith.mulf %x, %y : f32
      te.yield %z : f32
    } : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
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
  } reset {
  ^bb0(%y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "fill_zero"(w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  } update {
  ^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "gemm_add"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, rw %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C1" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    %t = schedule.tensorize %il with @gemm
    // expected-error @below {{cannot cache what 'C1' writes: expected a block that writes one buffer, at its spatial axes, and does not read it}}
    %w = schedule.cache_write %t
    transform.yield
  }
}

// -----

// Nothing to inline.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xf32>, %b: tensor<6x8xf32>) -> tensor<8x8xf32> {
    %0 = te.compute [8, 6] spatial 2 tag "A" {
    ^bb0(%i: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<8x6xf32>
      te.yield %x : f32
    } : tensor<8x6xf32>
    // expected-note @below {{in the kernel, here}}
    %1 = te.compute [8, 8, 6] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %0[%i, %k] : tensor<8x6xf32>
      %y = te.read %b[%k, %j] : tensor<6x8xf32>
      %z = arith.mulf %x, %y : f32
      te.yield %z : f32
    } : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
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
  } reset {
  ^bb0(%y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "fill_zero"(w %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  } update {
  ^bb0(%w: memref<4x2xf32, strided<[?, 1], offset: ?>>, %x: memref<2x4xf32, strided<[?, 1], offset: ?>>, %y: memref<4x4xf32, strided<[?, 1], offset: ?>>):
    te.hardware_intrin "gemm_add"(r %w : memref<4x2xf32, strided<[?, 1], offset: ?>>, r %x : memref<2x4xf32, strided<[?, 1], offset: ?>>, rw %y : memref<4x4xf32, strided<[?, 1], offset: ?>>)
    te.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C1" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    %t = schedule.tensorize %il with @gemm
    // expected-error @below {{cannot inline 'C1' where it is read: expected 'C1' to have no reduction axes}}
    schedule.compute_inline %t
    transform.yield
  }
}

// -----

// (P7) A buffer in blocks.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x8xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>>, %c: memref<8x8xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        // expected-note @below {{in the kernel, here}}
        te.block "C0" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x8xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>>, memref<8x8xf32>) do {
        ^bb0(%v: index, %w: index, %aa: memref<8x8xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>>, %cc: memref<8x8xf32>):
          %0 = affine.load %aa[%v, %w] : memref<8x8xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>>
          affine.store %0, %cc[%v, %w] : memref<8x8xf32>
          te.yield
        }
      }
    }
    return
  }
  // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected a buffer with strides for operand 0, got 'memref<8x8xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>>'}}
    %t = schedule.tensorize %i with @copy
    transform.yield
  }
}

// -----

// (P6) It adds, but not to what is there.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x8xf32>, %c: memref<8x8xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.for %l = 0 to 2 {
          te.block "C0" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %l) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) init {
          ^bb0(%v: index, %w: index, %u: index, %aa: memref<8x8xf32>, %cc: memref<8x8xf32>):
            %s = arith.constant 0.0 : f32
            affine.store %s, %cc[%v, %w] : memref<8x8xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %u: index, %aa: memref<8x8xf32>, %cc: memref<8x8xf32>):
            %0 = affine.load %aa[%v, %u] : memref<8x8xf32>
            // expected-note @below {{in the kernel, here}}
            %1 = affine.load %aa[%v, %w] : memref<8x8xf32>
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
    // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %i, %j, %l = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected a load of what is accumulated}}
    %t = schedule.tensorize %i with @copy
    transform.yield
  }
}

// -----

// (P6) A reduction goes on outside; the instruction has none.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x8xf32>, %c: memref<8x8xf32>) {
    affine.for %l = 0 to 2 {
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 4 {
          // expected-note @below {{in the kernel, here}}
          te.block "C0" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %l) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) do {
          ^bb0(%v: index, %w: index, %u: index, %aa: memref<8x8xf32>, %cc: memref<8x8xf32>):
            %0 = affine.load %aa[%v, %w] : memref<8x8xf32>
            affine.store %0, %cc[%v, %w] : memref<8x8xf32>
            te.yield
          }
        }
      }
    }
    return
  }
  te.tensor_intrin @copy {
  ^bb0(%s: tensor<4x4xf32>):
    // expected-note @below {{declared here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C0" in %root
    %l, %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected a block without reduction axes}}
    %t = schedule.tensorize %i with @copy
    transform.yield
  }
}
