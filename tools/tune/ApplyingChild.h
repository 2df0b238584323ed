#ifndef TVM_TOOLS_TUNE_APPLYINGCHILD_H
#define TVM_TOOLS_TUNE_APPLYINGCHILD_H

#include "compiler/tuning/KernelTask.h"
#include "tools/tune/AloneMeasurer.h"
#include "tools/tune/processes/ServingChild.h"

namespace tvm::tvmc {

/// Applies strategies in a process of its own (`tvmc plan`), within the limits
/// of compilations.
class ApplyingChild : public compiler::StrategyApplier {
public:
  ApplyingChild(const ChildRunner &runner, const MeasureOptions &options);

  llvm::Expected<std::string> complete(llvm::StringRef path,
                                       llvm::StringRef some) override {
    return ask(path, "complete", some);
  }
  llvm::Error check(llvm::StringRef path, llvm::StringRef strategies) override {
    return ask(path, "check", strategies).takeError();
  }

private:
  llvm::Expected<std::string> ask(llvm::StringRef path, llvm::StringRef verb,
                                  llvm::StringRef strategies);

  ServingChild child;
};

/// Answers the questions of an ApplyingChild, which are lines of `input`, until
/// it ends. Each answer is a line of `output`.
void answerQuestions(std::FILE *input, llvm::raw_ostream &output,
                     mlir::MLIRContext *context);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_APPLYINGCHILD_H
