#include "tools/tune/ApplyingChild.h"

#include <map>

using namespace llvm;

namespace tvm::tvmc {

//===-- questions ---------------------------------------------------------===//

Expected<std::string> ApplyingChild::ask(StringRef path, StringRef verb,
                                         StringRef strategies) {
  Expected<json::Object> answer =
      child.ask(json::Object{{"program", path}, {verb, strategies}});
  if (!answer)
    return answer.takeError();
  return answer->getString("strategies").value_or("").str();
}

//===-- answers -----------------------------------------------------------===//

namespace {
/// Kernels of programs, which are read when they are needed.
class Kernels {
public:
  explicit Kernels(mlir::MLIRContext *context) : context(context) {}

  /// The strategies that answer a question.
  Expected<std::string> apply(const json::Object &question);

private:
  mlir::MLIRContext *context;
  std::map<std::string, compiler::ProgramKernel> kernels; // by path
};
} // namespace

Expected<std::string> Kernels::apply(const json::Object &question) {
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
  if (complete)
    return found->second.complete(*complete);
  if (Error error = found->second.check(*check))
    return std::move(error);
  return check->str();
}

void answerStrategies(std::FILE *input, raw_ostream &output,
                      mlir::MLIRContext *context) {
  Kernels kernels(context);
  answerQuestions(input, output,
                  [&](const json::Object &question) -> Expected<json::Object> {
                    Expected<std::string> strategies = kernels.apply(question);
                    if (!strategies)
                      return strategies.takeError();
                    return json::Object{{"strategies", std::move(*strategies)}};
                  });
}

} // namespace tvm::tvmc
