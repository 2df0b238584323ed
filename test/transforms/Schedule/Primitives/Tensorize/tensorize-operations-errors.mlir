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
    %c = schedule.get_block "C" in %root
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
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    // expected-error @below {{cannot tensorize with @gemm: expected 'arith.mulf' of the same type, operands and attributes}}
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
    %c = schedule.get_block "C" in %root
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
    %c = schedule.get_block "C" in %root
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %ko, %il, %jl, %kl = schedule.tile %i, %j, %k by [4, 4, 2]
    // expected-error @below {{cannot tensorize with @gemm: expected a load of operand 0, got 'arith.negf'}}
    %t = schedule.tensorize %il with @gemm
    transform.yield
  }
}

// -----

// (P6) Two stores.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x8xf32>, %c: memref<8x8xf32>) {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) do {
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
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected a block that stores once}}
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
    %c = schedule.get_block "C" in %root
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
    %c = schedule.get_block "C" in %root
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
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x8xi16>, memref<8x8xi32>) do {
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
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected a load of 'i8', got 'i16'}}
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
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) do {
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
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected a load of operand 0, got 'arith.addf'}}
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
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %l) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) init {
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
    %c = schedule.get_block "C" in %root
    %i, %j, %l = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected the start value 0.000000e+00 : f32}}
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
          te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %l) captures(%a, %c : memref<8x8xf32>, memref<8x8xf32>) init {
          ^bb0(%v: index, %w: index, %u: index, %aa: memref<8x8xf32>, %cc: memref<8x8xf32>):
            %s = arith.constant 0.0 : f32
            affine.store %s, %cc[%v, %w] : memref<8x8xf32>
            te.yield
          } do {
          ^bb0(%v: index, %w: index, %u: index, %aa: memref<8x8xf32>, %cc: memref<8x8xf32>):
            %0 = affine.load %aa[%v, %u] : memref<8x8xf32>
            // expected-note @below {{in the kernel, here}}
            %1 = affine.load %aa[%v, %w] : memref<8x8xf32>
            %old = affine.load %cc[%v, %w] : memref<8x8xf32>
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
    %c = schedule.get_block "C" in %root
    %i, %j, %l = schedule.get_loops of %c
    // expected-error @below {{cannot tensorize with @copy: expected a load of what is accumulated}}
    %t = schedule.tensorize %i with @copy
    transform.yield
  }
}
