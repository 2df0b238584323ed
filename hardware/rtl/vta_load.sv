// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The load module's unit: inputs and weights, and their memories.
module vta_load (
  input  logic                                   clock,
  input  logic                                   clear,
  input  logic                                   halt,
  input  logic [8:0]                             burst_limit,
  input  logic                                   start,
  input  logic [127:0]                           instruction,
  output logic                                   is_empty,
  output logic                                   finishing,
  output logic                                   is_waiting,
  output logic                                   range_error,
  output logic                                   bus_error,
  input  logic [vta_config::LOG_INPS-1:0]        inp_index,
  output logic [vta_config::INP_BYTES*8-1:0]     inp,
  input  logic [vta_config::LOG_WGTS-1:0]        wgt_index,
  output logic [vta_config::WGT_BYTES*8-1:0]     wgt,
  output logic                                   arvalid,
  input  logic                                   arready,
  output logic [63:0]                            araddr,
  output logic [7:0]                             arlen,
  output logic                                   aruser,
  input  logic                                   rvalid,
  input  logic [vta_config::READ_BYTES*8-1:0]    rdata,
  input  logic [1:0]                             rresp,
  input  logic                                   rlast
);
  localparam INP_LANES = 1 << vta_config::LOG_INP_BANKS;
  localparam WGT_LANES = 1 << vta_config::LOG_WGT_BANKS;

  logic        starts_wgt, is_wgt, pads, beat_valid;
  logic [15:0] index;
  logic [7:0]  beat_offset, beat_bytes, inp_count, wgt_count;

  assign starts_wgt = instruction[9:7] == 3'd1;
  always_ff @(posedge clock)
    if (start) is_wgt <= starts_wgt;

  vta_load_engine #(.BUS_BYTES(vta_config::READ_BYTES)) engine (
    .clock, .clear, .halt, .burst_limit, .start, .instruction,
    .log_element_bytes(starts_wgt ? 5'($clog2(vta_config::WGT_BYTES))
                                  : 5'($clog2(vta_config::INP_BYTES))),
    .depth(starts_wgt ? 17'(1 << vta_config::LOG_WGTS)
                      : 17'(1 << vta_config::LOG_INPS)),
    .finishing, .is_empty, .is_waiting, .range_error, .bus_error, .index, .pads,
    .beat_valid, .beat_offset, .beat_bytes,
    .beat_elements(is_wgt ? wgt_count : inp_count),
    .arvalid, .arready, .araddr, .arlen, .aruser, .rvalid, .rresp, .rlast
  );

  logic [INP_LANES-1:0]                         inp_lanes;
  logic [INP_LANES*vta_config::INP_BYTES*8-1:0] inps;
  logic [WGT_LANES-1:0]                         wgt_lanes;
  logic [WGT_LANES*vta_config::WGT_BYTES*8-1:0] wgts;

  vta_unpacker #(
    .BUS_BYTES(vta_config::READ_BYTES), .ELEMENT_BYTES(vta_config::INP_BYTES)
  ) inp_unpacker (
    .clock, .clear, .beat_valid(beat_valid && !is_wgt), .beat_data(rdata),
    .beat_offset, .beat_bytes, .lanes(inp_lanes), .count(inp_count),
    .elements(inps)
  );
  vta_unpacker #(
    .BUS_BYTES(vta_config::READ_BYTES), .ELEMENT_BYTES(vta_config::WGT_BYTES)
  ) wgt_unpacker (
    .clock, .clear, .beat_valid(beat_valid && is_wgt), .beat_data(rdata),
    .beat_offset, .beat_bytes, .lanes(wgt_lanes), .count(wgt_count),
    .elements(wgts)
  );

  vta_scratchpad #(
    .ELEMENT_BITS(vta_config::INP_BYTES * 8), .LOG_DEPTH(vta_config::LOG_INPS),
    .LOG_BANKS(vta_config::LOG_INP_BANKS)
  ) inp_memory (
    .clock, .write_lanes(inp_lanes | INP_LANES'(pads && !is_wgt)),
    .write_index(index[vta_config::LOG_INPS-1:0]), .write_data(pads ? '0 : inps),
    .read_enable(1'b1), .read_index(inp_index), .read_data(inp)
  );
  vta_scratchpad #(
    .ELEMENT_BITS(vta_config::WGT_BYTES * 8), .LOG_DEPTH(vta_config::LOG_WGTS),
    .LOG_BANKS(vta_config::LOG_WGT_BANKS)
  ) wgt_memory (
    .clock, .write_lanes(wgt_lanes | WGT_LANES'(pads && is_wgt)),
    .write_index(index[vta_config::LOG_WGTS-1:0]), .write_data(pads ? '0 : wgts),
    .read_enable(1'b1), .read_index(wgt_index), .read_data(wgt)
  );

  logic unused;
  assign unused = &index;
endmodule
