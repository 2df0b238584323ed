// RUN: rm -rf %t && split-file %s %t

// A file that cannot be read, or parsed.
// RUN: not tvm-opt %t/empty.mlir --schedule-load-rules=paths=%t/none.mlir 2>&1 | FileCheck %s --check-prefix=READ
// READ: error: cannot read '{{.*}}none.mlir': No such file or directory
// RUN: not tvm-opt %t/empty.mlir --schedule-load-rules=paths=%t/text.mlir 2>&1 | FileCheck %s --check-prefix=PARSE
// PARSE: text.mlir:1:1: error: custom op 'this' is unknown

// No rule.
// RUN: not tvm-opt %t/empty.mlir --schedule-load-rules=paths=%t/empty.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: expected a public transform.named_sequence, which is a schedule rule
// RUN: not tvm-opt %t/empty.mlir --schedule-load-rules=paths=%t/private.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY

// Sequences that are no scripts for a block.
// RUN: not tvm-opt %t/empty.mlir --schedule-load-rules=paths=%t/two.mlir 2>&1 | FileCheck %s --check-prefix=ARGUMENTS
// ARGUMENTS: two.mlir:2:{{[0-9]+}}: error: expected a rule with a body, one argument of type '!transform.any_op', and no results
// RUN: not tvm-opt %t/empty.mlir --schedule-load-rules=paths=%t/results.mlir 2>&1 | FileCheck %s --check-prefix=ARGUMENTS2
// ARGUMENTS2: error: expected a rule with a body, one argument
// RUN: not tvm-opt %t/empty.mlir --schedule-load-rules=paths=%t/external.mlir 2>&1 | FileCheck %s --check-prefix=ARGUMENTS2

// Choices that cannot be named, or have no options.
// RUN: not tvm-opt %t/empty.mlir --schedule-load-rules=paths=%t/included.mlir 2>&1 | FileCheck %s --check-prefix=INCLUDED
// INCLUDED: included.mlir:3:{{[0-9]+}}: error: expected a choice in rule 'outer' itself: what it includes leaves nothing open
// RUN: not tvm-opt %t/empty.mlir --schedule-load-rules=paths=%t/twice.mlir 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: expected different names for the choices of rule 'ways', got 'way' twice
// RUN: not tvm-opt %t/empty.mlir --schedule-load-rules=paths=%t/knob.mlir 2>&1 | FileCheck %s --check-prefix=KNOB
// KNOB: error: expected a list of options for knob 'n'
// RUN: sed 's/options = \[\]/options = [1, 2]/' %t/knob.mlir > %t/unequal.mlir
// RUN: not tvm-opt %t/empty.mlir --schedule-load-rules=paths=%t/unequal.mlir 2>&1 | FileCheck %s --check-prefix=UNEQUAL
// UNEQUAL: error: expected equal options for all knobs 'n'

// Names that are taken: by a rule of the compiler, by another file.
// RUN: sed 's/@vectors/@register_tile/' %t/rules.mlir > %t/taken.mlir
// RUN: not tvm-opt %t/empty.mlir --schedule-load-rules=paths=%t/taken.mlir 2>&1 | FileCheck %s --check-prefix=TAKEN
// TAKEN: taken.mlir:2:{{[0-9]+}}: error: there is another schedule rule 'register_tile'
// RUN: sed 's/\[16, 8\]/[16, 4]/' %t/rules.mlir > %t/other.mlir
// RUN: not tvm-opt %t/empty.mlir --schedule-load-rules=paths=%t/rules.mlir,%t/other.mlir 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: other.mlir:2:{{[0-9]+}}: error: there is another schedule rule 'vectors'

// Strategies with parameters, or values, that the rule does not have.
// RUN: sed 's/{lanes = 8}/{rows = 8}/' %t/kernel.mlir > %t/unknown.mlir
// RUN: not tvm-opt %t/unknown.mlir --schedule-load-rules=paths=%t/rules.mlir --schedule-generate 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: rule 'vectors' has no parameter 'rows'
// RUN: sed 's/{lanes = 8}/{lanes = 12}/' %t/kernel.mlir > %t/value.mlir
// RUN: not tvm-opt %t/value.mlir --schedule-load-rules=paths=%t/rules.mlir --schedule-generate 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: error: expected 'lanes' to be one of 16, 8, got 12
// RUN: sed 's/"vectors", parameters = {lanes = 8}/"tiles", parameters = {tile0.factor1 = 0}/' %t/kernel.mlir > %t/factor.mlir
// RUN: not tvm-opt %t/factor.mlir --schedule-load-rules=paths=%t/rules.mlir --schedule-generate 2>&1 | FileCheck %s --check-prefix=FACTOR
// FACTOR: error: expected 'tile0.factor1' from 1 to {{[0-9]+}}, got 0

// A choice at which the script does not apply, and one that is not reached.
// RUN: sed 's/"vectors", parameters = {lanes = 8}/"tiles", parameters = {tile0.factor1 = 7}/' %t/kernel.mlir > %t/seven.mlir
// RUN: not tvm-opt %t/seven.mlir --schedule-load-rules=paths=%t/rules.mlir --schedule-generate 2>&1 | FileCheck %s --check-prefix=SEVEN
// SEVEN: error: expected the strategy of block 'B' to apply: cannot take the decided tile: expected factors whose product is 96
// SEVEN-NOT: error:
// RUN: sed 's/"vectors", parameters = {lanes = 8}/"tiles", parameters = {n = 2}/' %t/kernel.mlir > %t/idle.mlir
// RUN: not tvm-opt %t/idle.mlir --schedule-load-rules=paths=%t/rules.mlir --schedule-generate 2>&1 | FileCheck %s --check-prefix=IDLE
// IDLE: error: expected the strategy of block 'B' to apply: 'n = 2' gives the schedule of 'n = 1'

// A script that emits an error: the first strategy of a kernel needs a match.
// RUN: sed 's/"vectors", parameters = {lanes = 8}/"emits"/' %t/kernel.mlir > %t/unmatched.mlir
// RUN: not tvm-opt %t/unmatched.mlir --schedule-load-rules=paths=%t/rules.mlir --schedule-generate 2>&1 | FileCheck %s --check-prefix=UNMATCHED
// UNMATCHED: error: expected a block for the strategy #schedule.custom<rule = "emits">
// RUN: sed 's/#schedule.custom<.*8}>/#schedule.blocks<"B" = #schedule.custom<rule = "emits">>/' %t/kernel.mlir > %t/emits.mlir
// RUN: not tvm-opt %t/emits.mlir --schedule-load-rules=paths=%t/rules.mlir --schedule-generate 2>&1 | FileCheck %s --check-prefix=EMITS
// EMITS: error: expected the strategy of block 'B' to apply: {{.*}}no-such-pass
// EMITS-NOT: error:

// The kernel itself has a sequence of the name that the script includes.
// RUN: sed 's/"vectors", parameters = {lanes = 8}/"renames"/' %t/kernel.mlir > %t/renamed.mlir
// RUN: tvm-opt %t/renamed.mlir --schedule-load-rules=paths=%t/rules.mlir --schedule-generate | FileCheck %s --check-prefix=RENAMED
// RENAMED: func.func @copy
// RENAMED: transform.include @[[NAME:copy_[0-9]+]] failures(propagate)
// RENAMED: transform.named_sequence private @[[NAME]](

//--- text.mlir
this is no rule

//--- empty.mlir
module attributes {transform.with_named_sequence} {
}

//--- private.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @helper(%block: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}

//--- two.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @two(%a: !transform.any_op {transform.readonly}, %b: !transform.any_op {transform.readonly}) {
    transform.yield
  }
}

//--- results.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @results(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
}

//--- external.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @external(%a: !transform.any_op {transform.readonly})
}

//--- included.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence private @inner(%block: !transform.any_op {transform.readonly}) {
    %n = transform.tune.knob<"n"> options = [1, 2] -> !transform.param<i64>
    transform.yield
  }
  transform.named_sequence @outer(%block: !transform.any_op {transform.readonly}) {
    transform.include @inner failures(propagate) (%block) : (!transform.any_op) -> ()
    transform.yield
  }
}

//--- twice.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @ways(%block: !transform.any_op {transform.readonly}) {
    transform.tune.alternatives<"way"> {
    }, {
    }
    transform.tune.alternatives<"way"> {
    }, {
    }
    transform.yield
  }
}

//--- knob.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @knobs(%block: !transform.any_op {transform.readonly}) {
    %n = transform.tune.knob<"n"> options = [] -> !transform.param<i64>
    %m = transform.tune.knob<"n"> options = [1] -> !transform.param<i64>
    transform.yield
  }
}

//--- rules.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @vectors(%block: !transform.any_op {transform.readonly}) {
    %i = schedule.get_loops of %block
    %lanes = transform.tune.knob<"lanes"> options = [16, 8] -> !transform.param<i64>
    %o, %l = schedule.split %i by [0, %lanes]
    schedule.vectorize %l
    transform.yield
  }
  transform.named_sequence @tiles(%block: !transform.any_op {transform.readonly}) {
    %i = schedule.get_loops of %block
    %f:2 = schedule.sample_perfect_tile %i max_innermost_factor 16
    %l:2 = schedule.split %i by [%f#0, %f#1]
    transform.tune.alternatives<"inner"> {
      schedule.vectorize %l#1
    }, {
      %n = transform.tune.knob<"n"> options = [1, 2] -> !transform.param<i64>
    }
    transform.yield
  }
  transform.named_sequence @emits(%block: !transform.any_op {transform.readonly}) {
    %f = transform.get_parent_op %block {op_name = "func.func"} : (!transform.any_op) -> !transform.any_op
    transform.apply_registered_pass "no-such-pass" to %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence private @copy(%block: !transform.any_op {transform.readonly}) {
    %i = schedule.get_loops of %block
    schedule.vectorize %i
    transform.yield
  }
  transform.named_sequence @renames(%block: !transform.any_op {transform.readonly}) {
    transform.include @copy failures(propagate) (%block) : (!transform.any_op) -> ()
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
