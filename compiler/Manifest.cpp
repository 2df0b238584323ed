// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Manifest.h"

#include "compiler/Version.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
namespace json = llvm::json;

namespace tvm::compiler {

static constexpr int kFormat = 1;
static constexpr StringLiteral kProducer = "tvm-mlir " TVM_MLIR_VERSION;

static json::Value toJSON(Attribute attribute) {
  if (auto dictionary = dyn_cast<DictionaryAttr>(attribute)) {
    json::Object object;
    for (NamedAttribute entry : dictionary)
      object[entry.getName().getValue()] = toJSON(entry.getValue());
    return object;
  }
  if (auto elements = dyn_cast<ArrayAttr>(attribute)) {
    json::Array array;
    for (Attribute element : elements)
      array.push_back(toJSON(element));
    return array;
  }
  if (auto text = dyn_cast<StringAttr>(attribute))
    return json::fixUTF8(text.getValue());
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return integer.getValue().getSExtValue();
  return nullptr;
}

std::string writeManifest(DictionaryAttr host, llvm::ArrayRef<Entry> entries,
                          llvm::ArrayRef<std::string> externs,
                          uint64_t weightsSize, uint64_t stackBytes) {
  json::Value described = toJSON(host);
  json::Object manifest = std::move(*described.getAsObject());
  manifest["format"] = kFormat;
  manifest["producer"] = kProducer;
  manifest["triple"] = entries.front().target.getTriple();
  if (!externs.empty())
    manifest["externs"] = json::Array(externs);
  manifest["weights"] =
      json::Object{{"size", static_cast<int64_t>(weightsSize)}};
  manifest["stack"] = static_cast<int64_t>(stackBytes);
  json::Array list;
  for (const Entry &entry : entries)
    list.push_back(json::Object{
        {"symbol", entry.symbol},
        {"cpu", entry.target.getCpu()},
        {"features", json::Array(entry.target.getRequiredFeatures())}});
  manifest["entries"] = std::move(list);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << json::Value(std::move(manifest));
  return text;
}

} // namespace tvm::compiler
