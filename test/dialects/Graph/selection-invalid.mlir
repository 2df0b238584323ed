// RUN: tvm-opt %s -verify-diagnostics -split-input-file

func.func @top_k_c1(%x: tensor<2x3xf32>, %k: tensor<i64>) {
  // expected-error @+2 {{expected an axis of 2 dimensions, got 2}}
  // expected-error @+1 {{failed to infer returned types}}
  %v, %i = graph.top_k %x, %k axis 2 : (tensor<2x3xf32>, tensor<i64>) -> (tensor<2x3xf32>, tensor<2x3xi64>)
  return
}

// -----

func.func @top_k_c2(%x: tensor<2x3xf32>, %k: tensor<2xi64>) {
  // expected-error @+2 {{expected one k, got 'tensor<2xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %v, %i = graph.top_k %x, %k axis 1 : (tensor<2x3xf32>, tensor<2xi64>) -> (tensor<2x3xf32>, tensor<2x3xi64>)
  return
}

// -----

func.func @top_k_c2_large(%x: tensor<2x3xf32>) {
  %k = graph.constant dense<4> : tensor<i64>
  // expected-error @+2 {{expected k from 0 to the size of axis 1 of 'tensor<2x3xf32>', got 4}}
  // expected-error @+1 {{failed to infer returned types}}
  %v, %i = graph.top_k %x, %k axis 1 : (tensor<2x3xf32>, tensor<i64>) -> (tensor<2x4xf32>, tensor<2x4xi64>)
  return
}

// -----

func.func @top_k_c2_negative(%x: tensor<2x?xf32>) {
  %k = graph.constant dense<-1> : tensor<i64>
  // expected-error @+2 {{expected k from 0 to the size of axis 1 of 'tensor<2x?xf32>', got -1}}
  // expected-error @+1 {{failed to infer returned types}}
  %v, %i = graph.top_k %x, %k axis 1 : (tensor<2x?xf32>, tensor<i64>) -> (tensor<2x?xf32>, tensor<2x?xi64>)
  return
}

// -----

func.func @nonzero_c1(%x: tensor<2x3xi1>, %count: tensor<?xi64>) {
  // expected-error @+2 {{expected one count, got 'tensor<?xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.nonzero %x, %count : (tensor<2x3xi1>, tensor<?xi64>) -> tensor<2x?xi64>
  return
}

// -----

func.func @unique_c1(%x: tensor<9xf32>) {
  // expected-error @+2 {{expected two dimensions, got 'tensor<9xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %f, %i, %c, %n = graph.unique %x : (tensor<9xf32>) -> (tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<1xi64>)
  return
}

// -----

func.func @non_max_suppression_c1(%boxes: tensor<1x6x4xf32>, %scores: tensor<1x2x7xf32>, %limit: tensor<i64>, %t: tensor<f32>) {
  // expected-error @+2 {{expected boxes [batch, box, 4] and scores [batch, class, box], got 'tensor<1x6x4xf32>' and 'tensor<1x2x7xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %s, %n = graph.non_max_suppression %boxes, %scores limit %limit iou %t : (tensor<1x6x4xf32>, tensor<1x2x7xf32>, tensor<i64>, tensor<f32>) -> (tensor<?x3xi64>, tensor<1xi64>)
  return
}

// -----

func.func @non_max_suppression_c2(%boxes: tensor<1x6x4xf32>, %scores: tensor<1x2x6xf32>, %limit: tensor<i64>, %t: tensor<2xf32>) {
  // expected-error @+2 {{expected a limit and thresholds of one element, got 'tensor<2xf32>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %s, %n = graph.non_max_suppression %boxes, %scores limit %limit iou %t : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<i64>, tensor<2xf32>) -> (tensor<?x3xi64>, tensor<1xi64>)
  return
}
