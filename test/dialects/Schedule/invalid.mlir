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
