// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32},convert-te-to-loops,schedule-generate{max-estimates=0},schedule-apply)' | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,cores=64},convert-te-to-loops,schedule-generate{max-estimates=0},schedule-apply)' | FileCheck %s --check-prefix=CORES
// RUN: tvm-opt %s --pass-pipeline='builtin.module(target-set{entries=max_vector_op_width=512,vector_registers=32,L1_cache_size_in_bytes=16384,L3_cache_size_in_bytes=8388608},convert-te-to-loops,schedule-generate{max-estimates=0},schedule-apply)' | FileCheck %s --check-prefix=CACHES

// A hundred rows are enough for 4 cores, not for 64. 10 MiB are more than half
// of 8, and less than half of 32.
// CHECK-LABEL: func.func @images
// CHECK: affine.for %{{.*}} = 0 to 100 {
// CHECK: affine.for %{{.*}} = 0 to 50 {
// CHECK: } {te.kind = "vectorized"}
// CHECK: } {te.kind = "parallel"}
// CORES-LABEL: func.func @images
// CORES: affine.for %{{.*}} = 0 to 5000 {
// CORES-NEXT: affine.for %{{.*}} = 0 to 512 {
// CORES: } {te.kind = "parallel"}
// CACHES-LABEL: func.func @images
// CACHES: } {te.kind = "vectorized", te.streams}
func.func @images(%x: tensor<100x50x512xf32>) -> tensor<100x50x512xf32> {
  %0 = te.compute [100, 50, 512] spatial 3 {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %j, %k] : tensor<100x50x512xf32>
    %b = arith.negf %a : f32
    te.yield %b : f32
  } : tensor<100x50x512xf32>
  return %0 : tensor<100x50x512xf32>
}

// 24 KiB stay in three quarters of the first-level cache, or do not: rows of
// what is read are whole, or of what is written.
// CHECK-LABEL: func.func @transpose
// CHECK: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 6 {
// CACHES-LABEL: func.func @transpose
// CACHES: affine.for %{{.*}} = 0 to 6 {
// CACHES-NEXT: affine.for %{{.*}} = 0 to 4 {
func.func @transpose(%x: tensor<64x96xf32>) -> tensor<96x64xf32> {
  %0 = te.compute [96, 64] spatial 2 {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%j, %i] : tensor<64x96xf32>
    te.yield %a : f32
  } : tensor<96x64xf32>
  return %0 : tensor<96x64xf32>
}
