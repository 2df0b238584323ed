// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The offset that two loops add to an index of a micro-op. It saturates at the
// depth of the memory, because all indices from there on are errors.
module vta_index #(
  parameter LOG_DEPTH = 11,
  parameter FACTOR_BITS = 11
) (
  input  logic                   clock,
  input  logic                   start,
  input  logic [FACTOR_BITS-1:0] start_factor_out,
  input  logic [FACTOR_BITS-1:0] start_factor_in,
  input  logic                   next_in,
  input  logic                   next_out,
  output logic [LOG_DEPTH:0]     offset
);
  localparam SUM_BITS = (LOG_DEPTH > FACTOR_BITS ? LOG_DEPTH : FACTOR_BITS) + 2;

  logic [FACTOR_BITS-1:0] factor_out, factor_in;
  logic [LOG_DEPTH:0]     offset_out;
  logic [SUM_BITS-1:0]    sum, limited;

  assign sum = next_out ? SUM_BITS'(offset_out) + SUM_BITS'(factor_out)
                        : SUM_BITS'(offset) + SUM_BITS'(factor_in);
  assign limited = |(sum >> LOG_DEPTH) ? SUM_BITS'(1) << LOG_DEPTH : sum;

  always_ff @(posedge clock)
    if (start) begin
      factor_out <= start_factor_out;
      factor_in <= start_factor_in;
      offset <= '0;
      offset_out <= '0;
    end else if (next_out) begin
      offset <= limited[LOG_DEPTH:0];
      offset_out <= limited[LOG_DEPTH:0];
    end else if (next_in)
      offset <= limited[LOG_DEPTH:0];

  logic unused;
  assign unused = &limited[SUM_BITS-1:LOG_DEPTH+1];
endmodule
