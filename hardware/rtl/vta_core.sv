// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The accelerator: AXI4-Lite for its registers, an AXI4 port for each of fetch,
// load, compute (reads) and store (writes).
module vta_core #(
  parameter READ_BYTES = vta_config::READ_BYTES,
  parameter WRITE_BYTES = vta_config::WRITE_BYTES
) (
  input  logic                     aclk,
  input  logic                     aresetn,
  output logic                     irq,

  input  logic                     s_axil_awvalid,
  output logic                     s_axil_awready,
  input  logic [7:0]               s_axil_awaddr,
  input  logic                     s_axil_wvalid,
  output logic                     s_axil_wready,
  input  logic [31:0]              s_axil_wdata,
  output logic                     s_axil_bvalid,
  input  logic                     s_axil_bready,
  output logic [1:0]               s_axil_bresp,
  input  logic                     s_axil_arvalid,
  output logic                     s_axil_arready,
  input  logic [7:0]               s_axil_araddr,
  output logic                     s_axil_rvalid,
  input  logic                     s_axil_rready,
  output logic [31:0]              s_axil_rdata,
  output logic [1:0]               s_axil_rresp,

  output logic                     fetch_arvalid,
  input  logic                     fetch_arready,
  output logic [63:0]              fetch_araddr,
  output logic [7:0]               fetch_arlen,
  input  logic                     fetch_rvalid,
  output logic                     fetch_rready,
  input  logic [READ_BYTES*8-1:0]  fetch_rdata,
  input  logic [1:0]               fetch_rresp,
  input  logic                     fetch_rlast,

  output logic                     load_arvalid,
  input  logic                     load_arready,
  output logic [63:0]              load_araddr,
  output logic [7:0]               load_arlen,
  output logic                     load_aruser,
  input  logic                     load_rvalid,
  output logic                     load_rready,
  input  logic [READ_BYTES*8-1:0]  load_rdata,
  input  logic [1:0]               load_rresp,
  input  logic                     load_rlast,

  output logic                     compute_arvalid,
  input  logic                     compute_arready,
  output logic [63:0]              compute_araddr,
  output logic [7:0]               compute_arlen,
  output logic                     compute_aruser,
  input  logic                     compute_rvalid,
  output logic                     compute_rready,
  input  logic [READ_BYTES*8-1:0]  compute_rdata,
  input  logic [1:0]               compute_rresp,
  input  logic                     compute_rlast,

  output logic                     store_awvalid,
  input  logic                     store_awready,
  output logic [63:0]              store_awaddr,
  output logic [7:0]               store_awlen,
  output logic                     store_awuser,
  output logic                     store_wvalid,
  input  logic                     store_wready,
  output logic [WRITE_BYTES*8-1:0] store_wdata,
  output logic [WRITE_BYTES-1:0]   store_wstrb,
  output logic                     store_wlast,
  input  logic                     store_bvalid,
  output logic                     store_bready,
  input  logic [1:0]               store_bresp
);
  localparam COMMAND_BITS = vta_config::COMMAND_QUEUE_DEPTH > 1
                              ? $clog2(vta_config::COMMAND_QUEUE_DEPTH) : 1;
  localparam TOKEN_BITS = $clog2(vta_config::TOKEN_QUEUE_DEPTH + 1);
  localparam OUT_BITS = vta_config::OUT_BYTES * 8;
  localparam STORE_LANES = vta_config::OUT_BYTES < WRITE_BYTES
                             ? WRITE_BYTES / vta_config::OUT_BYTES : 1;

  // The register interface.
  logic        launch_requested, launch, clear;
  logic [63:0] stream, cycles, gemm_count, alu_count;
  logic [31:0] num_instructions, command_limit, token_limit, burst_limit;
  logic [31:0] status, error_word, error_uop, num_taken;
  logic [31:0] load_started, load_finished, compute_started, compute_finished,
               store_started, store_finished;
  logic [TOKEN_BITS-1:0] load_to_compute, compute_to_load, compute_to_store,
                         store_to_compute;

  assign s_axil_bresp = 2'd0;
  assign s_axil_rresp = 2'd0;
  assign clear = launch || !aresetn;

  vta_registers registers (
    .clock(aclk), .reset(!aresetn),
    .awvalid(s_axil_awvalid), .awready(s_axil_awready), .awaddr(s_axil_awaddr),
    .wvalid(s_axil_wvalid), .wready(s_axil_wready), .wdata(s_axil_wdata),
    .bvalid(s_axil_bvalid), .bready(s_axil_bready),
    .arvalid(s_axil_arvalid), .arready(s_axil_arready), .araddr(s_axil_araddr),
    .rvalid(s_axil_rvalid), .rready(s_axil_rready), .rdata(s_axil_rdata),
    .launch(launch_requested), .stream, .num_instructions, .command_limit, .token_limit,
    .burst_limit, .status, .error(error_word), .error_uop, .cycles, .gemm_count,
    .alu_count, .num_taken,
    .module_counts({store_finished, store_started, compute_finished,
                    compute_started, load_finished, load_started}),
    .token_counts({32'(store_to_compute), 32'(compute_to_store),
                   32'(compute_to_load), 32'(load_to_compute)})
  );

  // The fetch module.
  logic         is_new, halt;
  logic         offered, take, is_legal, is_finish, is_last;
  logic         for_load, for_compute, for_store;
  logic [127:0] offered_instruction;
  logic         fetch_is_waiting, fetch_bus_error, is_illegal, fetched_all;

  vta_fetch #(.BUS_BYTES(READ_BYTES)) fetch (
    .clock(aclk), .clear, .halt, .start(is_new), .stream, .num_instructions,
    .valid(offered), .instruction(offered_instruction), .take, .num_taken,
    .is_waiting(fetch_is_waiting), .bus_error(fetch_bus_error),
    .arvalid(fetch_arvalid), .arready(fetch_arready), .araddr(fetch_araddr),
    .arlen(fetch_arlen), .rvalid(fetch_rvalid), .rdata(fetch_rdata),
    .rresp(fetch_rresp), .rlast(fetch_rlast)
  );

  vta_decode decode (
    .instruction(offered_instruction), .is_load_module(for_load),
    .is_compute_module(for_compute), .is_store_module(for_store), .is_finish,
    .is_legal
  );

  assign fetched_all = num_taken == num_instructions;
  assign is_last = num_taken + 32'd1 == num_instructions;
  assign is_illegal = offered && !(is_legal && is_finish == is_last);

  // The queues of instructions and of tokens.
  logic         to_load, to_compute, to_store;
  logic         load_room, compute_room, store_room;
  logic         load_first_valid, compute_first_valid, store_first_valid;
  logic [127:0] load_first, compute_first, store_first;
  logic         load_start, compute_start, store_start;
  logic         load_finish, compute_finish, store_finish;

  assign to_load = offered && !is_illegal && for_load && !halt;
  assign to_compute = offered && !is_illegal && for_compute && !halt;
  assign to_store = offered && !is_illegal && for_store && !halt;
  assign take = (to_load && load_room) || (to_compute && compute_room) ||
                (to_store && store_room);

  vta_command_queue #(.LOG_DEPTH(COMMAND_BITS)) load_queue (
    .clock(aclk), .clear, .limit(command_limit[COMMAND_BITS:0]),
    .offered(to_load), .instruction(offered_instruction), .has_room(load_room),
    .push(to_load && load_room), .first_valid(load_first_valid),
    .first(load_first), .start(load_start)
  );
  vta_command_queue #(.LOG_DEPTH(COMMAND_BITS)) compute_queue (
    .clock(aclk), .clear, .limit(command_limit[COMMAND_BITS:0]),
    .offered(to_compute), .instruction(offered_instruction),
    .has_room(compute_room), .push(to_compute && compute_room),
    .first_valid(compute_first_valid), .first(compute_first),
    .start(compute_start)
  );
  vta_command_queue #(.LOG_DEPTH(COMMAND_BITS)) store_queue (
    .clock(aclk), .clear, .limit(command_limit[COMMAND_BITS:0]),
    .offered(to_store), .instruction(offered_instruction),
    .has_room(store_room), .push(to_store && store_room),
    .first_valid(store_first_valid), .first(store_first), .start(store_start)
  );

  logic load_pushes, compute_pushes_load, compute_pushes_store, store_pushes;
  logic l2c_token, c2l_token, c2s_token, s2c_token;
  logic l2c_room, c2l_room, c2s_room, s2c_room;

  vta_semaphore #(.COUNT_BITS(TOKEN_BITS)) load_to_compute_tokens (
    .clock(aclk), .clear, .limit(token_limit[TOKEN_BITS-1:0]),
    .push(load_pushes), .pop(compute_start && compute_first[3]),
    .has_token(l2c_token), .has_room(l2c_room), .count(load_to_compute)
  );
  vta_semaphore #(.COUNT_BITS(TOKEN_BITS)) compute_to_load_tokens (
    .clock(aclk), .clear, .limit(token_limit[TOKEN_BITS-1:0]),
    .push(compute_pushes_load), .pop(load_start && load_first[4]),
    .has_token(c2l_token), .has_room(c2l_room), .count(compute_to_load)
  );
  vta_semaphore #(.COUNT_BITS(TOKEN_BITS)) compute_to_store_tokens (
    .clock(aclk), .clear, .limit(token_limit[TOKEN_BITS-1:0]),
    .push(compute_pushes_store), .pop(store_start && store_first[3]),
    .has_token(c2s_token), .has_room(c2s_room), .count(compute_to_store)
  );
  vta_semaphore #(.COUNT_BITS(TOKEN_BITS)) store_to_compute_tokens (
    .clock(aclk), .clear, .limit(token_limit[TOKEN_BITS-1:0]),
    .push(store_pushes), .pop(compute_start && compute_first[4]),
    .has_token(s2c_token), .has_room(s2c_room), .count(store_to_compute)
  );

  // The load, compute and store modules.
  logic load_is_empty, compute_is_empty, store_is_empty;
  logic load_finishing, compute_finishing, store_finishing;
  logic load_running, compute_running, store_running;
  logic load_busy, compute_busy, store_busy;
  logic load_waiting, compute_waiting, store_waiting;
  logic load_range_error, store_range_error;
  logic load_bus_error, compute_bus_error, store_bus_error;
  logic [3:0] compute_error;
  logic [1:0] unused_pushes;

  vta_module_control load_control (
    .clock(aclk), .clear, .halt, .first_valid(load_first_valid),
    .pop_prev(1'b0), .pop_next(load_first[4]), .push_prev(1'b0),
    .push_next(load_first[6]), .prev_has_token(1'b0),
    .next_has_token(c2l_token), .prev_has_room(1'b0), .next_has_room(l2c_room),
    .start(load_start), .is_empty(load_is_empty), .finishing(load_finishing),
    .finish(load_finish), .pushes_prev(unused_pushes[0]),
    .pushes_next(load_pushes), .is_running(load_running), .is_busy(load_busy),
    .num_started(load_started), .num_finished(load_finished)
  );
  vta_module_control compute_control (
    .clock(aclk), .clear, .halt, .first_valid(compute_first_valid),
    .pop_prev(compute_first[3]), .pop_next(compute_first[4]),
    .push_prev(compute_first[5]), .push_next(compute_first[6]),
    .prev_has_token(l2c_token), .next_has_token(s2c_token),
    .prev_has_room(c2l_room), .next_has_room(c2s_room),
    .start(compute_start), .is_empty(compute_is_empty),
    .finishing(compute_finishing), .finish(compute_finish),
    .pushes_prev(compute_pushes_load), .pushes_next(compute_pushes_store),
    .is_running(compute_running), .is_busy(compute_busy),
    .num_started(compute_started), .num_finished(compute_finished)
  );
  vta_module_control store_control (
    .clock(aclk), .clear, .halt, .first_valid(store_first_valid),
    .pop_prev(store_first[3]), .pop_next(1'b0), .push_prev(store_first[5]),
    .push_next(1'b0), .prev_has_token(c2s_token), .next_has_token(1'b0),
    .prev_has_room(s2c_room), .next_has_room(1'b0),
    .start(store_start), .is_empty(store_is_empty), .finishing(store_finishing),
    .finish(store_finish), .pushes_prev(store_pushes),
    .pushes_next(unused_pushes[1]), .is_running(store_running),
    .is_busy(store_busy), .num_started(store_started),
    .num_finished(store_finished)
  );

  logic [vta_config::LOG_INPS-1:0]           inp_index;
  logic [vta_config::INP_BYTES*8-1:0]        inp;
  logic [vta_config::LOG_WGTS-1:0]           wgt_index;
  logic [vta_config::WGT_BYTES*8-1:0]        wgt;
  logic [vta_config::LOG_ACCS-1:0]           out_index;
  logic [vta_config::OUT_LANES*OUT_BITS-1:0] outs;
  logic [vta_config::LOG_UOPS-1:0]           uop;
  logic                                      counts_gemm, counts_alu;

  assign fetch_rready = 1'b1;
  assign load_rready = 1'b1;
  assign compute_rready = 1'b1;
  assign store_bready = 1'b1;

  vta_load load (
    .clock(aclk), .clear, .halt, .burst_limit(burst_limit[8:0]),
    .start(load_start), .instruction(load_first), .is_empty(load_is_empty),
    .finishing(load_finishing), .is_waiting(load_waiting),
    .range_error(load_range_error), .bus_error(load_bus_error),
    .inp_index, .inp, .wgt_index, .wgt,
    .arvalid(load_arvalid), .arready(load_arready), .araddr(load_araddr),
    .arlen(load_arlen), .aruser(load_aruser), .rvalid(load_rvalid),
    .rdata(load_rdata), .rresp(load_rresp), .rlast(load_rlast)
  );
  vta_compute compute (
    .clock(aclk), .clear, .halt, .burst_limit(burst_limit[8:0]),
    .start(compute_start), .instruction(compute_first),
    .is_empty(compute_is_empty), .finishing(compute_finishing),
    .is_waiting(compute_waiting), .error(compute_error),
    .bus_error(compute_bus_error), .uop, .counts_gemm, .counts_alu,
    .inp_index, .inp, .wgt_index, .wgt, .out_index, .outs,
    .arvalid(compute_arvalid), .arready(compute_arready),
    .araddr(compute_araddr), .arlen(compute_arlen), .aruser(compute_aruser),
    .rvalid(compute_rvalid), .rdata(compute_rdata), .rresp(compute_rresp),
    .rlast(compute_rlast)
  );
  vta_store store (
    .clock(aclk), .clear, .halt, .burst_limit(burst_limit[8:0]),
    .start(store_start), .instruction(store_first), .is_empty(store_is_empty),
    .finishing(store_finishing), .is_waiting(store_waiting),
    .range_error(store_range_error), .bus_error(store_bus_error),
    .out_index, .outs(outs[STORE_LANES*OUT_BITS-1:0]),
    .awvalid(store_awvalid), .awready(store_awready), .awaddr(store_awaddr),
    .awlen(store_awlen), .awuser(store_awuser), .wvalid(store_wvalid),
    .wready(store_wready), .wdata(store_wdata), .wstrb(store_wstrb),
    .wlast(store_wlast), .bvalid(store_bvalid), .bresp(store_bresp)
  );

  logic has_finished, has_changed, is_quiet, is_done;

  assign has_finished = load_finish || compute_finish || store_finish;
  assign has_changed = take || load_start || compute_start || store_start ||
                       has_finished;
  assign is_quiet = !has_changed && !load_busy && !compute_busy &&
                    !store_busy && (offered || fetched_all);
  assign is_done = fetched_all && !load_first_valid && !compute_first_valid &&
                   !store_first_valid && !load_running && !compute_running &&
                   !store_running;

  vta_run_state run_state (
    .clock(aclk), .reset(!aresetn), .launch_requested, .launch, .is_new, .halt,
    .irq, .status, .error(error_word), .error_uop, .cycles, .gemm_count,
    .alu_count, .has_finished, .is_quiet, .is_done,
    .is_waiting(fetch_is_waiting || load_waiting || compute_waiting ||
                store_waiting),
    .counts_gemm, .counts_alu, .uop(32'(uop)),
    .errors({fetch_bus_error ? 4'd3 : 4'(is_illegal),
             store_bus_error ? 4'd3 : {2'd0, store_range_error, 1'b0},
             compute_bus_error ? 4'd3 : compute_error,
             load_bus_error ? 4'd3 : {2'd0, load_range_error, 1'b0}})
  );

  logic unused;
  assign unused = &{unused_pushes, command_limit, token_limit, burst_limit};
endmodule
