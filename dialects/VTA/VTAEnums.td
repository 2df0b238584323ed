// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTAENUMS_TD
#define TVM_DIALECTS_VTA_VTAENUMS_TD

include "dialects/VTA/VTADialect.td"
include "mlir/IR/EnumAttr.td"

def VTA_ModuleAttr : I32EnumAttr<"Module", "module that executes instructions", [
  I32EnumAttrCase<"Load", 0, "load">, I32EnumAttrCase<"Compute", 1, "compute">,
  I32EnumAttrCase<"Store", 2, "store">
]> {
  let cppNamespace = "::tvm::vta";
}

def VTA_MemoryAttr : I32EnumAttr<"Memory", "on-chip memory", [
  I32EnumAttrCase<"Uop", 0, "uop">, I32EnumAttrCase<"Wgt", 1, "wgt">,
  I32EnumAttrCase<"Inp", 2, "inp">, I32EnumAttrCase<"Acc", 3, "acc">,
  I32EnumAttrCase<"Out", 4, "out">, I32EnumAttrCase<"Acc8", 5, "acc_8bit">
]> {
  let cppNamespace = "::tvm::vta";
}

def VTA_AluOpcodeAttr : I32EnumAttr<"AluOpcode", "operation of the ALU", [
  I32EnumAttrCase<"Min", 0, "min">, I32EnumAttrCase<"Max", 1, "max">,
  I32EnumAttrCase<"Add", 2, "add">, I32EnumAttrCase<"Shr", 3, "shr">,
  I32EnumAttrCase<"Mul", 4, "mul">
]> {
  let cppNamespace = "::tvm::vta";
}

def VTA_BufferKindAttr : I32EnumAttr<"BufferKind", "what a buffer is for", [
  I32EnumAttrCase<"Input", 0, "input">, I32EnumAttrCase<"Output", 1, "output">,
  I32EnumAttrCase<"Constant", 2, "constant">,
  I32EnumAttrCase<"Temporary", 3, "temporary">
]> {
  let cppNamespace = "::tvm::vta";
}

#endif
