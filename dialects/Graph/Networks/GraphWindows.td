// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_NETWORKS_GRAPHWINDOWS_TD
#define TVM_DIALECTS_GRAPH_NETWORKS_GRAPHWINDOWS_TD

include "dialects/Graph/GraphBase.td"

class Graph_OneOf<list<string> names>
    : ConfinedAttr<StrAttr, [AttrConstraint<
          Or<!foreach(name, names, CPred<
              "::llvm::cast<::mlir::StringAttr>($_self).getValue() == \""
              # name # "\"">)>,
          "one of " # !interleave(names, ", ")>]>;

// "NCHW": channel second. "NHWC": channel last. For any number of spatial
// dimensions.
def Graph_LayoutAttr
    : DefaultValuedStrAttr<Graph_OneOf<["NCHW", "NHWC"]>, "NCHW">;
def Graph_AutoPadAttr : DefaultValuedStrAttr<
    Graph_OneOf<["NOTSET", "SAME_UPPER", "SAME_LOWER"]>, "NOTSET">;

#endif
