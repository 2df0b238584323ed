// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Importer.h"

namespace tvm::onnx_import {

/// "ai.onnx" is another name of the default domain.
static std::string keyOf(llvm::StringRef domain, llvm::StringRef opType) {
  if (domain == "ai.onnx")
    domain = "";
  return (domain + "/" + opType).str();
}

void NodeImporters::add(llvm::StringRef opType, NodeImporter importer,
                        int64_t since, llvm::StringRef domain) {
  std::string key = keyOf(domain, opType);
  entries[key][since] = importer;
  families.try_emplace(key, current);
}

void NodeImporters::addForLists(llvm::StringRef opType, NodeImporter importer,
                                int64_t since) {
  add(opType, importer, since);
  forLists.insert(keyOf("", opType));
}

bool NodeImporters::takesLists(llvm::StringRef domain,
                               llvm::StringRef opType) const {
  return forLists.contains(keyOf(domain, opType));
}

NodeImporter NodeImporters::find(llvm::StringRef domain, llvm::StringRef opType,
                                 int64_t opset) const {
  auto it = entries.find(keyOf(domain, opType));
  if (it == entries.end())
    return nullptr;
  auto next = it->second.upper_bound(opset);
  return next == it->second.begin() ? nullptr : std::prev(next)->second;
}

llvm::StringRef NodeImporters::getFamily(llvm::StringRef domain,
                                         llvm::StringRef opType) const {
  auto it = families.find(keyOf(domain, opType));
  return it == families.end() ? llvm::StringRef() : it->second;
}

std::optional<int64_t>
NodeImporters::getFirstOpset(llvm::StringRef domain,
                             llvm::StringRef opType) const {
  auto it = entries.find(keyOf(domain, opType));
  if (it == entries.end())
    return std::nullopt;
  return it->second.begin()->first;
}

namespace {
struct Family {
  llvm::StringLiteral name;
  void (*add)(NodeImporters &);
};
} // namespace

/// Several parts may have the same name.
static constexpr Family kFamilies[] = {
    {"element-wise", addElementwise},
    {"reduction", addReduction},
    {"matrix product", addMatMul},
    {"convolution", addConvolution},
    {"convolution", addCausalConvolution},
    {"pooling", addPooling},
    {"normalization", addNormalization},
    {"recurrent", addRecurrent},
    {"selection", addSelection},
    {"string", addString},
    {"shape", addShape},
    {"indexing", addIndexing},
    {"resize", addResize},
    {"loss", addLosses},
    {"attention", addAttention},
    {"attention", addRotaryEmbedding},
    {"attention", addLinearAttention},
    {"attention", addFlexAttention},
    {"quantization", addQuantization},
    {"control flow", addControl},
    {"control flow", addScan},
    {"sequence", addSequences},
    {"sequence", addOptionals},
    {"sampling", addSampling},
    {"signal", addSignal},
    {"random", addRandom},
    {"optimizer", addOptimizers},
    {"gradient", addGradient},
    {"tree ensemble", addTrees},
    {"tree ensemble", addNumberedTrees},
    {"classical learning", addClassicalLearning},
    {"classical learning", addSupportVectors},
    {"classical learning", addMaps}};

const NodeImporters &NodeImporters::all() {
  static const NodeImporters importers = [] {
    NodeImporters result;
    for (const Family &family : kFamilies) {
      result.startFamily(family.name);
      family.add(result);
    }
    return result;
  }();
  return importers;
}

} // namespace tvm::onnx_import
