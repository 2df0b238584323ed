// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A queue whose first word is available in the cycle after its push. The module
// that pushes checks that there is room.
module vta_fifo #(
  parameter WIDTH = 128,
  parameter LOG_DEPTH = 9
) (
  input  logic               clock,
  input  logic               clear,
  input  logic               push,
  input  logic [WIDTH-1:0]   push_data,
  input  logic               pop,
  output logic [WIDTH-1:0]   first,
  output logic [LOG_DEPTH:0] count
);
  logic [LOG_DEPTH-1:0] read_index, write_index, next_index;

  assign next_index = read_index + LOG_DEPTH'(pop);

  vta_memory #(.WIDTH(WIDTH), .LOG_DEPTH(LOG_DEPTH), .FORWARD(1)) memory (
    .clock, .write_enable(push), .write_index, .write_data(push_data),
    .read_enable(1'b1), .read_index(next_index), .read_data(first)
  );

  always_ff @(posedge clock)
    if (clear) begin
      read_index <= '0;
      write_index <= '0;
      count <= '0;
    end else begin
      read_index <= next_index;
      if (push) write_index <= write_index + 1'b1;
      count <= count + (LOG_DEPTH + 1)'(push) - (LOG_DEPTH + 1)'(pop);
    end
endmodule
