#ifndef TVM_DIALECTS_GRAPH_GRAPHTYPES_TD
#define TVM_DIALECTS_GRAPH_GRAPHTYPES_TD

include "dialects/Graph/GraphDialect.td"
include "mlir/IR/AttrTypeBase.td"

def Graph_String : TypeDef<Graph_Dialect, "String"> {
  let mnemonic = "string";
  let summary = "Element of a tensor that is a text";
  let description = [{
    Any bytes, UTF-8 where operators care. In memory it is the address of a
    `tvm_string` (`runtime/include/tvm_abi.h`), an `i64`: operators that move
    elements move strings.
  }];
}

#endif
