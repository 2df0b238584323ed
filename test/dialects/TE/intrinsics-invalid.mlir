// RUN: tvm-opt %s -split-input-file -verify-diagnostics

// (C1) of tensor_intrin: no static shape.
// expected-error @below {{expected tensors of static shape, got 'tensor<?xf32>'}}
te.tensor_intrin @i {
^bb0(%x: tensor<?xf32>):
  te.yield %x : tensor<?xf32>
}

// -----

// (C1): nothing is yielded.
// expected-error @below {{expected a behaviour that yields one tensor}}
te.tensor_intrin @i {
^bb0(%x: tensor<4xf32>):
  te.yield
}

// -----

// (C1): what is yielded is no computation.
// expected-error @below {{expected a behaviour that yields a te.compute of constant extents with one result}}
te.tensor_intrin @i {
^bb0(%x: tensor<4xf32>):
  te.yield %x : tensor<4xf32>
}

// -----

// (C1): two computations.
te.tensor_intrin @i {
^bb0(%x: tensor<4xf32>):
  // expected-error @below {{expected constants and one te.compute in a behaviour}}
  %0 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %x[%i] : tensor<4xf32>
    te.yield %a : f32
  } : tensor<4xf32>
  %1 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %0[%i] : tensor<4xf32>
    te.yield %a : f32
  } : tensor<4xf32>
  te.yield %1 : tensor<4xf32>
}

// -----

// (C2): padding.
te.tensor_intrin @i {
^bb0(%x: tensor<4xf32>):
  %zero = arith.constant 0.0 : f32
  %0 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    // expected-error @below {{expected a read at axes, without padding}}
    %a = te.read %x[%i] else %zero : tensor<4xf32>
    te.yield %a : f32
  } : tensor<4xf32>
  te.yield %0 : tensor<4xf32>
}

// -----

// (C2): a subscript that is not linear.
te.tensor_intrin @i {
^bb0(%x: tensor<4xf32>):
  %0 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    // expected-error @below {{expected subscripts that are linear in axes}}
    %a = te.read %x[%i floordiv 2] : tensor<4xf32>
    te.yield %a : f32
  } : tensor<8xf32>
  te.yield %0 : tensor<8xf32>
}

// -----

// (C2): a part of the argument only.
// expected-error @below {{expected reads of all of argument 0}}
te.tensor_intrin @i {
^bb0(%x: tensor<9xf32>):
  %0 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %x[%i] : tensor<9xf32>
    te.yield %a : f32
  } : tensor<8xf32>
  te.yield %0 : tensor<8xf32>
}

// -----

// (C2): an axis as a value.
te.tensor_intrin @i {
  %0 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    // expected-error @below {{expected axes to be used in subscripts only}}
    %a = arith.index_cast %i : index to i32
    te.yield %a : i32
  } : tensor<8xi32>
  te.yield %0 : tensor<8xi32>
}

// -----

// (C2): a region.
te.tensor_intrin @i {
^bb0(%x: tensor<8xf32>):
  %true = arith.constant true
  %0 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %x[%i] : tensor<8xf32>
    // expected-error @below {{expected no operation with regions in a behaviour}}
    %b = scf.if %true -> f32 {
      scf.yield %a : f32
    } else {
      scf.yield %a : f32
    }
    te.yield %b : f32
  } : tensor<8xf32>
  te.yield %0 : tensor<8xf32>
}

// -----

// (C2): a region in what combines values.
te.tensor_intrin @i {
^bb0(%x: tensor<8x4xf32>):
  %zero = arith.constant 0.0 : f32
  %true = arith.constant true
  %0 = te.compute [8, 4] spatial 1 combine (%zero : f32) {
  ^bb0(%a: f32, %b: f32):
    // expected-error @below {{expected no operation with regions in a behaviour}}
    %c = scf.if %true -> f32 {
      scf.yield %a : f32
    } else {
      scf.yield %b : f32
    }
    te.yield %c : f32
  } {
  ^bb0(%i: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<8x4xf32>
    te.yield %a : f32
  } : tensor<8xf32>
  te.yield %0 : tensor<8xf32>
}

// -----

// (C3): another shape.
// expected-error @below {{expected a region 'compute' on memrefs for 'tensor<8xf32>', 'tensor<8xf32>', got 'memref<8xf32>', 'memref<4xf32>'}}
te.tensor_intrin @i {
^bb0(%x: tensor<8xf32>):
  %0 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    %a = te.read %x[%i] : tensor<8xf32>
    te.yield %a : f32
  } : tensor<8xf32>
  te.yield %0 : tensor<8xf32>
} compute {
^bb0(%x: memref<8xf32>, %y: memref<4xf32>):
  te.yield
}

// -----

// (C3): a value at the end.
// expected-error @below {{expected a region 'compute' that ends with an empty te.yield}}
te.tensor_intrin @i {
  %c = arith.constant 1.0 : f32
  %0 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    te.yield %c : f32
  } : tensor<8xf32>
  te.yield %0 : tensor<8xf32>
} compute {
^bb0(%y: memref<8xf32>):
  te.yield %y : memref<8xf32>
}

// -----

// (C4): nothing to compute with.
// expected-error @below {{expected a region 'compute', or 'reset' and 'update'}}
te.tensor_intrin @i {
  %c = arith.constant 1.0 : f32
  %0 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    te.yield %c : f32
  } : tensor<8xf32>
  te.yield %0 : tensor<8xf32>
}

// -----

// (C4): nothing to go on with.
// expected-error @below {{expected no 'reset' and no 'update' where the behaviour does not reduce}}
te.tensor_intrin @i {
  %c = arith.constant 1.0 : f32
  %0 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    te.yield %c : f32
  } : tensor<8xf32>
  te.yield %0 : tensor<8xf32>
} compute {
^bb0(%y: memref<8xf32>):
  te.yield
} reset {
^bb0(%y: memref<8xf32>):
  te.yield
}

// -----

// (C1) of hardware_intrin: a mode is missing.
func.func @f(%a: memref<8xf32>) {
  // expected-error @below {{expected 1 modes, got 0}}
  "te.hardware_intrin"(%a) {name = "f", modes = []} : (memref<8xf32>) -> ()
  return
}

// -----

// Syntax: an unknown mode.
func.func @f(%a: memref<8xf32>) {
  // expected-error @below {{expected r, w or rw, got x}}
  te.hardware_intrin "f"(x %a : memref<8xf32>)
  return
}

// -----

// (C5) of block: reads without writes.
func.func @f(%a: memref<8xf32>) {
  // expected-error @below {{expected reads and writes, or neither}}
  te.block "b" [] affine_map<() -> ()>() captures(%a : memref<8xf32>) reads [] do {
  ^bb0(%x: memref<8xf32>):
    te.yield
  }
  return
}

// -----

// (C6): no such capture.
func.func @f(%a: memref<8xf32>) {
  // expected-error @below {{expected a region of a captured memref, got #te.region<1, () -> (0), [8]>}}
  te.block "b" [] affine_map<() -> ()>() captures(%a : memref<8xf32>) reads [] writes [#te.region<1, () -> (0), [8]>] do {
  ^bb0(%x: memref<8xf32>):
    te.yield
  }
  return
}

// -----

// (C6): a size too few.
func.func @f(%a: memref<8x8xf32>) {
  // expected-error @below {{expected an offset and a positive size per dimension of 'memref<8x8xf32>', got #te.region<0, () -> (0, 0), [8]>}}
  te.block "b" [] affine_map<() -> ()>() captures(%a : memref<8x8xf32>) reads [] writes [#te.region<0, () -> (0, 0), [8]>] do {
  ^bb0(%x: memref<8x8xf32>):
    te.yield
  }
  return
}

// -----

// (C6): a size of nothing.
func.func @f(%a: memref<8xf32>) {
  // expected-error @below {{expected an offset and a positive size per dimension of 'memref<8xf32>', got #te.region<0, () -> (0), [0]>}}
  te.block "b" [] affine_map<() -> ()>() captures(%a : memref<8xf32>) reads [] writes [#te.region<0, () -> (0), [0]>] do {
  ^bb0(%x: memref<8xf32>):
    te.yield
  }
  return
}

// -----

// (C6): an offset over a buffer.
func.func @f(%a: memref<8xf32>) {
  // expected-error @below {{expected offsets over 0 axes and captured indices, got #te.region<0, ()[s0] -> (s0), [8]>}}
  te.block "b" [] affine_map<() -> ()>() captures(%a : memref<8xf32>) reads [] writes [#te.region<0, ()[s0] -> (s0), [8]>] do {
  ^bb0(%x: memref<8xf32>):
    te.yield
  }
  return
}
