// RUN: tvm-opt %s -graph-partition=patterns=%S/patterns/npu.pdl.mlir -split-input-file -verify-diagnostics | FileCheck %s

// A match is a function; what is constant is an argument.
// CHECK-LABEL: @one
// CHECK: %[[W:.*]] = graph.constant
// CHECK: %[[Y:.*]] = call @npu_matmul_relu(%arg0, %[[W]]) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK: return %[[Y]]
// CHECK: func.func private @npu_matmul_relu(%[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<3x4xf32>) -> tensor<2x4xf32> attributes {graph.target = "npu"} {
// CHECK-NEXT: %[[P:.*]] = graph.matmul %[[A]], %[[B]] :
// CHECK-NEXT: %[[R:.*]] = graph.relu %[[P]] :
// CHECK-NEXT: return %[[R]]
// expected-remark@+1 {{1 part in functions of their own}}
func.func @one(%x: tensor<2x3xf32>) -> tensor<2x4xf32> {
  %w = graph.constant dense<1.0> : tensor<3x4xf32>
  %0 = graph.matmul %x, %w : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = graph.relu %0 : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// -----

// The product is read elsewhere: the pattern of two operators does not apply,
// that of one does.
// CHECK-LABEL: @read_elsewhere
// CHECK: %[[P:.*]] = call @npu_matmul
// CHECK: %[[R:.*]] = graph.relu %[[P]]
// CHECK: return %[[P]], %[[R]]
// expected-remark@+1 {{1 part in functions of their own}}
func.func @read_elsewhere(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %0 = graph.matmul %x, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = graph.relu %0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<2x2xf32>
}

// -----

// Constraints: other element types and ranks stay.
// CHECK-LABEL: @constraints
// CHECK-NOT: call
func.func @constraints(%x: tensor<2x2xf64>, %y: tensor<3x2x2xf32>) -> (tensor<2x2xf64>, tensor<3x2x2xf32>) {
  %0 = graph.matmul %x, %x : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>
  %1 = graph.matmul %y, %y : (tensor<3x2x2xf32>, tensor<3x2x2xf32>) -> tensor<3x2x2xf32>
  return %0, %1 : tensor<2x2xf64>, tensor<3x2x2xf32>
}

// -----

// Neighbours are one function, which may have several results; those of
// another target are not.
// CHECK-LABEL: @neighbours
// CHECK: %[[N:.*]]:2 = call @npu_matmul_add(%arg0)
// CHECK: %[[T:.*]] = call @dsp_tanh(%[[N]]#1)
// CHECK: return %[[N]]#0, %[[T]]
// CHECK: func.func private @npu_matmul_add({{.*}}) -> (tensor<2x2xf32>, tensor<2x2xf32>) attributes {graph.target = "npu"}
// CHECK: func.func private @dsp_tanh({{.*}}) -> tensor<2x2xf32> attributes {graph.target = "dsp"}
// expected-remark@+1 {{2 parts in functions of their own}}
func.func @neighbours(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %0 = graph.matmul %x, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = graph.add %0, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = graph.tanh %1 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0, %2 : tensor<2x2xf32>, tensor<2x2xf32>
}

// -----

// What the sum reads leaves the product and comes back: two functions.
// CHECK-LABEL: @way_outside
// CHECK: %[[P:.*]] = call @npu_matmul(%arg0)
// CHECK: %[[E:.*]] = graph.exp %[[P]]
// CHECK: call @npu_add(%[[P]], %[[E]])
// expected-remark@+1 {{2 parts in functions of their own}}
func.func @way_outside(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = graph.matmul %x, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = graph.exp %0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = graph.add %0, %1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// -----

// The way outside may be a part of another target, or an operator's region.
// CHECK-LABEL: @way_through_others
// CHECK: %[[P:.*]] = call @npu_matmul(%arg0)
// CHECK: %[[T:.*]] = call @dsp_tanh(%[[P]])
// CHECK: %[[S:.*]] = call @npu_add(%[[P]], %[[T]])
// CHECK: %[[I:.*]] = graph.if
// CHECK: graph.yield %[[S]]
// CHECK: call @npu_add_0(%[[S]], %[[I]])
// expected-remark@+1 {{4 parts in functions of their own}}
func.func @way_through_others(%x: tensor<2x2xf32>, %c: tensor<i1>) -> tensor<2x2xf32> {
  %0 = graph.matmul %x, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = graph.tanh %0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = graph.add %0, %1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %3 = graph.if %c -> tensor<2x2xf32> {
    graph.yield %2 : tensor<2x2xf32>
  } else {
    graph.yield %x : tensor<2x2xf32>
  }
  %4 = graph.add %2, %3 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %4 : tensor<2x2xf32>
}

// -----

// A part depends on all that it reads. No operator leads from the first sum to
// the second, but the other target's part does.
// CHECK-LABEL: @whole_parts
// CHECK: %[[P:.*]] = call @npu_add(%arg0)
// CHECK: %[[D:.*]]:2 = call @dsp_tanh_sub(%arg0, %[[P]])
// CHECK: %[[Q:.*]] = call @npu_add_0(%[[P]], %[[D]]#0)
// CHECK: return %[[D]]#1, %[[Q]]
// expected-remark@+1 {{3 parts in functions of their own}}
func.func @whole_parts(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %p = graph.add %x, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %w = graph.tanh %x : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %s = graph.sub %w, %p : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %q = graph.add %p, %w : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %s, %q : tensor<2x2xf32>, tensor<2x2xf32>
}

// -----

// What lies between operators of a part moves behind the call.
// CHECK-LABEL: @order
// CHECK: %[[N:.*]]:2 = call @npu_matmul_add(%arg0, %{{.*}})
// CHECK: %[[E:.*]] = graph.exp %[[N]]#0
// CHECK: return %[[E]], %[[N]]#1
// expected-remark@+1 {{1 part in functions of their own}}
func.func @order(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %0 = graph.matmul %x, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = graph.exp %0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = graph.sqrt %x : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %3 = graph.add %0, %2 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1, %3 : tensor<2x2xf32>, tensor<2x2xf32>
}

// -----

// Unknown sizes: the caller knows them, and checks what has to be equal.
// CHECK-LABEL: @sizes
// CHECK: graph.check %{{.*}}, "matmul: expected equal inner dimensions, got {0} and {1}"
// CHECK: %[[N:.*]] = tensor.dim %arg0, %c0
// CHECK: %[[M:.*]] = tensor.dim %arg1, %c1
// CHECK: %[[P:.*]] = call @npu_matmul_relu(%arg0, %arg1) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK: %[[W:.*]] = graph.with_dims %[[P]](%[[N]], %[[M]])
// CHECK: return %[[W]]
// expected-remark@+1 {{1 part in functions of their own}}
func.func @sizes(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = graph.matmul %x, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = graph.relu %0 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// In regions; two functions of one name.
// CHECK-LABEL: @regions
// CHECK: graph.if
// CHECK: call @npu_matmul(%arg0)
// CHECK: else
// CHECK: call @npu_matmul_0(%arg0)
// expected-remark@+1 {{2 parts in functions of their own}}
func.func @regions(%x: tensor<2x2xf32>, %c: tensor<i1>) -> tensor<2x2xf32> {
  %0 = graph.if %c -> tensor<2x2xf32> {
    %1 = graph.matmul %x, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    graph.yield %1 : tensor<2x2xf32>
  } else {
    %2 = graph.matmul %x, %x {transpose_b = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    graph.yield %2 : tensor<2x2xf32>
  }
  return %0 : tensor<2x2xf32>
}

// -----

// Functions that have a target, or no body, stay.
// CHECK-LABEL: @given
// CHECK-NOT: call
func.func private @given(%x: tensor<2x2xf32>) -> tensor<2x2xf32> attributes {graph.target = "npu"} {
  %0 = graph.matmul %x, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
func.func private @external(tensor<4xf32>) -> tensor<4xf32>
