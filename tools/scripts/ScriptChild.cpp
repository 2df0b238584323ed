#include "tools/scripts/ScriptChild.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

#include <cstdlib>

using namespace llvm;

namespace tvm::tvmc {

//===-- questions ---------------------------------------------------------===//

static std::vector<std::string> getArguments(StringRef payload,
                                             const MeasureOptions &options) {
  std::vector<std::string> arguments{"plan", ("--payload=" + payload).str()};
  copy_if(options.compileOptions, std::back_inserter(arguments),
          [](StringRef option) { return option.starts_with("--load-plugin"); });
  return arguments;
}

ScriptChild::ScriptChild(const ChildRunner &runner, StringRef payload,
                         const MeasureOptions &options)
    : child(runner, getArguments(payload, options), options.compile) {}

static Expected<compiler::AppliedScript> read(StringRef answer) {
  Expected<json::Value> value = json::parse(answer);
  const json::Object *object = value ? value->getAsObject() : nullptr;
  if (object)
    if (auto refusal = object->getString("refusal"))
      return createStringError(*refusal);
  const json::Array *features = object ? object->getArray("features") : nullptr;
  if (!features) {
    consumeError(value.takeError());
    return make_error<tuner::ApplyError>("expected an answer of 'tvmc plan', "
                                         "got '" +
                                         answer + "'");
  }
  compiler::AppliedScript applied;
  applied.program = object->getString("program").value_or("").str();
  for (const json::Value &feature : *features)
    applied.features.push_back(
        static_cast<float>(feature.getAsNumber().value_or(0)));
  return applied;
}

Expected<compiler::AppliedScript> ScriptChild::apply(StringRef script) {
  json::Object question{{"script", script}};
  Expected<ChildResult> result =
      child.ask(formatv("{0}", json::Value(std::move(question))).str());
  if (!result)
    return make_error<tuner::ApplyError>(toString(result.takeError()));
  if (!result->failure.empty())
    return make_error<tuner::ApplyFault>(describeCompilation(*result));
  return read(result->output);
}

//===-- answers -----------------------------------------------------------===//

static Expected<compiler::AppliedScript> apply(StringRef line,
                                               compiler::ScriptRunner &runner) {
  Expected<json::Value> question = json::parse(line);
  if (!question)
    return question.takeError();
  const json::Object *object = question->getAsObject();
  auto script = object ? object->getString("script") : std::nullopt;
  if (!script)
    return createStringError("expected 'script'");
  return runner.apply(*script);
}

static json::Object answer(Expected<compiler::AppliedScript> applied) {
  if (!applied)
    return json::Object{{"refusal", toString(applied.takeError())}};
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
  char *line = nullptr;
  size_t capacity = 0;
  ssize_t size;
  while ((size = getline(&line, &capacity, input)) > 0) {
    StringRef text(line, static_cast<size_t>(size));
    output << formatv("{0}", json::Value(answer(apply(text, **runner))))
           << "\n";
    output.flush();
  }
  std::free(line);
  return Error::success();
}

} // namespace tvm::tvmc
