// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/pipelines/CommandOptions.h"

#include "codegen/Target.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tvm::compiler {

void CommandOptions::record(ModuleOp module) const {
  Builder builder(module.getContext());
  const CommandOptions initial;
  NamedAttrList entries;
  auto addString = [&](StringRef key, StringRef value, StringRef usual) {
    if (value != usual)
      entries.append(key, builder.getStringAttr(value));
  };
  entries.append("opt_level", builder.getI64IntegerAttr(optLevel));
  addString("level", referenceLevel, initial.referenceLevel);
  addString("winograd", kWinogradWords[static_cast<int>(winograd)],
            kWinogradWords[static_cast<int>(initial.winograd)]);
  addString("fusion", fusion, initial.fusion);
  addString("mixed_precision", mixedPrecision, initial.mixedPrecision);
  addString("symbol", symbol, initial.symbol);
  addString("assumed", assumed, initial.assumed);
  SmallVector<StringRef> names(partition.begin(), partition.end());
  if (!names.empty())
    entries.append("partition", builder.getStrArrayAttr(names));
  module->setAttr(kOptionsAttrName, entries.getDictionary(module.getContext()));
}

namespace {
/// Reader of the entries of the dictionary into their fields.
class Reader {
public:
  Reader(ModuleOp module, CommandOptions &options)
      : module(module), options(options) {}

  LogicalResult read(NamedAttribute entry);

private:
  LogicalResult readLevel(NamedAttribute entry);
  /// Reads one of `words`, and sets `index` to its number.
  LogicalResult readWord(NamedAttribute entry, ArrayRef<StringLiteral> words,
                         size_t &index);
  LogicalResult readWord(NamedAttribute entry, ArrayRef<StringLiteral> words,
                         std::string &field);
  LogicalResult readString(NamedAttribute entry, std::string &field);
  LogicalResult readNames(NamedAttribute entry);
  LogicalResult readTarget(NamedAttribute entry, std::string &field);
  InFlightDiagnostic emitError(NamedAttribute entry, const Twine &expected);

  ModuleOp module;
  CommandOptions &options;
};
} // namespace

InFlightDiagnostic Reader::emitError(NamedAttribute entry,
                                     const Twine &expected) {
  return module.emitError("expected '")
         << entry.getName().getValue() << "' of '" << kOptionsAttrName
         << "' to be " << expected << ", got " << entry.getValue();
}

LogicalResult Reader::readLevel(NamedAttribute entry) {
  constexpr int64_t highest = 3;
  auto number = dyn_cast<IntegerAttr>(entry.getValue());
  if (!number || !number.getType().isSignlessInteger(64) ||
      number.getInt() < 0 || number.getInt() > highest)
    return emitError(entry, "an i64 from 0 to 3");
  options.optLevel = number.getInt();
  return success();
}

LogicalResult Reader::readWord(NamedAttribute entry,
                               ArrayRef<StringLiteral> words, size_t &index) {
  auto word = dyn_cast<StringAttr>(entry.getValue());
  const StringLiteral *same =
      word ? llvm::find(words, word.getValue()) : words.end();
  if (same == words.end())
    return emitError(entry, "one of " + llvm::join(words, ", "));
  index = same - words.begin();
  return success();
}

LogicalResult Reader::readWord(NamedAttribute entry,
                               ArrayRef<StringLiteral> words,
                               std::string &field) {
  size_t index;
  if (failed(readWord(entry, words, index)))
    return failure();
  field = words[index].str();
  return success();
}

LogicalResult Reader::readString(NamedAttribute entry, std::string &field) {
  auto text = dyn_cast<StringAttr>(entry.getValue());
  if (!text || text.empty())
    return emitError(entry, "a text");
  field = text.str();
  return success();
}

LogicalResult Reader::readNames(NamedAttribute entry) {
  auto names = dyn_cast<ArrayAttr>(entry.getValue());
  auto isName = [](Attribute name) {
    auto text = dyn_cast<StringAttr>(name);
    return text && !text.empty();
  };
  if (!names || !llvm::all_of(names, isName))
    return emitError(entry, "a list of names");
  for (auto name : names.getAsRange<StringAttr>())
    options.partition.push_back(name.str());
  return success();
}

LogicalResult Reader::readTarget(NamedAttribute entry, std::string &field) {
  if (failed(readString(entry, field)))
    return failure();
  auto target = codegen::Target::parse(field);
  if (!target)
    return emitError(entry, "a target")
           << ": " << llvm::toString(target.takeError());
  return success();
}

LogicalResult Reader::read(NamedAttribute entry) {
  StringRef key = entry.getName().getValue();
  if (key == "opt_level")
    return readLevel(entry);
  if (key == "level")
    return readWord(entry, kReferenceLevels, options.referenceLevel);
  if (key == "fusion")
    return readWord(entry, kFusionWords, options.fusion);
  if (key == "mixed_precision")
    return readWord(entry, kMixedPrecisions, options.mixedPrecision);
  if (key == "partition")
    return readNames(entry);
  if (key == "symbol")
    return readString(entry, options.symbol);
  if (key == "assumed")
    return readTarget(entry, options.assumed);
  size_t index;
  if (key != "winograd")
    return module.emitError("expected entries of '")
           << kOptionsAttrName
           << "' to be assumed, fusion, level, mixed_precision, opt_level, "
              "partition, symbol or winograd, got '"
           << key << "'";
  if (failed(readWord(entry, kWinogradWords, index)))
    return failure();
  options.winograd = static_cast<Winograd>(index);
  return success();
}

FailureOr<CommandOptions> CommandOptions::get(ModuleOp module) {
  CommandOptions options;
  Attribute found = module->getAttr(kOptionsAttrName);
  if (!found)
    return options;
  auto entries = dyn_cast<DictionaryAttr>(found);
  if (!entries)
    return module.emitError("expected '")
           << kOptionsAttrName << "' to be a dictionary, got " << found;
  Reader reader(module, options);
  for (NamedAttribute entry : entries)
    if (failed(reader.read(entry)))
      return failure();
  return options;
}

} // namespace tvm::compiler
