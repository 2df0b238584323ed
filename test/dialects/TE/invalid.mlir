// RUN: tvm-opt %s -verify-diagnostics -split-input-file

// C1: one operand per dynamic extent.
func.func @extents(%n: index) {
  // expected-error @+1 {{expected 0 dynamic extents, got 1}}
  %0 = "te.compute"(%n) <{num_spatial = 1 : i64, operandSegmentSizes = array<i32: 1, 0>, static_extents = array<i64: 4>}> ({
  ^bb0(%i: index):
    %c = arith.constant 0.0 : f32
    te.yield %c : f32
  }, {}) : (index) -> tensor<4xf32>
  return
}

// -----

// C2: the rank of the result is the number of spatial axes.
func.func @rank() {
  // expected-error @+1 {{expected results of rank 1, got 'tensor<4x4xf32>'}}
  %0 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    %c = arith.constant 0.0 : f32
    te.yield %c : f32
  } : tensor<4x4xf32>
  return
}

// -----

// C2: dimensions are the extents.
func.func @size() {
  // expected-error @+1 {{expected a dimension of 4, got 'tensor<5xf32>'}}
  %0 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    %c = arith.constant 0.0 : f32
    te.yield %c : f32
  } : tensor<5xf32>
  return
}

// -----

// C3: the yielded value is an element.
func.func @yield() {
  %0 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected values of types 'f32', got 'i32'}}
    te.yield %c : i32
  } : tensor<4xf32>
  return
}

// -----

// C4: a reduction axis needs a combiner.
func.func @combiner() {
  // expected-error @+1 {{expected one combiner exactly where there are reduction axes}}
  %0 = te.compute [4, 8] spatial 1 {
  ^bb0(%i: index, %k: index):
    %c = arith.constant 0.0 : f32
    te.yield %c : f32
  } : tensor<4xf32>
  return
}

// -----

func.func @axes() {
  // expected-error @+1 {{expected one index argument per axis}}
  %0 = te.compute [4, 8] spatial 2 {
  ^bb0(%i: index):
    %c = arith.constant 0.0 : f32
    te.yield %c : f32
  } : tensor<4x8xf32>
  return
}

// -----

// C1 of read: one subscript per dimension.
func.func @subscripts(%x: tensor<4x4xf32>) {
  %0 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    // expected-error @+1 {{expected 2 subscripts, got 1}}
    %c = te.read %x[%i] : tensor<4x4xf32>
    te.yield %c : f32
  } : tensor<4xf32>
  return
}

// -----

// C2 of scan: the result stacks the states.
func.func @stack(%n: index, %h0: tensor<4xf32>) {
  // expected-error @+1 {{expected a result that is or stacks 'tensor<4xf32>', got 'tensor<?x5xf32>'}}
  %h = te.scan %n init(%h0 : tensor<4xf32>) {
  ^bb0(%t: index, %s: tensor<4xf32>):
    te.yield %s : tensor<4xf32>
  } -> tensor<?x5xf32>
  return
}

// -----

// C2 of read: what subscripts are divided by.
func.func @divisor(%x: tensor<4xf32>) {
  %0 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    // expected-error @+1 {{expected divisions by numbers of at least 1 in affine expressions}}
    %c = te.read %x[%i floordiv 0] : tensor<4xf32>
    te.yield %c : f32
  } : tensor<4xf32>
  return
}

// -----

func.func @remainder(%x: tensor<4xf32>) {
  %0 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    // expected-error @+1 {{expected divisions by numbers of at least 1 in affine expressions}}
    %c = te.read %x[(%i * 2) mod -3 + 1] : tensor<4xf32>
    te.yield %c : f32
  } : tensor<4xf32>
  return
}

// -----

// C3 of read: constant subscripts lie inside.
func.func @outside(%x: tensor<1xf32>) {
  %0 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    // expected-error @+1 {{expected subscripts inside of 'tensor<1xf32>', got 2147483648}}
    %c = te.read %x[2147483648] : tensor<1xf32>
    te.yield %c : f32
  } : tensor<4xf32>
  return
}

// -----

// An unknown dimension has none below 0 either.
func.func @below(%x: tensor<4x?xf32>) {
  %0 = te.compute [4] spatial 1 {
  ^bb0(%i: index):
    // expected-error @+1 {{expected subscripts inside of 'tensor<4x?xf32>', got -1}}
    %c = te.read %x[3, -1] : tensor<4x?xf32>
    te.yield %c : f32
  } : tensor<4xf32>
  return
}

// -----

// What is outside is padding; an empty dimension is never read.
func.func @padded(%x: tensor<1xf32>, %y: tensor<0xf32>) {
  %0 = te.compute [0] spatial 1 {
  ^bb0(%i: index):
    %zero = arith.constant 0.0 : f32
    %c = te.read %x[7] else %zero : tensor<1xf32>
    %d = te.read %y[0] : tensor<0xf32>
    %e = arith.addf %c, %d : f32
    te.yield %e : f32
  } : tensor<0xf32>
  return
}

// -----

// C1 of scan: the body takes the step and the states.
func.func @states(%n: index, %h0: tensor<4xf32>) {
  // expected-error @+1 {{expected body arguments of types}}
  %h = te.scan %n init(%h0 : tensor<4xf32>) {
  ^bb0(%t: index):
    te.yield %h0 : tensor<4xf32>
  } -> tensor<?x4xf32>
  return
}

// -----

// C1 of block: one binding per axis.
func.func @bindings(%a: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    // expected-error @+1 {{expected 2 bindings, got 1}}
    te.block "b" [false, false] affine_map<(i) -> (i)>(%i) captures() do {
    ^bb0(%vi: index, %vj: index):
      te.yield
    }
  }
  return
}

// -----

// C3 of block: only reductions are initialised.
func.func @init() {
  affine.for %i = 0 to 4 {
    // expected-error @+1 {{expected a reduction axis beside an init region}}
    te.block "b" [false] affine_map<(i) -> (i)>(%i) captures() init {
    ^bb0(%vi: index):
      te.yield
    } do {
    ^bb0(%vi: index):
      te.yield
    }
  }
  return
}

// -----

// C8 of block: what its bindings, its predicate and its regions are divided by.
func.func @bindings() {
  affine.for %i = 0 to 4 {
    // expected-error @+1 {{expected divisions by numbers of at least 1 in affine expressions}}
    te.block "b" [false] affine_map<(i) -> (i mod 0)>(%i) captures() do {
    ^bb0(%a: index):
      te.yield
    }
  }
  return
}

// -----

func.func @predicate() {
  affine.for %i = 0 to 4 {
    // expected-error @+1 {{expected divisions by numbers of at least 1 in affine expressions}}
    te.block "b" [false] affine_map<(i) -> (i)>(%i) if affine_set<(i) : (i floordiv 0 >= 0)> captures() do {
    ^bb0(%a: index):
      te.yield
    }
  }
  return
}

// -----

func.func @region(%x: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    // expected-error @+1 {{expected divisions by numbers of at least 1 in affine expressions}}
    te.block "b" [false] affine_map<(i) -> (i)>(%i) captures(%x : memref<4xf32>) reads [] writes [#te.region<0, (d0) -> (d0 mod 0), [1]>] do {
    ^bb0(%a: index, %y: memref<4xf32>):
      te.yield
    }
  }
  return
}

// -----

// C1 of extern: one extent per dynamic dimension of the results.
func.func @extents(%x: tensor<8xf32>, %n: index) -> tensor<?x?xf32> {
  // expected-error @+1 {{expected 2 extents, got 1}}
  %0 = te.extern @f(%x) extents(%n) : (tensor<8xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// C2 of extern: a call that computes nothing cannot be placed.
func.func @no_result(%x: tensor<8xf32>) {
  // expected-error @+1 {{expected at least one result}}
  te.extern @f(%x) : (tensor<8xf32>) -> ()
  return
}

// -----

// C5: no combination that is commutative.
func.func @commutative() {
  // expected-error @below {{expected a combine region that is commutative}}
  %0 = "te.compute"() <{static_extents = array<i64: 4>, num_spatial = 1 : i64, commutative, operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%i: index):
    %c = arith.constant 0.0 : f32
    te.yield %c : f32
  }, {}) : () -> tensor<4xf32>
  return
}

// -----

// C7 of block: what it declares takes old and new values.
func.func @declared() {
  affine.for %i = 0 to 4 {
    // expected-error @below {{expected a combine region with arguments 'f32', 'f32', got 'f32'}}
    te.block "b" [true] affine_map<(i) -> (i)>(%i) captures() combine [0.0 : f32] {
    ^bb0(%a: f32):
      te.yield %a : f32
    } do {
    ^bb0(%vi: index):
      te.yield
    }
  }
  return
}

// -----

// C7 of block: it yields as many.
func.func @declared() {
  affine.for %i = 0 to 4 {
    te.block "b" [true] affine_map<(i) -> (i)>(%i) captures() combine [0.0 : f32] {
    ^bb0(%a: f32, %b: f32):
      // expected-error @below {{expected values of types 'f32', got 'f32', 'f32'}}
      te.yield %a, %b : f32, f32
    } do {
    ^bb0(%vi: index):
      te.yield
    }
  }
  return
}

// -----

// C7 of block: an identity of nothing.
func.func @declared() {
  affine.for %i = 0 to 4 {
    // expected-error @below {{expected a combine region with an identity}}
    "te.block"(%i) <{name = "b", bindings = affine_map<(i) -> (i)>, kinds = array<i1: true>, identity = [0.0 : f32], operandSegmentSizes = array<i32: 1, 0>}> ({}, {}, {
    ^bb0(%vi: index):
      te.yield
    }) : (index) -> ()
  }
  return
}

// -----

// C7 of block: no effects.
func.func @declared() {
  affine.for %i = 0 to 4 {
    te.block "b" [true] affine_map<(i) -> (i)>(%i) captures() combine [0.0 : f32] {
    ^bb0(%a: f32, %b: f32):
      // expected-error @below {{expected no side effects where values are combined}}
      %m = memref.alloc() : memref<f32>
      te.yield %a : f32
    } do {
    ^bb0(%vi: index):
      te.yield
    }
  }
  return
}

// -----

// C1 of #te.role: a part of no algorithm.
// expected-error @+1 {{expected the names of an algorithm and of a part}}
func.func @role() attributes {role = #te.role<"", "twice">} {
  return
}

// -----

// C1 of #te.role: an algorithm without a part.
// expected-error @+1 {{expected the names of an algorithm and of a part}}
func.func @role() attributes {role = #te.role<"doubling", "">} {
  return
}

// -----

// C2 of #te.role: an attention has no such part.
// expected-error @+1 {{expected a part of 'attention' (operand, scores, softmax, values), got 'score'}}
func.func @role() attributes {role = #te.role<"attention", "score">} {
  return
}

// -----

// C2 of #te.role: a depthwise chain has no such part.
// expected-error @+1 {{expected a part of 'depthwise_chain' (depthwise, pointwise), got 'scores'}}
func.func @role() attributes {role = #te.role<"depthwise_chain", "scores">} {
  return
}

// -----

// C2 of #te.role: Winograd's algorithm has no such part.
// expected-error @+1 {{expected a part of 'winograd' (pad, }}
func.func @role() attributes {role = #te.role<"winograd", "pointwise">} {
  return
}
