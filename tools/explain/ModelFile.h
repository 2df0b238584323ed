// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_EXPLAIN_MODELFILE_H
#define TVM_TOOLS_EXPLAIN_MODELFILE_H

#include "tools/explain/Report.h"
#include "llvm/Support/Error.h"

namespace tvm::explain {

/// The facts that an ONNX file states about itself, without importing it.
llvm::Expected<ModelFacts> readModelFacts(llvm::StringRef bytes);

} // namespace tvm::explain

#endif // TVM_TOOLS_EXPLAIN_MODELFILE_H
