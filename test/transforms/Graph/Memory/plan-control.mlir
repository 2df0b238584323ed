// RUN: tvm-opt %s -split-input-file -graph-plan-memory -cse | FileCheck %s

// A branch gives the memory of what it yields; what it computes is in the
// arena, if its size is constant.
module {
  module @k { func.func private @k(memref<16xf32>, memref<16xf32>) }
  // CHECK-LABEL: func.func @main
  func.func @main(%c: tensor<i1>, %x: tensor<16xf32>) -> tensor<16xf32> {
    %e = tensor.empty() : tensor<16xf32>
    %condition = tensor.extract %c[] : tensor<i1>
    // CHECK: %[[Y:.*]] = scf.if %{{.*}} -> (memref<16xf32>) {
    // CHECK: %[[A:.*]] = memref.view
    // CHECK: graph.call @k::@k(%arg1, %[[A]]
    // CHECK: scf.yield %[[A]]
    // CHECK: } else {
    // CHECK-NEXT: scf.yield %arg1
    %y = scf.if %condition -> tensor<16xf32> {
      %a = graph.launch @k::@k(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
      scf.yield %a : tensor<16xf32>
    } else {
      scf.yield %x : tensor<16xf32>
    }
    // CHECK: %[[OUT:.*]] = graph.output 0()
    // CHECK: graph.call @k::@k(%[[Y]], %[[OUT]]
    %z = graph.launch @k::@k(%y : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    return %z : tensor<16xf32>
  }
}

// -----

// What a branch computes may be used behind it: it does not share its memory
// with what is computed meanwhile.
module {
  module @k { func.func private @k(memref<16xf32>, memref<16xf32>) }
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: lower_bound = 192
  // CHECK-SAME: naive = 256
  func.func @main(%c: tensor<i1>, %x: tensor<16xf32>) -> tensor<16xf32> {
    %e = tensor.empty() : tensor<16xf32>
    %condition = tensor.extract %c[] : tensor<i1>
    %y = scf.if %condition -> tensor<16xf32> {
      %a = graph.launch @k::@k(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
      scf.yield %a : tensor<16xf32>
    } else {
      scf.yield %x : tensor<16xf32>
    }
    %b = graph.launch @k::@k(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    %d = graph.launch @k::@k(%b : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    %f = graph.launch @k::@k(%y : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    %g = graph.launch @k::@k(%d : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
    return %f : tensor<16xf32>
  }
}

// -----

// Even and odd iterations write to two places; the first one reads the init.
module {
  module @k { func.func private @k(memref<16xf32>, memref<16xf32>) }
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: planned = 128
  func.func @main(%n: tensor<i64>, %x: tensor<16xf32>) -> tensor<16xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %e = tensor.empty() : tensor<16xf32>
    %count = tensor.extract %n[] : tensor<i64>
    %m = arith.index_cast %count : i64 to index
    // CHECK: %[[LAST:.*]]:3 = scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %arg1, %{{.*}} = %false)
    %last:2 = scf.while (%i = %c0, %a = %x) : (index, tensor<16xf32>) -> (index, tensor<16xf32>) {
      // CHECK: scf.condition(%{{.*}}) %{{.*}}, %{{.*}}, %{{.*}} : index, memref<16xf32>, i1
      %goes = arith.cmpi slt, %i, %m : index
      scf.condition(%goes) %i, %a : index, tensor<16xf32>
    } do {
    // CHECK: ^bb0(%{{.*}}: index, %[[A:.*]]: memref<16xf32>, %[[ODD:.*]]: i1):
    ^bb0(%i: index, %a: tensor<16xf32>):
      // CHECK: %[[OFFSET:.*]] = arith.select %[[ODD]], %{{.*}}, %{{.*}} : index
      // CHECK: %[[B:.*]] = memref.view %{{.*}}[%[[OFFSET]]][] : memref<?xi8> to memref<16xf32>
      // CHECK: graph.call @k::@k(%[[A]], %[[B]]
      %b = graph.launch @k::@k(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
      %next = arith.addi %i, %c1 : index
      // CHECK-NOT: graph.copy
      // CHECK: %[[EVEN:.*]] = arith.xori %[[ODD]], %true
      // CHECK: scf.yield %{{.*}}, %[[B]], %[[EVEN]] : index, memref<16xf32>, i1
      scf.yield %next, %b : index, tensor<16xf32>
    }
    // CHECK: graph.copy %[[LAST]]#1() to %{{.*}}
    return %last#1 : tensor<16xf32>
  }
}

// -----

// Values that change places need no memory and no copy; one that is yielded
// twice, or by a branch, is copied.
module {
  module @k { func.func private @k(memref<4xf32>, memref<4xf32>) }
  // CHECK-LABEL: func.func @main
  func.func @main(%n: tensor<i64>, %x: tensor<4xf32>, %y: tensor<4xf32>)
      -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %e = tensor.empty() : tensor<4xf32>
    %count = tensor.extract %n[] : tensor<i64>
    %m = arith.index_cast %count : i64 to index
    %last:5 = scf.while (%i = %c0, %p = %x, %q = %y, %r = %x, %s = %x)
        : (index, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
       -> (index, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
      %goes = arith.cmpi slt, %i, %m : index
      scf.condition(%goes) %i, %p, %q, %r, %s : index, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
    } do {
    // CHECK: ^bb0(%{{.*}}: index, %[[P:.*]]: memref<4xf32>, %[[Q:.*]]: memref<4xf32>, %[[R:.*]]: memref<4xf32>, %[[S:.*]]: memref<4xf32>, %{{.*}}: i1):
    ^bb0(%i: index, %p: tensor<4xf32>, %q: tensor<4xf32>, %r: tensor<4xf32>, %s: tensor<4xf32>):
      // CHECK: graph.call @k::@k(%[[R]], %[[NEXT:.*]] :
      %t = graph.launch @k::@k(%r : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      %next = arith.addi %i, %c1 : index
      // CHECK: graph.copy %[[NEXT]]() to %[[COPY:.*]] :
      // CHECK: scf.yield %{{.*}}, %[[Q]], %[[P]], %[[NEXT]], %[[COPY]], %{{.*}}
      scf.yield %next, %q, %p, %t, %t : index, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
    }
    return %last#1, %last#2, %last#3, %last#4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
}

// -----

// What is of another size in each iteration lies in slots: two for what is
// carried, one for what is not; rows are appended to one that keeps them.
module {
  module @k { func.func private @k(memref<?xf32>, memref<?xf32>) }
  // CHECK-LABEL: func.func @main
  func.func @main(%n: tensor<i64>, %x: tensor<4xf32>) -> (tensor<?xf32>, tensor<?x4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %v = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
    %none = tensor.empty() : tensor<0x4xf32>
    %rows = tensor.cast %none : tensor<0x4xf32> to tensor<?x4xf32>
    %count = tensor.extract %n[] : tensor<i64>
    %m = arith.index_cast %count : i64 to index
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
    // CHECK: scf.while
    %last:4 = scf.while (%i = %c0, %a = %v, %all = %rows, %size = %c4)
        : (index, tensor<?xf32>, tensor<?x4xf32>, index) -> (index, tensor<?xf32>, tensor<?x4xf32>, index) {
      %goes = arith.cmpi slt, %i, %m : index
      scf.condition(%goes) %i, %a, %all, %size : index, tensor<?xf32>, tensor<?x4xf32>, index
    } do {
    // CHECK: ^bb0(%[[I:.*]]: index, %[[A:.*]]: memref<?xf32>, %{{.*}}: memref<?x4xf32>, %{{.*}}: index, %[[ODD:.*]]: i1):
    ^bb0(%i: index, %a: tensor<?xf32>, %all: tensor<?x4xf32>, %size: index):
      %b = graph.with_dims %a(%size) : tensor<?xf32>
      %larger = arith.addi %size, %c1 : index
      %e = tensor.empty(%larger) : tensor<?xf32>
      // CHECK: %[[T:.*]] = graph.slot %{{.*}}(%[[BYTES:.*]]) keep %[[ZERO]]
      // CHECK: %[[TEMPORARY:.*]] = memref.view %[[T]]
      // CHECK: graph.call @k::@k(%[[A]], %[[TEMPORARY]]
      %t = graph.launch @k::@k(%b : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
      // CHECK: %[[PLACE:.*]] = arith.select %[[ODD]], %{{.*}}, %{{.*}} : index
      // CHECK: %[[D:.*]] = graph.slot %[[PLACE]](%[[BYTES]]) keep %[[ZERO]]
      // CHECK: %[[NEXT:.*]] = memref.view %[[D]]
      // CHECK: graph.call @k::@k(%[[TEMPORARY]], %[[NEXT]]
      %d = graph.launch @k::@k(%t : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
      // CHECK: %[[ROW:.*]] = arith.constant 16 : index
      // CHECK: %[[USED:.*]] = arith.muli %[[I]], %[[ROW]]
      // CHECK: %[[SIZE:.*]] = arith.addi %[[USED]], %[[ROW]]
      // CHECK: %[[ALL:.*]] = graph.slot %{{.*}}(%[[SIZE]]) keep %[[USED]]
      // CHECK: %[[LAST:.*]] = memref.view %[[ALL]][%[[USED]]][]
      // CHECK: graph.copy %arg1() to %[[LAST]]
      // CHECK: %[[ROWS:.*]] = graph.view %[[ALL]] : memref<?xi8> to memref<?x4xf32>
      %f = graph.append %x to %all[%i] : tensor<4xf32> to tensor<?x4xf32>
      %next = arith.addi %i, %c1 : index
      // CHECK: scf.yield %{{.*}}, %[[NEXT]], %[[ROWS]],
      scf.yield %next, %d, %f, %larger : index, tensor<?xf32>, tensor<?x4xf32>, index
    }
    %y = graph.with_dims %last#1(%last#3) : tensor<?xf32>
    %z = graph.with_dims %last#2(%last#0) : tensor<?x4xf32>
    return %y, %z : tensor<?xf32>, tensor<?x4xf32>
  }
}

// -----

// Rows whose number is known go to where they belong; what is read in a loop
// and computed before lives to its end.
module {
  module @k { func.func private @k(memref<4xf32>, memref<4xf32>) }
  // CHECK-LABEL: func.func @main
  // CHECK-SAME: planned = 256
  func.func @main(%x: tensor<4xf32>) -> tensor<3x4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %e = tensor.empty() : tensor<4xf32>
    %rows = bufferization.alloc_tensor() : tensor<3x4xf32>
    %k = graph.launch @k::@k(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    // CHECK: scf.while
    %last:2 = scf.while (%i = %c0, %all = %rows) : (index, tensor<3x4xf32>) -> (index, tensor<3x4xf32>) {
      %goes = arith.cmpi slt, %i, %c3 : index
      scf.condition(%goes) %i, %all : index, tensor<3x4xf32>
    } do {
    // CHECK: ^bb0(%[[I:.*]]: index, %[[ALL:.*]]: memref<3x4xf32>, %{{.*}}: i1):
    ^bb0(%i: index, %all: tensor<3x4xf32>):
      %a = graph.launch @k::@k(%k : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      // CHECK: %[[ROW:.*]] = memref.view
      // CHECK: graph.call @k::@k(%{{.*}}, %[[ROW]]
      %b = graph.launch @k::@k(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      // CHECK: %[[AT:.*]] = arith.muli %[[I]], %{{.*}}
      // CHECK: %[[BYTES:.*]] = graph.view %[[ALL]] : memref<3x4xf32> to memref<?xi8>
      // CHECK: %[[PLACE:.*]] = memref.view %[[BYTES]][%[[AT]]][]
      // CHECK: graph.copy %{{.*}}() to %[[PLACE]]
      %f = tensor.insert_slice %b into %all[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>
      %next = arith.addi %i, %c1 : index
      // CHECK: scf.yield %{{.*}}, %[[ALL]],
      scf.yield %next, %f : index, tensor<3x4xf32>
    }
    return %last#1 : tensor<3x4xf32>
  }
}
