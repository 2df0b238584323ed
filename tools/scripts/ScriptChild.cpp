// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/scripts/ScriptChild.h"

using namespace llvm;

namespace tvm::tvmc {

//===-- questions ---------------------------------------------------------===//

ScriptChild::ScriptChild(const ChildRunner &runner, StringRef payload,
                         const MeasureOptions &options)
    : child(runner, options, ("--payload=" + payload).str()) {}

Expected<compiler::AppliedScript> ScriptChild::apply(StringRef script) {
  Expected<json::Object> answer = child.ask(json::Object{{"script", script}});
  if (!answer)
    return answer.takeError();
  const json::Array *features = answer->getArray("features");
  if (!features)
    return makeWrongAnswer(
        formatv("{0}", json::Value(std::move(*answer))).str());
  compiler::AppliedScript applied;
  applied.program = answer->getString("program").value_or("").str();
  for (const json::Value &feature : *features)
    applied.features.push_back(
        static_cast<float>(feature.getAsNumber().value_or(0)));
  return applied;
}

//===-- answers -----------------------------------------------------------===//

static Expected<json::Object> answer(const json::Object &question,
                                     compiler::ScriptRunner &runner) {
  auto script = question.getString("script");
  if (!script)
    return createStringError("expected 'script'");
  Expected<compiler::AppliedScript> applied = runner.apply(*script);
  if (!applied)
    return applied.takeError();
  json::Array features;
  for (float feature : applied->features)
    features.push_back(feature);
  return json::Object{{"features", std::move(features)},
                      {"program", std::move(applied->program)}};
}

Error answerScripts(std::FILE *input, raw_ostream &output, StringRef payload,
                    ArrayRef<std::string> plugins) {
  auto source = compiler::readSource(payload);
  if (!source)
    return source.takeError();
  auto registry = compiler::getScriptDialects(plugins);
  if (!registry)
    return registry.takeError();
  auto runner = compiler::ScriptRunner::create(*registry, *source);
  if (!runner)
    return runner.takeError();
  answerQuestions(input, output, [&](const json::Object &question) {
    return answer(question, **runner);
  });
  return Error::success();
}

} // namespace tvm::tvmc
