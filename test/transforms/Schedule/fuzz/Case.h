// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_CASE_H
#define TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_CASE_H

#include "mlir/IR/BuiltinOps.h"
#include "test/transforms/Schedule/fuzz/Statistics.h"

namespace tvm::fuzz {

struct CaseOptions {
  uint64_t compileEvery = 0; // one case in this many; 0: none
  uint64_t launchEvery = 0;  // of those that are launched, on a GPU
  uint64_t maxChecked = 0;   // refusals, of all cases
  bool isVerbose = false;
};

/// A kernel with a schedule. Failures are printed, and counted in `statistics`.
class Case {
public:
  Case(uint64_t seed, const CaseOptions &options, mlir::MLIRContext *context,
       Statistics &statistics)
      : seed(seed), options(options), context(context), statistics(statistics),
        random(~seed) {}
  void runAll();
  /// Takes a step of each primitive. Whether all were accepted, and the kernel
  /// computes what it did.
  bool runSteps(llvm::ArrayRef<Primitive> primitives);

private:
  bool prepare();
  bool takeStep(const Step &step);
  bool takeStepOf(Primitive primitive);
  bool checkChange(const Step &step, llvm::StringRef before);
  bool checkRefusal(const Step &step, llvm::StringRef message,
                    llvm::StringRef before);
  void checkDependence(const Step &step, llvm::StringRef message);
  std::vector<int64_t> getCheckedSymbols() const;
  bool turnsDependence(const Step &step);
  bool compareAll(mlir::ModuleOp scheduled, bool isSerial,
                  const llvm::Twine &when);
  bool lowerAndCompare();
  void launchAndCompare();
  void compileAndCompare();
  void launchOnDevice();
  void compareCompiled(mlir::ModuleOp lowered, unsigned optLevel,
                       const llvm::Twine &how);
  void fail(const llvm::Twine &why);
  RunOptions optionsFor(int64_t symbol);

  uint64_t seed;
  const CaseOptions &options;
  mlir::MLIRContext *context;
  Statistics &statistics;
  Random random;
  Program program;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<std::vector<Buffer>> expected; // per symbol of the program
  std::vector<mlir::Type> types;             // of arguments, before all steps
  std::string log;
};

/// The one function of `module`.
mlir::func::FuncOp getKernel(mlir::ModuleOp module);

std::string print(mlir::ModuleOp module);

} // namespace tvm::fuzz

#endif // TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_CASE_H
