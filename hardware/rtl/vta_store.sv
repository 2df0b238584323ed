// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The store module's unit, which writes rows of results to DRAM over AXI4. A
// STORE ends with the last response.
module vta_store #(
  parameter BUS_BYTES = vta_config::WRITE_BYTES,
  parameter OUT_BYTES = vta_config::OUT_BYTES,
  parameter LOG_OUTS = vta_config::LOG_ACCS,
  parameter LANES = OUT_BYTES < BUS_BYTES ? BUS_BYTES / OUT_BYTES : 1
) (
  input  logic                         clock,
  input  logic                         clear,
  input  logic                         halt,
  input  logic [8:0]                   burst_limit,
  input  logic                         start,
  input  logic [127:0]                 instruction,
  output logic                         is_empty,
  output logic                         finishing,
  output logic                         is_waiting,
  output logic                         range_error,
  output logic                         bus_error,
  output logic [LOG_OUTS-1:0]          out_index,
  // The elements from the index of the previous cycle on.
  input  logic [LANES*OUT_BYTES*8-1:0] outs,
  output logic                         awvalid,
  input  logic                         awready,
  output logic [63:0]                  awaddr,
  output logic [7:0]                   awlen,
  output logic                         awuser,
  output logic                         wvalid,
  input  logic                         wready,
  output logic [BUS_BYTES*8-1:0]       wdata,
  output logic [BUS_BYTES-1:0]         wstrb,
  output logic                         wlast,
  input  logic                         bvalid,
  input  logic [1:0]                   bresp
);
  localparam LOG_BYTES = $clog2(OUT_BYTES);
  localparam [7:0] OFFSET_MASK = 8'(BUS_BYTES - 1);

  logic [15:0] sram_base, y_size, x_size, x_stride;
  logic [31:0] dram_base;
  logic [3:0]  y_pad_0, y_pad_1, x_pad_0, x_pad_1;

  vta_transfer_fields fields (
    .instruction, .sram_base, .dram_base, .y_size, .x_size, .x_stride,
    .y_pad_0, .y_pad_1, .x_pad_0, .x_pad_1
  );

  logic [32:0] last;
  logic        begins;
  logic [63:0] address;
  logic [31:0] row_bytes, stride_bytes;

  assign last = 33'(sram_base) + 33'(x_size) * 33'(y_size);
  assign is_empty = x_size == '0 || y_size == '0;
  assign range_error = start && x_size != '0 && last > 33'(1) << LOG_OUTS;
  assign begins = start && !is_empty;
  assign address = 64'(dram_base) << LOG_BYTES;
  assign row_bytes = 32'(x_size) << LOG_BYTES;
  assign stride_bytes = 32'(x_stride) << LOG_BYTES;

  // The address channel.
  logic       burst_valid, is_last, sent, is_offered, offers;
  logic [8:0] beats, outstanding;

  vta_bursts #(.BUS_BYTES(BUS_BYTES)) addresses (
    .clock, .clear, .start(begins), .start_address(address),
    .start_row_bytes(row_bytes), .start_rows(y_size),
    .start_stride_bytes(stride_bytes), .next(sent), .valid(burst_valid),
    .address(awaddr), .beats, .ends_row(awuser), .is_last
  );

  assign awvalid = burst_valid && outstanding < burst_limit &&
                   (!halt || is_offered);
  assign awlen = 8'(beats - 9'd1);
  assign sent = awvalid && awready;
  assign offers = awvalid && !is_offered;
  assign finishing = bvalid &&
                     (burst_valid ? sent && is_last && outstanding == '0
                                  : outstanding == 9'd1);
  assign is_waiting = outstanding != '0 || awvalid;
  assign bus_error = bvalid && bresp[1];

  // The data channel: bursts whose addresses are or were offered.
  logic        data_valid, data_ends_row, data_is_last, done, ends_burst, ends_row;
  logic [8:0]  data_beats, beat, granted;
  logic [63:0] data_address;
  logic [7:0]  row, position, beat_offset, word_left, beat_bytes, stride, step;
  logic [31:0] row_length, left;

  vta_bursts #(.BUS_BYTES(BUS_BYTES)) bursts (
    .clock, .clear, .start(begins), .start_address(address),
    .start_row_bytes(row_bytes), .start_rows(y_size),
    .start_stride_bytes(stride_bytes), .next(done && ends_burst),
    .valid(data_valid), .address(data_address), .beats(data_beats),
    .ends_row(data_ends_row), .is_last(data_is_last)
  );

  assign wvalid = data_valid && (granted != '0 || offers);
  assign done = wvalid && wready;
  assign ends_burst = beat == data_beats - 9'd1;
  assign wlast = ends_burst;
  assign beat_offset = position & OFFSET_MASK;
  assign word_left = 8'(BUS_BYTES) - beat_offset;
  assign ends_row = left <= 32'(word_left);
  assign beat_bytes = ends_row ? left[7:0] : word_left;
  assign step = row + stride;

  always_ff @(posedge clock)
    if (clear) begin
      outstanding <= '0;
      is_offered <= 1'b0;
      granted <= '0;
      beat <= '0;
    end else begin
      outstanding <= outstanding + 9'(sent) - 9'(bvalid);
      is_offered <= awvalid && !awready;
      granted <= granted + 9'(offers) - 9'(done && ends_burst);
      if (done) beat <= ends_burst ? '0 : beat + 9'd1;
    end

  always_ff @(posedge clock)
    if (begins) begin
      row <= address[7:0];
      position <= address[7:0];
      row_length <= row_bytes;
      left <= row_bytes;
      stride <= stride_bytes[7:0];
    end else if (done && ends_row) begin
      row <= step;
      position <= step;
      left <= row_length;
    end else if (done) begin
      position <= position + beat_bytes;
      left <= left - 32'(beat_bytes);
    end

  for (genvar k = 0; k < BUS_BYTES; k = k + 1) begin : gen_strobe
    assign wstrb[k] = 8'(k) >= beat_offset &&
                      9'(k) < 9'(beat_offset) + 9'(beat_bytes);
  end

  // The elements of a beat, which has several elements or a part of one.
  logic [LOG_OUTS-1:0] index, next_index, taken;

  assign next_index = done ? index + taken : index;
  assign out_index = start ? sram_base[LOG_OUTS-1:0] : next_index;
  always_ff @(posedge clock) index <= out_index;

  generate
    if (OUT_BYTES < BUS_BYTES) begin : gen_narrow
      assign wdata = outs << {beat_offset, 3'b000};
      assign taken = LOG_OUTS'(16'(beat_bytes) / 16'(OUT_BYTES));
    end else if (OUT_BYTES == BUS_BYTES) begin : gen_equal
      assign wdata = outs;
      assign taken = LOG_OUTS'(1);
    end else begin : gen_wide
      localparam PARTS = OUT_BYTES / BUS_BYTES;
      logic [$clog2(PARTS)-1:0] part;
      assign wdata = outs[part*BUS_BYTES*8 +: BUS_BYTES*8];
      assign taken = LOG_OUTS'(&part);
      always_ff @(posedge clock)
        if (begins) part <= '0;
        else if (done) part <= part + 1'b1;
    end
  endgenerate

  logic unused;
  assign unused = &{y_pad_0, y_pad_1, x_pad_0, x_pad_1, data_address,
                    data_ends_row, data_is_last, bresp[0], stride_bytes};
endmodule
