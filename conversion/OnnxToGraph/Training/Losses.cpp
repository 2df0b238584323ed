// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Expansion.h"
#include "conversion/OnnxToGraph/InputChecks.h"

#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"
#include "dialects/Graph/Tensors/GraphReduction.h"
#include "dialects/Graph/Tensors/GraphShape.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

namespace {
/// Negative logarithms of the likelihoods of the target classes.
struct Loss {
  Value logarithms; // [N, C, d...]
  Value target;     // [N, d...], classes
  Value weight;     // [C], null: 1
  std::optional<int64_t> ignored;
  std::string reduction;
};
} // namespace

static FailureOr<Loss> getLoss(Node &node) {
  auto scores = node.requiredInput(0), target = node.requiredInput(1);
  if (failed(scores) || failed(target))
    return failure();
  Loss loss{*scores, *target, node.input(2), std::nullopt,
            node.getString("reduction", "mean")};
  if (node.hasAttribute("ignore_index"))
    loss.ignored = node.getInt("ignore_index", 0);
  if (loss.reduction != "none" && loss.reduction != "sum" &&
      loss.reduction != "mean")
    return node.error() << "expected reduction none, sum or mean, got '"
                        << loss.reduction << "'";
  int64_t rank = node.inputType(0).getRank();
  if (rank < 2 || node.inputType(1).getRank() != rank - 1)
    return node.error() << "expected scores [N, C, ...] and a target [N, ...], "
                           "got "
                        << node.inputType(0) << " and " << node.inputType(1);
  SmallVector<int64_t> shape(node.inputType(0).getShape());
  int64_t classes = shape[1];
  shape.erase(shape.begin() + 1);
  if (failed(checkShape(node, 1, shape)) ||
      failed(checkShape(node, 2, classes)))
    return failure();
  return loss;
}

static Value computeLoss(Expansion &e, const Loss &loss) {
  Value classes = loss.target, isIgnored;
  if (loss.ignored) {
    Value index = e.scalar(loss.target, *loss.ignored);
    isIgnored = e.create<EqualOp>(loss.target, index);
    // Any class is valid here, because its weight is 0.
    classes =
        e.create<WhereOp>(isIgnored, e.scalar(loss.target, 0), loss.target);
  }
  Value column = e.create<UnsqueezeOp>(classes, ArrayRef<int64_t>{1});
  Value taken = e.create<GatherElementsOp>(loss.logarithms, column, 1);
  Value losses =
      e.create<NegOp>(e.create<SqueezeOp>(taken, ArrayRef<int64_t>{1}));
  Value weights =
      loss.weight ? e.create<GatherOp>(loss.weight, classes, 0) : Value();
  if (isIgnored)
    weights =
        e.create<WhereOp>(isIgnored, e.scalar(loss.logarithms, 0),
                          weights ? weights : e.scalar(loss.logarithms, 1));
  if (weights)
    losses = e.create<MulOp>(losses, weights);
  if (loss.reduction == "none")
    return losses;
  if (loss.reduction == "mean" && !weights)
    return e.reduceAll(losses, ReduceKind::Mean);
  Value sum = e.reduceAll(losses, ReduceKind::Sum);
  if (loss.reduction == "sum")
    return sum;
  return e.create<DivOp>(sum, e.reduceAll(weights, ReduceKind::Sum));
}

static LogicalResult importNegativeLogLikelihood(Node &node) {
  auto loss = getLoss(node);
  if (failed(loss))
    return failure();
  Expansion e(node);
  e.bind(0, computeLoss(e, *loss));
  return e.result();
}

static LogicalResult importSoftmaxCrossEntropy(Node &node) {
  auto loss = getLoss(node);
  if (failed(loss))
    return failure();
  Expansion e(node);
  loss->logarithms =
      e.create<LogSoftmaxOp>(loss->logarithms, ArrayRef<int64_t>{1});
  e.bind(0, computeLoss(e, *loss));
  e.bind(1, loss->logarithms);
  return e.result();
}

void addLosses(NodeImporters &importers) {
  importers.add("NegativeLogLikelihoodLoss", importNegativeLogLikelihood);
  importers.add("SoftmaxCrossEntropyLoss", importSoftmaxCrossEntropy);
}

} // namespace tvm::onnx_import
