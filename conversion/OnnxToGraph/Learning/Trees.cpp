// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ensembles of decision trees: tables of nodes, the leaves that rows reach, and
// the votes of leaves.

#include "conversion/OnnxToGraph/Learning/Trees.h"

#include "conversion/OnnxToGraph/InputChecks.h"

#include "dialects/Graph/Learning/GraphTrees.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"

#include <limits>
#include <map>

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

/// The mode of nodes that test membership.
static constexpr int64_t kMember = 6;

//===-- checks ------------------------------------------------------------===//

/// The length of the longest path from a root to a leaf; fails for cycles.
static FailureOr<int64_t> measureDepth(Node &node, const Forest &forest) {
  auto count = static_cast<int64_t>(forest.features.size());
  SmallVector<int64_t> level(forest.roots);
  for (int64_t depth = 0; depth <= count; ++depth) {
    if (level.empty())
      return depth;
    llvm::SmallSetVector<int64_t, 16> next;
    for (int64_t at : level)
      for (int64_t child : {forest.yes[at], forest.no[at]})
        if (child >= 0)
          next.insert(child);
    level = next.takeVector();
  }
  return node.error()
         << "expected trees, got nodes that lead back to themselves";
}

/// Checks that nodes, leaves and targets exist.
static LogicalResult checkForest(Node &node, const Forest &forest) {
  auto count = static_cast<int64_t>(forest.features.size());
  auto isChild = [&](int64_t child) {
    return child < count && -1 - child < forest.numLeaves;
  };
  auto isRoot = [&](int64_t root) { return root >= 0 && root < count; };
  auto isTarget = [&](const Forest::Vote &vote) {
    return vote.target >= 0 && vote.target < forest.numTargets;
  };
  if (count == 0 || forest.roots.empty() ||
      !llvm::all_of(forest.yes, isChild) || !llvm::all_of(forest.no, isChild) ||
      !llvm::all_of(forest.roots, isRoot))
    return node.error() << "expected children and roots that exist, of "
                        << count << " nodes and " << forest.numLeaves
                        << " leaves";
  if (!llvm::all_of(forest.votes, isTarget))
    return node.error() << "expected targets below " << forest.numTargets;
  return success();
}

//===-- evaluation --------------------------------------------------------===//

/// The votes of each leaf for each target; `rest` for targets without votes.
static Value createVotes(Node &node, const Forest &forest, Type type,
                         double rest) {
  SmallVector<double> table(forest.numLeaves * forest.numTargets, rest);
  std::map<std::pair<int64_t, int64_t>, double> votes;
  for (const Forest::Vote &vote : forest.votes)
    votes[{vote.leaf, vote.target}] += vote.weight;
  for (auto [place, weight] : votes)
    table[place.first * forest.numTargets + place.second] = weight;
  return createFloats(node, type, {forest.numLeaves, forest.numTargets}, table);
}

FailureOr<Value> evaluateForest(Node &node, Expansion &e, Value x,
                                const Forest &forest, Aggregate aggregate) {
  if (failed(checkForest(node, forest)))
    return failure();
  auto depth = measureDepth(node, forest);
  if (failed(depth))
    return failure();
  OpBuilder &b = node.builder();
  auto count = static_cast<int64_t>(forest.features.size());
  Type type = getElementTypeOrSelf(x);
  Type u8 = b.getIntegerType(8, /*isSigned=*/false);
  Value leaves = e.create<TreeLeavesOp>(
      x, node.constant(forest.features),
      createFloats(node, type, count, forest.splits),
      node.constant<uint8_t>(u8, count, forest.accept),
      node.constant(forest.yes), node.constant(forest.no),
      node.constant(forest.roots), *depth);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  bool isMin = aggregate == Aggregate::Min;
  bool isChoice = isMin || aggregate == Aggregate::Max;
  double rest = !isChoice ? 0 : isMin ? infinity : -infinity;
  Value votes =
      e.create<GatherOp>(createVotes(node, forest, type, rest), leaves, 0);
  Value y = e.reduce(votes,
                     !isChoice ? ReduceKind::Sum
                     : isMin   ? ReduceKind::Min
                               : ReduceKind::Max,
                     {1});
  if (aggregate == Aggregate::Average)
    return e.create<DivOp>(y, e.scalar(y, forest.roots.size()));
  if (!isChoice)
    return y;
  // Whether no leaf votes for a target.
  Value isNone = e.create<EqualOp>(y, e.scalar(y, rest));
  return e.create<WhereOp>(isNone, e.scalar(y, 0), y);
}

//===-- TreeEnsemble ------------------------------------------------------===//

FailureOr<SmallVector<int64_t>> readPerNode(Node &node, StringRef name,
                                            size_t count) {
  SmallVector<int64_t> values = node.getInts(name, {});
  if (values.size() == count)
    return values;
  return node.error() << "expected " << count << " elements of " << name
                      << ", got " << values.size();
}

/// Replaces a node that tests membership in a set of values by a sequence of
/// comparisons.
static void splitMembers(Forest &forest, int64_t at, ArrayRef<double> members) {
  forest.accept[at] &= kUnordered;
  for (auto [i, member] : llvm::enumerate(members)) {
    forest.splits[at] = member;
    forest.accept[at] |= kAccept[4];
    if (i + 1 == members.size())
      break;
    auto next = static_cast<int64_t>(forest.features.size());
    forest.features.push_back(forest.features[at]);
    forest.yes.push_back(forest.yes[at]);
    forest.no.push_back(forest.no[at]);
    forest.splits.push_back(0);
    forest.accept.push_back(0);
    forest.no[at] = next;
    at = next;
  }
}

/// Reads the values of membership nodes: lists that each end with a NaN.
static LogicalResult readMembers(Node &node, ArrayRef<int64_t> modes,
                                 Forest &forest) {
  auto values = readNumbers(node, "", "membership_values");
  if (failed(values))
    return failure();
  ArrayRef<double> rest = *values;
  for (auto [at, mode] : llvm::enumerate(modes)) {
    if (mode != kMember)
      continue;
    const double *end =
        llvm::find_if(rest, [](double value) { return std::isnan(value); });
    if (end == rest.end())
      return node.error() << "expected a list of membership_values for each "
                             "node of mode 6";
    auto count = static_cast<size_t>(end - rest.begin());
    splitMembers(forest, static_cast<int64_t>(at), rest.take_front(count));
    rest = rest.drop_front(count + 1);
  }
  return success();
}

FailureOr<SmallVector<int64_t>> readMissing(Node &node, size_t count) {
  constexpr llvm::StringLiteral kName = "nodes_missing_value_tracks_true";
  if (node.getInts(kName, {}).empty())
    return SmallVector<int64_t>(count, 0);
  return readPerNode(node, kName, count);
}

/// Reads modes, and the treatment of missing values.
static FailureOr<SmallVector<int64_t>> readModes(Node &node, Forest &forest) {
  const onnx::TensorProto *tensor = node.getTensor("nodes_modes");
  auto value = tensor ? node.constant(*tensor) : FailureOr<Value>(Value());
  if (failed(value))
    return failure();
  auto modes = *value ? getConstantInts(*value) : std::nullopt;
  size_t count = forest.features.size();
  if (!modes || modes->size() != count)
    return node.error() << "expected nodes_modes, one for each of " << count
                        << " nodes";
  value->getDefiningOp()->erase();
  auto missing = readMissing(node, count);
  if (failed(missing))
    return failure();
  for (auto [i, mode] : llvm::enumerate(*modes)) {
    if (mode < 0 || mode > kMember)
      return node.error() << "expected nodes_modes from 0 to 6, got " << mode;
    bool isYes = (*missing)[i] != 0;
    uint8_t bits = mode == kMember ? 0 : kAccept[mode];
    forest.accept.push_back(bits | (isYes ? kUnordered : 0));
  }
  return *modes;
}

/// Checks that features are compared with elements of their own type.
static LogicalResult checkSplits(Node &node) {
  const onnx::TensorProto *splits = node.getTensor("nodes_splits");
  Type given = getElementType(splits->data_type(), node.builder().getContext());
  Type expected = node.inputType(0).getElementType();
  if (given == expected)
    return success();
  return node.error() << "expected nodes_splits of type " << expected
                      << ", got data type " << splits->data_type();
}

static FailureOr<Forest> readForest(Node &node) {
  Forest forest;
  forest.features = node.getInts("nodes_featureids", {});
  size_t count = forest.features.size();
  for (auto [ids, leaves, children] :
       {std::tuple("nodes_truenodeids", "nodes_trueleafs", &forest.yes),
        {"nodes_falsenodeids", "nodes_falseleafs", &forest.no}}) {
    auto id = readPerNode(node, ids, count);
    auto isLeaf = readPerNode(node, leaves, count);
    if (failed(id) || failed(isLeaf))
      return failure();
    for (auto [child, leaf] : llvm::zip(*id, *isLeaf))
      children->push_back(leaf ? -1 - child : child);
  }
  if (failed(checkSplits(node)))
    return failure();
  auto splits = readNumbers(node, "", "nodes_splits");
  auto weights = readNumbers(node, "", "leaf_weights");
  SmallVector<int64_t> targets = node.getInts("leaf_targetids", {});
  if (failed(splits) || failed(weights))
    return failure();
  if (splits->size() != count || weights->size() != targets.size())
    return node.error() << "expected a split per node and a weight per leaf, "
                           "got "
                        << splits->size() << " and " << weights->size();
  forest.splits = *splits;
  forest.roots = node.getInts("tree_roots", {});
  forest.numTargets = node.getInt("n_targets", 1);
  forest.numLeaves = static_cast<int64_t>(targets.size());
  for (auto [i, target] : llvm::enumerate(targets))
    forest.votes.push_back({static_cast<int64_t>(i), target, (*weights)[i]});
  auto modes = readModes(node, forest);
  if (failed(modes) || failed(readMembers(node, *modes, forest)))
    return failure();
  return forest;
}

static LogicalResult importTreeEnsemble(Node &node) {
  Expansion e(node);
  if (failed(checkRange(node, "n_targets", 1, kMaxTargets)) ||
      failed(checkShape(node, 0, {ShapedType::kDynamic, ShapedType::kDynamic})))
    return failure();
  auto x = readFeatures(node, e);
  if (failed(x))
    return failure();
  int64_t aggregate = node.getInt("aggregate_function", 1);
  int64_t post = node.getInt("post_transform", 0);
  if (aggregate < 0 || aggregate > 3 || post < 0 || post > 4)
    return node.error() << "expected an aggregate_function below 4 and a "
                           "post_transform below 5, got "
                        << aggregate << " and " << post;
  auto forest = readForest(node);
  if (failed(forest))
    return failure();
  auto y =
      evaluateForest(node, e, *x, *forest, static_cast<Aggregate>(aggregate));
  if (failed(y))
    return failure();
  Value z = applyPostTransform(node, e, *y, static_cast<PostTransform>(post));
  e.bind(0, e.cast(z, node.inputType(0).getElementType()));
  return e.result();
}

void addTrees(NodeImporters &importers) {
  importers.add("TreeEnsemble", importTreeEnsemble, 5, "ai.onnx.ml");
}

} // namespace tvm::onnx_import
