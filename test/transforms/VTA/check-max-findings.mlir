// Not more findings than asked for.
// RUN: tvm-opt %s --vta-check=max-findings=2 --verify-diagnostics

vta.program @left {
  // expected-error @+1 {{token left over}}
  vta.push load -> compute
  // expected-error @+1 {{token left over}}
  vta.push load -> compute
  vta.push load -> compute
}
