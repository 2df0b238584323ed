// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compare_kernels BEFORE.mlir AFTER.mlir: interprets the kernels of both files,
// and fails unless each computes the same as the one at its place in the other
// file. A test schedules AFTER with any tool and any plug-in.

#include "dialects/Schedule/ScheduleDialect.h"
#include "dialects/TE/TEDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "test/transforms/Schedule/fuzz/Interpreter.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace tvm;
using namespace tvm::fuzz;

// NOLINTBEGIN(bugprone-throwing-static-initialization)
static llvm::cl::opt<std::string> beforeFile(llvm::cl::Positional,
                                             llvm::cl::Required,
                                             llvm::cl::desc("BEFORE.mlir"));
static llvm::cl::opt<std::string> afterFile(llvm::cl::Positional,
                                            llvm::cl::Required,
                                            llvm::cl::desc("AFTER.mlir"));
static llvm::cl::opt<uint64_t>
    numRuns("runs", llvm::cl::init(3),
            llvm::cl::desc("runs of each kernel, with other data"));
// NOLINTEND(bugprone-throwing-static-initialization)

static SmallVector<func::FuncOp> getKernels(ModuleOp module) {
  SmallVector<func::FuncOp> kernels;
  module.walk([&](func::FuncOp kernel) { kernels.push_back(kernel); });
  return kernels;
}

/// The difference of two kernels on the data of one seed; empty: none.
static std::string compare(func::FuncOp before, func::FuncOp after,
                           uint64_t seed) {
  RunOptions options;
  options.seed = seed;
  llvm::append_range(options.types, before.getArgumentTypes());
  RunResult expected = run(before, options);
  options.garbage = 5;
  RunResult result = run(after, options);
  if (expected.isTooLong || result.isTooLong)
    return "runs too long for the interpreter";
  if (!expected.error.empty() || expected.readsUndefined)
    return "does not run before: " + expected.error;
  if (!result.error.empty())
    return "does not run afterwards: " + result.error;
  for (auto [i, argument, reference] :
       llvm::enumerate(result.arguments, expected.arguments))
    if (!isLaidOut(after, i) && argument.data != reference.data)
      return "wrong result in argument " + std::to_string(i);
  return "";
}

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv, "comparison of kernels\n");
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<affine::AffineDialect, arith::ArithDialect, DLTIDialect,
                      func::FuncDialect, LLVM::LLVMDialect,
                      memref::MemRefDialect, schedule::ScheduleDialect,
                      te::TEDialect, vector::VectorDialect>();
  auto before = parseSourceFile<ModuleOp>(beforeFile, &context);
  auto after = parseSourceFile<ModuleOp>(afterFile, &context);
  if (!before || !after)
    return 1;
  SmallVector<func::FuncOp> old = getKernels(*before), now = getKernels(*after);
  if (old.size() != now.size() || old.empty()) {
    llvm::errs() << "error: expected files of equally many kernels, got "
                 << old.size() << " and " << now.size() << "\n";
    return 1;
  }
  unsigned numWrong = 0;
  for (auto [number, first, second] : llvm::enumerate(old, now)) {
    std::string difference;
    for (uint64_t seed = 1; seed <= numRuns && difference.empty(); ++seed)
      difference = compare(first, second, seed);
    if (difference.empty())
      continue;
    ++numWrong;
    llvm::errs() << "error: kernel " << number << " ('" << second.getName()
                 << "'): " << difference << "\n";
  }
  llvm::outs() << old.size() - numWrong << " of " << old.size()
               << " kernels compute the same\n";
  return numWrong != 0;
}
