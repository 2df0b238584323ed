// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_PLANCHILD_H
#define TVM_TOOLS_TUNE_PLANCHILD_H

#include "tools/tune/AloneMeasurer.h"
#include "tools/tune/processes/ServingChild.h"
#include "llvm/Support/JSON.h"

namespace tvm::tvmc {

/// A process of `tvmc plan`, within the limits of compilations. Questions and
/// answers are objects of JSON.
class PlanChild {
public:
  /// `arguments` are those of the command, besides plug-ins.
  PlanChild(const ChildRunner &runner, const MeasureOptions &options,
            llvm::ArrayRef<std::string> arguments = {});

  /// The answer to a question. Fails with its refusal, with an ApplyFault if
  /// the process crashes or exceeds a limit, and with an ApplyError for other
  /// problems of the process.
  llvm::Expected<llvm::json::Object> ask(llvm::json::Object question);

private:
  ServingChild child;
};

/// The ApplyError of an answer that no `tvmc plan` gives.
llvm::Error makeWrongAnswer(llvm::StringRef answer);

/// The answer to a question, which is empty if it was no object. Its error is
/// the refusal.
using AnswerQuestion = llvm::function_ref<llvm::Expected<llvm::json::Object>(
    const llvm::json::Object &question)>;

/// Answers the questions of a PlanChild, which are lines of `input`, until it
/// ends. Each answer is a line of `output`.
void answerQuestions(std::FILE *input, llvm::raw_ostream &output,
                     AnswerQuestion answer);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_PLANCHILD_H
