// RUN: tvm-opt %s -split-input-file --convert-te-to-loops --kernel-lower-externs -verify-diagnostics

// No constants.
func.func @k(%x0: tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>) {
  // expected-error @+1 {{expected more constants of tvm_top_k, got 0}}
  %r:2 = te.extern @tvm_top_k(%x0) {constants = []} : (tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>)
  return %r#0, %r#1 : tensor<4x3xf32>, tensor<4x3xi64>
}

// -----

// A list of numbers that is too short.
func.func @k(%x0: tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>) {
  // expected-error @+1 {{expected constant 1 of tvm_top_k to be 3 numbers, got 1}}
  %r:2 = te.extern @tvm_top_k(%x0) {constants = ["float32", array<i64: 2>]} : (tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>)
  return %r#0, %r#1 : tensor<4x3xf32>, tensor<4x3xi64>
}

// -----

// A text in place of numbers, and numbers in place of a text.
func.func @k(%x0: tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>) {
  // expected-error @+1 {{expected constant 1 of tvm_top_k to be numbers, got "a"}}
  %r:2 = te.extern @tvm_top_k(%x0) {constants = ["float32", "a"]} : (tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>)
  return %r#0, %r#1 : tensor<4x3xf32>, tensor<4x3xi64>
}

// -----

func.func @k(%x0: tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>) {
  // expected-error @+1 {{expected constant 0 of tvm_top_k to be a text, got array<i64: 2>}}
  %r:2 = te.extern @tvm_top_k(%x0) {constants = [array<i64: 2>]} : (tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>)
  return %r#0, %r#1 : tensor<4x3xf32>, tensor<4x3xi64>
}

// -----

// A name of no type.
func.func @k(%x0: tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>) {
  // expected-error @+1 {{expected constant 0 of tvm_top_k to name element types, got "float31"}}
  %r:2 = te.extern @tvm_top_k(%x0) {constants = ["float31", array<i64: 2, 1, 1>]} : (tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>)
  return %r#0, %r#1 : tensor<4x3xf32>, tensor<4x3xi64>
}

// -----

// Elements of another size.
func.func @k(%x0: tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>) {
  // expected-error @+1 {{expected buffer 0 of tvm_top_k to have elements of 8 bytes, got 'memref<4x300xf32>'}}
  %r:2 = te.extern @tvm_top_k(%x0) {constants = ["float64", array<i64: 2, 1, 1>]} : (tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>)
  return %r#0, %r#1 : tensor<4x3xf32>, tensor<4x3xi64>
}

// -----

// An axis that the tensor does not have.
func.func @k(%x0: tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>) {
  // expected-error @+1 {{expected the axis of tvm_top_k to be from 0 to 1, got -1}}
  %r:2 = te.extern @tvm_top_k(%x0) {constants = ["float32", array<i64: 2, -1, 1>]} : (tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>)
  return %r#0, %r#1 : tensor<4x3xf32>, tensor<4x3xi64>
}

// -----

func.func @k(%x0: tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>) {
  // expected-error @+1 {{expected the axis of tvm_top_k to be from 0 to 1, got 7}}
  %r:2 = te.extern @tvm_top_k(%x0) {constants = ["float32", array<i64: 2, 7, 1>]} : (tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>)
  return %r#0, %r#1 : tensor<4x3xf32>, tensor<4x3xi64>
}

// -----

// Another rank.
func.func @k(%x0: tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>) {
  // expected-error @+1 {{expected buffer 0 of tvm_top_k to have rank 3, got 'memref<4x300xf32>'}}
  %r:2 = te.extern @tvm_top_k(%x0) {constants = ["float32", array<i64: 3, 1, 1>]} : (tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>)
  return %r#0, %r#1 : tensor<4x3xf32>, tensor<4x3xi64>
}

// -----

// More results than there are elements.
func.func @k(%x0: tensor<4x300xf32>) -> (tensor<4x301xf32>, tensor<4x301xi64>) {
  // expected-error @+1 {{expected dimension 1 of buffer 1 of tvm_top_k to be at most 300, got 'memref<4x301xf32>'}}
  %r:2 = te.extern @tvm_top_k(%x0) {constants = ["float32", array<i64: 2, 1, 1>]} : (tensor<4x300xf32>) -> (tensor<4x301xf32>, tensor<4x301xi64>)
  return %r#0, %r#1 : tensor<4x301xf32>, tensor<4x301xi64>
}

// -----

// Results that are smaller than the function writes.
func.func @k(%x0: tensor<4x300xf32>) -> (tensor<2x3xf32>, tensor<2x3xi64>) {
  // expected-error @+1 {{expected dimension 0 of buffer 1 of tvm_top_k to be 4, got 'memref<2x3xf32>'}}
  %r:2 = te.extern @tvm_top_k(%x0) {constants = ["float32", array<i64: 2, 1, 1>]} : (tensor<4x300xf32>) -> (tensor<2x3xf32>, tensor<2x3xi64>)
  return %r#0, %r#1 : tensor<2x3xf32>, tensor<2x3xi64>
}

// -----

// Too many constants, and too few and too many buffers.
func.func @k(%x0: tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>) {
  // expected-error @+1 {{expected 2 constants of tvm_top_k, got 3}}
  %r:2 = te.extern @tvm_top_k(%x0) {constants = ["float32", array<i64: 2, 1, 1>, "a"]} : (tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>)
  return %r#0, %r#1 : tensor<4x3xf32>, tensor<4x3xi64>
}

// -----

func.func @k(%x0: tensor<4x300xf32>) -> tensor<4x3xf32> {
  // expected-error @+1 {{expected more buffers of tvm_top_k, got 2}}
  %r = te.extern @tvm_top_k(%x0) {constants = ["float32", array<i64: 2, 1, 1>]} : (tensor<4x300xf32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// -----

func.func @k(%x0: tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>, tensor<4x3xi64>) {
  // expected-error @+1 {{expected 3 buffers of tvm_top_k, got 4}}
  %r:3 = te.extern @tvm_top_k(%x0) {constants = ["float32", array<i64: 2, 1, 1>]} : (tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>, tensor<4x3xi64>)
  return %r#0, %r#1, %r#2 : tensor<4x3xf32>, tensor<4x3xi64>, tensor<4x3xi64>
}

// -----

// The name of another function.
func.func @k(%x0: tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>) {
  // expected-error @+1 {{expected constant 0 of tvm_nonzero to be numbers, got "float32"}}
  %r:2 = te.extern @tvm_nonzero(%x0) {constants = ["float32", array<i64: 2, 1, 1>]} : (tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>)
  return %r#0, %r#1 : tensor<4x3xf32>, tensor<4x3xi64>
}

// -----

// A row of indices per dimension.
func.func @k(%x0: tensor<2x3xi8>) -> tensor<1x6xi64> {
  // expected-error @+1 {{expected dimension 0 of buffer 1 of tvm_nonzero to be 2, got 'memref<1x6xi64>'}}
  %r = te.extern @tvm_nonzero(%x0) {constants = [array<i64: 2>]} : (tensor<2x3xi8>) -> tensor<1x6xi64>
  return %r : tensor<1x6xi64>
}

// -----

// A number for each row.
func.func @k(%x0: tensor<9x2xi8>) -> (tensor<9xi64>, tensor<8xi64>, tensor<9xi64>, tensor<1xi64>) {
  // expected-error @+1 {{expected dimension 0 of buffer 2 of tvm_unique to be 9, got 'memref<8xi64>'}}
  %r:4 = te.extern @tvm_unique(%x0) {constants = ["uint8", array<i64: 1>]} : (tensor<9x2xi8>) -> (tensor<9xi64>, tensor<8xi64>, tensor<9xi64>, tensor<1xi64>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<9xi64>, tensor<8xi64>, tensor<9xi64>, tensor<1xi64>
}

// -----

// Boxes of four numbers.
func.func @k(%x0: tensor<1x6x3xf32>, %x1: tensor<1x2x6xf32>, %x2: tensor<f32>, %x3: tensor<1xf32>) -> (tensor<8x3xi64>, tensor<1xi64>) {
  // expected-error @+1 {{expected dimension 2 of buffer 0 of tvm_non_max_suppression to be 4, got 'memref<1x6x3xf32>'}}
  %r:2 = te.extern @tvm_non_max_suppression(%x0, %x1, %x2, %x3) {constants = [array<i64: 0, 0, 1>]} : (tensor<1x6x3xf32>, tensor<1x2x6xf32>, tensor<f32>, tensor<1xf32>) -> (tensor<8x3xi64>, tensor<1xi64>)
  return %r#0, %r#1 : tensor<8x3xi64>, tensor<1xi64>
}

// -----

// Unknown reductions, axes and indices.
func.func @k(%x0: tensor<10x8xf32>, %x1: tensor<3x8xi64>, %x2: tensor<3x8xf32>) -> tensor<10x8xf32> {
  // expected-error @+1 {{expected the reduction of tvm_scatter to be from 0 to 4, got 5}}
  %r = te.extern @tvm_scatter(%x0, %x1, %x2) {constants = ["float32", array<i64: 5, 0, 2, 2, 2, 8>]} : (tensor<10x8xf32>, tensor<3x8xi64>, tensor<3x8xf32>) -> tensor<10x8xf32>
  return %r : tensor<10x8xf32>
}

// -----

func.func @k(%x0: tensor<10x8xf32>, %x1: tensor<3x8xi64>, %x2: tensor<3x8xf32>) -> tensor<10x8xf32> {
  // expected-error @+1 {{expected the axis of tvm_scatter to be from -1 to 1, got 2}}
  %r = te.extern @tvm_scatter(%x0, %x1, %x2) {constants = ["float32", array<i64: 1, 2, 2, 2, 2, 8>]} : (tensor<10x8xf32>, tensor<3x8xi64>, tensor<3x8xf32>) -> tensor<10x8xf32>
  return %r : tensor<10x8xf32>
}

// -----

func.func @k(%x0: tensor<10x8xf32>, %x1: tensor<3x8xi64>, %x2: tensor<3x8xf32>) -> tensor<10x8xf32> {
  // expected-error @+1 {{expected the bytes of an index of tvm_scatter to be from 8 to 8, got 2}}
  %r = te.extern @tvm_scatter(%x0, %x1, %x2) {constants = ["float32", array<i64: 1, 0, 2, 2, 2, 2>]} : (tensor<10x8xf32>, tensor<3x8xi64>, tensor<3x8xf32>) -> tensor<10x8xf32>
  return %r : tensor<10x8xf32>
}

// -----

// An index has at most as many numbers as x has dimensions.
func.func @k(%x0: tensor<10x8xf32>, %x1: tensor<3x8xi64>, %x2: tensor<3x8xf32>) -> tensor<10x8xf32> {
  // expected-error @+1 {{expected the depth of an index of tvm_scatter to be from 0 to 2, got 8}}
  %r = te.extern @tvm_scatter(%x0, %x1, %x2) {constants = ["float32", array<i64: 1, -1, 2, 2, 2, 8>]} : (tensor<10x8xf32>, tensor<3x8xi64>, tensor<3x8xf32>) -> tensor<10x8xf32>
  return %r : tensor<10x8xf32>
}

// -----

// Updates of slices have the rank of indices and slices.
func.func @k(%x0: tensor<10x8xf32>, %x1: tensor<3x1xi64>, %x2: tensor<3xf32>) -> tensor<10x8xf32> {
  // expected-error @+1 {{expected the rank of the updates of tvm_scatter to be from 2 to 2, got 1}}
  %r = te.extern @tvm_scatter(%x0, %x1, %x2) {constants = ["float32", array<i64: 1, -1, 2, 2, 1, 8>]} : (tensor<10x8xf32>, tensor<3x1xi64>, tensor<3xf32>) -> tensor<10x8xf32>
  return %r : tensor<10x8xf32>
}

// -----

// A rank per name.
func.func @k(%x0: tensor<5xf32>, %x1: tensor<i64>) -> tensor<2xi64> {
  // expected-error @+1 {{expected constant 2 of tvm_sequence to be 2 numbers, got 1}}
  %r = te.extern @tvm_sequence(%x0, %x1) {constants = ["n", "float32 string ", array<i64: 1>]} : (tensor<5xf32>, tensor<i64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

func.func @k(%x0: tensor<5xf32>, %x1: tensor<i64>) -> tensor<2xi64> {
  // expected-error @+1 {{expected constant 2 of tvm_sequence to name element types, got "text"}}
  %r = te.extern @tvm_sequence(%x0, %x1) {constants = ["n", "float32 text ", array<i64: 1, 0>]} : (tensor<5xf32>, tensor<i64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

// A number for each dimension.
func.func @k(%x0: tensor<2xi64>, %x1: tensor<i64>) -> tensor<2xi64> {
  // expected-error @+1 {{expected dimension 0 of buffer 2 of tvm_sequence_shape to be 3, got 'memref<2xi64>'}}
  %r = te.extern @tvm_sequence_shape(%x0, %x1) {constants = ["n", "float16", array<i64: 0, 3>]} : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

// A position is one number.
func.func @k(%x0: tensor<2xi64>, %x1: tensor<2xi64>) -> tensor<3x4xf16> {
  // expected-error @+1 {{expected dimension 0 of buffer 1 of tvm_sequence_at to be 1, got 'memref<2xi64>'}}
  %r = te.extern @tvm_sequence_at(%x0, %x1) {constants = ["n", "float16", array<i64: 1, 2>]} : (tensor<2xi64>, tensor<2xi64>) -> tensor<3x4xf16>
  return %r : tensor<3x4xf16>
}

// -----

func.func @k(%x0: tensor<3x4xi8>, %x1: tensor<2xi64>, %x2: tensor<i64>) -> tensor<3xi64> {
  // expected-error @+1 {{expected buffer 2 of tvm_sequence_insert to have rank 1, got 'memref<i64>'}}
  %r = te.extern @tvm_sequence_insert(%x0, %x1, %x2) {constants = ["n", "bool", array<i64: 1, 2>]} : (tensor<3x4xi8>, tensor<2xi64>, tensor<i64>) -> tensor<3xi64>
  return %r : tensor<3xi64>
}

// -----

func.func @k(%x0: tensor<2xi64>, %x1: tensor<1xi64>) -> tensor<1xi64> {
  // expected-error @+1 {{expected buffer 1 of tvm_sequence_erase to have rank 0, got 'memref<1xi64>'}}
  %r = te.extern @tvm_sequence_erase(%x0, %x1) {constants = ["n", array<i64: 0>]} : (tensor<2xi64>, tensor<1xi64>) -> tensor<1xi64>
  return %r : tensor<1xi64>
}

// -----

func.func @k(%x0: tensor<3x2xi8>, %x1: tensor<2xi64>) -> tensor<2xi64> {
  // expected-error @+1 {{expected the axis of tvm_sequence_split to be from 0 to 1, got 2}}
  %r = te.extern @tvm_sequence_split(%x0, %x1) {constants = ["n", "uint8", array<i64: 2, 2, 1>]} : (tensor<3x2xi8>, tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

func.func @k(%x0: tensor<2xi64>) -> tensor<2xi64> {
  // expected-error @+1 {{expected the rank of tvm_sequence_concat_shape to be from 0 to 65536, got -1}}
  %r = te.extern @tvm_sequence_concat_shape(%x0) {constants = ["n", "float32", array<i64: -1, 0, 1>]} : (tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

func.func @k(%x0: tensor<2xi64>) -> tensor<2x3xf32> {
  // expected-error @+1 {{expected the axis of tvm_sequence_concat to be from 0 to 1, got 2}}
  %r = te.extern @tvm_sequence_concat(%x0) {constants = ["n", "float32", array<i64: 1, 2, 1>]} : (tensor<2xi64>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

// Sizes that are more than the text.
func.func @k() -> tensor<2x2xi64> {
  // expected-error @+1 {{expected the size of a string of tvm_strings to be from 0 to 1, got 2}}
  %r = te.extern @tvm_strings() {constants = ["abcab", array<i64: 3, 0, 1, 2>]} : () -> tensor<2x2xi64>
  return %r : tensor<2x2xi64>
}

// -----

func.func @k() -> tensor<2x2xi64> {
  // expected-error @+1 {{expected the number of strings of tvm_strings to be from 4 to 4, got 3}}
  %r = te.extern @tvm_strings() {constants = ["abcab", array<i64: 3, 0, 1>]} : () -> tensor<2x2xi64>
  return %r : tensor<2x2xi64>
}

// -----

// Strings of the same sizes.
func.func @k(%x0: tensor<2xi64>, %x1: tensor<1xi64>) -> tensor<2xi64> {
  // expected-error @+1 {{expected dimension 0 of buffer 1 of tvm_string_concat to be 2, got 'memref<1xi64>'}}
  %r = te.extern @tvm_string_concat(%x0, %x1) {constants = [array<i64: 1>]} : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

func.func @k(%x0: tensor<2xi64>, %x1: tensor<2xi64>) -> tensor<2xi64> {
  // expected-error @+1 {{expected buffer 2 of tvm_string_equal to have elements of 1 bytes, got 'memref<2xi64>'}}
  %r = te.extern @tvm_string_equal(%x0, %x1) {constants = [array<i64: 1>]} : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

func.func @k(%x0: tensor<2xi64>, %x1: tensor<3xi64>) -> tensor<2xi64> {
  // expected-error @+1 {{expected buffer 0 of tvm_string_lookup to have rank 2, got 'memref<2xi64>'}}
  %r = te.extern @tvm_string_lookup(%x0, %x1) {constants = [array<i64: 2>]} : (tensor<2xi64>, tensor<3xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

func.func @k(%x0: tensor<2xi64>, %x1: tensor<1xi64>) -> (tensor<2xi64>, tensor<1xi64>) {
  // expected-error @+1 {{expected the change of letters of tvm_string_normalize to be from 0 to 2, got 3}}
  %r:2 = te.extern @tvm_string_normalize(%x0, %x1) {constants = [array<i64: 3, 1>]} : (tensor<2xi64>, tensor<1xi64>) -> (tensor<2xi64>, tensor<1xi64>)
  return %r#0, %r#1 : tensor<2xi64>, tensor<1xi64>
}

// -----

func.func @k(%x0: tensor<2xi64>) -> tensor<1xi64> {
  // expected-error @+1 {{expected dimension 0 of buffer 1 of tvm_string_count_parts to be 2, got 'memref<1xi64>'}}
  %r = te.extern @tvm_string_count_parts(%x0) {constants = [",", array<i64: 1, -1>]} : (tensor<2xi64>) -> tensor<1xi64>
  return %r : tensor<1xi64>
}

// -----

func.func @k(%x0: tensor<2xi64>) -> tensor<2xi64> {
  // expected-error @+1 {{expected buffer 1 of tvm_string_split to have rank 2, got 'memref<2xi64>'}}
  %r = te.extern @tvm_string_split(%x0) {constants = [",", array<i64: 1, -1>]} : (tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

// Sequences of a pool that lie in it, and a column for each.
func.func @k(%x0: tensor<6xi64>) -> tensor<3xf32> {
  // expected-error @+1 {{expected the start of sequences of tvm_count_ngrams to be from 0 to 4, got -1}}
  %r = te.extern @tvm_count_ngrams(%x0) {constants = [array<i64: 1>, array<i64: 2, 3, 5, 4>, array<i64: -1, 2>, array<i64: 0, 1, 2>, array<i64: 1, 2, 0>]} : (tensor<6xi64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @k(%x0: tensor<6xi64>) -> tensor<3xf32> {
  // expected-error @+1 {{expected the end of sequences of tvm_count_ngrams to be from 0 to 4, got 5}}
  %r = te.extern @tvm_count_ngrams(%x0) {constants = [array<i64: 1>, array<i64: 2, 3, 5, 4>, array<i64: 0, 5>, array<i64: 0, 1, 2>, array<i64: 1, 2, 0>]} : (tensor<6xi64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @k(%x0: tensor<6xi64>) -> tensor<3xf32> {
  // expected-error @+1 {{expected the numbers beyond whole sequences of tvm_count_ngrams to be from 0 to 0, got 1}}
  %r = te.extern @tvm_count_ngrams(%x0) {constants = [array<i64: 1>, array<i64: 2, 3, 5, 4>, array<i64: 0, 1>, array<i64: 0, 1, 2>, array<i64: 1, 2, 0>]} : (tensor<6xi64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @k(%x0: tensor<6xi64>) -> tensor<3xf32> {
  // expected-error @+1 {{expected the number of columns of tvm_count_ngrams to be from 3 to 9223372036854775807, got 2}}
  %r = te.extern @tvm_count_ngrams(%x0) {constants = [array<i64: 1>, array<i64: 2, 3, 5, 4>, array<i64: 0, 2>, array<i64: 0, 1>, array<i64: 1, 2, 0>]} : (tensor<6xi64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @k(%x0: tensor<6xi64>) -> tensor<3xf32> {
  // expected-error @+1 {{expected the shortest length of tvm_count_ngrams to be from 1 to 9223372036854775807, got 0}}
  %r = te.extern @tvm_count_ngrams(%x0) {constants = [array<i64: 1>, array<i64: 2, 3, 5, 4>, array<i64: 0, 2>, array<i64: 0, 1, 2>, array<i64: 0, 2, 0>]} : (tensor<6xi64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @k(%x0: tensor<6xi64>) -> tensor<3xf32> {
  // expected-error @+1 {{expected the largest gap of tvm_count_ngrams to be from 0 to 9223372036854775807, got -1}}
  %r = te.extern @tvm_count_ngrams(%x0) {constants = [array<i64: 1>, array<i64: 2, 3, 5, 4>, array<i64: 0, 2>, array<i64: 0, 1, 2>, array<i64: 1, 2, -1>]} : (tensor<6xi64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @k(%x0: tensor<6xi64>) -> tensor<3xf32> {
  // expected-error @+1 {{expected a column of tvm_count_ngrams to be from 0 to 2, got 3}}
  %r = te.extern @tvm_count_ngrams(%x0) {constants = [array<i64: 1>, array<i64: 2, 3, 5, 4>, array<i64: 0, 2>, array<i64: 0, 1, 3>, array<i64: 1, 2, 0>]} : (tensor<6xi64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// Buffers of a device as their description says.
func.func @k(%x0: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error @+1 {{expected buffer 1 of tvm_device_begin to have elements of 8 bytes, got 'memref<5xf32>'}}
  %r = te.extern @tvm_device_begin(%x0) {constants = [array<i64: 1, 4, 1, 8>]} : (tensor<4xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

func.func @k(%x0: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error @+1 {{expected the fields beyond whole operands of tvm_device_begin to be from 0 to 0, got 1}}
  %r = te.extern @tvm_device_begin(%x0) {constants = [array<i64: 1, 4, 1>]} : (tensor<4xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

func.func @k(%x0: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error @+1 {{expected the number of operands without a buffer of tvm_device_begin to be from 0 to 0, got 1}}
  %r = te.extern @tvm_device_begin(%x0) {constants = [array<i64: 1, 4, 1, 4, -1, 8>]} : (tensor<4xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

func.func @k(%x0: tensor<7xi64>, %x1: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected dimension 0 of buffer 0 of tvm_device_launch to be 6, got 'memref<7xi64>'}}
  %r = te.extern @tvm_device_launch(%x0, %x1) {constants = ["ptx", "f", array<i64: 1, 4, 1, 4>]} : (tensor<7xi64>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
