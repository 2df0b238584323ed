// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random kernels, random schedules: what a primitive accepts keeps the result,
// what it refuses changes nothing. See README.md.

#include "conversion/KernelToNVVM/KernelToNVVM.h"
#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "test/transforms/Schedule/fuzz/Pairs.h"
#include "llvm/Support/CommandLine.h"

#include <chrono>

using namespace mlir;
using namespace tvm;
using namespace tvm::fuzz;

// NOLINTBEGIN(bugprone-throwing-static-initialization)
static llvm::cl::opt<uint64_t> firstSeed("seed", llvm::cl::init(1),
                                         llvm::cl::desc("of the first case"));
static llvm::cl::opt<uint64_t> numCases("count", llvm::cl::init(1000),
                                        llvm::cl::desc("number of cases"));
static llvm::cl::opt<uint64_t>
    compileEvery("compile-every", llvm::cl::init(25),
                 llvm::cl::desc("compile one case of every N; 0: none"));
static llvm::cl::opt<uint64_t>
    launchEvery("launch-every", llvm::cl::init(0),
                llvm::cl::desc("run one case of every N that is bound to a "
                               "GPU on one; 0: none"));
static llvm::cl::opt<uint64_t>
    maxChecked("max-refusals", llvm::cl::init(500),
               llvm::cl::desc("refusals that are checked by enumeration"));
static llvm::cl::opt<uint64_t>
    maxFailures("max-failures", llvm::cl::init(5),
                llvm::cl::desc("maximum number of failures"));
static llvm::cl::opt<bool>
    isVerbose("verbose", llvm::cl::desc("print programs, steps and results"));
static llvm::cl::opt<uint64_t>
    timeLimit("seconds", llvm::cl::init(0),
              llvm::cl::desc("time limit in seconds; 0: none"));
static llvm::cl::opt<uint64_t> pairTries(
    "pairs", llvm::cl::init(0),
    llvm::cl::desc("try every pair of primitives one after the other, "
                   "in up to N kernels; 0: no"));
// NOLINTEND(bugprone-throwing-static-initialization)

static double getSeconds(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv, "fuzzer of schedules\n");
  DialectRegistry registry;
  registerNVVMTranslation(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                      func::FuncDialect, gpu::GPUDialect, memref::MemRefDialect,
                      scf::SCFDialect, te::TEDialect, vector::VectorDialect>();
  CaseOptions options{compileEvery, launchEvery, maxChecked, isVerbose};
  if (pairTries)
    return !runPairs(options, &context, pairTries);
  Statistics statistics;
  auto start = std::chrono::steady_clock::now();
  for (uint64_t i = 0; i < numCases && statistics.failures < maxFailures; ++i) {
    if (timeLimit && getSeconds(start) > timeLimit)
      break;
    Case(firstSeed + i, options, &context, statistics).runAll();
  }
  statistics.report(getSeconds(start));
  if (statistics.isTooCautious())
    llvm::outs() << "FAILURE: more than 5 % of the refusals were legal\n";
  return statistics.failures || statistics.isTooCautious();
}
