#ifndef TVM_DIALECTS_TE_TEENUMS_TD
#define TVM_DIALECTS_TE_TEENUMS_TD

include "dialects/TE/TEDialect.td"
include "mlir/IR/EnumAttr.td"

def TE_CombinerAttr : I32EnumAttr<"Combiner", "how a reduction combines values", [
  I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"Prod", 1, "prod">,
  I32EnumAttrCase<"Min", 2, "min">, I32EnumAttrCase<"Max", 3, "max">,
  I32EnumAttrCase<"ArgMin", 4, "argmin">, I32EnumAttrCase<"ArgMax", 5, "argmax">
]> {
  let cppNamespace = "::tvm::te";
}

#endif
