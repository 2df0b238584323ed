// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A memory with a write port and a read port, whose data come in the next cycle.
// With FORWARD a read returns the data of a write in the same cycle.
module vta_memory #(
  parameter WIDTH = 8,
  parameter LOG_DEPTH = 4,
  parameter FORWARD = 0
) (
  input  logic                 clock,
  input  logic                 write_enable,
  input  logic [LOG_DEPTH-1:0] write_index,
  input  logic [WIDTH-1:0]     write_data,
  input  logic                 read_enable,
  input  logic [LOG_DEPTH-1:0] read_index,
  output logic [WIDTH-1:0]     read_data
);
  logic [WIDTH-1:0] words [0:(1 << LOG_DEPTH) - 1];
  logic [WIDTH-1:0] stored;

  always_ff @(posedge clock) begin
    if (write_enable) words[write_index] <= write_data;
    if (read_enable) stored <= words[read_index];
  end

  generate
    if (FORWARD != 0) begin : gen_forward
      logic             hit;
      logic [WIDTH-1:0] written;
      always_ff @(posedge clock)
        if (read_enable) begin
          hit <= write_enable && write_index == read_index;
          written <= write_data;
        end
      assign read_data = hit ? written : stored;
    end else begin : gen_plain
      assign read_data = stored;
    end
  endgenerate
endmodule
