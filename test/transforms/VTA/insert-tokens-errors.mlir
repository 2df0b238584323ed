// RUN: tvm-opt %s --vta-insert-tokens --split-input-file --verify-diagnostics

// Explicit tokens.
vta.program @explicit {
  // expected-error @+1 {{expected a program without tokens}}
  vta.push load -> compute
}

// -----

// Dependency bits.
vta.program @bits {
  // expected-error @+1 {{expected a program without tokens}}
  vta.load inp sram 0 dram[0] size 0 by 0 stride 0 push_next
}

// -----

// Virtual threads.
vta.program @threads {
  // expected-error @+1 {{expected a stream, run vta-expand-vthreads}}
  vta.vthreads 1 contexts 1 {
  }
}
