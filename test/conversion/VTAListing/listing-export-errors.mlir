// RUN: tvm-translate --vta-to-listing %s --split-input-file --verify-diagnostics

// An instruction of the hardware.
vta.program @hardware {
  // expected-error @+1 {{expected tokens and instructions on ranges in a listing}}
  vta.finish
}

// -----

// Tokens that are folded.
vta.program @folded {
  vta.sram @A size 8
  // expected-error @+1 {{expected explicit tokens, got dependency bits}}
  vta.load_range @A[0 to 7] push_next
}

// -----

// Threads that have not been expanded.
vta.program @threads {
  // expected-error @+1 {{expected tokens and instructions on ranges in a listing}}
  vta.vthreads 1 contexts 1 {
  }
}

// -----

// No program.
// expected-error @+1 {{expected one vta.program, got 0}}
module {
}
