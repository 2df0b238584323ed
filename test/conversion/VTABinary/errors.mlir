// RUN: tvm-translate --vta-to-binary %s --split-input-file --verify-diagnostics

// Explicit tokens have no word.
vta.program @tokens {
  // expected-error @+1 {{expected instructions with a word, tokens in their dependency bits}}
  vta.push load -> compute
  vta.finish
}

// -----

// Nor have instructions on ranges.
vta.program @ranges {
  vta.sram @A size 8
  // expected-error @+1 {{expected instructions with a word, tokens in their dependency bits}}
  vta.load_range @A[0 to 7]
  vta.finish
}

// -----

// A program ends.
// expected-error @+1 {{expected FINISH at the end}}
vta.program @endless {
  vta.dram @x input size 64
  vta.load inp sram 0 dram @x[0] size 1 by 1 stride 1
}

// -----

// And has something in it.
// expected-error @+1 {{expected FINISH at the end, got no instruction}}
vta.program @empty {
}
