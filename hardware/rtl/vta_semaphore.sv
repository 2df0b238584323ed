// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tokens of one queue. A token can be popped in the cycle of its push; the
// room that a pop leaves can be used from the next cycle on.
module vta_semaphore #(
  parameter COUNT_BITS = 11
) (
  input  logic                  clock,
  input  logic                  clear,
  input  logic [COUNT_BITS-1:0] limit,
  input  logic                  push,
  input  logic                  pop,
  output logic                  has_token,
  output logic                  has_room,
  output logic [COUNT_BITS-1:0] count
);
  assign has_token = push || count != '0;
  assign has_room = count < limit;

  always_ff @(posedge clock)
    if (clear) count <= '0;
    else count <= count + COUNT_BITS'(push) - COUNT_BITS'(pop);
endmodule
