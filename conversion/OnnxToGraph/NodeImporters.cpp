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
  entries[keyOf(domain, opType)][since] = importer;
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

const NodeImporters &NodeImporters::all() {
  static const NodeImporters importers = [] {
    NodeImporters result;
    addElementwise(result);
    addReduction(result);
    addMatMul(result);
    addConvolution(result);
    addPooling(result);
    addNormalization(result);
    addRecurrent(result);
    addSelection(result);
    addString(result);
    addShape(result);
    addIndexing(result);
    addResize(result);
    addLosses(result);
    addAttention(result);
    addRotaryEmbedding(result);
    addQuantization(result);
    addCausalConvolution(result);
    addControl(result);
    addScan(result);
    addSequences(result);
    addOptionals(result);
    addSampling(result);
    addLinearAttention(result);
    addFlexAttention(result);
    addSignal(result);
    addRandom(result);
    addOptimizers(result);
    addTrees(result);
    addClassicalLearning(result);
    return result;
  }();
  return importers;
}

} // namespace tvm::onnx_import
