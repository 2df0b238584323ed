// RUN: tvm-opt %s --verify-roundtrip | FileCheck %s

// Queries.
// CHECK-LABEL: @queries
// CHECK: %[[F:.*]] = schedule.get_kernel "relu" in %{{.*}}
// CHECK: %[[C:.*]] = schedule.get_block "C" in %[[F]]
// CHECK: %{{.*}}:2 = schedule.get_loops of %[[C]]
module attributes {transform.with_named_sequence} {
transform.named_sequence @queries(%root: !transform.any_op {transform.readonly}) {
  %f = schedule.get_kernel "relu" in %root
  %c = schedule.get_block "C" in %f
  %i, %j = schedule.get_loops of %c
  transform.yield
}
}

// Loops: factors are numbers or parameters.
// CHECK-LABEL: @loops
// CHECK: %[[N:.*]] = transform.param.constant
// CHECK: %[[S:.*]]:3 = schedule.split %{{.*}} by [0, %[[N]], 4]
// CHECK: schedule.loop_partition %[[S]]#0 by 4
// CHECK: %{{.*}}:2 = schedule.loop_partition %[[S]]#1 into [1, 0, 1]
// CHECK: %{{.*}}:2 = schedule.loop_distribute %[[S]]#0
// CHECK: %[[F:.*]] = schedule.fuse %[[S]]#0, %[[S]]#1
// CHECK: schedule.reorder %[[S]]#2, %[[F]]
// CHECK: schedule.parallel %[[F]]
// CHECK: schedule.vectorize %[[S]]#2
// CHECK: schedule.unroll %[[S]]#2
// CHECK: schedule.stream_stores %[[S]]#2
module attributes {transform.with_named_sequence} {
transform.named_sequence @loops(%i: !transform.any_op {transform.readonly}) {
  %n = transform.param.constant 2 : i64 -> !transform.param<i64>
  %a, %b, %c = schedule.split %i by [0, %n, 4]
  %rest = schedule.loop_partition %a by 4
  %inside, %last = schedule.loop_partition %b into [1, 0, 1]
  %x, %y = schedule.loop_distribute %a
  %f = schedule.fuse %a, %b
  schedule.reorder %c, %f
  schedule.parallel %f
  schedule.vectorize %c
  schedule.unroll %c
  schedule.stream_stores %c
  transform.yield
}
}

// Blocks.
// CHECK-LABEL: @blocks
// CHECK: schedule.compute_at %[[B:.*]], %{{.*}}
// CHECK: schedule.cache_write %[[B]]
// CHECK: schedule.decompose_reduction %[[B]], %{{.*}}
// CHECK: schedule.skip_zeros %[[B]], 0 at %{{.*}}
// CHECK: schedule.compact_buffer %[[B]] at %{{.*}}
// CHECK: schedule.drop_predicate %[[B]]
// CHECK: schedule.blockize %[[I:.*]]
// CHECK: schedule.tensorize %[[I]] with @gemm8x8
module attributes {transform.with_named_sequence} {
transform.named_sequence @blocks(%root: !transform.any_op {transform.readonly}) {
  %c = schedule.get_block "C" in %root
  %i = schedule.get_loops of %c
  %a = schedule.compute_at %c, %i
  %w = schedule.cache_write %c
  %n = schedule.decompose_reduction %c, %i
  schedule.skip_zeros %c, 0 at %i
  schedule.compact_buffer %c at %i
  schedule.drop_predicate %c
  %t = schedule.blockize %i
  %u = schedule.tensorize %i with @gemm8x8
  transform.yield
}
}

// Random decisions, and what was decided.
// CHECK-LABEL: @sampling
// CHECK: %{{.*}}:2 = schedule.sample_perfect_tile %{{.*}}
// CHECK-NEXT: %{{.*}}:2 = schedule.sample_perfect_tile %{{.*}} max_innermost_factor 8 decision [3, 8]
// CHECK-NEXT: schedule.sample_categorical [1, -2] weights [5.000000e-01, 2.500000e-01]
// CHECK-NEXT: schedule.sample_categorical [1, -2] weights [5.000000e-01, 2.500000e-01] decision 1
// CHECK-NEXT: schedule.sample_compute_location %{{.*}}
// CHECK-NEXT: schedule.sample_compute_location %{{.*}} decision -1
module attributes {transform.with_named_sequence} {
transform.named_sequence @sampling(%i: !transform.any_op {transform.readonly}, %b: !transform.any_op {transform.readonly}) {
  %f:2 = schedule.sample_perfect_tile %i
  %g:2 = schedule.sample_perfect_tile %i max_innermost_factor 8 decision [3, 8]
  %n = schedule.sample_categorical [1, -2] weights [0.5, 0.25]
  %m = schedule.sample_categorical [1, -2] weights [0.5, 0.25] decision 1
  %k = schedule.sample_compute_location %b
  %l = schedule.sample_compute_location %b decision -1
  transform.yield
}
}
