// RUN: tvm-opt %s --vta-fold-tokens --verify-diagnostics

// Virtual threads are expanded first.
vta.program @threads {
  // expected-error @+1 {{expected a stream, run vta-expand-vthreads}}
  vta.vthreads 1 contexts 1 {
  }
}
