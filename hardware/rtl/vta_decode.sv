// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The module that executes an instruction, and whether the instruction is legal.
// A word with bits that have no meaning is illegal.
module vta_decode (
  input  logic [127:0] instruction,
  output logic         is_load_module,
  output logic         is_compute_module,
  output logic         is_store_module,
  output logic         is_finish,
  output logic         is_legal
);
  localparam LOOP_BITS = 8 + 2 * vta_config::LOG_UOPS + 1 + 28;
  localparam GEMM_BITS = 2 * (vta_config::LOG_ACCS + vta_config::LOG_INPS +
                              vta_config::LOG_WGTS);
  localparam ALU_BITS = 4 * vta_config::LOG_ACCS + 20;
  localparam [63:0] LOOP_MASK = 64'(~(~65'd0 << LOOP_BITS));
  localparam [63:0] GEMM_MASK = 64'(~(~65'd0 << GEMM_BITS));
  localparam [63:0] ALU_MASK = 64'(~(~65'd0 << ALU_BITS));

  logic [2:0]  opcode, memory_type, alu_opcode;
  logic        pop_prev, pop_next, push_prev, push_next, reset_reg;
  logic [63:0] low, high;

  assign opcode = instruction[2:0];
  assign pop_prev = instruction[3];
  assign pop_next = instruction[4];
  assign push_prev = instruction[5];
  assign push_next = instruction[6];
  assign memory_type = instruction[9:7];
  assign reset_reg = instruction[7];
  assign low = instruction[63:0];
  assign high = instruction[127:64];
  assign alu_opcode = instruction[64+4*vta_config::LOG_ACCS +: 3];

  logic is_load, is_store, is_gemm, is_alu, fits_transfer, fits_load, fits_store,
        fits_loops, fits_gemm, fits_alu, fits_finish;

  assign is_load = opcode == 3'd0;
  assign is_store = opcode == 3'd1;
  assign is_gemm = opcode == 3'd2;
  assign is_finish = opcode == 3'd3;
  assign is_alu = opcode == 3'd4;

  assign is_load_module = is_load && (memory_type == 3'd1 || memory_type == 3'd2);
  assign is_store_module = is_store;
  assign is_compute_module = !is_load_module && !is_store_module;

  assign fits_transfer = low[63:58] == '0;
  assign fits_load = fits_transfer && memory_type != 3'd4 && memory_type < 3'd6 &&
                     !(is_load_module && (pop_prev || push_prev));
  assign fits_store = fits_transfer && memory_type == 3'd4 &&
                      high[63:48] == '0 && !pop_next && !push_next;
  assign fits_loops = (low & ~LOOP_MASK) == '0;
  assign fits_gemm = fits_loops && (high & ~GEMM_MASK) == '0;
  assign fits_alu = fits_loops && (high & ~ALU_MASK) == '0 && !reset_reg &&
                    alu_opcode < 3'd5;
  assign fits_finish = instruction[127:3] == '0;
  assign is_legal = (is_load && fits_load) || (is_store && fits_store) ||
                    (is_gemm && fits_gemm) || (is_alu && fits_alu) ||
                    (is_finish && fits_finish);
endmodule
