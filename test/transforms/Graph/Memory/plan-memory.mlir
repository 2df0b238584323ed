// RUN: tvm-opt %s -split-input-file -graph-plan-memory -canonicalize | FileCheck %s

// A chain needs two places: each value dies when the next one is computed.
module {
  module @k { func.func private @k(memref<16xf32>, memref<16xf32>) }
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: memref<16xf32> {graph.name = "x"}) -> (memref<16xf32> {graph.name = "y"})
  // CHECK-SAME: graph.memory = {lower_bound = 128 : i64, naive = 192 : i64, planned = 128 : i64}
  func.func @main(%x: tensor<16xf32> {graph.name = "x"}) -> (tensor<16xf32> {graph.name = "y"}) {
    // CHECK: %[[ARENA:.*]] = graph.arena %{{.*}} : memref<?xi8>
    // CHECK: %[[A:.*]] = memref.view %[[ARENA]][%[[OFFSET:.*]]][] : memref<?xi8> to memref<16xf32>
    // CHECK: graph.call @k::@k(%[[X]], %[[A]] : memref<16xf32>, memref<16xf32>) {fusion = #graph.fusion<because = single, apart = result>, nodes = "a"}
    %e = tensor.empty() : tensor<16xf32>
    %a = graph.launch @k::@k(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) {fusion = #graph.fusion<because = single, apart = result>, nodes = "a"} -> tensor<16xf32>
    // CHECK: %[[B:.*]] = memref.view
    // CHECK: graph.call @k::@k(%[[A]], %[[B]]
    %b = graph.launch @k::@k(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    // CHECK: %[[C:.*]] = memref.view %[[ARENA]][%[[OFFSET]]]
    // CHECK: graph.call @k::@k(%[[B]], %[[C]]
    %c = graph.launch @k::@k(%b : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    // CHECK: %[[Y:.*]] = graph.output 0() : memref<16xf32>
    // CHECK: graph.call @k::@k(%[[C]], %[[Y]]
    %y = graph.launch @k::@k(%c : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    // CHECK: return %[[Y]]
    return %y : tensor<16xf32>
  }
}

// -----

// Offsets are expressions of the dimensions; a symbol is read once; kernels get
// the dynamic dimensions of their arguments.
module {
  module @k { func.func private @k(memref<?x4xf32>, memref<?x4xf32>) }
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: sample_dim = 64
  func.func @main(%x: tensor<?x4xf32> {graph.dims = ["n", 4]},
                  %z: tensor<?x4xf32> {graph.dims = ["n", 4]}) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
    // CHECK: %[[N:.*]] = memref.dim %arg0
    // CHECK-NOT: memref.dim
    // CHECK: %[[SIZE:.*]] = graph.byte_size(%[[N]]) : memref<?x4xf32>
    // CHECK: graph.arena
    %c0 = arith.constant 0 : index
    %n = tensor.dim %x, %c0 : tensor<?x4xf32>
    %m = tensor.dim %z, %c0 : tensor<?x4xf32>
    %e = tensor.empty(%n) : tensor<?x4xf32>
    %f = tensor.empty(%m) : tensor<?x4xf32>
    // CHECK: %[[A:.*]] = memref.view %{{.*}}[%{{.*}}][%[[N]]]
    // CHECK: graph.call @k::@k(%arg0, %[[A]] : {{.*}}) dims(%[[N]], %[[N]])
    %a = graph.launch @k::@k(%x : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
    %b = graph.launch @k::@k(%z : tensor<?x4xf32>) outs(%f : tensor<?x4xf32>) -> tensor<?x4xf32>
    // CHECK: graph.output 0(%[[N]])
    %y = graph.launch @k::@k(%a : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
    // CHECK: graph.output 1(%[[N]])
    %w = graph.launch @k::@k(%b : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
    return %y, %w : tensor<?x4xf32>, tensor<?x4xf32>
  }
}

// -----

// A size that depends on computed data comes from the pool, after the element
// is read.
module {
  module @k { func.func private @k(memref<4xi64>, memref<1xi64>) }
  module @f { func.func private @f(memref<?xf32>) }
  module @g { func.func private @g(memref<?xf32>, memref<2xf32>) }
  // CHECK-LABEL: func.func @main
  func.func @main(%x: tensor<4xi64>) -> tensor<2xf32> {
    %c0 = arith.constant 0 : index
    %e = tensor.empty() : tensor<1xi64>
    // CHECK: graph.call @k::@k(%arg0, %[[S:.*]] : memref
    %s = graph.launch @k::@k(%x : tensor<4xi64>) outs(%e : tensor<1xi64>) -> tensor<1xi64>
    // CHECK: %[[V:.*]] = memref.load %[[S]]
    %v = tensor.extract %s[%c0] : tensor<1xi64>
    // CHECK: %[[N:.*]] = arith.index_cast %[[V]]
    %n = arith.index_cast %v : i64 to index
    // CHECK: %[[SIZE:.*]] = graph.byte_size(%[[N]])
    // CHECK: %[[POOL:.*]] = graph.pool %[[SIZE]] : memref<?xi8>
    // CHECK: %[[T:.*]] = memref.view %[[POOL]][%{{.*}}][%[[N]]]
    // CHECK: graph.call @f::@f(%[[T]] : memref<?xf32>) dims(%[[N]])
    %d = tensor.empty(%n) : tensor<?xf32>
    %t = graph.launch @f::@f() outs(%d : tensor<?xf32>) -> tensor<?xf32>
    %g = tensor.empty() : tensor<2xf32>
    %r = graph.launch @g::@g(%t : tensor<?xf32>) outs(%g : tensor<2xf32>) -> tensor<2xf32>
    return %r : tensor<2xf32>
  }
}

// -----

// Workspaces lie in the arena, of constant and of computed size.
module {
  module @k attributes {kernel.workspace = 100 : i64} {
    func.func private @k(memref<?xf32>, memref<?xf32>, memref<?xi8>)
  }
  module @l {
    func.func private @l(memref<?xf32>, memref<?xf32>, memref<?xi8>)
    func.func @l.workspace(%n: index, %m: index, %threads: index) -> index {
      %s = arith.muli %n, %threads : index
      return %s : index
    }
  }
  // CHECK-LABEL: func.func @main
  func.func @main(%x: tensor<?xf32> {graph.dims = ["n"]}) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %n = tensor.dim %x, %c0 : tensor<?xf32>
    %e = tensor.empty(%n) : tensor<?xf32>
    // CHECK-DAG: %[[N:.*]] = memref.dim
    // CHECK-DAG: %[[T:.*]] = graph.num_threads
    // CHECK: %[[S:.*]] = arith.muli %[[N]], %[[T]]
    // CHECK: %[[S64:.*]] = arith.andi
    // CHECK: graph.arena
    // CHECK: %[[W:.*]] = memref.view %{{.*}}[%{{.*}}][] : memref<?xi8> to memref<128xi8>
    // CHECK: graph.call @k::@k({{.*}}) workspace(%[[W]] : memref<128xi8>)
    %a = graph.launch @k::@k(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    // CHECK: %[[W2:.*]] = memref.view %{{.*}}[%{{.*}}][%[[S64]]] : memref<?xi8> to memref<?xi8>
    // CHECK: graph.call @l::@l({{.*}}) workspace(%[[W2]] : memref<?xi8>)
    %b = graph.launch @l::@l(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    return %b : tensor<?xf32>
  }
}

// -----

// Arguments, constants and repeated results are copied; views share memory;
// bools are bytes that remember their type; checks come first.
module {
  module @k { func.func private @k(memref<4xi8>, memref<4xi8>) }
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%arg0: memref<4xi8> {graph.dtype = "bool"}, %arg1: memref<i64>)
  // CHECK-SAME: -> (memref<4xi8> {graph.dtype = "bool"}, memref<4xi8> {graph.dtype = "bool"}, memref<2x2xi8> {graph.dtype = "bool"}, memref<2xf32>, memref<2xi64>)
  func.func @main(%x: tensor<4xi1>, %n: tensor<i64>) -> (tensor<4xi1>, tensor<4xi1>, tensor<2x2xi1>, tensor<2xf32>, tensor<2xi64>) {
    // CHECK: %[[L:.*]] = memref.load %arg1[]
    // CHECK: graph.check %{{.*}}, "n is {0}"(%{{.*}})
    // CHECK: graph.arena
    %e = tensor.empty() : tensor<4xi1>
    // CHECK: graph.call @k::@k(%arg0, %[[T:.*]] : memref
    %t = graph.launch @k::@k(%x : tensor<4xi1>) outs(%e : tensor<4xi1>) -> tensor<4xi1>
    // CHECK: %[[O:.*]] = graph.output 1() : memref<4xi8>
    // CHECK: graph.call @k::@k(%[[T]], %[[O]]
    %y = graph.launch @k::@k(%t : tensor<4xi1>) outs(%e : tensor<4xi1>) -> tensor<4xi1>
    %v = tensor.expand_shape %y [[0, 1]] output_shape [2, 2] : tensor<4xi1> into tensor<2x2xi1>
    %c = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %i = tensor.extract %n[] : tensor<i64>
    %j = arith.index_cast %i : i64 to index
    %c2 = arith.constant 2 : index
    %ok = arith.cmpi eq, %j, %c2 : index
    graph.check %ok, "n is {0}" (%j)
    // CHECK: %[[S:.*]] = graph.output 4() : memref<2xi64>
    // CHECK: memref.store %[[L]], %[[S]]
    // CHECK: memref.store %[[L]], %[[S]]
    %s = tensor.from_elements %i, %i : tensor<2xi64>
    // CHECK: %[[X:.*]] = graph.output 0() : memref<4xi8>
    // CHECK: graph.copy %arg0() to %[[X]] : memref<4xi8>, memref<4xi8>
    // CHECK: %[[U:.*]] = graph.output 2() : memref<2x2xi8>
    // CHECK: %[[V:.*]] = graph.view %[[O]] : memref<4xi8> to memref<2x2xi8>
    // CHECK: graph.copy %[[V]]() to %[[U]]
    // CHECK: graph.output 3() : memref<2xf32>
    // CHECK: graph.get_weight #graph.weight<"", 0, {{.*}}> : tensor<2xf32> -> memref<2xf32>
    // CHECK: graph.copy
    return %x, %y, %v, %c, %s : tensor<4xi1>, tensor<4xi1>, tensor<2x2xi1>, tensor<2xf32>, tensor<2xi64>
  }
}

// -----

// Nothing writes an empty tensor: returned it is an output, returned again a
// copy, read by a kernel a place in the arena.
module {
  module @k { func.func private @k(memref<16xf32>, memref<16xf32>) }
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: graph.memory = {lower_bound = 64 : i64, naive = 64 : i64, planned = 64 : i64}
  func.func @main() -> (tensor<4x4xf32>, tensor<16xf32>, tensor<16xf32>) {
    // CHECK: %[[OUT:.*]] = graph.output 0() : memref<4x4xf32>
    // CHECK: %[[SEEN:.*]] = graph.view %[[OUT]]
    %e = tensor.empty() : tensor<16xf32>
    %v = tensor.expand_shape %e [[0, 1]] output_shape [4, 4] : tensor<16xf32> into tensor<4x4xf32>
    // CHECK: %[[READ:.*]] = memref.view
    %f = tensor.empty() : tensor<16xf32>
    // CHECK: %[[Y:.*]] = graph.output 2()
    // CHECK: graph.call @k::@k(%[[READ]], %[[Y]]
    %y = graph.launch @k::@k(%f : tensor<16xf32>) outs(%f : tensor<16xf32>) -> tensor<16xf32>
    // CHECK: %[[COPY:.*]] = graph.output 1()
    // CHECK: graph.copy %[[SEEN]]
    // CHECK: return %[[OUT]], %[[COPY]], %[[Y]]
    return %v, %e, %y : tensor<4x4xf32>, tensor<16xf32>, tensor<16xf32>
  }
}

// -----

// An element of an empty tensor is read when there is memory for it.
module {
  module @k { func.func private @k(memref<?xf32>) }
  // CHECK-LABEL: func.func @main
  func.func @main() -> tensor<?xf32> {
    // CHECK: %[[E:.*]] = memref.view
    // CHECK: memref.load %[[E]]
    // CHECK: graph.output 0
    %e = tensor.empty() : tensor<i64>
    %v = tensor.extract %e[] : tensor<i64>
    %n = arith.index_cast %v : i64 to index
    %o = tensor.empty(%n) : tensor<?xf32>
    %y = graph.launch @k::@k() outs(%o : tensor<?xf32>) -> tensor<?xf32>
    return %y : tensor<?xf32>
  }
}

// -----

// Bytes of other types remember which.
module {
  module @k { func.func private @k(memref<4xi8>, memref<4xi8>) }
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%arg0: memref<4xi8> {graph.dtype = "uint4"}, %arg1: memref<4xi8> {graph.dtype = "float4_e2m1fn"}, %arg2: memref<4xf8E5M2>)
  // CHECK-SAME: -> (memref<4xi8> {graph.dtype = "uint4"}, memref<4xi8> {graph.dtype = "float4_e2m1fn"}, memref<4xf8E5M2>)
  func.func @main(%x: tensor<4xui4>, %y: tensor<4xf4E2M1FN>, %z: tensor<4xf8E5M2>) -> (tensor<4xui4>, tensor<4xf4E2M1FN>, tensor<4xf8E5M2>) {
    return %x, %y, %z : tensor<4xui4>, tensor<4xf4E2M1FN>, tensor<4xf8E5M2>
  }
}

// -----

// A part of a value is its memory, which lives as long.
module {
  module @k { func.func private @k(memref<32xf32>, memref<32xf32>) }
  module @h { func.func private @h(memref<2x8xf32>, memref<16xf32>) }
  // CHECK-LABEL: func.func @main
  func.func @main(%x: tensor<32xf32>) -> tensor<16xf32> {
    // CHECK: %[[A:.*]] = memref.view {{.*}} to memref<32xf32>
    // CHECK: graph.call @k::@k
    %e = tensor.empty() : tensor<32xf32>
    %f = tensor.empty() : tensor<16xf32>
    %a = graph.launch @k::@k(%x : tensor<32xf32>) outs(%e : tensor<32xf32>) -> tensor<32xf32>
    // CHECK: %[[BYTES:.*]] = graph.view %[[A]] : memref<32xf32> to memref<?xi8>
    // CHECK: %[[PART:.*]] = memref.view %[[BYTES]][%c64][] : memref<?xi8> to memref<16xf32>
    // CHECK: %[[ROWS:.*]] = graph.view %[[PART]] : memref<16xf32> to memref<2x8xf32>
    %p = tensor.extract_slice %a[16] [16] [1] : tensor<32xf32> to tensor<16xf32>
    %r = tensor.expand_shape %p [[0, 1]] output_shape [2, 8] : tensor<16xf32> into tensor<2x8xf32>
    // CHECK: graph.call @h::@h(%[[ROWS]],
    %y = graph.launch @h::@h(%r : tensor<2x8xf32>) outs(%f : tensor<16xf32>) -> tensor<16xf32>
    return %y : tensor<16xf32>
  }
}

// -----

// An argument, and what is returned, may be seen in another shape; a part of
// what a kernel computes is returned as a copy.
module {
  module @k { func.func private @k(memref<2x16xf32>, memref<2x16xf32>) }
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: (%[[X:.*]]: memref<32xf32>)
  func.func @main(%x: tensor<32xf32>) -> (tensor<32xf32>, tensor<16xf32>, tensor<2x16xf32>) {
    // CHECK: %[[Y:.*]] = graph.output 0() : memref<32xf32>
    // CHECK: %[[PLACE:.*]] = graph.view %[[Y]]
    // CHECK: %[[ROWS:.*]] = graph.view %[[X]]
    // CHECK: graph.call @k::@k(%[[ROWS]], %[[PLACE]]
    %rows = tensor.expand_shape %x [[0, 1]] output_shape [2, 16] : tensor<32xf32> into tensor<2x16xf32>
    %e = tensor.empty() : tensor<2x16xf32>
    %y = graph.launch @k::@k(%rows : tensor<2x16xf32>) outs(%e : tensor<2x16xf32>) -> tensor<2x16xf32>
    %all = tensor.collapse_shape %y [[0, 1]] : tensor<2x16xf32> into tensor<32xf32>
    // CHECK: %[[Z:.*]] = memref.view
    // CHECK: graph.call @k::@k(%[[PLACE]], %[[Z]]
    %z = graph.launch @k::@k(%y : tensor<2x16xf32>) outs(%e : tensor<2x16xf32>) -> tensor<2x16xf32>
    %flat = tensor.collapse_shape %z [[0, 1]] : tensor<2x16xf32> into tensor<32xf32>
    %part = tensor.extract_slice %flat[16] [16] [1] : tensor<32xf32> to tensor<16xf32>
    // CHECK: %[[PART:.*]] = graph.output 1() : memref<16xf32>
    // CHECK: graph.copy {{.*}}%[[PART]]
    // CHECK: %[[SAME:.*]] = graph.output 2() : memref<2x16xf32>
    // CHECK: graph.copy %[[ROWS]]{{.*}}%[[SAME]]
    // CHECK: return %[[Y]], %[[PART]], %[[SAME]]
    return %all, %part, %rows : tensor<32xf32>, tensor<16xf32>, tensor<2x16xf32>
  }
}
