// RUN: tvm-opt %s -split-input-file -verify-diagnostics

// (C1)
func.func @dynamic() {
  // expected-error @+1 {{expected a weight of a static shape that fits into memory, got 'tensor<?xf32>'}}
  %0 = graph.constant #graph.weight<"w", 0, 42> : tensor<?xf32>
  return
}

// -----

// (C1)
func.func @large() {
  // expected-error @+1 {{expected a weight of a static shape that fits into memory, got 'tensor<4611686018427387904x4xf32>'}}
  %0 = graph.constant #graph.weight<"w", 0, 42> : tensor<4611686018427387904x4xf32>
  return
}

// -----

// (C2)
func.func @index() {
  // expected-error @+1 {{expected a weight of numbers, got 'tensor<4xindex>'}}
  %0 = graph.constant #graph.weight<"w", 0, 42> : tensor<4xindex>
  return
}

// -----

// (C2)
func.func @address() {
  // expected-error @+1 {{expected a weight of numbers, got 'tensor<4x!graph.handle>'}}
  %0 = graph.constant #graph.weight<"w", 0, 42> : tensor<4x!graph.handle>
  return
}

// -----

// (C2)
func.func @odd() {
  // expected-error @+1 {{expected a weight of numbers, got 'tensor<4xi17>'}}
  %0 = graph.constant #graph.weight<"w", 0, 42> : tensor<4xi17>
  return
}
