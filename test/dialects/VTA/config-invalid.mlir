// RUN: tvm-opt %s --split-input-file --verify-diagnostics

// C1: a name that is none.
// expected-error @+1 {{unknown parameter 'LOG_BLOK'}}
vta.program @name config <LOG_BLOK = 4> {
}

// -----

// C1: a text for a number.
// expected-error @+1 {{LOG_BLOCK: expected an integer of 32 bits, got "4"}}
vta.program @text config <LOG_BLOCK = "4"> {
}

// -----

// C1: a number for a text.
// expected-error @+1 {{TARGET: expected a string, got 4}}
vta.program @number config <TARGET = 4> {
}

// -----

// C1: a number that is too large for any parameter.
// expected-error @+1 {{MEM_LATENCY: expected an integer of 32 bits, got 8589934592}}
vta.program @large config <MEM_LATENCY = 0x200000000> {
}

// -----

// A parameter twice.
// expected-error @+1 {{LOG_BLOCK is given twice}}
vta.program @twice config <LOG_BLOCK = 4, LOG_BLOCK = 4> {
}

// -----

// C2: a parameter outside of its limits.
// expected-error @+1 {{LOG_BLOCK: expected 0 to 6, got 7}}
vta.program @limit config <LOG_BLOCK = 7> {
}

// -----

// C2: the default is at the limit of a micro-op: the three indices fill 32 bits.
// expected-error @+1 {{LOG_ACC_BUFF_SIZE is 17: indices of a micro-op with LOG_INP_BUFF_SIZE 16 and LOG_WGT_BUFF_SIZE 18: expected at most 32 bits, got 33}}
vta.program @micro_op config <LOG_INP_BUFF_SIZE = 16> {
}

// -----

// C2: four factors, opcode and immediate fill the second word of an ALU.
// expected-error @+1 {{LOG_ACC_BUFF_SIZE is 18: second word of an ALU: expected at most 64 bits, got 68}}
vta.program @alu config <LOG_ACC_BUFF_SIZE = 18> {
}

// -----

// C2: at most 8192 micro-ops.
// expected-error @+1 {{LOG_UOP_BUFF_SIZE is 16: first word of a GEMM: expected at most 64 bits, got 65}}
vta.program @uops config <LOG_UOP_BUFF_SIZE = 16> {
}

// -----

// C2: types of fewer than 8 bits are refused.
// expected-error @+1 {{LOG_WGT_WIDTH: expected 3 to 4, got 1}}
vta.program @narrow config <LOG_WGT_WIDTH = 1> {
}
