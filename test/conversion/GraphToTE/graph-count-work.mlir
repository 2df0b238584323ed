// RUN: tvm-opt %s --graph-count-work -split-input-file | FileCheck %s

// A product: a multiplication and an addition per point. Bytes are those of the
// inputs and results, each once.
module {
  module @k {
    func.func @k(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>) -> tensor<4x8xf32> {
      %c = te.compute [4, 8, 16] spatial 2 reduce sum {
      ^bb0(%i: index, %j: index, %k: index):
        %0 = te.read %a[%i, %k] : tensor<4x16xf32>
        %1 = te.read %b[%k, %j] : tensor<16x8xf32>
        %2 = arith.mulf %0, %1 : f32
        te.yield %2 : f32
      } : tensor<4x8xf32>
      return %c : tensor<4x8xf32>
    }
  }
  // CHECK-LABEL: func.func @product
  // CHECK: graph.launch @k::@k
  // CHECK-SAME: graph.bytes = 896 : i64, graph.flops = 1024 : i64
  func.func @product(%a: tensor<4x16xf32>, %b: tensor<16x8xf32>) -> tensor<4x8xf32> {
    %e = tensor.empty() : tensor<4x8xf32>
    %y = graph.launch @k::@k(%a, %b : tensor<4x16xf32>, tensor<16x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    return %y : tensor<4x8xf32>
  }
}

// -----

// Dims of arguments, and extents that are only known as dims of results: d0 = n,
// d1 = m of the result. Integers do not count as operations, an elementary
// function counts as one.
module {
  module @k {
    func.func @k(%x: tensor<?x2xf16>, %s: tensor<i64>) -> tensor<?xf32> {
      %c0 = arith.constant 0 : index
      %size = tensor.extract %s[] : tensor<i64>
      %m = arith.index_cast %size : i64 to index
      %n = tensor.dim %x, %c0 : tensor<?x2xf16>
      %t = te.compute [%n, 2] spatial 2 {
      ^bb0(%i: index, %j: index):
        %0 = te.read %x[%i, %j] : tensor<?x2xf16>
        %1 = arith.extf %0 : f16 to f32
        %2 = math.exp %1 : f32
        %3 = arith.addf %2, %2 : f32
        te.yield %3 : f32
      } : tensor<?x2xf32>
      %y = te.compute [%m] spatial 1 {
      ^bb0(%i: index):
        %j = arith.addi %i, %i : index
        %0 = te.read %t[%i, 0] : tensor<?x2xf32>
        %1 = arith.negf %0 : f32
        te.yield %1 : f32
      } : tensor<?xf32>
      return %y : tensor<?xf32>
    }
  }
  // CHECK-LABEL: func.func @dynamic
  // CHECK: graph.launch
  // CHECK-SAME: graph.bytes = {{\[\[}}8], [4, 0], [4, 1]], graph.flops = {{\[\[}}4, 0], [1, 1]]
  func.func @dynamic(%x: tensor<?x2xf16>, %s: tensor<i64>) -> tensor<?xf32> {
    %size = tensor.extract %s[] : tensor<i64>
    %m = arith.index_cast %size : i64 to index
    %e = tensor.empty(%m) : tensor<?xf32>
    %y = graph.launch @k::@k(%x, %s : tensor<?x2xf16>, tensor<i64>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    return %y : tensor<?xf32>
  }
}

// -----

// Steps of a scan multiply; an argmax compares once per point.
module {
  module @k {
    func.func @k(%x: tensor<4xf32>) -> (tensor<10x4xf32>, tensor<f32>, tensor<i64>) {
      %c10 = arith.constant 10 : index
      %h = te.scan %c10 init(%x : tensor<4xf32>) {
      ^bb0(%t: index, %s: tensor<4xf32>):
        %1 = te.compute [4] spatial 1 {
        ^bb0(%i: index):
          %a = te.read %s[%i] : tensor<4xf32>
          %b = arith.mulf %a, %a : f32
          te.yield %b : f32
        } : tensor<4xf32>
        te.yield %1 : tensor<4xf32>
      } -> tensor<10x4xf32>
      %m:2 = te.compute [4] spatial 0 reduce argmax {
      ^bb0(%k: index):
        %0 = te.read %x[%k] : tensor<4xf32>
        %1 = arith.index_cast %k : index to i64
        te.yield %0, %1 : f32, i64
      } : tensor<f32>, tensor<i64>
      return %h, %m#0, %m#1 : tensor<10x4xf32>, tensor<f32>, tensor<i64>
    }
  }
  // CHECK-LABEL: func.func @scan
  // CHECK: graph.launch
  // CHECK-SAME: graph.bytes = 188 : i64, graph.flops = 44 : i64
  func.func @scan(%x: tensor<4xf32>) -> (tensor<10x4xf32>, tensor<f32>, tensor<i64>) {
    %0 = tensor.empty() : tensor<10x4xf32>
    %1 = tensor.empty() : tensor<f32>
    %2 = tensor.empty() : tensor<i64>
    %y:3 = graph.launch @k::@k(%x : tensor<4xf32>) outs(%0, %1, %2 : tensor<10x4xf32>, tensor<f32>, tensor<i64>) -> tensor<10x4xf32>, tensor<f32>, tensor<i64>
    return %y#0, %y#1, %y#2 : tensor<10x4xf32>, tensor<f32>, tensor<i64>
  }
}

// -----

// The work of a host function is not known.
module {
  module @k {
    func.func @k(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = te.extern @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
  }
  // CHECK-LABEL: func.func @extern
  // CHECK: graph.launch
  // CHECK-SAME: {graph.bytes = 32 : i64}
  func.func @extern(%x: tensor<4xf32>) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %y = graph.launch @k::@k(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    return %y : tensor<4xf32>
  }
}

// -----

// Elements that a row number chooses between: 1, 2 and 2 operations along rows,
// in 5 columns. What is chosen by data is computed in any case: 2 per element.
module {
  module @k {
    func.func @k(%x: tensor<5xf32>) -> (tensor<3x5xf32>, tensor<5xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %rows = te.compute [3, 5] spatial 2 {
      ^bb0(%i: index, %j: index):
        %0 = te.read %x[%j] : tensor<5xf32>
        %shared = arith.addf %0, %0 : f32
        %first = arith.negf %0 : f32
        %second = arith.mulf %shared, %0 : f32
        %third = arith.subf %shared, %0 : f32
        %is1 = arith.cmpi eq, %i, %c1 : index
        %later = arith.select %is1, %second, %third : f32
        %is0 = arith.cmpi eq, %i, %c0 : index
        %row = arith.select %is0, %first, %later : f32
        te.yield %row : f32
      } : tensor<3x5xf32>
      %y = te.compute [5] spatial 1 {
      ^bb0(%i: index):
        %0 = te.read %x[%i] : tensor<5xf32>
        %minus = arith.negf %0 : f32
        %less = arith.cmpf olt, %0, %minus : f32
        %larger = arith.select %less, %minus, %0 : f32
        te.yield %larger : f32
      } : tensor<5xf32>
      return %rows, %y : tensor<3x5xf32>, tensor<5xf32>
    }
  }
  // CHECK-LABEL: func.func @rows
  // CHECK: graph.flops = 35 : i64
  func.func @rows(%x: tensor<5xf32>) -> (tensor<3x5xf32>, tensor<5xf32>) {
    %e = tensor.empty() : tensor<3x5xf32>
    %f = tensor.empty() : tensor<5xf32>
    %y:2 = graph.launch @k::@k(%x : tensor<5xf32>) outs(%e, %f : tensor<3x5xf32>, tensor<5xf32>) -> tensor<3x5xf32>, tensor<5xf32>
    return %y#0, %y#1 : tensor<3x5xf32>, tensor<5xf32>
  }
}

// -----

// Three taps, of which even places have two, odd ones one: what is not chosen is no
// work, and neither is adding zero.
module {
  module @k {
    func.func @k(%a: tensor<9xf32>, %b: tensor<3xf32>) -> tensor<8x2xf32> {
      %c = te.compute [8, 2, 2] spatial 2 reduce sum {
      ^bb0(%i: index, %r: index, %t: index):
        %zero = arith.constant 0.0 : f32
        %three = arith.constant 3 : index
        %tap = affine.apply affine_map<(r, t) -> (r + t * 2)>(%r, %t)
        %is = arith.cmpi ult, %tap, %three : index
        %0 = te.read %a[%i + %t] : tensor<9xf32>
        %1 = te.read %b[%r + %t * 2] else %zero : tensor<3xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = arith.select %is, %2, %zero : f32
        te.yield %3 : f32
      } : tensor<8x2xf32>
      return %c : tensor<8x2xf32>
    }
  }
  // CHECK-LABEL: func.func @taps
  // CHECK: graph.launch @k::@k
  // CHECK-SAME: graph.flops = 48 : i64
  func.func @taps(%a: tensor<9xf32>, %b: tensor<3xf32>) -> tensor<8x2xf32> {
    %e = tensor.empty() : tensor<8x2xf32>
    %y = graph.launch @k::@k(%a, %b : tensor<9xf32>, tensor<3xf32>) outs(%e : tensor<8x2xf32>) -> tensor<8x2xf32>
    return %y : tensor<8x2xf32>
  }
}
