// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Importer.h"

#include "dialects/Graph/Networks/GraphRecurrent.h"

#include <cmath>

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

/// Inputs of LinearAttention by number.
enum Input { kQuery, kKey, kValue, kPast, kDecay, kBeta };

/// Checks that `input` is given exactly if the update rule needs it.
static LogicalResult checkInput(Node &node, Input input, StringRef name,
                                StringRef rule, bool isNeeded) {
  if (node.hasInput(input) == isNeeded)
    return success();
  return node.error() << "expected " << (isNeeded ? "an" : "no") << " input "
                      << name << " with update_rule '" << rule << "'";
}

static LogicalResult checkRule(Node &node) {
  std::string rule = node.getString("update_rule", "gated_delta");
  if (rule != "linear" && rule != "gated" && rule != "delta" &&
      rule != "gated_delta")
    return node.error() << "update_rule '" << rule << "' is not supported";
  bool isGated = StringRef(rule).starts_with("gated");
  bool isDelta = StringRef(rule).ends_with("delta");
  return success(succeeded(checkInput(node, kDecay, "decay", rule, isGated)) &&
                 succeeded(checkInput(node, kBeta, "beta", rule, isDelta)));
}

static LogicalResult importLinearAttention(Node &node) {
  if (failed(node.requireInputs(3)) || failed(checkRule(node)))
    return failure();
  int64_t queryHeads = node.getInt("q_num_heads", 0);
  int64_t heads = node.getInt("kv_num_heads", 0);
  auto query = node.inputType(kQuery);
  if (query.getRank() != 3 || queryHeads < 1)
    return node.error() << "expected a query of 3 dimensions and q_num_heads, "
                           "got "
                        << query << " and " << queryHeads;
  float scale = node.getFloat("scale", 0);
  if (scale == 0)
    scale = static_cast<float>(
        1 / std::sqrt(static_cast<double>(query.getDimSize(2) / queryHeads)));
  return node.replaceWith<LinearAttentionOp>(
      node.input(kQuery), node.input(kKey), node.input(kValue),
      node.input(kPast), node.input(kDecay), node.input(kBeta), queryHeads,
      heads, llvm::APFloat(scale));
}

void addLinearAttention(NodeImporters &importers) {
  importers.add("LinearAttention", importLinearAttention, 27);
}

} // namespace tvm::onnx_import
