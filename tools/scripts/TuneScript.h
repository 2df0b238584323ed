// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_SCRIPTS_TUNESCRIPT_H
#define TVM_TOOLS_SCRIPTS_TUNESCRIPT_H

#include "tools/tune/Tune.h"

namespace tvm::tvmc {

/// Tunes the choices of the script in file `space` for the payload
/// `options.model`: every point is compiled, its results are compared with
/// those of the payload, and its time with that of the first point. The fastest
/// script is written to `options.output`, if there is one, whenever a faster
/// one is found. `program` is the path of tvmc. Fails after reporting errors to
/// `sink`.
mlir::LogicalResult tuneScript(const TuneOptions &options,
                               llvm::StringRef space, llvm::StringRef program,
                               const compiler::Sink &sink,
                               TuneObserver &observer);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_SCRIPTS_TUNESCRIPT_H
