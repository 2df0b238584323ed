// The sum of the products of numbers with sign; it wraps around.
module vta_dot_product #(
  parameter BLOCK = 16,
  parameter INP_BITS = 8,
  parameter WGT_BITS = 8
) (
  input  logic [BLOCK*INP_BITS-1:0] inputs,
  input  logic [BLOCK*WGT_BITS-1:0] weights,
  output logic [31:0]               sum
);
  integer i;
  always_comb begin
    sum = '0;
    for (i = 0; i < BLOCK; i = i + 1)
      sum = sum + 32'($signed(inputs[i*INP_BITS +: INP_BITS])) *
                  32'($signed(weights[i*WGT_BITS +: WGT_BITS]));
  end
endmodule
