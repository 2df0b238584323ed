// RUN: tvm-opt %s --schedule-generate --remarks-filter=schedule-generate --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s
// RUN: tvm-opt %s --schedule-generate -o /dev/null 2>&1 | count 0
// RUN: tvm-opt %s --schedule-generate=only-given --remarks-filter=schedule-generate --remark-policy=all --remark-format=emitRemark -o %t 2>&1 | FileCheck %s --check-prefix=GIVEN
// RUN: FileCheck %s --check-prefix=KEPT < %t

// Each block has a remark, in program order, with the name of its rule.
// CHECK: remarks.mlir:[[#@LINE + 15]]:{{[0-9]+}}: remark: [Passed] elementwise | Category:schedule-generate | Function=first | Block=a, Cycles={{[1-9][0-9]*}}
// CHECK: remarks.mlir:[[#@LINE + 27]]:{{[0-9]+}}: remark: [Passed] elementwise | Category:schedule-generate | Function=second | Block=b, Cycles={{[1-9][0-9]*}}

// With only-given, rules choose none.
// GIVEN-NOT: Function=first
// GIVEN: remark: [Passed] elementwise | Category:schedule-generate | Function=second | Block=b, Cycles=
// GIVEN-NOT: Function=first
// KEPT-LABEL: func.func @first
// KEPT-NOT: schedule.strategy
// KEPT-LABEL: func.func @second
// KEPT-SAME: schedule.strategy = #schedule.blocks<"b" = #schedule.elementwise<tasks = 4>>
// KEPT: transform.named_sequence
// KEPT-NOT: get_kernel "first"
func.func @first(%x: memref<640xf32>, %y: memref<640xf32>) {
  affine.for %i = 0 to 640 {
    te.block "a" [false] affine_map<(i) -> (i)>(%i) captures(%x, %y : memref<640xf32>, memref<640xf32>) do {
    ^bb0(%vi: index, %mx: memref<640xf32>, %my: memref<640xf32>):
      %0 = affine.load %mx[%vi] : memref<640xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %my[%vi] : memref<640xf32>
      te.yield
    }
  }
  return
}

func.func @second(%x: memref<640xf32>, %y: memref<640xf32>) {
  affine.for %i = 0 to 640 {
    te.block "b" [false] affine_map<(i) -> (i)>(%i) captures(%x, %y : memref<640xf32>, memref<640xf32>) attributes {schedule.strategy = #schedule.elementwise<tasks = 4>} do {
    ^bb0(%vi: index, %mx: memref<640xf32>, %my: memref<640xf32>):
      %0 = affine.load %mx[%vi] : memref<640xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %my[%vi] : memref<640xf32>
      te.yield
    }
  }
  return
}
