// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two loops around a range of micro-ops.
module vta_loops #(
  parameter LOG_UOPS = 13
) (
  input  logic                clock,
  input  logic                start,
  input  logic [LOG_UOPS-1:0] start_uop_begin,
  input  logic [LOG_UOPS:0]   start_uop_end,
  input  logic [13:0]         start_iter_out,
  input  logic [13:0]         start_iter_in,
  // Advances to the next micro-op.
  input  logic                step,
  output logic [LOG_UOPS-1:0] uop,
  // The micro-op of the next cycle.
  output logic [LOG_UOPS-1:0] next_uop,
  // With `step`: whether an inner or an outer iteration begins.
  output logic                next_in,
  output logic                next_out,
  output logic                is_last
);
  logic [LOG_UOPS-1:0] uop_begin, last_uop;
  logic [13:0]         out_left, in_left, last_in;
  logic                ends_uops;

  assign ends_uops = uop == last_uop;
  assign next_in = step && ends_uops && in_left != '0;
  assign next_out = step && ends_uops && in_left == '0;
  assign is_last = ends_uops && in_left == '0 && out_left == '0;

  always_comb
    if (start) next_uop = start_uop_begin;
    else if (!step) next_uop = uop;
    else if (ends_uops) next_uop = uop_begin;
    else next_uop = uop + 1'b1;

  always_ff @(posedge clock) begin
    uop <= next_uop;
    if (start) begin
      uop_begin <= start_uop_begin;
      last_uop <= LOG_UOPS'(start_uop_end - 1'b1);
      out_left <= start_iter_out - 14'd1;
      in_left <= start_iter_in - 14'd1;
      last_in <= start_iter_in - 14'd1;
    end else if (next_in)
      in_left <= in_left - 14'd1;
    else if (next_out) begin
      in_left <= last_in;
      out_left <= out_left - 14'd1;
    end
  end
endmodule
