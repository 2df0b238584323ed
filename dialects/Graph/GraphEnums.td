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

def Graph_ReduceKindEnum : I32EnumAttr<"ReduceKind",
    "what a reduction computes of the elements", [
  I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"Mean", 1, "mean">,
  I32EnumAttrCase<"Max", 2, "max">, I32EnumAttrCase<"Min", 3, "min">,
  I32EnumAttrCase<"Prod", 4, "prod">, I32EnumAttrCase<"L1", 5, "l1">,
  I32EnumAttrCase<"L2", 6, "l2">, I32EnumAttrCase<"LogSum", 7, "log_sum">,
  I32EnumAttrCase<"LogSumExp", 8, "log_sum_exp">,
  I32EnumAttrCase<"SumSquare", 9, "sum_square">
]> {
  let cppNamespace = "::tvm::graph";
}

def Graph_RnnDirectionEnum : I32EnumAttr<"RnnDirection",
    "the order in which a recurrent operator visits the steps", [
  I32EnumAttrCase<"Forward", 0, "forward">,
  I32EnumAttrCase<"Reverse", 1, "reverse">,
  I32EnumAttrCase<"Bidirectional", 2, "bidirectional">
]> {
  let cppNamespace = "::tvm::graph";
}

#endif
