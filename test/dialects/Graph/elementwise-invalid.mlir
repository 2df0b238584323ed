// RUN: tvm-opt %s -verify-diagnostics -split-input-file

// Dimensions that differ and are not 1.
func.func @shapes(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+2 {{cannot broadcast shape [2] with [3]}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.add %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

// Beside one that is not known.
func.func @unknown_size(%x: tensor<?x2xf32>, %y: tensor<4x?x3xf32>) {
  // expected-error @+2 {{cannot broadcast shape [?, 2] with [4, ?, 3]}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = graph.add %x, %y : (tensor<?x2xf32>, tensor<4x?x3xf32>) -> tensor<4x?x3xf32>
  return
}

// -----

func.func @element_types(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  // expected-error @+1 {{requires the same element type for all operands}}
  %0 = graph.mul %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @where_types(%c: tensor<2xi1>, %x: tensor<2xf32>, %y: tensor<2xi32>) {
  // expected-error @+1 {{failed to verify that all of {x, y} have same element type}}
  %0 = graph.where %c, %x, %y : (tensor<2xi1>, tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @wrong_result(%x: tensor<2xf32>, %y: tensor<2xf32>) {
  // expected-error @+1 {{result #0 must be tensor of bools}}
  %0 = graph.less %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @bit_cast_c1(%x: tensor<2xf32>) {
  // expected-error @+1 {{expected element types of one width, got 'f32' and 'i64'}}
  %0 = graph.bit_cast %x {to = i64} : (tensor<2xf32>) -> tensor<2xi64>
  return
}

// -----

func.func @bit_cast_c1_bool(%x: tensor<2xi1>) {
  // expected-error @+1 {{expected element types of one width, got 'i1' and 'i16'}}
  %0 = graph.bit_cast %x {to = i16} : (tensor<2xi1>) -> tensor<2xi16>
  return
}

// -----

// A bool is the only element that is as wide as a byte and has fewer bits.
func.func @bit_cast_c1_few_bits(%x: tensor<2xi4>) {
  // expected-error @+1 {{expected element types of one width, got 'i4' and 'i8'}}
  %0 = graph.bit_cast %x {to = i8} : (tensor<2xi4>) -> tensor<2xi8>
  return
}

// -----

// What takes less than 8 bits is converted before it is computed with.
func.func @few_bits(%x: tensor<2xi4>) {
  // expected-error @+1 {{operand #0 must be tensor of numbers of 64/32/16/8-bit floating-point or 8/16/32/64-bit integer values, but got 'tensor<2xi4>'}}
  %0 = graph.add %x, %x : (tensor<2xi4>, tensor<2xi4>) -> tensor<2xi4>
  return
}

// -----

func.func @powers_of_two(%x: tensor<2xf8E8M0FNU>) {
  // expected-error @+1 {{operand #0 must be tensor of floats of 64/32/16/8-bit floating-point values, but got 'tensor<2xf8E8M0FNU>'}}
  %0 = graph.sqrt %x : (tensor<2xf8E8M0FNU>) -> tensor<2xf8E8M0FNU>
  return
}

// -----

func.func @no_such_type(%x: tensor<2xi3>) {
  // expected-error @+1 {{operand #0 must be tensor of computable or storable values, but got 'tensor<2xi3>'}}
  %0 = graph.cast %x {to = i8} : (tensor<2xi3>) -> tensor<2xi8>
  return
}

// -----

// A bool is no number.
func.func @neg_of_bools(%x: tensor<2xi1>) {
  // expected-error @+1 {{operand #0 must be tensor of numbers of 64/32/16/8-bit floating-point or 8/16/32/64-bit integer values, but got 'tensor<2xi1>'}}
  %0 = graph.neg %x : (tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @sum_of_bools(%x: tensor<2xi1>) {
  // expected-error @+1 {{operand #0 must be tensor of numbers}}
  %0 = graph.add %x, %x : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return
}

// -----

func.func @shift_of_bools(%x: tensor<2xi1>) {
  // expected-error @+1 {{operand #0 must be tensor of numbers of 8/16/32/64-bit integer values, but got 'tensor<2xi1>'}}
  %0 = graph.shift_left %x, %x : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return
}
