// Schedules find what was preloaded into the context.
// RUN: rm -rf %t && split-file %s %t
// RUN: tvm-opt %t/kernels.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/library.mlir},builtin.module(schedule-apply))' | FileCheck %s
// RUN: tvm-opt %t/kernels.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/library.mlir},builtin.module(schedule-apply{keep-script}))' | FileCheck %s --check-prefix=KEPT

// A schedule that is all in the library: of modules that have none.
// RUN: tvm-opt %t/plain.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/main.mlir},builtin.module(schedule-apply))' | FileCheck %s --check-prefix=MAIN
// RUN: tvm-opt %t/plain.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/library.mlir},builtin.module(schedule-apply))' | FileCheck %s --check-prefix=PLAIN

// RUN: not tvm-opt %t/kernels.mlir --pass-pipeline='builtin.module(transform-preload-library{transform-library-paths=%t/main.mlir},builtin.module(schedule-apply))' 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: doubly defined symbol @__transform_main

// Without a library, what is declared only is an error.
// RUN: not tvm-opt %t/kernels.mlir --pass-pipeline='builtin.module(builtin.module(schedule-apply))' 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: unresolved external named sequence

// CHECK-LABEL: module @first
// CHECK: affine.for {{.*}} = 0 to 2
// CHECK-NEXT: affine.for {{.*}} = 0 to 4
// CHECK-NOT: transform.
// CHECK-LABEL: module @second
// CHECK: affine.for {{.*}} = 0 to 2
// CHECK-NOT: transform.

// A script that is kept keeps what it uses, and what that uses.
// KEPT-LABEL: module @first
// KEPT-DAG: transform.named_sequence @__transform_main
// KEPT-DAG: transform.named_sequence @split(
// KEPT-DAG: transform.named_sequence @split_by(
// KEPT-NOT: @unused
// KEPT-LABEL: module @second

// MAIN-LABEL: module @plain
// MAIN: te.kind = "parallel"
// MAIN-NOT: transform.
// PLAIN: affine.for {{.*}} = 0 to 8
// PLAIN-NOT: transform.

//--- library.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @split_by(%block: !transform.any_op {transform.readonly}) {
    %i = schedule.get_loops of %block
    %o, %l = schedule.split %i by [0, 4]
    transform.yield
  }
  transform.named_sequence @split(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    transform.include @split_by failures(propagate) (%a) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @unused(%root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}

//--- main.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i = schedule.get_loops of %a
    schedule.parallel %i
    transform.yield
  }
}

//--- plain.mlir
module {
module @plain {
  func.func @f(%x: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%x : memref<8xf32>) do {
      ^bb0(%v: index, %y: memref<8xf32>):
        %0 = arith.constant 1.0 : f32
        affine.store %0, %y[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
}
}

//--- kernels.mlir
module @first attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%x : memref<8xf32>) do {
      ^bb0(%v: index, %y: memref<8xf32>):
        %0 = arith.constant 1.0 : f32
        affine.store %0, %y[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence private @split(%root: !transform.any_op {transform.readonly})
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.include @split failures(propagate) (%root) : (!transform.any_op) -> ()
    transform.yield
  }
}
module @second attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%x : memref<8xf32>) do {
      ^bb0(%v: index, %y: memref<8xf32>):
        %0 = arith.constant 1.0 : f32
        affine.store %0, %y[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence private @split(%root: !transform.any_op {transform.readonly})
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.include @split failures(propagate) (%root) : (!transform.any_op) -> ()
    transform.yield
  }
}
