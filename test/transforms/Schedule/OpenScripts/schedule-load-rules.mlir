// Rules that are transform scripts: their choices are parameters of strategies.
// RUN: rm -rf %t && split-file %s %t
// RUN: tvm-opt %t/kernel.mlir --schedule-load-rules=paths=%t/rules.mlir --schedule-generate | FileCheck %s
// RUN: tvm-opt %t/kernel.mlir --schedule-load-rules=paths=%t/rules.mlir --schedule-generate --schedule-apply | FileCheck %s --check-prefix=APPLIED

// The schedule has the steps of the script, behind a query of the block.
// CHECK: schedule.strategy = #schedule.blocks<"B" = #schedule.custom<rule = "vectors", parameters = {lanes = 8 : i64}>>
// CHECK: %[[B:.*]] = schedule.get_block "B" in
// CHECK-NEXT: %[[I:.*]] = schedule.get_loops of %[[B]]
// CHECK-NEXT: %[[LANES:.*]] = transform.tune.knob<"lanes"> = 8 : i64 from options = [16, 8, 4]
// CHECK-NEXT: %[[L:.*]]:2 = schedule.split %[[I]] by [0, %[[LANES]]]
// CHECK-NEXT: schedule.vectorize %[[L]]#1
// CHECK-NEXT: transform.yield
// APPLIED: affine.for {{.*}} = 0 to 12
// APPLIED-NEXT: affine.for {{.*}} = 0 to 8
// APPLIED: te.kind = "vectorized"

// Parameters with their default values are left out.
// RUN: sed 's/lanes = 8/lanes = 16/' %t/kernel.mlir | tvm-opt --schedule-load-rules=paths=%t/rules.mlir --schedule-generate | FileCheck %s --check-prefix=DEFAULT
// DEFAULT: #schedule.custom<rule = "vectors">>
// DEFAULT: transform.tune.knob<"lanes"> = 16 : i64

// The outermost factor of a tile is the rest. What a script includes is beside
// the schedule, where two blocks may need it.
// RUN: sed 's/"vectors", parameters = {lanes = 8/"tiles", parameters = {tile0.factor2 = 4, tile0.factor1 = 3/' %t/kernel.mlir | tvm-opt --schedule-load-rules=paths=%t/rules.mlir --schedule-generate | FileCheck %s --check-prefix=TILES
// RUN: sed 's/"vectors", parameters = {lanes = 8/"tiles", parameters = {tile0.factor2 = 4, tile0.factor1 = 3/' %t/kernel.mlir | tvm-opt --schedule-load-rules=paths=%t/rules.mlir --schedule-generate --schedule-apply | FileCheck %s --check-prefix=TILED
// TILES: schedule.sample_perfect_tile {{.*}} decision [0, 3, 4]
// TILES: selected_region = 0
// TILES: transform.include @fast
// TILES: transform.named_sequence private @fast(
// TILED: affine.for {{.*}} = 0 to 8
// TILED-NEXT: affine.for {{.*}} = 0 to 3
// TILED-NEXT: affine.for {{.*}} = 0 to 4
// TILED-NOT: transform.

// Without a strategy the rules of the compiler choose, as if there were no others.
// RUN: sed 's/ attributes {schedule.strategy.*}>}//' %t/kernel.mlir > %t/free.mlir
// RUN: tvm-opt %t/free.mlir --schedule-generate > %t/default.mlir
// RUN: tvm-opt %t/free.mlir --schedule-load-rules=paths=%t/rules.mlir --schedule-generate | cmp - %t/default.mlir
// RUN: tvm-opt %t/free.mlir --schedule-generate=max-estimates=0 > %t/default.mlir
// RUN: tvm-opt %t/free.mlir --schedule-load-rules=paths=%t/rules.mlir --schedule-generate=max-estimates=0 | cmp - %t/default.mlir

// Their strategies are listed without estimates. A file may be loaded twice.
// RUN: tvm-opt %t/free.mlir --schedule-load-rules=paths=%t/rules.mlir,%t/rules.mlir --schedule-list-strategies=random=1 -o /dev/null | FileCheck %s --check-prefix=LIST
// LIST: rule vectors: 3 strategies
// LIST-NEXT: lanes: 4 8 [16]
// LIST-NEXT: preferred: none, only measurements choose it
// LIST-NEXT: random strategy: #schedule.custom<rule = "vectors"
// LIST-NEXT: rule tiles: {{[0-9]+}} strategies
// LIST-NEXT: inner: [0] 1
// LIST-NEXT: n: [1] 2
// LIST-NEXT: tile0.factor2: [1] 2 3 4 6 8 12 16
// LIST-NEXT: tile0.factor1: [1] 2 3 4 6 8 12 16 24 32 48 96
// LIST-NEXT: preferred: none
// LIST-NEXT: random
// LIST-NEXT: rule whole: 1 strategies
// LIST-NOT: rule square
// LIST: rule elementwise

// The remark on a block has no cycles.
// RUN: tvm-opt %t/kernel.mlir --schedule-load-rules=paths=%t/rules.mlir --schedule-generate --remarks-filter=schedule-generate --remark-policy=all --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: vectors
// REMARK-SAME: Block=B
// REMARK-NOT: Cycles

//--- rules.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @vectors(%block: !transform.any_op {transform.readonly}) {
    %i = schedule.get_loops of %block
    %lanes = transform.tune.knob<"lanes"> options = [16, 8, 4] -> !transform.param<i64>
    %o, %l = schedule.split %i by [0, %lanes]
    schedule.vectorize %l
    transform.yield
  }
  transform.named_sequence private @fast(%loop: !transform.any_op {transform.readonly}) {
    schedule.vectorize %loop
    transform.yield
  }
  transform.named_sequence @tiles(%block: !transform.any_op {transform.readonly}) {
    %i = schedule.get_loops of %block
    %f:3 = schedule.sample_perfect_tile %i max_innermost_factor 16
    %l:3 = schedule.split %i by [%f#0, %f#1, %f#2]
    transform.tune.alternatives<"inner"> {
      transform.include @fast failures(propagate) (%l#2) : (!transform.any_op) -> ()
    }, {
      %n = transform.tune.knob<"n"> options = [1, 2] -> !transform.param<i64>
      %o, %m = schedule.split %l#2 by [0, %n]
      schedule.unroll %m
    }
    transform.yield
  }
  transform.named_sequence @whole(%block: !transform.any_op {transform.readonly}) {
    %i = schedule.get_loops of %block
    schedule.vectorize %i
    transform.yield
  }
  transform.named_sequence @square(%block: !transform.any_op {transform.readonly}) {
    %i, %j = schedule.get_loops of %block
    schedule.vectorize %j
    transform.yield
  }
}

//--- kernel.mlir
func.func @copy(%a: memref<96xf32>, %b: memref<96xf32>) attributes {schedule.strategy = #schedule.custom<rule = "vectors", parameters = {lanes = 8}>} {
  affine.for %i = 0 to 96 {
    te.block "B" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<96xf32>, memref<96xf32>) do {
    ^bb0(%v: index, %x: memref<96xf32>, %y: memref<96xf32>):
      %0 = affine.load %x[%v] : memref<96xf32>
      affine.store %0, %y[%v] : memref<96xf32>
      te.yield
    }
  }
  return
}
