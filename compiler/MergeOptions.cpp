// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/MergeOptions.h"

#include "compiler/pipelines/Levels.h"

using namespace mlir;

namespace tvm::compiler {

/// Whether passes that depend on most of the options have run on `module`.
static bool isPastGraph(ModuleOp module, const CommandOptions &) {
  return *getLevel(module) >= Level::Graph;
}

/// Whether operators of `module` are in kernels.
static bool isPastFusion(ModuleOp module, const CommandOptions &) {
  return *getLevel(module) >= Level::Fused;
}

/// Whether `module` is the result of another optimisation level. Passes from
/// here on obey any level in a module that records none.
static bool isOptimised(ModuleOp module, const CommandOptions &command) {
  return module->hasAttr(kOptionsAttrName) && isPastGraph(module, command);
}

/// Whether `module` is behind the level that is to be executed.
static bool isPastReference(ModuleOp module, const CommandOptions &command) {
  Level reached = *getLevel(module);
  for (int level = 0; level < static_cast<int>(reached); ++level)
    if (getLevelName(static_cast<Level>(level)) == command.referenceLevel)
      return true;
  return false;
}

namespace {
/// An option of the command that modules record.
struct RecordedOption {
  StringLiteral name; // on the command line
  bool (*isSame)(const CommandOptions &one, const CommandOptions &other);
  void (*take)(CommandOptions &to, const CommandOptions &from);
  /// Whether `module` is too late for the option of `command`.
  bool (*isPast)(ModuleOp module, const CommandOptions &command);
};
} // namespace

template <auto member>
static bool isSame(const CommandOptions &one, const CommandOptions &other) {
  return one.*member == other.*member;
}

template <auto member>
static void take(CommandOptions &to, const CommandOptions &from) {
  to.*member = from.*member;
}

template <auto member>
static constexpr RecordedOption
makeOption(StringLiteral name,
           bool (*isPast)(ModuleOp, const CommandOptions &) = isPastGraph) {
  return {name, isSame<member>, take<member>, isPast};
}

static constexpr RecordedOption kRecordedOptions[] = {
    makeOption<&CommandOptions::optLevel>("-O", isOptimised),
    makeOption<&CommandOptions::referenceLevel>("--level", isPastReference),
    makeOption<&CommandOptions::winograd>("--winograd"),
    makeOption<&CommandOptions::fusion>("--fusion", isPastFusion),
    makeOption<&CommandOptions::mixedPrecision>("--mixed-precision"),
    makeOption<&CommandOptions::partition>("--partition"),
};

FailureOr<CommandOptions> mergeOptions(ModuleOp module, const Options &options,
                                       Stages &stages) {
  auto merged = CommandOptions::get(module);
  if (failed(merged))
    return failure();
  for (const RecordedOption &option : kRecordedOptions) {
    if (!options.named.contains(option.name) ||
        option.isSame(*merged, options.recorded))
      continue;
    if (option.isPast(module, options.recorded))
      return stages.fail("the dump is at level '" +
                         getLevelName(*getLevel(module)) + "': " + option.name +
                         " has to start at an earlier level");
    option.take(*merged, options.recorded);
  }
  return merged;
}

} // namespace tvm::compiler
