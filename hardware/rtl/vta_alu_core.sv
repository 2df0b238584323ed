// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An operation of the ALU on all numbers of two elements.
module vta_alu_core #(
  parameter NUMBERS = 16
) (
  input  logic [2:0]            opcode,
  input  logic [NUMBERS*32-1:0] a,
  input  logic [NUMBERS*32-1:0] b,
  output logic [NUMBERS*32-1:0] result
);
  generate
    for (genvar k = 0; k < NUMBERS; k = k + 1) begin : gen_number
      vta_alu alu (
        .opcode, .a(a[k*32 +: 32]), .b(b[k*32 +: 32]),
        .result(result[k*32 +: 32])
      );
    end
  endgenerate
endmodule
