// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executes the transfer of a LOAD: writes padding, then reads DRAM. The module
// around it takes the elements out of the beats.
module vta_load_engine #(
  parameter BUS_BYTES = 8
) (
  input  logic         clock,
  input  logic         clear,
  input  logic         halt,
  input  logic [8:0]   burst_limit,
  input  logic         start,
  input  logic [127:0] instruction,
  // Element size and depth of the memory that the instruction loads.
  input  logic [4:0]   log_element_bytes,
  input  logic [16:0]  depth,
  // The last cycle of an instruction that takes more than one cycle.
  output logic         finishing,
  // With `start`: the transfer is empty.
  output logic         is_empty,
  output logic         is_waiting,
  output logic         range_error,
  output logic         bus_error,
  // Destination of the next element; `pads` writes a zero there.
  output logic [15:0]  index,
  output logic         pads,
  output logic         beat_valid,
  output logic [7:0]   beat_offset,
  output logic [7:0]   beat_bytes,
  // Number of elements that the module around takes out of the beat.
  input  logic [7:0]   beat_elements,
  output logic         arvalid,
  input  logic         arready,
  output logic [63:0]  araddr,
  output logic [7:0]   arlen,
  output logic         aruser,
  input  logic         rvalid,
  input  logic [1:0]   rresp,
  input  logic         rlast
);
  logic [15:0] sram_base, y_size, x_size, x_stride;
  logic [31:0] dram_base;
  logic [3:0]  y_pad_0, y_pad_1, x_pad_0, x_pad_1;

  vta_transfer_fields fields (
    .instruction, .sram_base, .dram_base, .y_size, .x_size, .x_stride,
    .y_pad_0, .y_pad_1, .x_pad_0, .x_pad_1
  );

  // Rows are consecutive on the chip, so padding is a run of elements before all
  // rows, one run after each row but the last, and one run after the last row.
  logic [16:0] width, height, row_pads;
  logic [33:0] area, last;
  logic [20:0] first_run, last_run, run_sum;
  logic        has_rows, is_moving;

  assign width = 17'(x_size) + 17'(x_pad_0) + 17'(x_pad_1);
  assign height = 17'(y_size) + 17'(y_pad_0) + 17'(y_pad_1);
  assign area = 34'(width) * 34'(height);
  assign last = 34'(sram_base) + area;
  assign row_pads = 17'(x_pad_0) + 17'(x_pad_1);
  assign has_rows = y_size != '0;
  assign is_moving = x_size != '0;
  assign run_sum = 21'(y_pad_1) * 21'(width);
  assign first_run = 21'(y_pad_0) * 21'(width) +
                     (has_rows ? 21'(x_pad_0) : run_sum);
  assign last_run = has_rows ? 21'(x_pad_1) + run_sum : '0;
  assign range_error = start && is_moving && last > 34'(depth);

  // Indices of the transfer's first element of data and of its last run of
  // padding.
  logic [16:0] first_data, last_run_index;
  assign first_data = 17'(sram_base) + first_run[16:0];
  assign last_run_index = last[16:0] - last_run[16:0];

  logic        has_middle, has_pads, is_padding;
  logic        begins_rows, ends_run, ends_pads;
  logic [16:0] pad_index, data_index, tail_index, gap;
  logic [20:0] run_left, tail_left;
  logic [15:0] rows_left;
  logic [16:0] middle_run;
  logic        waits_for_rows;

  assign has_middle = row_pads != '0 && y_size > 16'd1;
  assign has_pads = first_run != '0 || has_middle || last_run != '0;
  assign is_empty = !is_moving || (!has_pads && !has_rows);
  assign ends_run = run_left == 21'd1;
  assign ends_pads = is_padding && ends_run && rows_left == '0 &&
                     tail_left == '0;
  assign begins_rows = (start && is_moving && !has_pads && has_rows) ||
                       (ends_pads && waits_for_rows);

  always_ff @(posedge clock)
    if (clear)
      is_padding <= 1'b0;
    else if (start) begin
      is_padding <= is_moving && has_pads;
      waits_for_rows <= has_rows;
      middle_run <= row_pads;
      gap <= 17'(x_size) + 17'd1;
      tail_index <= last_run_index;
      if (first_run != '0) begin
        pad_index <= 17'(sram_base);
        run_left <= first_run;
        rows_left <= has_middle ? y_size - 16'd1 : '0;
        tail_left <= last_run;
      end else if (has_middle) begin
        pad_index <= first_data + 17'(x_size);
        run_left <= 21'(row_pads);
        rows_left <= y_size - 16'd2;
        tail_left <= last_run;
      end else begin
        pad_index <= last_run_index;
        run_left <= last_run;
        rows_left <= '0;
        tail_left <= '0;
      end
    end else if (is_padding && !ends_run) begin
      pad_index <= pad_index + 17'd1;
      run_left <= run_left - 21'd1;
    end else if (is_padding && rows_left != '0) begin
      pad_index <= pad_index + gap;
      run_left <= 21'(middle_run);
      rows_left <= rows_left - 16'd1;
    end else if (is_padding && tail_left != '0) begin
      pad_index <= tail_index;
      run_left <= tail_left;
      tail_left <= '0;
    end else
      is_padding <= 1'b0;

  // The request to the read master, in this cycle or after the padding.
  logic [63:0] address, kept_address;
  logic [31:0] row_bytes, stride_bytes, kept_row_bytes, kept_stride_bytes;
  logic [15:0] kept_rows;
  logic        reads_end, beat_ends_row;

  assign address = 64'(dram_base) << log_element_bytes;
  assign row_bytes = 32'(x_size) << log_element_bytes;
  assign stride_bytes = 32'(x_stride) << log_element_bytes;

  always_ff @(posedge clock)
    if (start) begin
      kept_address <= address;
      kept_row_bytes <= row_bytes;
      kept_stride_bytes <= stride_bytes;
      kept_rows <= y_size;
    end

  vta_read_master #(.BUS_BYTES(BUS_BYTES)) master (
    .clock, .clear, .halt, .burst_limit,
    .start(begins_rows),
    .start_address(start ? address : kept_address),
    .start_row_bytes(start ? row_bytes : kept_row_bytes),
    .start_rows(start ? y_size : kept_rows),
    .start_stride_bytes(start ? stride_bytes : kept_stride_bytes),
    .finishing(reads_end), .is_waiting, .error(bus_error),
    .beat_valid, .beat_offset, .beat_bytes, .beat_ends_row,
    .arvalid, .arready, .araddr, .arlen, .aruser, .rvalid, .rresp, .rlast
  );

  always_ff @(posedge clock)
    if (start) data_index <= first_data;
    else if (beat_valid)
      data_index <= data_index + 17'(beat_elements) +
                    (beat_ends_row ? middle_run : '0);

  assign index = is_padding ? pad_index[15:0] : data_index[15:0];
  assign pads = is_padding;
  assign finishing = reads_end || (ends_pads && !waits_for_rows);
endmodule
