// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of a run. It ends when everything has finished, when no module can
// continue, or at an error; outstanding bursts complete before.
module vta_run_state (
  input  logic        clock,
  input  logic        reset,
  input  logic        launch_requested,
  output logic        launch,
  // The first cycle of the run.
  output logic        is_new,
  // No instruction and no address may start.
  output logic        halt,
  output logic        irq,
  output logic [31:0] status,
  output logic [31:0] error,
  output logic [31:0] error_uop,
  output logic [63:0] cycles,
  output logic [63:0] gemm_count,
  output logic [63:0] alu_count,
  // Events of this cycle.
  input  logic        has_finished,
  input  logic        is_quiet,
  input  logic        is_done,
  input  logic        is_waiting,
  input  logic        counts_gemm,
  input  logic        counts_alu,
  input  logic [31:0] uop,
  // Error codes of load, compute, store and fetch; 0 is none.
  input  logic [15:0] errors
);
  logic        is_active, is_halted, is_failed, deadlocked, was_run;
  logic        finds_error, finds_deadlock;
  logic [1:0]  error_module;
  logic [3:0]  error_code;
  logic [63:0] now;

  always_comb
    if (errors[15:12] != '0) {error_module, error_code} = {2'd3, errors[15:12]};
    else if (errors[3:0] != '0) {error_module, error_code} = {2'd0, errors[3:0]};
    else if (errors[7:4] != '0) {error_module, error_code} = {2'd1, errors[7:4]};
    else {error_module, error_code} = {2'd2, errors[11:8]};

  // A request during a run has no effect.
  assign launch = launch_requested && !is_active;
  assign finds_error = is_active && !is_halted && error_code != '0;
  assign finds_deadlock = is_active && !is_halted && !finds_error && !is_new &&
                          is_quiet && !is_done;
  assign halt = is_halted || !is_active;
  assign irq = was_run && !is_active;
  assign status = {28'd0, deadlocked, is_failed, irq, is_active};

  always_ff @(posedge clock)
    if (launch || reset) begin
      is_active <= launch && !reset;
      was_run <= launch && !reset;
      is_new <= launch && !reset;
      is_halted <= 1'b0;
      is_failed <= 1'b0;
      deadlocked <= 1'b0;
      error <= '0;
      error_uop <= '0;
      now <= '0;
      cycles <= '0;
      gemm_count <= '0;
      alu_count <= '0;
    end else if (is_active) begin
      is_new <= 1'b0;
      if (!is_new) now <= now + 64'd1;
      if (has_finished) cycles <= now;
      gemm_count <= gemm_count + 64'(counts_gemm);
      alu_count <= alu_count + 64'(counts_alu);
      if (is_halted ? !is_waiting : is_done && !is_new) is_active <= 1'b0;
      if (finds_error || finds_deadlock) begin
        is_halted <= 1'b1;
        is_failed <= 1'b1;
        deadlocked <= finds_deadlock;
        error <= {26'd0, finds_error ? {error_module, error_code} : 6'd0};
        error_uop <= uop;
      end
    end
endmodule
