// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_TE_TEENUMS_TD
#define TVM_DIALECTS_TE_TEENUMS_TD

include "dialects/TE/TEDialect.td"
include "mlir/IR/EnumAttr.td"

def TE_CombinerAttr : I32EnumAttr<"Combiner", "how a reduction combines values", [
  I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"Prod", 1, "prod">,
  I32EnumAttrCase<"Min", 2, "min">, I32EnumAttrCase<"Max", 3, "max">,
  I32EnumAttrCase<"ArgMin", 4, "argmin">, I32EnumAttrCase<"ArgMax", 5, "argmax">,
  I32EnumAttrCase<"MinNum", 6, "minnum">, I32EnumAttrCase<"MaxNum", 7, "maxnum">
]> {
  let cppNamespace = "::tvm::te";
}

def TE_AccessModeAttr : I32EnumAttr<"AccessMode", "what is done with a buffer", [
  I32EnumAttrCase<"Read", 1, "r">, I32EnumAttrCase<"Write", 2, "w">,
  I32EnumAttrCase<"ReadWrite", 3, "rw">
]> {
  let cppNamespace = "::tvm::te";
}

def TE_AccessModeArrayAttr
    : TypedArrayAttrBase<TE_AccessModeAttr, "access modes">;

#endif
