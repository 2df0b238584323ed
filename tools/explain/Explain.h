// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_EXPLAIN_EXPLAIN_H
#define TVM_TOOLS_EXPLAIN_EXPLAIN_H

#include "compiler/Diagnostics.h"
#include "compiler/Options.h"
#include "tools/explain/Report.h"

namespace tvm::explain {

/// Compiles the ONNX model `bytes` as far as possible with `options`, without
/// code for kernels. The report contains its errors; `sink` receives them as
/// well. Fails if `bytes` are not a model. `path` is the path of the model.
llvm::Expected<Report> explain(llvm::StringRef bytes, llvm::StringRef path,
                               const compiler::Options &options,
                               const compiler::Sink &sink);

} // namespace tvm::explain

#endif // TVM_TOOLS_EXPLAIN_EXPLAIN_H
