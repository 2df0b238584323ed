// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compute module's unit: GEMM and ALU, micro-ops and the accumulator.
module vta_compute #(
  parameter LOG_UOPS = vta_config::LOG_UOPS,
  parameter LOG_INPS = vta_config::LOG_INPS,
  parameter LOG_WGTS = vta_config::LOG_WGTS,
  parameter LOG_ACCS = vta_config::LOG_ACCS,
  parameter READ_BYTES = vta_config::READ_BYTES,
  parameter INP_BYTES = vta_config::INP_BYTES,
  parameter WGT_BYTES = vta_config::WGT_BYTES,
  parameter ACC_BYTES = vta_config::ACC_BYTES,
  parameter OUT_BYTES = vta_config::OUT_BYTES,
  parameter OUT_LANES = vta_config::OUT_LANES
) (
  input  logic                             clock,
  input  logic                             clear,
  input  logic                             halt,
  input  logic [8:0]                       burst_limit,
  input  logic                             start,
  input  logic [127:0]                     instruction,
  output logic                             is_empty,
  output logic                             finishing,
  output logic                             is_waiting,
  output logic [3:0]                       error,
  output logic                             bus_error,
  output logic [LOG_UOPS-1:0]              uop,
  output logic                             counts_gemm,
  output logic                             counts_alu,
  output logic [LOG_INPS-1:0]              inp_index,
  input  logic [INP_BYTES*8-1:0]           inp,
  output logic [LOG_WGTS-1:0]              wgt_index,
  input  logic [WGT_BYTES*8-1:0]           wgt,
  input  logic [LOG_ACCS-1:0]              out_index,
  output logic [OUT_LANES*OUT_BYTES*8-1:0] outs,
  output logic                             arvalid,
  input  logic                             arready,
  output logic [63:0]                      araddr,
  output logic [7:0]                       arlen,
  output logic                             aruser,
  input  logic                             rvalid,
  input  logic [READ_BYTES*8-1:0]          rdata,
  input  logic [1:0]                       rresp,
  input  logic                             rlast
);
  localparam NUMBERS = ACC_BYTES / 4;
  localparam LATENCY = vta_config::ACC_WRITE_LATENCY;
  localparam UOP_LANES = 1 << vta_config::LOG_UOP_BANKS;

  // Decoding of the instruction that starts.
  logic       starts_load, starts_alu, starts_loops, is_source_needed, has_work;
  logic [2:0] opcode;

  assign opcode = instruction[2:0];
  assign starts_load = opcode == 3'd0;
  assign starts_alu = opcode == 3'd4;
  assign starts_loops = opcode == 3'd2 || starts_alu;

  // Fields of GEMM and ALU.
  localparam FIELDS = 8 + 2 * LOG_UOPS + 1;
  localparam SRC_BITS = LOG_ACCS > LOG_INPS ? LOG_ACCS : LOG_INPS;
  logic [LOG_UOPS-1:0] uop_begin;
  logic [LOG_UOPS:0]   uop_end;
  logic [13:0]         iter_out, iter_in;
  logic [SRC_BITS-1:0] src_factor_out, src_factor_in;

  assign uop_begin = instruction[8 +: LOG_UOPS];
  assign uop_end = instruction[8+LOG_UOPS +: LOG_UOPS+1];
  assign iter_out = instruction[FIELDS +: 14];
  assign iter_in = instruction[FIELDS+14 +: 14];
  assign src_factor_out = starts_alu
    ? SRC_BITS'(instruction[64+2*LOG_ACCS +: LOG_ACCS])
    : SRC_BITS'(instruction[64+2*LOG_ACCS +: LOG_INPS]);
  assign src_factor_in = starts_alu
    ? SRC_BITS'(instruction[64+3*LOG_ACCS +: LOG_ACCS])
    : SRC_BITS'(instruction[64+2*LOG_ACCS+LOG_INPS +: LOG_INPS]);
  assign has_work = (LOG_UOPS + 1)'(uop_begin) < uop_end && iter_out != '0 &&
                    iter_in != '0;

  // Execution of LOAD.
  logic        load_is_empty, load_finishing, range_error, pads, beat_valid;
  logic [2:0]  type_of_load;
  logic [15:0] index;
  logic [7:0]  beat_offset, beat_bytes, uop_count, acc_count;
  logic        is_uop, is_acc8;
  logic [4:0]  log_element_bytes;

  always_ff @(posedge clock)
    if (start) type_of_load <= instruction[9:7];
  assign is_uop = type_of_load == 3'd0;
  assign is_acc8 = type_of_load == 3'd5;

  always_comb
    case (instruction[9:7])
      3'd0: log_element_bytes = 5'd2;
      3'd5: log_element_bytes = 5'($clog2(NUMBERS));
      default: log_element_bytes = 5'($clog2(ACC_BYTES));
    endcase

  vta_load_engine #(.BUS_BYTES(READ_BYTES)) engine (
    .clock, .clear, .halt, .burst_limit, .start(start && starts_load),
    .instruction, .log_element_bytes,
    .depth(instruction[9:7] == 3'd0 ? 17'(1 << LOG_UOPS) : 17'(1 << LOG_ACCS)),
    .finishing(load_finishing), .is_empty(load_is_empty), .is_waiting,
    .range_error, .bus_error, .index, .pads, .beat_valid, .beat_offset,
    .beat_bytes, .beat_elements(is_uop ? uop_count : acc_count),
    .arvalid, .arready, .araddr, .arlen, .aruser, .rvalid, .rresp, .rlast
  );

  logic [UOP_LANES-1:0]    uop_lanes;
  logic [UOP_LANES*32-1:0] uops;

  vta_unpacker #(.BUS_BYTES(READ_BYTES), .ELEMENT_BYTES(4)) uop_unpacker (
    .clock, .clear, .beat_valid(beat_valid && is_uop), .beat_data(rdata),
    .beat_offset, .beat_bytes, .lanes(uop_lanes), .count(uop_count),
    .elements(uops)
  );
  // A word with other bits is not a micro-op.
  localparam UOP_BITS = LOG_ACCS + LOG_INPS + LOG_WGTS;
  localparam [31:0] UOP_MASK = 32'(~(~33'd0 << UOP_BITS));
  logic [UOP_LANES-1:0] wrong_uops;
  for (genvar j = 0; j < UOP_LANES; j = j + 1) begin : gen_uop
    assign wrong_uops[j] = uop_lanes[j] && (uops[j*32 +: 32] & ~UOP_MASK) != '0;
  end

  // Loops over micro-ops.
  logic                is_alu, resets, uses_immediate, takes_two, is_second;
  logic [2:0]          alu_opcode;
  logic [31:0]         immediate;
  logic                is_issuing, step, next_in, next_out, is_last, begins;
  logic [LOG_UOPS-1:0] next_uop;
  logic [31:0]         micro_op;

  assign begins = start && starts_loops && has_work;
  assign is_source_needed = !is_alu || !uses_immediate;
  assign takes_two = is_alu && !uses_immediate;
  assign step = is_issuing && (!takes_two || is_second);

  always_ff @(posedge clock) begin
    if (clear) is_issuing <= 1'b0;
    else if (begins) is_issuing <= 1'b1;
    else if (step && is_last) is_issuing <= 1'b0;
    is_second <= is_issuing && takes_two && !is_second;
    if (begins) begin
      is_alu <= starts_alu;
      resets <= instruction[7];
      alu_opcode <= instruction[64+4*LOG_ACCS +: 3];
      uses_immediate <= instruction[64+4*LOG_ACCS+3];
      immediate <= 32'($signed(instruction[64+4*LOG_ACCS+4 +: 16]));
    end
  end

  vta_loops #(.LOG_UOPS(LOG_UOPS)) loops (
    .clock, .start(begins), .start_uop_begin(uop_begin),
    .start_uop_end(uop_end), .start_iter_out(iter_out), .start_iter_in(iter_in),
    .step, .uop, .next_uop, .next_in, .next_out, .is_last
  );

  vta_scratchpad #(
    .ELEMENT_BITS(32), .LOG_DEPTH(LOG_UOPS),
    .LOG_BANKS(vta_config::LOG_UOP_BANKS)
  ) uop_memory (
    .clock, .write_lanes(uop_lanes | UOP_LANES'(pads && is_uop)),
    .write_index(index[LOG_UOPS-1:0]), .write_data(pads ? '0 : uops),
    .read_enable(1'b1), .read_index(next_uop), .read_data(micro_op)
  );

  // Indices. An ALU takes the index of its source from the micro-op's [inp] bits.
  localparam SRC_DEPTH = SRC_BITS;
  logic [LOG_ACCS:0]    dst_offset;
  logic [SRC_DEPTH:0]   src_offset;
  logic [LOG_WGTS:0]    wgt_offset;
  logic [LOG_ACCS+1:0]  dst;
  logic [SRC_DEPTH+1:0] src, src_depth;
  logic [LOG_WGTS+1:0]  wgt_element;

  vta_index #(.LOG_DEPTH(LOG_ACCS), .FACTOR_BITS(LOG_ACCS)) dst_index (
    .clock, .start(begins),
    .start_factor_out(instruction[64 +: LOG_ACCS]),
    .start_factor_in(instruction[64+LOG_ACCS +: LOG_ACCS]),
    .next_in, .next_out, .offset(dst_offset)
  );
  vta_index #(.LOG_DEPTH(SRC_DEPTH), .FACTOR_BITS(SRC_BITS)) src_index (
    .clock, .start(begins), .start_factor_out(src_factor_out),
    .start_factor_in(src_factor_in), .next_in, .next_out, .offset(src_offset)
  );
  vta_index #(.LOG_DEPTH(LOG_WGTS), .FACTOR_BITS(LOG_WGTS)) weight_index (
    .clock, .start(begins),
    .start_factor_out(instruction[64+2*LOG_ACCS+2*LOG_INPS +: LOG_WGTS]),
    .start_factor_in(
      instruction[64+2*LOG_ACCS+2*LOG_INPS+LOG_WGTS +: LOG_WGTS]),
    .next_in, .next_out, .offset(wgt_offset)
  );

  assign dst = (LOG_ACCS + 2)'(micro_op[LOG_ACCS-1:0]) +
               (LOG_ACCS + 2)'(dst_offset);
  assign src = (SRC_DEPTH + 2)'(micro_op[LOG_ACCS +: LOG_INPS]) +
               (SRC_DEPTH + 2)'(src_offset);
  assign wgt_element = (LOG_WGTS + 2)'(micro_op[LOG_ACCS+LOG_INPS +: LOG_WGTS]) +
                       (LOG_WGTS + 2)'(wgt_offset);
  assign src_depth = is_alu ? (SRC_DEPTH + 2)'(1) << LOG_ACCS
                            : (SRC_DEPTH + 2)'(1) << LOG_INPS;
  assign inp_index = src[LOG_INPS-1:0];
  assign wgt_index = wgt_element[LOG_WGTS-1:0];

  logic is_multiplying;
  assign is_multiplying = !is_alu && !resets;

  // Error codes: hardware/README.md.
  always_comb begin
    error = 4'd0;
    if (range_error)
      error = 4'd2;
    else if (wrong_uops != '0)
      error = 4'd4;
    else if (begins && uop_end > (LOG_UOPS + 1)'(1) << LOG_UOPS)
      error = 4'd5;
    else if (is_issuing && |dst[LOG_ACCS+1:LOG_ACCS])
      error = 4'd6;
    else if (is_issuing && is_source_needed && !(resets && !is_alu) &&
             src >= src_depth)
      error = 4'd7;
    else if (is_issuing && is_multiplying && |wgt_element[LOG_WGTS+1:LOG_WGTS])
      error = 4'd8;
  end

  assign counts_gemm = step && is_multiplying;
  assign counts_alu = step && is_alu;

  // The pipeline. Entry 0 is the issued micro-op; the last entry has its operands
  // and writes. The stages of products are in vta_gemm_core.
  logic [LATENCY:0]              valid, is_write, is_end;
  logic [(LATENCY+1)*LOG_ACCS-1:0] elements;
  logic [LATENCY-1:0]            valid_kept, is_write_kept, is_end_kept;
  logic [LATENCY*LOG_ACCS-1:0]   elements_kept;

  assign valid = {valid_kept, is_issuing && error == 4'd0};
  assign is_write = {is_write_kept, step};
  assign is_end = {is_end_kept, step && is_last};
  assign elements = {elements_kept,
                     step ? dst[LOG_ACCS-1:0] : src[LOG_ACCS-1:0]};

  always_ff @(posedge clock) begin
    valid_kept <= clear ? '0 : valid[LATENCY-1:0];
    is_write_kept <= is_write[LATENCY-1:0];
    is_end_kept <= is_end[LATENCY-1:0];
    elements_kept <= elements[LATENCY*LOG_ACCS-1:0];
  end

  logic                    writes_result;
  logic [ACC_BYTES*8-1:0]  sums, acc, source, alu_result, result;

  assign writes_result = valid[LATENCY] && is_write[LATENCY];

  vta_gemm_core #(
    .BATCH(vta_config::BATCH), .BLOCK(vta_config::BLOCK),
    .INP_BITS(vta_config::INP_BITS), .WGT_BITS(vta_config::WGT_BITS),
    .STAGES(LATENCY - 1)
  ) gemm_core (.clock, .inputs(inp), .weights(wgt), .sums);

  vta_alu_core #(.NUMBERS(NUMBERS)) alu_core (
    .opcode(alu_opcode), .a(acc),
    .b(uses_immediate ? {NUMBERS{immediate}} : source), .result(alu_result)
  );

  logic [ACC_BYTES*8-1:0] accumulated;
  for (genvar k = 0; k < NUMBERS; k = k + 1) begin : gen_sum
    assign accumulated[k*32 +: 32] = acc[k*32 +: 32] + sums[k*32 +: 32];
  end

  assign result = is_alu ? alu_result : resets ? '0 : accumulated;

  always_ff @(posedge clock)
    if (valid[LATENCY] && !is_write[LATENCY]) source <= acc;

  vta_accumulator accumulator (
    .clock, .clear, .is_acc8, .beat_valid(beat_valid && !is_uop),
    .beat_data(rdata), .beat_offset, .beat_bytes, .count(acc_count),
    .pads(pads && !is_uop), .load_index(index[LOG_ACCS-1:0]),
    .write_enable(writes_result),
    .result_index(elements[LATENCY*LOG_ACCS +: LOG_ACCS]), .result,
    .read_enable(valid[LATENCY-1]),
    .read_index(elements[(LATENCY-1)*LOG_ACCS +: LOG_ACCS]), .acc, .out_index,
    .outs
  );

  assign is_empty = starts_load ? load_is_empty : !(starts_loops && has_work);
  assign finishing = load_finishing || (valid[LATENCY] && is_end[LATENCY]);

  logic unused;
  assign unused = &{index, micro_op, src, is_end, is_write};
endmodule
