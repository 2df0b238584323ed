// RUN: tvm-opt %s -verify-diagnostics -split-input-file

func.func @strings_c1() {
  // expected-error @+2 {{expected 2 texts, got 1}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.strings ["a"] shape [2] : () -> tensor<2x!graph.string>
  return
}

// -----

func.func @strings_shape() {
  // expected-error @+2 {{expected a shape, got [-1]}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.strings ["a"] shape [-1] : () -> tensor<1x!graph.string>
  return
}

// -----

func.func @string_concat_c1(%x: tensor<2x!graph.string>, %y: tensor<1x!graph.string>) {
  // expected-error @+2 {{expected operands of the same shape, got 'tensor<2x!graph.string>' and 'tensor<1x!graph.string>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.string_concat %x, %y : (tensor<2x!graph.string>, tensor<1x!graph.string>) -> tensor<2x!graph.string>
  return
}

// -----

func.func @string_equal_c1(%x: tensor<2x!graph.string>, %y: tensor<!graph.string>) {
  // expected-error @+2 {{expected operands of the same shape, got 'tensor<2x!graph.string>' and 'tensor<!graph.string>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.string_equal %x, %y : (tensor<2x!graph.string>, tensor<!graph.string>) -> tensor<2xi1>
  return
}

// -----

func.func @string_lookup_c1(%x: tensor<2x!graph.string>, %y: tensor<!graph.string>) {
  // expected-error @+2 {{expected keys of one dimension, got 'tensor<!graph.string>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.string_lookup %x in %y : (tensor<2x!graph.string>, tensor<!graph.string>) -> tensor<2xi64>
  return
}

// -----

func.func @string_normalize_c1(%x: tensor<2x1x!graph.string>, %y: tensor<0x!graph.string>) {
  // expected-error @+2 {{expected operands of one dimension, got 'tensor<2x1x!graph.string>' and 'tensor<0x!graph.string>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0, %1 = graph.string_normalize %x without %y letters none : (tensor<2x1x!graph.string>, tensor<0x!graph.string>) -> (tensor<2x!graph.string>, tensor<1xi64>)
  return
}

// -----

func.func @string_split_c1(%x: tensor<2x!graph.string>, %size: tensor<2xi64>) {
  // expected-error @+2 {{expected one size, got 'tensor<2xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.string_split %x, %size by "," limit -1 : (tensor<2x!graph.string>, tensor<2xi64>) -> tensor<2x?x!graph.string>
  return
}

// -----

func.func @count_ngrams_c1(%x: tensor<1x1x6xi64>) {
  // expected-error @+2 {{expected one or two dimensions, got 'tensor<1x1x6xi64>'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.count_ngrams %x pool [2] starts [0] columns [0] range [1, 1, 0] : (tensor<1x1x6xi64>) -> tensor<1x1x1xf32>
  return
}

// -----

func.func @count_ngrams_c2(%x: tensor<6xi64>) {
  // expected-error @+2 {{expected the least and the greatest length and gap, got [2, 1, 0]}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.count_ngrams %x pool [2] starts [0] columns [0] range [2, 1, 0] : (tensor<6xi64>) -> tensor<1xf32>
  return
}

// -----

func.func @count_ngrams_c3(%x: tensor<6xi64>) {
  // expected-error @+2 {{expected starts of whole sequences in a pool of 3 and a column for each, got starts [0, 0] and 1 columns}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.count_ngrams %x pool [2, 3, 4] starts [0, 0] columns [0] range [1, 2, 0] : (tensor<6xi64>) -> tensor<1xf32>
  return
}
