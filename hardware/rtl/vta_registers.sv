// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The register interface: AXI4-Lite with 32 bits. hardware/README.md lists the
// registers.
module vta_registers (
  input  logic         clock,
  input  logic         reset,
  input  logic         awvalid,
  output logic         awready,
  input  logic [7:0]   awaddr,
  input  logic         wvalid,
  output logic         wready,
  input  logic [31:0]  wdata,
  output logic         bvalid,
  input  logic         bready,
  input  logic         arvalid,
  output logic         arready,
  input  logic [7:0]   araddr,
  output logic         rvalid,
  input  logic         rready,
  output logic [31:0]  rdata,
  // Parameters of a run.
  output logic         launch,
  output logic [63:0]  stream,
  output logic [31:0]  num_instructions,
  output logic [31:0]  command_limit,
  output logic [31:0]  token_limit,
  output logic [31:0]  burst_limit,
  input  logic [31:0]  status,
  input  logic [31:0]  error,
  input  logic [31:0]  error_uop,
  input  logic [63:0]  cycles,
  input  logic [63:0]  gemm_count,
  input  logic [63:0]  alu_count,
  input  logic [31:0]  num_taken,
  input  logic [191:0] module_counts,
  input  logic [127:0] token_counts
);
  logic       writes;
  logic [5:0] write_word, read_word;

  assign writes = awvalid && wvalid && !bvalid;
  assign awready = writes;
  assign wready = writes;
  assign arready = !rvalid;
  assign write_word = awaddr[7:2];
  assign read_word = araddr[7:2];
  assign launch = writes && write_word == 6'h00 && wdata[0];

  always_ff @(posedge clock)
    if (reset) begin
      bvalid <= 1'b0;
      stream <= '0;
      num_instructions <= '0;
      command_limit <= 32'(vta_config::COMMAND_QUEUE_DEPTH);
      token_limit <= 32'(vta_config::TOKEN_QUEUE_DEPTH);
      burst_limit <= 32'(vta_config::OUTSTANDING_BURSTS);
    end else begin
      bvalid <= writes || (bvalid && !bready);
      if (writes)
        case (write_word)
          6'h02: stream[31:0] <= wdata;
          6'h03: stream[63:32] <= wdata;
          6'h04: num_instructions <= wdata;
          6'h05: command_limit <= wdata;
          6'h06: token_limit <= wdata;
          6'h07: burst_limit <= wdata;
          default: ;
        endcase
    end

  logic [31:0] value;
  always_comb
    case (read_word)
      6'h01: value = status;
      6'h02: value = stream[31:0];
      6'h03: value = stream[63:32];
      6'h04: value = num_instructions;
      6'h05: value = command_limit;
      6'h06: value = token_limit;
      6'h07: value = burst_limit;
      6'h08: value = error;
      6'h09: value = error_uop;
      6'h0a: value = cycles[31:0];
      6'h0b: value = cycles[63:32];
      6'h0c: value = gemm_count[31:0];
      6'h0d: value = gemm_count[63:32];
      6'h0e: value = alu_count[31:0];
      6'h0f: value = alu_count[63:32];
      6'h10: value = num_taken;
      6'h11: value = module_counts[31:0];
      6'h12: value = module_counts[63:32];
      6'h13: value = module_counts[95:64];
      6'h14: value = module_counts[127:96];
      6'h15: value = module_counts[159:128];
      6'h16: value = module_counts[191:160];
      6'h18: value = token_counts[31:0];
      6'h19: value = token_counts[63:32];
      6'h1a: value = token_counts[95:64];
      6'h1b: value = token_counts[127:96];
      default: value = '0;
    endcase

  always_ff @(posedge clock)
    if (reset) rvalid <= 1'b0;
    else if (arvalid && arready) begin
      rvalid <= 1'b1;
      rdata <= value;
    end else if (rready) rvalid <= 1'b0;

  logic unused;
  assign unused = &{awaddr[1:0], araddr[1:0]};
endmodule
