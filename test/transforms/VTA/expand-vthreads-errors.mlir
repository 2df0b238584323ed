// RUN: tvm-opt %s --vta-expand-vthreads=published-pattern --split-input-file --verify-diagnostics

// The published pattern is of loads, then what computes, then stores.
vta.program @order {
  vta.sram @A size 8
  vta.vthreads 2 contexts 2 {
    vta.execute @A[0 to 3] -> @A[4 to 7]
    // expected-error @+1 {{expected loads, then what computes, then stores in a published pattern}}
    vta.load_range @A[0 to 3]
  }
}
