// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Importer.h"

#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

static LogicalResult importMatMul(Node &node) {
  auto a = node.requiredInput(0), b = node.requiredInput(1);
  if (failed(a) || failed(b))
    return failure();
  return node.replaceWith<MatMulOp>(*a, *b, false, false);
}

//===-- Gemm --------------------------------------------------------------===//

/// `value * factor`.
static FailureOr<Value> scaleBy(Node &node, Value value, float factor) {
  if (factor == 1.0f)
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  auto product =
      node.create<MulOp>(value, node.scalar(type.getElementType(), factor));
  if (failed(product))
    return failure();
  return product->getResult();
}

/// `alpha * A' * B' + beta * C`.
static LogicalResult importGemm(Node &node) {
  auto a = node.requiredInput(0), b = node.requiredInput(1);
  if (failed(a) || failed(b))
    return failure();
  if (node.inputType(0).getRank() != 2 || node.inputType(1).getRank() != 2)
    return node.error() << "expected matrices, got " << node.inputType(0)
                        << " and " << node.inputType(1);
  auto product = node.create<MatMulOp>(*a, *b, node.getInt("transA", 0) != 0,
                                       node.getInt("transB", 0) != 0);
  if (failed(product))
    return failure();
  auto scaled = scaleBy(node, product->getResult(), node.getFloat("alpha", 1));
  float beta = node.getFloat("beta", 1);
  if (failed(scaled))
    return failure();
  if (!node.hasInput(2) || beta == 0) {
    node.setOutput(0, *scaled);
    return success();
  }
  auto c = scaleBy(node, node.input(2), beta);
  if (failed(c))
    return failure();
  return node.replaceWith<AddOp>(*scaled, *c);
}

//===-- Einsum ------------------------------------------------------------===//

/// Replaces `...` of each term by unused letters, one per dimension (the last
/// ones of `letters`).
static std::string expandEllipsis(StringRef term, StringRef letters,
                                  int64_t rank) {
  size_t at = term.find("...");
  if (at == StringRef::npos)
    return term.str();
  int64_t count = rank - (static_cast<int64_t>(term.size()) - 3);
  if (count < 0 || count > static_cast<int64_t>(letters.size()))
    return term.str(); // the operator refuses it
  return (term.take_front(at) + letters.take_back(count) +
          term.drop_front(at + 3))
      .str();
}

/// The implicit term of the result: letters that occur once, in alphabetical
/// order, behind the ellipsis.
static std::string getImplicitResult(StringRef terms) {
  std::string result = terms.contains("...") ? "..." : "";
  for (char letter : StringRef("ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz"))
    if (terms.count(letter) == 1)
      result += letter;
  return result;
}

static LogicalResult importEinsum(Node &node) {
  auto inputs = node.requiredInputs();
  if (failed(inputs))
    return failure();
  std::string equation = node.getString("equation", "");
  llvm::erase(equation, ' ');
  auto [operands, given] = StringRef(equation).split("->");
  std::string result = StringRef(equation).contains("->")
                           ? given.str()
                           : getImplicitResult(operands);
  SmallVector<StringRef> terms;
  operands.split(terms, ',');
  std::string unused;
  for (char letter : StringRef("ZYXWVUTSRQPONMLKJIHGFEDCBA"))
    if (!StringRef(equation).contains(letter))
      unused += letter;
  if (terms.size() != inputs->size())
    return node.error() << "expected an equation of " << inputs->size()
                        << " terms, got '" << equation << "'";
  int64_t ellipsisRank = 0;
  std::string expanded;
  for (auto [term, input] : llvm::zip(terms, *inputs)) {
    int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
    if (term.contains("..."))
      ellipsisRank = std::max<int64_t>(
          ellipsisRank, rank - static_cast<int64_t>(term.size()) + 3);
    expanded += expanded.empty() ? "" : ",";
    expanded += expandEllipsis(term, unused, rank);
  }
  int64_t resultRank = static_cast<int64_t>(result.size()) - 3 + ellipsisRank;
  expanded += "->" + expandEllipsis(result, unused, resultRank);
  return node.replaceWith<EinsumOp>(*inputs,
                                    node.builder().getStringAttr(expanded));
}

static LogicalResult importDet(Node &node) {
  auto x = node.requiredInput(0);
  return failed(x) ? failure() : node.replaceWith<DetOp>(*x);
}

void addMatMul(NodeImporters &importers) {
  importers.add("MatMul", importMatMul);
  importers.add("Gemm", importGemm);
  importers.add("Einsum", importEinsum);
  importers.add("Det", importDet, 11);
}

} // namespace tvm::onnx_import
