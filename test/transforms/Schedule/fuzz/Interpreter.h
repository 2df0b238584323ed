// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_INTERPRETER_H
#define TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_INTERPRETER_H

// Runs kernels of affine loops, blocks and integers (floats hold integers). The
// threads of a `gpu.launch` take turns at random, also between barriers.
// Shares nothing with transforms/Schedule: what a schedule did to a kernel is
// judged by it.

#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>
#include <vector>

namespace tvm::fuzz {

struct Buffer {
  std::vector<int64_t> shape;
  std::vector<int64_t> data;
  std::vector<bool> isDefined;
  mlir::Operation *definition = nullptr; // null for arguments
};

/// One load or store, in the order of execution.
struct TracedAccess {
  unsigned buffer;
  int64_t element;
  bool isWrite;
  int64_t value; // that was there
  mlir::Operation *op;
  te::BlockOp block;
  std::vector<int64_t> spatial; // values of the block's spatial axes
  llvm::SmallVector<std::pair<mlir::Operation *, int64_t>, 6> loops;
};

struct RunOptions {
  int64_t symbol = 0; // value of `?` in arguments
  uint64_t seed = 0;  // of contents, and of what fresh memory holds
  uint64_t garbage = 0;
  /// Types of arguments as callers know them; where empty, the kernel's own
  /// types.
  std::vector<mlir::Type> types;
  /// Iterations in order, whatever loops are marked with.
  bool isSerial = false;
  /// Any numbers are arguments, and operations on data are functions that tell
  /// different ones apart, associative where reductions are: results are equal
  /// where the same is computed.
  bool isAbstract = false;
  std::vector<TracedAccess> *trace = nullptr;
  /// Floats are numbers of f64, whose bits are the data (`toReal`), and
  /// integers have their own widths. Arguments are `arguments`.
  bool isReal = false;
  std::vector<Buffer> arguments = {};
  /// The number of operations, of iterations of a loop, and of elements of a
  /// buffer above which a run is too long.
  int64_t maxSteps = 600'000;
};

/// The data of a float where floats are numbers of f64, and back.
int64_t fromReal(double number);
double toReal(int64_t bits);

struct RunResult {
  std::vector<Buffer> arguments;
  std::vector<Buffer> allocated; // in this order
  std::string error;             // what went wrong
  bool isTooLong = false;
  bool readsUndefined = false; // of memory that nothing was written to
};

/// Whether the kernel lays that argument out otherwise than callers know it.
bool isLaidOut(mlir::func::FuncOp kernel, unsigned argument);

RunResult run(mlir::func::FuncOp kernel, const RunOptions &options);

/// Returns the arguments in front of a run, in the kernel's layouts.
std::vector<Buffer> makeArguments(mlir::func::FuncOp kernel,
                                  const RunOptions &options);

} // namespace tvm::fuzz

#endif // TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_INTERPRETER_H
