#ifndef TVM_DIALECTS_GRAPH_GRAPHENUMS_TD
#define TVM_DIALECTS_GRAPH_GRAPHENUMS_TD

include "dialects/Graph/GraphDialect.td"
include "mlir/IR/EnumAttr.td"

def Graph_FusionKindEnum : I32EnumAttr<"FusionKind",
    "how an operator may take part in fusion (TVM's op patterns)", [
  I32EnumAttrCase<"ElementWise", 0, "element_wise">,
  I32EnumAttrCase<"Broadcast", 1, "broadcast">,
  I32EnumAttrCase<"Injective", 2, "injective">,
  I32EnumAttrCase<"Reduction", 3, "reduction">,
  I32EnumAttrCase<"OutFusable", 4, "complex_out_fusable">,
  I32EnumAttrCase<"Opaque", 8, "opaque">
]> {
  let cppNamespace = "::tvm::graph";
}

#endif
