// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes elements out of the beats of a row, or joins several beats to one
// element.
module vta_unpacker #(
  parameter BUS_BYTES = 8,
  parameter ELEMENT_BYTES = 16,
  parameter LANES = ELEMENT_BYTES < BUS_BYTES ? BUS_BYTES / ELEMENT_BYTES : 1
) (
  input  logic                             clock,
  input  logic                             clear,
  input  logic                             beat_valid,
  input  logic [BUS_BYTES*8-1:0]           beat_data,
  input  logic [7:0]                       beat_offset,
  input  logic [7:0]                       beat_bytes,
  // The complete elements, from lane 0 on.
  output logic [LANES-1:0]                 lanes,
  output logic [7:0]                       count,
  output logic [LANES*ELEMENT_BYTES*8-1:0] elements
);
  generate
    if (ELEMENT_BYTES < BUS_BYTES) begin : gen_narrow
      assign elements = beat_data >> {beat_offset, 3'b000};
      assign count = beat_valid ? beat_bytes / 8'(ELEMENT_BYTES) : '0;
      for (genvar j = 0; j < LANES; j = j + 1) begin : gen_lane
        assign lanes[j] = 8'(j) < count;
      end
      logic unused;
      assign unused = &{clock, clear};
    end else if (ELEMENT_BYTES == BUS_BYTES) begin : gen_equal
      assign elements = beat_data;
      assign lanes = beat_valid;
      assign count = 8'(beat_valid);
      logic unused;
      assign unused = &{clock, clear, beat_offset, beat_bytes};
    end else begin : gen_wide
      localparam BEATS = ELEMENT_BYTES / BUS_BYTES;
      localparam KEPT = (ELEMENT_BYTES - BUS_BYTES) * 8;
      logic [$clog2(BEATS)-1:0] beat;
      logic [KEPT-1:0]          kept;
      logic                     unused;
      assign unused = &{beat_offset, beat_bytes};
      assign elements = {beat_data, kept};
      assign lanes = beat_valid && (&beat);
      assign count = 8'(lanes);
      always_ff @(posedge clock)
        if (clear)
          beat <= '0;
        else if (beat_valid) begin
          beat <= beat + 1'b1;
          kept <= KEPT'({beat_data, kept} >> (BUS_BYTES * 8));
        end
    end
  endgenerate
endmodule
