// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

def Graph_Handle : TypeDef<Graph_Dialect, "Handle"> {
  let mnemonic = "handle";
  let summary = "Element of a sequence: a handle of a tensor";
  let description = [{
    In memory it is the address of a `DLTensor` (`runtime/include/dlpack.h`), an
    `i64`: operators that move elements move handles. Nobody changes the
    tensor.
  }];
}

#endif
