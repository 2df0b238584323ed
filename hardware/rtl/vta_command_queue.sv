// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The queue of instructions that wait for a module. An instruction can start in
// the cycle in which it arrives, and leaves room in the cycle in which it starts.
module vta_command_queue #(
  parameter LOG_DEPTH = 9
) (
  input  logic               clock,
  input  logic               clear,
  input  logic [LOG_DEPTH:0] limit,
  // Fetch offers an instruction for this queue.
  input  logic               offered,
  input  logic [127:0]       instruction,
  output logic               has_room,
  // The queue takes the offered instruction.
  input  logic               push,
  output logic               first_valid,
  output logic [127:0]       first,
  input  logic               start
);
  logic [LOG_DEPTH:0] count;
  logic [127:0]       queued;
  logic               is_empty;

  assign is_empty = count == '0;
  assign first_valid = !is_empty || offered;
  assign first = is_empty ? instruction : queued;
  assign has_room = start || count < limit;

  vta_fifo #(.WIDTH(128), .LOG_DEPTH(LOG_DEPTH)) fifo (
    .clock, .clear, .push(push && !(is_empty && start)), .push_data(instruction),
    .pop(start && !is_empty), .first(queued), .count
  );
endmodule
