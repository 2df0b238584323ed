// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/PlanChild.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

using namespace llvm;

namespace tvm::tvmc {

//===-- questions ---------------------------------------------------------===//

static std::vector<std::string> getArguments(const MeasureOptions &options,
                                             ArrayRef<std::string> further) {
  std::vector<std::string> arguments{"plan"};
  append_range(arguments, further);
  copy_if(options.compileOptions, std::back_inserter(arguments),
          [](StringRef option) { return option.starts_with("--load-plugin"); });
  return arguments;
}

PlanChild::PlanChild(const ChildRunner &runner, const MeasureOptions &options,
                     ArrayRef<std::string> arguments)
    : child(runner, getArguments(options, arguments), options.compile) {}

Error makeWrongAnswer(StringRef answer) {
  return make_error<tuner::ApplyError>(
      "expected an answer of 'tvmc plan', got '" + answer + "'");
}

Expected<json::Object> PlanChild::ask(json::Object question) {
  Expected<ChildResult> result =
      child.ask(formatv("{0}", json::Value(std::move(question))).str());
  if (!result)
    return make_error<tuner::ApplyError>(toString(result.takeError()));
  if (!result->failure.empty())
    return make_error<tuner::ApplyFault>(describeCompilation(*result));
  Expected<json::Value> answer = json::parse(result->output);
  json::Object *object = answer ? answer->getAsObject() : nullptr;
  if (!object) {
    consumeError(answer.takeError());
    return makeWrongAnswer(result->output);
  }
  if (auto refusal = object->getString("refusal"))
    return createStringError(*refusal);
  return std::move(*object);
}

//===-- answers -----------------------------------------------------------===//

static Expected<json::Object> answerLine(StringRef line,
                                         AnswerQuestion answer) {
  Expected<json::Value> question = json::parse(line);
  if (!question)
    return question.takeError();
  const json::Object *object = question->getAsObject();
  return answer(object ? *object : json::Object());
}

void answerQuestions(std::FILE *input, raw_ostream &output,
                     AnswerQuestion answer) {
  char *line = nullptr;
  size_t capacity = 0;
  ssize_t size;
  while ((size = getline(&line, &capacity, input)) > 0) {
    Expected<json::Object> answered =
        answerLine(StringRef(line, static_cast<size_t>(size)), answer);
    json::Value value =
        answered ? json::Value(std::move(*answered))
                 : json::Object{{"refusal", toString(answered.takeError())}};
    output << formatv("{0}", value) << "\n";
    output.flush();
  }
  std::free(line);
}

} // namespace tvm::tvmc
