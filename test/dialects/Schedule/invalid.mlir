// RUN: tvm-opt %s -split-input-file -verify-diagnostics

// split, C1: a result per factor.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected 3 results, got 2}}
    %a, %b = schedule.split %i by [0, 2, 4]
    transform.yield
  }
}

// -----

// split: an operand per dynamic factor.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected 1 numbers, got 0}}
    %a, %b = "schedule.split"(%i) <{static_factors = array<i64: 0, -9223372036854775808>}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// loop_distribute, C1: a result.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected at least one result}}
    schedule.loop_distribute %i
    transform.yield
  }
}

// -----

// Handles are of any operation, numbers of 64 bits.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op {transform.readonly}, %n: !transform.param<i32> {transform.readonly}) {
    // expected-error @+1 {{operand #1 must be variadic of number, but got '!transform.param<i32>'}}
    %a, %b = "schedule.split"(%i, %n) <{static_factors = array<i64: 0, -9223372036854775808>}> : (!transform.any_op, !transform.param<i32>) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.op<"affine.for"> {transform.readonly}) {
    // expected-error @+1 {{operand #0 must be handle to operations, but got '!transform.op<"affine.for">'}}
    "schedule.unroll"(%i) : (!transform.op<"affine.for">) -> ()
    transform.yield
  }
}

// -----

// sample_perfect_tile, C1: too many factors.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected between 1 and 8 results, got 9}}
    %f:9 = schedule.sample_perfect_tile %i
    transform.yield
  }
}

// -----

// sample_perfect_tile, C1: a factor is positive.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected a positive innermost factor, got at most 0}}
    %f:2 = schedule.sample_perfect_tile %i max_innermost_factor 0
    transform.yield
  }
}

// -----

// sample_perfect_tile, C2: a decision per result.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected a decision of 2 factors, got 3}}
    %f:2 = schedule.sample_perfect_tile %i decision [2, 2, 2]
    transform.yield
  }
}

// -----

// sample_categorical, C1: a weight per candidate.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected one weight per candidate, got 1 for 2}}
    %f = schedule.sample_categorical [1, 2] weights [0.5]
    transform.yield
  }
}

// -----

// sample_categorical, C1: a candidate.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected one weight per candidate, got 0 for 0}}
    %f = schedule.sample_categorical [] weights []
    transform.yield
  }
}

// -----

// sample_categorical, C2: weights are not negative.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected weights that are finite and not negative}}
    %f = schedule.sample_categorical [1, 2] weights [0.5, -0.5]
    transform.yield
  }
}

// -----

// sample_categorical, C2: weights are finite.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected weights that are finite and not negative}}
    %f = schedule.sample_categorical [1, 2] weights [0.5, 0x7FF0000000000000 : f64]
    transform.yield
  }
}

// -----

// sample_categorical, C2: something can be drawn.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected a weight that is positive}}
    %f = schedule.sample_categorical [1, 2] weights [0.0, 0.0]
    transform.yield
  }
}

// -----

// sample_categorical, C3: a decision is a position.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected a decision from 0 to 1, got -1}}
    %f = schedule.sample_categorical [1, 2] weights [0.5, 0.5] decision -1
    transform.yield
  }
}

// -----

// loop_partition, C1: nothing to partition by.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op) {
    // expected-error @+1 {{expected either a factor or extents}}
    %rest = schedule.loop_partition %i
    transform.yield
  }
}

// -----

// loop_partition, C1: both.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op) {
    // expected-error @+1 {{expected either a factor or extents}}
    %rest = schedule.loop_partition %i by 4 into [1, 0]
    transform.yield
  }
}

// -----

// loop_partition, C1: no extents.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op) {
    // expected-error @+1 {{expected at least one extent}}
    %rest = schedule.loop_partition %i into []
    transform.yield
  }
}

// -----

// loop_partition, C1: a result for each extent but the first.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op) {
    // expected-error @+1 {{expected 2 results, got 1}}
    %rest = schedule.loop_partition %i into [1, 0, 1]
    transform.yield
  }
}

// -----

// loop_partition, C1: one result for a factor.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op) {
    // expected-error @+1 {{expected 1 results, got 2}}
    %a, %b = schedule.loop_partition %i by 4
    transform.yield
  }
}

// -----

// The number of results is bounded before memory is taken for them.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected at most 4096 results, got 2147483648}}
    %0:2147483648 = schedule.get_loops of %i
    transform.yield
  }
}

// -----

// The parser keeps 32 bits of the number.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected at most 4096 results, got 4294967295}}
    %0:9223372036854775807 = schedule.get_loops of %i
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%i: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected at most 4096 results, got 4097}}
    %0:4097 = schedule.sample_perfect_tile %i
    transform.yield
  }
}
