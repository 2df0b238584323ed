#ifndef TVM_TOOLS_EXPLAIN_EXPLAIN_H
#define TVM_TOOLS_EXPLAIN_EXPLAIN_H

#include "compiler/Diagnostics.h"
#include "compiler/Options.h"
#include "tools/explain/Report.h"

namespace tvm::explain {

/// Takes the ONNX model `bytes` as far as it can be compiled with `options`,
/// without code for kernels. What is wrong with it is in the report; `sink`
/// gets it as well. Fails where `bytes` are no model. `path` is that of the
/// model.
llvm::Expected<Report> explain(llvm::StringRef bytes, llvm::StringRef path,
                               const compiler::Options &options,
                               const compiler::Sink &sink);

} // namespace tvm::explain

#endif // TVM_TOOLS_EXPLAIN_EXPLAIN_H
