// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The start and the end of a module's instructions. An instruction starts when
// all tokens that it pops are available, and ends when there is room for all
// tokens that it pushes.
module vta_module_control (
  input  logic        clock,
  input  logic        clear,
  input  logic        halt,
  input  logic        first_valid,
  // Dependency bits of the first instruction in the queue.
  input  logic        pop_prev,
  input  logic        pop_next,
  input  logic        push_prev,
  input  logic        push_next,
  input  logic        prev_has_token,
  input  logic        next_has_token,
  input  logic        prev_has_room,
  input  logic        next_has_room,
  output logic        start,
  // With `start`: the instruction takes this cycle only.
  input  logic        is_empty,
  // The last cycle of an instruction that takes more than one cycle.
  input  logic        finishing,
  output logic        finish,
  output logic        pushes_prev,
  output logic        pushes_next,
  output logic        is_running,
  output logic        is_busy,
  output logic [31:0] num_started,
  output logic [31:0] num_finished
);
  logic is_executed, will_push_prev, will_push_next;

  assign finish = is_executed && !halt && (!will_push_prev || prev_has_room) &&
                  (!will_push_next || next_has_room);
  assign start = first_valid && !halt && (!is_running || finish) &&
                 (!pop_prev || prev_has_token) && (!pop_next || next_has_token);
  assign pushes_prev = finish && will_push_prev;
  assign pushes_next = finish && will_push_next;
  assign is_busy = is_running && !is_executed;

  always_ff @(posedge clock)
    if (clear) begin
      is_running <= 1'b0;
      is_executed <= 1'b0;
      num_started <= '0;
      num_finished <= '0;
    end else begin
      if (start) begin
        is_running <= 1'b1;
        is_executed <= is_empty;
        will_push_prev <= push_prev;
        will_push_next <= push_next;
      end else if (finish) begin
        is_running <= 1'b0;
        is_executed <= 1'b0;
      end else if (finishing)
        is_executed <= 1'b1;
      num_started <= num_started + 32'(start);
      num_finished <= num_finished + 32'(finish);
    end
endmodule
