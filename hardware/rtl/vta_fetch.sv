// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the stream burst by burst and offers its instructions in order.
module vta_fetch #(
  parameter BUS_BYTES = 8
) (
  input  logic                   clock,
  input  logic                   clear,
  input  logic                   halt,
  input  logic                   start,
  input  logic [63:0]            stream,
  input  logic [31:0]            num_instructions,
  output logic                   valid,
  output logic [127:0]           instruction,
  input  logic                   take,
  // Number of instructions that queues have taken.
  output logic [31:0]            num_taken,
  output logic                   is_waiting,
  output logic                   bus_error,
  output logic                   arvalid,
  input  logic                   arready,
  output logic [63:0]            araddr,
  output logic [7:0]             arlen,
  input  logic                   rvalid,
  input  logic [BUS_BYTES*8-1:0] rdata,
  input  logic [1:0]             rresp,
  input  logic                   rlast
);
  localparam LANES = BUS_BYTES > 16 ? BUS_BYTES / 16 : 1;
  localparam LOG_DEPTH = 8;

  logic                 beat_valid, finishing, beat_ends_row, aruser;
  logic [7:0]           beat_offset, beat_bytes, arrived;
  logic [LANES-1:0]     lanes;
  logic [LANES*128-1:0] words;
  logic [LOG_DEPTH:0]   stored;
  logic [LOG_DEPTH-1:0] read_index, write_index, next_index;

  vta_read_master #(.BUS_BYTES(BUS_BYTES), .LENGTH_BITS(36)) master (
    .clock, .clear, .halt(halt || stored != '0), .burst_limit(9'd1), .start,
    .start_address(stream), .start_row_bytes({num_instructions, 4'd0}),
    .start_rows(16'd1), .start_stride_bytes(36'd0), .finishing, .is_waiting,
    .error(bus_error), .beat_valid, .beat_offset, .beat_bytes, .beat_ends_row,
    .arvalid, .arready, .araddr, .arlen, .aruser, .rvalid, .rresp, .rlast
  );

  vta_unpacker #(.BUS_BYTES(BUS_BYTES), .ELEMENT_BYTES(16)) unpacker (
    .clock, .clear, .beat_valid, .beat_data(rdata), .beat_offset, .beat_bytes,
    .lanes, .count(arrived), .elements(words)
  );

  assign next_index = read_index + LOG_DEPTH'(take);

  vta_scratchpad #(
    .ELEMENT_BITS(128), .LOG_DEPTH(LOG_DEPTH), .LOG_BANKS($clog2(LANES)),
    .FORWARD(1)
  ) buffer (
    .clock, .write_lanes(lanes), .write_index, .write_data(words),
    .read_enable(1'b1), .read_index(next_index), .read_data(instruction)
  );

  assign valid = stored != '0;

  always_ff @(posedge clock)
    if (clear) begin
      stored <= '0;
      read_index <= '0;
      write_index <= '0;
      num_taken <= '0;
    end else begin
      stored <= stored + (LOG_DEPTH + 1)'(arrived) - (LOG_DEPTH + 1)'(take);
      read_index <= next_index;
      write_index <= write_index + arrived;
      num_taken <= num_taken + 32'(take);
    end

  logic unused;
  assign unused = &{finishing, beat_ends_row, aruser};
endmodule
