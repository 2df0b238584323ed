// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sum of products of signed numbers, which wraps around.
module vta_dot_product #(
  parameter BLOCK = 16,
  parameter INP_BITS = 8,
  parameter WGT_BITS = 8
) (
  input  logic [BLOCK*INP_BITS-1:0] inputs,
  input  logic [BLOCK*WGT_BITS-1:0] weights,
  output logic [31:0]               sum
);
  // Multipliers are as small as their operands.
  logic [BLOCK*(INP_BITS+WGT_BITS)-1:0] products;
  for (genvar k = 0; k < BLOCK; k = k + 1) begin : gen_product
    logic signed [INP_BITS-1:0]          a;
    logic signed [WGT_BITS-1:0]          b;
    logic signed [INP_BITS+WGT_BITS-1:0] product;
    assign a = inputs[k*INP_BITS +: INP_BITS];
    assign b = weights[k*WGT_BITS +: WGT_BITS];
    assign product = a * b;
    assign products[k*(INP_BITS+WGT_BITS) +: INP_BITS+WGT_BITS] = product;
  end

  integer i;
  always_comb begin
    sum = '0;
    for (i = 0; i < BLOCK; i = i + 1)
      sum = sum + 32'($signed(
        products[i*(INP_BITS+WGT_BITS) +: INP_BITS+WGT_BITS]));
  end
endmodule
