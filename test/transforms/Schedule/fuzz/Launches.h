// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_LAUNCHES_H
#define TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_LAUNCHES_H

#include "mlir/IR/BuiltinOps.h"
#include "test/transforms/Schedule/fuzz/generator/Program.h"

namespace tvm::fuzz {

/// Binds random loops of the kernel to a GPU, all nests to some block, and puts
/// buffers into random scopes, as far as primitives accept it. What was done.
std::string bindRandomly(mlir::ModuleOp module, Random &random);

/// The passes that make launches of it. They may refuse.
mlir::LogicalResult lowerLaunches(mlir::ModuleOp module);

} // namespace tvm::fuzz

#endif // TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_LAUNCHES_H
