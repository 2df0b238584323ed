// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operations MIN, MAX, ADD, SHR and MUL on one number. SHR by a negative
// amount shifts to the left.
module vta_alu (
  input  logic [2:0]  opcode,
  input  logic [31:0] a,
  input  logic [31:0] b,
  output logic [31:0] result
);
  logic        is_less;
  logic [31:0] negated, right, left;

  assign is_less = $signed(a) < $signed(b);
  assign negated = -b;
  assign right = |b[31:5] ? {32{a[31]}} : $unsigned($signed(a) >>> b[4:0]);
  assign left = |negated[31:5] ? '0 : a << negated[4:0];

  always_comb
    case (opcode)
      3'd0: result = is_less ? a : b;
      3'd1: result = is_less ? b : a;
      3'd2: result = a + b;
      3'd3: result = b[31] ? left : right;
      default: result = a * b;
    endcase
endmodule
