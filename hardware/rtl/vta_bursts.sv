// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Divides rows of bytes into AXI bursts: at 256 beats and at multiples of 4 KiB.
// A beat is one aligned word of the bus.
module vta_bursts #(
  parameter BUS_BYTES = 8,
  parameter LENGTH_BITS = 32
) (
  input  logic                   clock,
  input  logic                   clear,
  // With `start`: the transfer. No size of it is 0.
  input  logic                   start,
  input  logic [63:0]            start_address,
  input  logic [LENGTH_BITS-1:0] start_row_bytes,
  input  logic [15:0]            start_rows,
  input  logic [LENGTH_BITS-1:0] start_stride_bytes,
  // Advances to the next burst.
  input  logic                   next,
  output logic                   valid,
  output logic [63:0]            address,
  output logic [8:0]             beats,
  // Whether this burst is the last one of its row, and another row follows.
  output logic                   ends_row,
  output logic                   is_last
);
  localparam LOG_BUS = $clog2(BUS_BYTES);
  localparam [11:0] OFFSET_MASK = 12'(BUS_BYTES - 1);

  logic [63:0]            row, position;
  logic [LENGTH_BITS-1:0] row_bytes, left, stride;
  logic [15:0]            rows_left;

  logic [11:0]            offset;
  logic [12:0]            page_words, page_or_limit;
  logic [LENGTH_BITS:0]   row_words, burst_bytes;
  logic                   is_row_end;

  assign offset = position[11:0] & OFFSET_MASK;
  assign page_words = 13'(4096 / BUS_BYTES) - (13'(position[11:0]) >> LOG_BUS);
  assign page_or_limit = page_words < 13'd256 ? page_words : 13'd256;
  assign row_words = ((LENGTH_BITS + 1)'(left) + (LENGTH_BITS + 1)'(offset) +
                      (LENGTH_BITS + 1)'(BUS_BYTES - 1)) >> LOG_BUS;
  assign is_row_end = row_words <= (LENGTH_BITS + 1)'(page_or_limit);
  assign beats = is_row_end ? row_words[8:0] : page_or_limit[8:0];
  assign burst_bytes = ((LENGTH_BITS + 1)'(beats) << LOG_BUS) -
                       (LENGTH_BITS + 1)'(offset);

  assign valid = rows_left != '0;
  assign address = position - 64'(offset);
  assign ends_row = is_row_end && rows_left != 16'd1;
  assign is_last = is_row_end && rows_left == 16'd1;

  always_ff @(posedge clock)
    if (clear)
      rows_left <= '0;
    else if (start) begin
      row <= start_address;
      position <= start_address;
      row_bytes <= start_row_bytes;
      left <= start_row_bytes;
      stride <= start_stride_bytes;
      rows_left <= start_rows;
    end else if (next && is_row_end) begin
      row <= row + 64'(stride);
      position <= row + 64'(stride);
      left <= row_bytes;
      rows_left <= rows_left - 1'b1;
    end else if (next) begin
      position <= position + 64'(burst_bytes);
      left <= left - burst_bytes[LENGTH_BITS-1:0];
    end
endmodule
