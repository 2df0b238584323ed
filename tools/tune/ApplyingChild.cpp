#include "tools/tune/ApplyingChild.h"

#include "llvm/Support/JSON.h"

#include <map>

using namespace llvm;

namespace tvm::tvmc {

//===-- questions ---------------------------------------------------------===//

static std::vector<std::string> getArguments(const MeasureOptions &options) {
  std::vector<std::string> arguments{"plan"};
  copy_if(options.compileOptions, std::back_inserter(arguments),
          [](StringRef option) { return option.starts_with("--load-plugin"); });
  return arguments;
}

ApplyingChild::ApplyingChild(const ChildRunner &runner,
                             const MeasureOptions &options)
    : child(runner, getArguments(options), options.compile) {}

Expected<std::string> ApplyingChild::ask(StringRef path, StringRef verb,
                                         StringRef strategies) {
  json::Object question{{"program", path}, {verb, strategies}};
  Expected<ChildResult> result =
      child.ask(formatv("{0}", json::Value(std::move(question))).str());
  if (!result)
    return make_error<tuner::ApplyError>(toString(result.takeError()));
  if (!result->failure.empty())
    return make_error<tuner::ApplyFault>(describeCompilation(*result));
  Expected<json::Value> answer = json::parse(result->output);
  const json::Object *object = answer ? answer->getAsObject() : nullptr;
  if (!object) {
    consumeError(answer.takeError());
    return make_error<tuner::ApplyError>("expected an answer of 'tvmc plan', "
                                         "got '" +
                                         result->output + "'");
  }
  if (auto refusal = object->getString("refusal"))
    return createStringError(*refusal);
  return object->getString("strategies").value_or("").str();
}

//===-- answers -----------------------------------------------------------===//

namespace {
/// Kernels of programs, which are read when they are needed.
class Kernels {
public:
  explicit Kernels(mlir::MLIRContext *context) : context(context) {}

  json::Object answer(StringRef line);

private:
  Expected<std::string> apply(const json::Object &question);

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

json::Object Kernels::answer(StringRef line) {
  Expected<json::Value> question = json::parse(line);
  if (!question)
    return json::Object{{"refusal", toString(question.takeError())}};
  const json::Object *object = question->getAsObject();
  Expected<std::string> strategies = apply(object ? *object : json::Object());
  if (!strategies)
    return json::Object{{"refusal", toString(strategies.takeError())}};
  return json::Object{{"strategies", std::move(*strategies)}};
}

void answerQuestions(std::FILE *input, raw_ostream &output,
                     mlir::MLIRContext *context) {
  Kernels kernels(context);
  char *line = nullptr;
  size_t capacity = 0;
  ssize_t size;
  while ((size = getline(&line, &capacity, input)) > 0) {
    json::Value answer =
        kernels.answer(StringRef(line, static_cast<size_t>(size)));
    output << formatv("{0}", answer) << "\n";
    output.flush();
  }
  std::free(line);
}

} // namespace tvm::tvmc
