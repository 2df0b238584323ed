// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_SHAPES_FORMATSHAPE_H
#define TVM_DIALECTS_GRAPH_SHAPES_FORMATSHAPE_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace tvm::graph {

/// A size as types have it, for errors: `?` where it is not known.
std::string formatSize(int64_t size);

/// Sizes as types have them, for errors: `2, ?, 4`.
std::string formatShape(llvm::ArrayRef<int64_t> shape);

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_SHAPES_FORMATSHAPE_H
