// RUN: tvm-opt %s --vta-remove-redundant-tokens -split-input-file -verify-diagnostics

// expected-error@+1 {{'vta.program' op expected a program without deadlock}}
vta.program @no_push {
  vta.pop load -> compute
}

// -----

// expected-error@+1 {{'vta.program' op expected a program without deadlock}}
vta.program @circle {
  vta.pop load -> compute
  vta.pop compute -> load
  vta.push load -> compute
  vta.push compute -> load
}

// -----

vta.program @threads {
  vta.sram @A size 2
  // expected-error@+1 {{'vta.vthreads' op expected a stream, run vta-expand-vthreads}}
  vta.vthreads 2 contexts 2 {
    vta.load_range @A[0 to 0, 1 to 1]
  }
}

// -----

// expected-error@+1 {{'vta.program' op expected no vta.removed_tokens, which are of this program}}
vta.program @twice attributes {vta.removed_tokens = []} {
}
