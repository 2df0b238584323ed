// RUN: tvm-opt %s -split-input-file '-graph-plan-memory=report' | FileCheck %s

// Buffers by the launches that need them: the workspace of launch 1, what is
// read in a loop and so needed to its last launch, what is used in the loop.
module {
  module @k { func.func private @k(memref<16xf32>, memref<16xf32>) }
  module @w attributes {kernel.workspace = 100 : i64} {
    func.func private @w(memref<16xf32>, memref<16xf32>, memref<?xi8>)
  }
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: buffers = [{first = 1 : i64, last = 1 : i64, launch = 1 : i64, offset = 128 : i64, size = 128 : i64},
  // CHECK-SAME: {first = 0 : i64, last = 3 : i64, launch = 0 : i64, offset = 0 : i64, result = 0 : i64, size = 64 : i64},
  // CHECK-SAME: {first = 1 : i64, last = 4 : i64, launch = 1 : i64, offset = 64 : i64, result = 0 : i64, size = 64 : i64},
  // CHECK-SAME: {first = 2 : i64, last = 3 : i64, launch = 2 : i64, offset = 256 : i64, result = 0 : i64, size = 64 : i64},
  // The two places of the value that the loop carries.
  // CHECK-SAME: {first = 2 : i64, last = 4 : i64, offset = 128 : i64, size = 64 : i64},
  // CHECK-SAME: {first = 2 : i64, last = 4 : i64, offset = 192 : i64, size = 64 : i64}]
  func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %e = tensor.empty() : tensor<16xf32>
    %a = graph.launch @k::@k(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    %b = graph.launch @w::@w(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    %r:2 = scf.while (%i = %c0, %v = %b) : (index, tensor<16xf32>) -> (index, tensor<16xf32>) {
      %more = arith.cmpi slt, %i, %c4 : index
      scf.condition(%more) %i, %v : index, tensor<16xf32>
    } do {
    ^bb0(%i: index, %v: tensor<16xf32>):
      %t = graph.launch @k::@k(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
      %n = graph.launch @k::@k(%t : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
      %next = arith.addi %i, %c1 : index
      scf.yield %next, %n : index, tensor<16xf32>
    }
    %y = graph.launch @k::@k(%r#1 : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    return %y : tensor<16xf32>
  }
}

// -----

// Nothing lies in the arena.
module {
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: buffers = []
  // CHECK-SAME: unplanned = 0
  func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
    return %x : tensor<16xf32>
  }
}

// -----

// A size that is read from a tensor: that tensor lies in the arena.
module {
  module @k { func.func private @k(memref<4xi64>, memref<1xi64>) }
  module @f { func.func private @f(memref<?xf32>) }
  module @g { func.func private @g(memref<?xf32>, memref<2xf32>) }
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: buffers = [{first = 0 : i64, last = 0 : i64, launch = 0 : i64, offset = 0 : i64, result = 0 : i64, size = 64 : i64}]
  // CHECK-SAME: unplanned = 1
  func.func @main(%x: tensor<4xi64>) -> tensor<2xf32> {
    %c0 = arith.constant 0 : index
    %e = tensor.empty() : tensor<1xi64>
    %s = graph.launch @k::@k(%x : tensor<4xi64>) outs(%e : tensor<1xi64>) -> tensor<1xi64>
    %v = tensor.extract %s[%c0] : tensor<1xi64>
    %n = arith.index_cast %v : i64 to index
    %d = tensor.empty(%n) : tensor<?xf32>
    %t = graph.launch @f::@f() outs(%d : tensor<?xf32>) -> tensor<?xf32>
    %g = tensor.empty() : tensor<2xf32>
    %r = graph.launch @g::@g(%t : tensor<?xf32>) outs(%g : tensor<2xf32>) -> tensor<2xf32>
    return %r : tensor<2xf32>
  }
}

// -----

// A workspace whose size guards against overflow, for 64 threads: not the limit,
// but the product.
module {
  module @k {
    func.func private @k(memref<16xf32>, memref<16xf32>, memref<?xi8>)
    func.func @k.workspace(%threads: index) -> index {
      %c63 = arith.constant 63 : index
      %bytes = arith.constant 1000 : index
      %limit = arith.constant 281474976710656 : index
      %low, %high = arith.mulsi_extended %threads, %bytes : index
      %sign = arith.shrsi %low, %c63 : index
      %isLarge = arith.cmpi ne, %high, %sign : index
      %size = arith.select %isLarge, %limit, %low : index
      return %size : index
    }
  }
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: buffers = [{first = 0 : i64, last = 0 : i64, launch = 0 : i64, offset = 0 : i64, size = 64000 : i64}]
  func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
    %e = tensor.empty() : tensor<16xf32>
    %a = graph.launch @k::@k(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    return %a : tensor<16xf32>
  }
}
