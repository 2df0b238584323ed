// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/ApplyingChild.h"

#include <map>

using namespace llvm;

namespace tvm::tvmc {

//===-- questions ---------------------------------------------------------===//

Expected<json::Object> ApplyingChild::ask(StringRef path, StringRef verb,
                                          StringRef strategies) {
  return child.ask(json::Object{{"program", path}, {verb, strategies}});
}

Expected<compiler::PlanText> ApplyingChild::complete(StringRef path,
                                                     StringRef some) {
  Expected<json::Object> answer = ask(path, "complete", some);
  if (!answer)
    return answer.takeError();
  auto strategies = answer->getString("strategies"),
       digest = answer->getString("digest");
  if (!strategies || !digest)
    return makeWrongAnswer(
        formatv("{0}", json::Value(std::move(*answer))).str());
  return compiler::PlanText{strategies->str(), digest->str()};
}

//===-- answers -----------------------------------------------------------===//

namespace {
/// Kernels of programs, which are read when they are needed.
class Kernels {
public:
  explicit Kernels(mlir::MLIRContext *context) : context(context) {}

  /// The answer to a question.
  Expected<json::Object> apply(const json::Object &question);

private:
  mlir::MLIRContext *context;
  std::map<std::string, compiler::ProgramKernel> kernels; // by path
};
} // namespace

Expected<json::Object> Kernels::apply(const json::Object &question) {
  auto path = question.getString("program");
  auto complete = question.getString("complete"),
       check = question.getString("check");
  if (!path || (!complete && !check))
    return createStringError("expected 'program', and 'complete' or 'check'");
  auto found = kernels.find(path->str());
  if (found == kernels.end()) {
    auto kernel = compiler::ProgramKernel::read(*path, context);
    if (!kernel)
      return kernel.takeError();
    found = kernels.emplace(path->str(), std::move(*kernel)).first;
  }
  if (!complete) {
    if (Error error = found->second.check(*check))
      return std::move(error);
    return json::Object();
  }
  auto plan = found->second.complete(*complete);
  if (!plan)
    return plan.takeError();
  return json::Object{{"strategies", std::move(plan->strategies)},
                      {"digest", std::move(plan->digest)}};
}

void answerStrategies(std::FILE *input, raw_ostream &output,
                      mlir::MLIRContext *context) {
  Kernels kernels(context);
  answerQuestions(input, output, [&](const json::Object &question) {
    return kernels.apply(question);
  });
}

} // namespace tvm::tvmc
