// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_APPLYINGCHILD_H
#define TVM_TOOLS_TUNE_APPLYINGCHILD_H

#include "compiler/tuning/KernelTask.h"
#include "tools/tune/PlanChild.h"

namespace tvm::tvmc {

/// Applies strategies in a process of its own (`tvmc plan`), within the limits
/// of compilations.
class ApplyingChild : public compiler::StrategyApplier {
public:
  ApplyingChild(const ChildRunner &runner, const MeasureOptions &options)
      : child(runner, options) {}

  llvm::Expected<compiler::PlanText> complete(llvm::StringRef path,
                                              llvm::StringRef some) override;
  llvm::Error check(llvm::StringRef path, llvm::StringRef strategies) override {
    return ask(path, "check", strategies).takeError();
  }

private:
  llvm::Expected<llvm::json::Object>
  ask(llvm::StringRef path, llvm::StringRef verb, llvm::StringRef strategies);

  PlanChild child;
};

/// Answers the questions of an ApplyingChild (answerQuestions).
void answerStrategies(std::FILE *input, llvm::raw_ostream &output,
                      mlir::MLIRContext *context);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_APPLYINGCHILD_H
