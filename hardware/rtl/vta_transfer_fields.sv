// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fields of a LOAD or STORE.
module vta_transfer_fields (
  input  logic [127:0] instruction,
  output logic [15:0]  sram_base,
  output logic [31:0]  dram_base,
  output logic [15:0]  y_size,
  output logic [15:0]  x_size,
  output logic [15:0]  x_stride,
  output logic [3:0]   y_pad_0,
  output logic [3:0]   y_pad_1,
  output logic [3:0]   x_pad_0,
  output logic [3:0]   x_pad_1
);
  assign sram_base = instruction[25:10];
  assign dram_base = instruction[57:26];
  assign y_size = instruction[79:64];
  assign x_size = instruction[95:80];
  assign x_stride = instruction[111:96];
  assign y_pad_0 = instruction[115:112];
  assign y_pad_1 = instruction[119:116];
  assign x_pad_0 = instruction[123:120];
  assign x_pad_1 = instruction[127:124];

  logic unused;
  assign unused = &{instruction[9:0], instruction[63:58]};
endmodule
