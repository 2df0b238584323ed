// RUN: tvm-opt %s -split-input-file -verify-diagnostics

// C1
func.func @if(%c: tensor<i1>, %a: tensor<3xf32>) {
  // expected-error @below {{expected branches with as many values, got 1 and 0}}
  // expected-error @below {{failed to infer returned types}}
  %y = graph.if %c -> tensor<3xf32> {
    graph.yield %a : tensor<3xf32>
  } else {
    graph.yield
  }
  return
}

// -----

// C2: element types.
func.func @if(%c: tensor<i1>, %a: tensor<3xf32>, %b: tensor<3xi32>) {
  // expected-error @below {{expected values of one element type and rank for result #0, got 'tensor<3xf32>' and 'tensor<3xi32>'}}
  // expected-error @below {{failed to infer returned types}}
  %y = graph.if %c -> tensor<3xf32> {
    graph.yield %a : tensor<3xf32>
  } else {
    graph.yield %b : tensor<3xi32>
  }
  return
}

// -----

// C2: ranks.
func.func @if(%c: tensor<i1>, %a: tensor<3xf32>, %b: tensor<f32>) {
  // expected-error @below {{expected values of one element type and rank for result #0, got 'tensor<3xf32>' and 'tensor<f32>'}}
  // expected-error @below {{failed to infer returned types}}
  %y = graph.if %c -> tensor<3xf32> {
    graph.yield %a : tensor<3xf32>
  } else {
    graph.yield %b : tensor<f32>
  }
  return
}

// -----

// The result is no more than what both branches say.
func.func @if(%c: tensor<i1>, %a: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error @below {{failed to infer returned types}}
  %y = graph.if %c -> tensor<4xf32> {
    graph.yield %a : tensor<3xf32>
  } else {
    graph.yield %b : tensor<3xf32>
  }
  return
}

// -----

func.func @if(%c: tensor<1xi1>) { // expected-note {{prior use here}}
  // expected-error @below {{expects different type than prior uses: 'tensor<i1>' vs 'tensor<1xi1>'}}
  graph.if %c {
    graph.yield
  } else {
    graph.yield
  }
  return
}

// -----

// C1
func.func @loop(%n: tensor<i64>, %x: tensor<4xf32>) {
  // expected-error @below {{expected a body of the iteration, 'tensor<i64>', and 1 carried values, got 'tensor<i64>'}}
  %y = graph.loop count %n init(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%i: tensor<i64>):
    graph.next carry(%x : tensor<4xf32>)
  }
  return
}

// -----

// C1: the number of the iteration.
func.func @loop(%n: tensor<i64>) {
  // expected-error @below {{expected a body of the iteration, 'tensor<i64>', and 0 carried values, got 'tensor<i32>'}}
  graph.loop count %n {
  ^bb0(%i: tensor<i32>):
    graph.next
  }
  return
}

// -----

// C2: element types.
func.func @loop(%n: tensor<i64>, %x: tensor<4xf32>, %y: tensor<4xi32>) {
  // expected-error @below {{expected a next value of the element type and rank of init #0, 'tensor<4xf32>', got 'tensor<4xi32>'}}
  // expected-error @below {{failed to infer returned types}}
  %z = graph.loop count %n init(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%i: tensor<i64>, %a: tensor<4xf32>):
    graph.next carry(%y : tensor<4xi32>)
  }
  return
}

// -----

// C2: an argument that knows more than is so.
func.func @loop(%n: tensor<i64>, %x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @below {{expected carried argument #0 to be of a type that covers 'tensor<4xf32>' and 'tensor<5xf32>', got 'tensor<4xf32>'}}
  %z = graph.loop count %n init(%x : tensor<4xf32>) -> tensor<?xf32> {
  ^bb0(%i: tensor<i64>, %a: tensor<4xf32>):
    graph.next carry(%y : tensor<5xf32>)
  }
  return
}

// -----

// C3: next values.
func.func @loop(%n: tensor<i64>, %x: tensor<4xf32>) {
  // expected-error @below {{expected 1 next values, got 0}}
  // expected-error @below {{failed to infer returned types}}
  %y = graph.loop count %n init(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%i: tensor<i64>, %a: tensor<4xf32>):
    graph.next
  }
  return
}

// -----

// C3: results.
func.func @loop(%n: tensor<i64>, %x: tensor<4xf32>) {
  // expected-error @below {{inferred type(s) 'tensor<4xf32>', 'tensor<?x4xf32>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error @below {{failed to infer returned types}}
  %y = graph.loop count %n init(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%i: tensor<i64>, %a: tensor<4xf32>):
    graph.next carry(%a : tensor<4xf32>) rows(%a : tensor<4xf32>)
  }
  return
}

// -----

// C4
func.func @loop() {
  // expected-error @below {{expected a count or a condition}}
  graph.loop {
  ^bb0(%i: tensor<i64>):
    graph.next
  }
  return
}

// -----

func.func @loop(%n: tensor<i64>, %c: tensor<i1>) {
  // expected-error @below {{expected a body that ends with graph.next}}
  // expected-error @below {{failed to infer returned types}}
  "graph.loop"(%n, %c) <{operandSegmentSizes = array<i32: 1, 1, 0>}> ({
  ^bb0(%i: tensor<i64>):
    llvm.unreachable
  }) : (tensor<i64>, tensor<i1>) -> ()
  return
}

// -----

func.func @next() {
  // expected-error @below {{expects parent op 'graph.loop'}}
  graph.next
}

// -----

func.func @yield() {
  // expected-error @below {{expects parent op 'graph.if'}}
  graph.yield
}

// -----

// C1
func.func @with_dims(%x: tensor<?x?xf32>, %n: index) {
  // expected-error @below {{expected 2 dynamic dimensions of 'tensor<?x?xf32>', got 1}}
  %y = graph.with_dims %x(%n) : tensor<?x?xf32>
  return
}

// -----

// C1
func.func @append(%x: tensor<?x4xf32>, %row: tensor<5xf32>, %n: index) {
  // expected-error @below {{expected rows of type 'tensor<?x5xf32>', got 'tensor<?x4xf32>'}}
  %y = graph.append %row to %x[%n] : tensor<5xf32> to tensor<?x4xf32>
  return
}
