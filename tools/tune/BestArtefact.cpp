// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/BestArtefact.h"

#include "codegen/Artefacts/ArtefactWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace tvm::tvmc {

/// A tuned model that is not faster by this share stays out.
static constexpr double kMinGain = 0.005;
/// Comparisons of both models, and milliseconds of each.
static constexpr unsigned kComparisons = 3, kModelMilliseconds = 1000;
/// Time between two offers, as a multiple of what the last one took.
static constexpr double kPause = 10;

static double getSeconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

//===-- comparing ---------------------------------------------------------===//

Error BestArtefact::compile(const std::string &artefact,
                            ArrayRef<std::string> further) {
  std::vector<std::string> arguments{"compile", options.model, "-o", artefact,
                                     "-q"};
  append_range(arguments, options.compileArguments);
  append_range(arguments, further);
  Expected<ChildResult> result = runner.run(arguments, Limits{/*seconds=*/0});
  if (!result)
    return result.takeError();
  if (!result->failure.empty())
    return createStringError(result->failure);
  return Error::success();
}

Expected<std::string> BestArtefact::measure(std::vector<tuner::Times> &times) {
  std::vector<std::string> arguments{"compare", getDefault(), getTuned(),
                                     "--json"};
  addModelOptions(arguments, options.measure, kModelMilliseconds);
  for (unsigned i = 0; i < kComparisons; ++i) {
    Expected<ChildResult> result =
        runner.run(arguments, Limits{/*seconds=*/600});
    if (!result)
      return result.takeError();
    if (!result->failure.empty())
      return result->failure;
    Expected<tuner::Outcome> each = parseOutcome(result->output);
    if (!each)
      return each.takeError();
    times.push_back(*each->times); // without a limit nothing is noise
  }
  return "";
}

Error BestArtefact::compileDefault() {
  if (hasDefault)
    return Error::success();
  observer.begin("compiling the model by default");
  Error error = compile(getDefault(), {});
  hasDefault = !error;
  return error;
}

/// Whether two files have the same bytes.
static bool areEqual(StringRef first, StringRef second) {
  auto read = [](StringRef path) {
    return MemoryBuffer::getFile(path, /*IsText=*/false,
                                 /*RequiresNullTerminator=*/false);
  };
  auto a = read(first), b = read(second);
  return a && b && (*a)->getBuffer() == (*b)->getBuffer();
}

Error BestArtefact::compare(const std::vector<std::string> &further,
                            const std::string &text) {
  if (lastText == text)
    return Error::success();
  lastText.reset();
  last = {};
  last.isEqual = further.empty();
  if (!last.isEqual)
    if (Error error = compareCode(further))
      return error;
  lastText = text;
  return Error::success();
}

Error BestArtefact::compareCode(const std::vector<std::string> &further) {
  if (Error error = compileDefault())
    return error;
  observer.begin("compiling the tuned model");
  if (Error error = compile(getTuned(), further))
    return error;
  last.isEqual = areEqual(getDefault(), getTuned());
  if (last.isEqual)
    return Error::success();
  observer.begin("comparing the tuned model with the default one");
  std::vector<tuner::Times> times;
  Expected<std::string> failure = measure(times);
  if (!failure)
    return failure.takeError();
  last.failure = *failure;
  if (!last.failure.empty())
    return Error::success();
  llvm::sort(times, [](const tuner::Times &a, const tuner::Times &b) {
    return a.share < b.share;
  });
  last.times = times[times.size() / 2];
  // The gain is in all comparisons, and is worth it in most.
  last.isFaster = last.times.share < 1 - kMinGain && times.back().share < 1;
  return Error::success();
}

//===-- writing -----------------------------------------------------------===//

bool BestArtefact::isDue() const {
  return !options.output.empty() &&
         (!lastEnd || getSeconds(Clock::now() - *lastEnd) >= kPause * seconds);
}

Error BestArtefact::offer(const std::vector<std::string> &further,
                          const std::string &text) {
  if (lastText == text)
    return Error::success();
  Clock::time_point start = Clock::now();
  if (Error error = compare(further, text))
    return error;
  if (last.isFaster && last.times.share < written.value_or(1) + kMinGain) {
    if (Error error = codegen::copyArtefact(getTuned(), options.output))
      return error;
    written = last.times.share;
  }
  lastEnd = Clock::now();
  seconds = getSeconds(*lastEnd - start);
  return Error::success();
}

Expected<ModelComparison>
BestArtefact::finish(const std::vector<std::string> &further,
                     const std::string &text) {
  if (Error error = compare(further, text))
    return std::move(error);
  if (options.output.empty())
    return last; // no artefact is wanted
  if (!last.isFaster)
    if (Error error = compileDefault())
      return std::move(error);
  if (Error error = codegen::copyArtefact(
          last.isFaster ? getTuned() : getDefault(), options.output))
    return std::move(error);
  return last;
}

} // namespace tvm::tvmc
