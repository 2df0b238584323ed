// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Parser/Parser.h"
#include "transforms/Schedule/OpenScripts/ScriptRule.h"
#include "transforms/Schedule/Scripts.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

#include <mutex>

using namespace mlir;

namespace tvm::schedule {

using transform::NamedSequenceOp;

//===-- one rule ----------------------------------------------------------===//

/// Fails unless `sequence` is a script for a block.
static LogicalResult checkInterface(NamedSequenceOp sequence) {
  FunctionType type = sequence.getFunctionType();
  auto handle = transform::AnyOpType::get(sequence.getContext());
  if (!sequence.isExternal() && type.getNumResults() == 0 &&
      type.getInputs() == ArrayRef<Type>(handle))
    return success();
  return sequence.emitError(
             "expected a rule with a body, one argument of type ")
         << handle << ", and no results";
}

/// Fails if a step outside of `sequence` is open: scripts of several blocks may
/// include it.
static LogicalResult checkOpenSteps(NamedSequenceOp sequence, ModuleOp script) {
  for (Operation *step : findOpenSteps(script))
    if (!sequence->isProperAncestor(step))
      return step->emitError("expected a choice in rule '")
             << sequence.getName()
             << "' itself: what it includes leaves nothing open";
  return success();
}

static LogicalResult checkNames(NamedSequenceOp sequence,
                                const OpenChoices &choices) {
  llvm::StringSet<> names;
  for (const ChoiceParameter &parameter : choices.getParameters())
    if (!names.insert(parameter.name).second)
      return sequence.emitError("expected different names for the choices of "
                                "rule '")
             << sequence.getName() << "', got '" << parameter.name << "' twice";
  return success();
}

/// A copy of the module around `sequence` with what it includes, and nothing
/// else.
static OwningOpRef<ModuleOp> isolate(NamedSequenceOp sequence) {
  OwningOpRef<ModuleOp> script(sequence->getParentOfType<ModuleOp>().clone());
  LinkedNames others;
  for (auto symbol : script->getOps<SymbolOpInterface>())
    if (symbol.getName() != sequence.getName()) {
      symbol.setPrivate();
      others.insert(symbol.getName());
    }
  removeUnusedSymbols(*script, others);
  return script;
}

FailureOr<std::unique_ptr<ScriptRule>>
ScriptRule::create(NamedSequenceOp sequence) {
  if (failed(checkInterface(sequence)))
    return failure();
  OwningOpRef<ModuleOp> script = isolate(sequence);
  auto copy = script->lookupSymbol<NamedSequenceOp>(sequence.getName());
  if (failed(checkOpenSteps(copy, *script)))
    return failure();
  auto choices = OpenChoices::get(*script);
  if (!choices) {
    sequence.emitError(llvm::toString(choices.takeError()));
    return failure();
  }
  if (failed(checkNames(sequence, *choices)))
    return failure();
  std::string text;
  llvm::raw_string_ostream os(text);
  script->print(os, OpPrintingFlags().enableDebugInfo(false));
  return std::unique_ptr<ScriptRule>(
      new ScriptRule(sequence.getName(), std::move(*choices), text));
}

//===-- files -------------------------------------------------------------===//

/// Registers the rule of `sequence`, unless it is registered already.
static LogicalResult loadRule(NamedSequenceOp sequence) {
  static std::mutex mutex;
  static llvm::StringMap<std::string> loaded; // texts by names
  auto rule = ScriptRule::create(sequence);
  if (failed(rule))
    return failure();
  StringRef name = sequence.getName();
  std::lock_guard<std::mutex> lock(mutex);
  auto known = loaded.find(name);
  if (known != loaded.end() && known->second == (*rule)->getText())
    return success();
  if (findScheduleRule(name))
    return sequence.emitError("there is another schedule rule '")
           << name << "'";
  loaded[name] = (*rule)->getText().str();
  registerScheduleRule(std::move(*rule));
  return success();
}

LogicalResult loadScriptRules(StringRef path, MLIRContext *context) {
  auto text = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!text)
    return emitError(UnknownLoc::get(context), "cannot read '")
           << path << "': " << text.getError().message();
  ParserConfig config(context);
  auto file = parseSourceString<ModuleOp>((*text)->getBuffer(), config, path);
  if (!file)
    return failure();
  auto sequences = llvm::to_vector(file->getOps<NamedSequenceOp>());
  llvm::erase_if(sequences, [](auto each) { return each.isPrivate(); });
  if (sequences.empty())
    return file->emitError("expected a public transform.named_sequence, which "
                           "is a schedule rule");
  for (NamedSequenceOp sequence : sequences)
    if (failed(loadRule(sequence)))
      return failure();
  return success();
}

} // namespace tvm::schedule
