// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A memory of elements in banks. Each cycle can write and read one element per
// bank: consecutive elements from any index on.
module vta_scratchpad #(
  parameter ELEMENT_BITS = 8,
  parameter LOG_DEPTH = 4,
  parameter LOG_BANKS = 0,
  parameter READ_LANES = 1,
  parameter FORWARD = 0
) (
  input  logic                                   clock,
  // Lane j is element `write_index` + j.
  input  logic [(1 << LOG_BANKS)-1:0]            write_lanes,
  input  logic [LOG_DEPTH-1:0]                   write_index,
  input  logic [(ELEMENT_BITS << LOG_BANKS)-1:0] write_data,
  input  logic                                   read_enable,
  input  logic [LOG_DEPTH-1:0]                   read_index,
  // Lane j is element `read_index` + j.
  output logic [ELEMENT_BITS*READ_LANES-1:0]     read_data
);
  generate
    if (LOG_BANKS == 0) begin : gen_single
      vta_memory #(
        .WIDTH(ELEMENT_BITS), .LOG_DEPTH(LOG_DEPTH), .FORWARD(FORWARD)
      ) memory (
        .clock, .write_enable(write_lanes[0]), .write_index, .write_data,
        .read_enable, .read_index, .read_data
      );
    end else begin : gen_banked
      localparam BANKS = 1 << LOG_BANKS;
      localparam LOG_ROWS = LOG_DEPTH - LOG_BANKS;
      logic [ELEMENT_BITS*BANKS-1:0] bank_data;
      logic [LOG_BANKS-1:0]          first;

      always_ff @(posedge clock)
        if (read_enable) first <= read_index[LOG_BANKS-1:0];

      for (genvar b = 0; b < BANKS; b = b + 1) begin : gen_bank
        logic [LOG_BANKS-1:0] lane, read_lane;
        logic [LOG_ROWS-1:0]  write_row, read_row;
        assign lane = LOG_BANKS'(b) - write_index[LOG_BANKS-1:0];
        assign read_lane = LOG_BANKS'(b) - read_index[LOG_BANKS-1:0];
        assign write_row =
          LOG_ROWS'((write_index + LOG_DEPTH'(lane)) >> LOG_BANKS);
        assign read_row =
          LOG_ROWS'((read_index + LOG_DEPTH'(read_lane)) >> LOG_BANKS);
        vta_memory #(
          .WIDTH(ELEMENT_BITS), .LOG_DEPTH(LOG_ROWS), .FORWARD(FORWARD)
        ) memory (
          .clock,
          .write_enable(write_lanes[lane]),
          .write_index(write_row),
          .write_data(write_data[lane*ELEMENT_BITS +: ELEMENT_BITS]),
          .read_enable,
          .read_index(read_row),
          .read_data(bank_data[b*ELEMENT_BITS +: ELEMENT_BITS])
        );
      end

      for (genvar j = 0; j < READ_LANES; j = j + 1) begin : gen_lane
        logic [LOG_BANKS-1:0] bank;
        assign bank = first + LOG_BANKS'(j);
        assign read_data[j*ELEMENT_BITS +: ELEMENT_BITS] =
          bank_data[bank*ELEMENT_BITS +: ELEMENT_BITS];
      end
    end
  endgenerate
endmodule
