// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The accumulator, and OUT, a copy of its low bits. Writes are results of
// micro-ops or elements of a LOAD.
module vta_accumulator #(
  parameter LOG_ACCS = vta_config::LOG_ACCS,
  parameter READ_BYTES = vta_config::READ_BYTES,
  parameter ACC_BYTES = vta_config::ACC_BYTES,
  parameter OUT_BYTES = vta_config::OUT_BYTES,
  parameter OUT_LANES = vta_config::OUT_LANES
) (
  input  logic                             clock,
  input  logic                             clear,
  // Data of a LOAD; elements of ACC_8BIT have 8 bits per number.
  input  logic                             is_acc8,
  input  logic                             beat_valid,
  input  logic [READ_BYTES*8-1:0]          beat_data,
  input  logic [7:0]                       beat_offset,
  input  logic [7:0]                       beat_bytes,
  output logic [7:0]                       count,
  input  logic                             pads,
  input  logic [LOG_ACCS-1:0]              load_index,
  // Results of micro-ops.
  input  logic                             write_enable,
  input  logic [LOG_ACCS-1:0]              result_index,
  input  logic [ACC_BYTES*8-1:0]           result,
  // A read returns the data of a write in the same cycle.
  input  logic                             read_enable,
  input  logic [LOG_ACCS-1:0]              read_index,
  output logic [ACC_BYTES*8-1:0]           acc,
  input  logic [LOG_ACCS-1:0]              out_index,
  output logic [OUT_LANES*OUT_BYTES*8-1:0] outs
);
  localparam NUMBERS = ACC_BYTES / 4;
  localparam OUT_BITS = OUT_BYTES * 8 / NUMBERS;
  localparam LANES = 1 << vta_config::LOG_ACC_BANKS;
  // Number of elements with 32 bits per number in a beat.
  localparam WIDE_LANES = ACC_BYTES < READ_BYTES ? READ_BYTES / ACC_BYTES : 1;

  logic [7:0]                        wide_count, narrow_count;
  logic [WIDE_LANES-1:0]             wide_lanes;
  logic [WIDE_LANES*ACC_BYTES*8-1:0] wide;
  logic [LANES-1:0]                  narrow_lanes;
  logic [LANES*NUMBERS*8-1:0]        narrow;

  vta_unpacker #(
    .BUS_BYTES(READ_BYTES), .ELEMENT_BYTES(ACC_BYTES)
  ) wide_unpacker (
    .clock, .clear, .beat_valid(beat_valid && !is_acc8), .beat_data,
    .beat_offset, .beat_bytes, .lanes(wide_lanes), .count(wide_count),
    .elements(wide)
  );
  vta_unpacker #(
    .BUS_BYTES(READ_BYTES), .ELEMENT_BYTES(NUMBERS)
  ) narrow_unpacker (
    .clock, .clear, .beat_valid(beat_valid && is_acc8), .beat_data,
    .beat_offset, .beat_bytes, .lanes(narrow_lanes), .count(narrow_count),
    .elements(narrow)
  );
  assign count = is_acc8 ? narrow_count : wide_count;

  logic [LANES-1:0]                 lanes;
  logic [LOG_ACCS-1:0]              index;
  logic [LANES*ACC_BYTES*8-1:0]     data, extended;
  logic [OUT_LANES*OUT_BYTES*8-1:0] out_data;

  for (genvar k = 0; k < LANES * NUMBERS; k = k + 1) begin : gen_number
    assign extended[k*32 +: 32] = 32'($signed(narrow[k*8 +: 8]));
    assign out_data[k*OUT_BITS +: OUT_BITS] = data[k*32 +: OUT_BITS];
  end
  if (OUT_LANES > LANES) begin : gen_unused_lanes
    assign out_data[OUT_LANES*OUT_BYTES*8-1:LANES*OUT_BYTES*8] = '0;
  end

  assign index = write_enable ? result_index : load_index;
  always_comb
    if (write_enable) begin
      lanes = LANES'(1);
      data = (LANES*ACC_BYTES*8)'(result);
    end else if (pads) begin
      lanes = LANES'(1);
      data = '0;
    end else if (is_acc8) begin
      lanes = narrow_lanes;
      data = extended;
    end else begin
      lanes = LANES'(wide_lanes);
      data = (LANES*ACC_BYTES*8)'(wide);
    end

  vta_scratchpad #(
    .ELEMENT_BITS(ACC_BYTES * 8), .LOG_DEPTH(LOG_ACCS),
    .LOG_BANKS(vta_config::LOG_ACC_BANKS), .FORWARD(1)
  ) acc_memory (
    .clock, .write_lanes(lanes), .write_index(index), .write_data(data),
    .read_enable, .read_index, .read_data(acc)
  );
  vta_scratchpad #(
    .ELEMENT_BITS(OUT_BYTES * 8), .LOG_DEPTH(LOG_ACCS),
    .LOG_BANKS(vta_config::LOG_OUT_BANKS), .READ_LANES(OUT_LANES)
  ) out_memory (
    .clock, .write_lanes(OUT_LANES'(lanes)), .write_index(index),
    .write_data(out_data), .read_enable(1'b1), .read_index(out_index),
    .read_data(outs)
  );
endmodule
