// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dot products of each row of the inputs with each row of the weights.
// Results come STAGES cycles after the operands; 0 means in the same cycle.
module vta_gemm_core #(
  parameter BATCH = 1,
  parameter BLOCK = 16,
  parameter INP_BITS = 8,
  parameter WGT_BITS = 8,
  parameter STAGES = 1
) (
  input  logic                            clock,
  input  logic [BATCH*BLOCK*INP_BITS-1:0] inputs,
  input  logic [BLOCK*BLOCK*WGT_BITS-1:0] weights,
  output logic [BATCH*BLOCK*32-1:0]       sums
);
  logic [BATCH*BLOCK*32-1:0] products;

  generate
    for (genvar b = 0; b < BATCH; b = b + 1) begin : gen_row
      for (genvar o = 0; o < BLOCK; o = o + 1) begin : gen_column
        vta_dot_product #(
          .BLOCK(BLOCK), .INP_BITS(INP_BITS), .WGT_BITS(WGT_BITS)
        ) dot_product (
          .inputs(inputs[b*BLOCK*INP_BITS +: BLOCK*INP_BITS]),
          .weights(weights[o*BLOCK*WGT_BITS +: BLOCK*WGT_BITS]),
          .sum(products[(b*BLOCK+o)*32 +: 32])
        );
      end
    end

    if (STAGES == 0) begin : gen_direct
      assign sums = products;
      logic unused;
      assign unused = clock;
    end else begin : gen_pipeline
      localparam BITS = BATCH * BLOCK * 32;
      logic [STAGES*BITS-1:0] stages;
      always_ff @(posedge clock)
        stages <= (STAGES*BITS)'({stages, products});
      assign sums = stages[(STAGES-1)*BITS +: BITS];
    end
  endgenerate
endmodule
