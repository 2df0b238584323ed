// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = te.compute [8] spatial 1 tag "A" {
  ^bb0(%i: index):
    %a = te.read %x[%i] : tensor<8xf32>
    te.yield %a : f32
  } : tensor<8xf32>
  %1 = te.compute [8] spatial 1 tag "B" {
  ^bb0(%i: index):
    %a = te.read %0[%i] : tensor<8xf32>
    te.yield %a : f32
  } : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CASE: As many results as producers.
// expected-note at `%0 = te.compute [8` {{'A'}}
%b = schedule.get_block "B" in %root
// expected-error @below {{expected 2 producers of 'B', got 1}}
%p, %q = schedule.get_producers of %b

// CASE: As many results as consumers.
// LINES: `%1 = te.compute [8` to `return %1`
//| return %0 : tensor<8xf32>
%a = schedule.get_block "A" in %root
// expected-error @below {{expected 1 consumers of 'A', got 0}}
%p = schedule.get_consumers of %a
