// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads rows of bytes over AXI4. Data cannot be refused: the module that starts a
// transfer has room for it.
module vta_read_master #(
  parameter BUS_BYTES = 8,
  parameter LENGTH_BITS = 32
) (
  input  logic                   clock,
  input  logic                   clear,
  // No further address is offered.
  input  logic                   halt,
  input  logic [8:0]             burst_limit,
  input  logic                   start,
  input  logic [63:0]            start_address,
  input  logic [LENGTH_BITS-1:0] start_row_bytes,
  input  logic [15:0]            start_rows,
  input  logic [LENGTH_BITS-1:0] start_stride_bytes,
  // The last cycle of a transfer.
  output logic                   finishing,
  output logic                   is_waiting,
  output logic                   error,
  // `beat_bytes` bytes of a beat, from `beat_offset` on, belong to the row.
  output logic                   beat_valid,
  output logic [7:0]             beat_offset,
  output logic [7:0]             beat_bytes,
  output logic                   beat_ends_row,
  output logic                   arvalid,
  input  logic                   arready,
  output logic [63:0]            araddr,
  output logic [7:0]             arlen,
  // Whether this burst is the last one of its row, and another row follows.
  output logic                   aruser,
  input  logic                   rvalid,
  input  logic [1:0]             rresp,
  input  logic                   rlast
);
  localparam [7:0] OFFSET_MASK = 8'(BUS_BYTES - 1);

  logic       burst_valid, is_last, is_offered, sent, received;
  logic [8:0] beats, outstanding;

  vta_bursts #(.BUS_BYTES(BUS_BYTES), .LENGTH_BITS(LENGTH_BITS)) bursts (
    .clock, .clear, .start, .start_address, .start_row_bytes, .start_rows,
    .start_stride_bytes, .next(sent), .valid(burst_valid), .address(araddr),
    .beats, .ends_row(aruser), .is_last
  );

  assign arvalid = burst_valid && outstanding < burst_limit &&
                   (!halt || is_offered);
  assign arlen = 8'(beats - 9'd1);
  assign sent = arvalid && arready;
  assign received = rvalid && rlast;
  // Data may come in the cycle in which the address is taken.
  assign finishing = received &&
                     (burst_valid ? sent && is_last && outstanding == '0
                                  : outstanding == 9'd1);
  assign is_waiting = outstanding != '0 || arvalid;
  assign error = rvalid && rresp[1];

  always_ff @(posedge clock)
    if (clear) begin
      outstanding <= '0;
      is_offered <= 1'b0;
    end else begin
      outstanding <= outstanding + 9'(sent) - 9'(received);
      is_offered <= arvalid && !arready;
    end

  // The position in the row whose data arrive.
  logic [7:0]             row, position, word_left, step;
  logic [LENGTH_BITS-1:0] row_bytes, left;
  logic [7:0]             stride;

  assign beat_valid = rvalid;
  assign beat_offset = position & OFFSET_MASK;
  assign word_left = 8'(BUS_BYTES) - beat_offset;
  assign beat_ends_row = left <= LENGTH_BITS'(word_left);
  assign beat_bytes = beat_ends_row ? left[7:0] : word_left;
  assign step = row + stride;

  always_ff @(posedge clock)
    if (start) begin
      row <= start_address[7:0];
      position <= start_address[7:0];
      row_bytes <= start_row_bytes;
      left <= start_row_bytes;
      stride <= start_stride_bytes[7:0];
    end else if (beat_valid && beat_ends_row) begin
      row <= step;
      position <= step;
      left <= row_bytes;
    end else if (beat_valid) begin
      position <= position + beat_bytes;
      left <= left - LENGTH_BITS'(beat_bytes);
    end

  logic unused;
  assign unused = rresp[0];
endmodule
