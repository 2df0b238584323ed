// RUN: tvm-opt %s --vta-verify-removed-tokens -split-input-file -verify-diagnostics

// Another kind of attribute.
// expected-error@+1 {{'vta.program' op expected 'vta.removed_tokens' to be an array of #vta.removed_token, got [7]}}
vta.program @kind attributes {vta.removed_tokens = [7]} {
}

// -----

// Nothing orders the same.
// expected-error@+1 {{#vta.removed_token<load -> compute behind 0 before 1>: expected tokens that order the same}}
vta.program @no_path attributes {vta.removed_tokens = [#vta.removed_token<load -> compute behind 0 before 1>]} {
  vta.sram @A size 1
  vta.load_range @A[0 to 0]
  vta.execute @A[0 to 0] -> @A[0 to 0]
}

// -----

// The path begins elsewhere.
// expected-error@+1 {{expected a token of load, got #vta.token<compute -> load, 0>}}
vta.program @start attributes {vta.removed_tokens = [#vta.removed_token<load -> compute behind 0 before 1 via [<compute -> load, 0>]>]} {
  vta.sram @A size 1
  vta.load_range @A[0 to 0]
  vta.execute @A[0 to 0] -> @A[0 to 0]
}

// -----

// Fewer tokens than are removed.
// expected-error@+1 {{#vta.token<load -> compute, 1> is not given or not taken}}
vta.program @count attributes {vta.removed_tokens = [#vta.removed_token<load -> compute behind 0 before 1 via [<load -> compute, 1>]>]} {
  vta.sram @A size 1
  vta.load_range @A[0 to 0] push_next
  vta.execute @A[0 to 0] -> @A[0 to 0] pop_prev
}

// -----

// Given too early.
// expected-error@+1 {{#vta.token<load -> compute, 0> is given by operation 0, expected one from 1 on}}
vta.program @early attributes {vta.removed_tokens = [#vta.removed_token<load -> compute behind 1 before 2 via [<load -> compute, 0>]>]} {
  vta.sram @A size 1
  vta.load_range @A[0 to 0] push_next
  vta.load_range @A[0 to 0]
  vta.execute @A[0 to 0] -> @A[0 to 0] pop_prev
}

// -----

// Taken too late.
// expected-error@+1 {{the last token comes to operation 2 of compute, expected compute until 1}}
vta.program @late attributes {vta.removed_tokens = [#vta.removed_token<load -> compute behind 0 before 1 via [<load -> compute, 0>]>]} {
  vta.sram @A size 1
  vta.load_range @A[0 to 0] push_next
  vta.execute @A[0 to 0] -> @A[0 to 0]
  vta.execute @A[0 to 0] -> @A[0 to 0] pop_prev
}

// -----

// Given before the one on the way has come.
// expected-error@+1 {{#vta.token<compute -> store, 0> is given by operation 1, expected one from 2 on}}
vta.program @gap attributes {vta.removed_tokens = [#vta.removed_token<load -> store behind 0 before 3 via [<load -> compute, 0>, <compute -> store, 0>]>]} {
  vta.sram @A size 1
  vta.load_range @A[0 to 0] push_next
  vta.execute @A[0 to 0] -> @A[0 to 0] push_next
  vta.execute @A[0 to 0] -> @A[0 to 0] pop_prev
  vta.store_range @A[0 to 0] pop_prev
}
