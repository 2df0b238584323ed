// RUN: tvm-opt %s -split-input-file --convert-te-to-loops --kernel-lower-externs | FileCheck %s

// A call of each function of the runtime that has what the function reads.
// CHECK: llvm.mlir.addressof @tvm_extern_tvm_top_k
func.func @k(%x0: tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>) {
  %r:2 = te.extern @tvm_top_k(%x0) {constants = ["float32", array<i64: 2, 1, 1>]} : (tensor<4x300xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>)
  return %r#0, %r#1 : tensor<4x3xf32>, tensor<4x3xi64>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_nonzero
func.func @k(%x0: tensor<2x3xi8>) -> tensor<2x6xi64> {
  %r = te.extern @tvm_nonzero(%x0) {constants = [array<i64: 2>]} : (tensor<2x3xi8>) -> tensor<2x6xi64>
  return %r : tensor<2x6xi64>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_unique
func.func @k(%x0: tensor<9x2xi8>) -> (tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<1xi64>) {
  %r:4 = te.extern @tvm_unique(%x0) {constants = ["uint8", array<i64: 1>]} : (tensor<9x2xi8>) -> (tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<1xi64>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<9xi64>, tensor<9xi64>, tensor<9xi64>, tensor<1xi64>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_non_max_suppression
func.func @k(%x0: tensor<1x6x4xf32>, %x1: tensor<1x2x6xf32>, %x2: tensor<f32>, %x3: tensor<1xf32>) -> (tensor<8x3xi64>, tensor<1xi64>) {
  %r:2 = te.extern @tvm_non_max_suppression(%x0, %x1, %x2, %x3) {constants = [array<i64: 0, 0, 1>]} : (tensor<1x6x4xf32>, tensor<1x2x6xf32>, tensor<f32>, tensor<1xf32>) -> (tensor<8x3xi64>, tensor<1xi64>)
  return %r#0, %r#1 : tensor<8x3xi64>, tensor<1xi64>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_scatter
func.func @k(%x0: tensor<10x8xf32>, %x1: tensor<3x8xi64>, %x2: tensor<3x8xf32>) -> tensor<10x8xf32> {
  %r = te.extern @tvm_scatter(%x0, %x1, %x2) {constants = ["float32", array<i64: 1, 0, 2, 2, 2, 8>]} : (tensor<10x8xf32>, tensor<3x8xi64>, tensor<3x8xf32>) -> tensor<10x8xf32>
  return %r : tensor<10x8xf32>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_scatter
func.func @k(%x0: tensor<10x8xf16>, %x1: tensor<3x1xi32>, %x2: tensor<3x8xf16>) -> tensor<10x8xf16> {
  %r = te.extern @tvm_scatter(%x0, %x1, %x2) {constants = ["uint16", array<i64: 0, -1, 2, 2, 2, 4>]} : (tensor<10x8xf16>, tensor<3x1xi32>, tensor<3x8xf16>) -> tensor<10x8xf16>
  return %r : tensor<10x8xf16>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_sequence
func.func @k(%x0: tensor<5xf32>, %x1: tensor<i64>) -> tensor<2xi64> {
  %r = te.extern @tvm_sequence(%x0, %x1) {constants = ["n", "float32 string ", array<i64: 1, 0>]} : (tensor<5xf32>, tensor<i64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_sequence_shape
func.func @k(%x0: tensor<2xi64>, %x1: tensor<i64>) -> tensor<2xi64> {
  %r = te.extern @tvm_sequence_shape(%x0, %x1) {constants = ["n", "float16", array<i64: 0, 2>]} : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_sequence_at
func.func @k(%x0: tensor<2xi64>, %x1: tensor<1xi64>) -> tensor<3x4xf16> {
  %r = te.extern @tvm_sequence_at(%x0, %x1) {constants = ["n", "float16", array<i64: 1, 2>]} : (tensor<2xi64>, tensor<1xi64>) -> tensor<3x4xf16>
  return %r : tensor<3x4xf16>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_sequence_insert
func.func @k(%x0: tensor<3x4xi8>, %x1: tensor<2xi64>, %x2: tensor<i64>) -> tensor<3xi64> {
  %r = te.extern @tvm_sequence_insert(%x0, %x1, %x2) {constants = ["n", "bool", array<i64: 0, 2>]} : (tensor<3x4xi8>, tensor<2xi64>, tensor<i64>) -> tensor<3xi64>
  return %r : tensor<3xi64>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_sequence_erase
func.func @k(%x0: tensor<2xi64>, %x1: tensor<1xi64>) -> tensor<1xi64> {
  %r = te.extern @tvm_sequence_erase(%x0, %x1) {constants = ["n", array<i64: 1>]} : (tensor<2xi64>, tensor<1xi64>) -> tensor<1xi64>
  return %r : tensor<1xi64>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_sequence_split
func.func @k(%x0: tensor<3x2xi8>, %x1: tensor<2xi64>) -> tensor<2xi64> {
  %r = te.extern @tvm_sequence_split(%x0, %x1) {constants = ["n", "uint8", array<i64: 2, 1, 1>]} : (tensor<3x2xi8>, tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_sequence_concat_shape
func.func @k(%x0: tensor<2xi64>) -> tensor<2xi64> {
  %r = te.extern @tvm_sequence_concat_shape(%x0) {constants = ["n", "float32", array<i64: 1, 1, 1>]} : (tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_sequence_concat
func.func @k(%x0: tensor<2xi64>) -> tensor<2x3xf32> {
  %r = te.extern @tvm_sequence_concat(%x0) {constants = ["n", "float32", array<i64: 1, 0, 1>]} : (tensor<2xi64>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_strings
func.func @k() -> tensor<2x2xi64> {
  %r = te.extern @tvm_strings() {constants = ["abcab", array<i64: 3, 0, 1, 1>]} : () -> tensor<2x2xi64>
  return %r : tensor<2x2xi64>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_string_concat
func.func @k(%x0: tensor<2xi64>, %x1: tensor<2xi64>) -> tensor<2xi64> {
  %r = te.extern @tvm_string_concat(%x0, %x1) {constants = [array<i64: 1>]} : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_string_equal
func.func @k(%x0: tensor<2xi64>, %x1: tensor<2xi64>) -> tensor<2xi8> {
  %r = te.extern @tvm_string_equal(%x0, %x1) {constants = [array<i64: 1>]} : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi8>
  return %r : tensor<2xi8>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_string_lookup
func.func @k(%x0: tensor<2xi64>, %x1: tensor<3xi64>) -> tensor<2xi64> {
  %r = te.extern @tvm_string_lookup(%x0, %x1) {constants = [array<i64: 1>]} : (tensor<2xi64>, tensor<3xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_string_normalize
func.func @k(%x0: tensor<2xi64>, %x1: tensor<1xi64>) -> (tensor<2xi64>, tensor<1xi64>) {
  %r:2 = te.extern @tvm_string_normalize(%x0, %x1) {constants = [array<i64: 2, 1>]} : (tensor<2xi64>, tensor<1xi64>) -> (tensor<2xi64>, tensor<1xi64>)
  return %r#0, %r#1 : tensor<2xi64>, tensor<1xi64>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_string_count_parts
func.func @k(%x0: tensor<2xi64>) -> tensor<2xi64> {
  %r = te.extern @tvm_string_count_parts(%x0) {constants = [",", array<i64: 1, -1>]} : (tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_string_split
func.func @k(%x0: tensor<2xi64>) -> tensor<2x3xi64> {
  %r = te.extern @tvm_string_split(%x0) {constants = [",", array<i64: 1, -1>]} : (tensor<2xi64>) -> tensor<2x3xi64>
  return %r : tensor<2x3xi64>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_count_ngrams
func.func @k(%x0: tensor<6xi64>) -> tensor<3xf32> {
  %r = te.extern @tvm_count_ngrams(%x0) {constants = [array<i64: 1>, array<i64: 2, 3, 5, 4>, array<i64: 0, 2>, array<i64: 0, 1, 2>, array<i64: 1, 2, 0>]} : (tensor<6xi64>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_device_begin
func.func @k(%x0: tensor<4xf32>) -> tensor<5xf32> {
  %r = te.extern @tvm_device_begin(%x0) {constants = [array<i64: 1, 4, 1, 4>]} : (tensor<4xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

// CHECK: llvm.mlir.addressof @tvm_extern_tvm_device_launch
func.func @k(%x0: tensor<7xi64>, %x1: tensor<4xf32>) -> tensor<4xf32> {
  %r = te.extern @tvm_device_launch(%x0, %x1) {constants = ["ptx", "f", array<i64: 1, 4, -1, 8, 1, 4>]} : (tensor<7xi64>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
