// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ensembles whose nodes are numbered within trees: TreeEnsembleRegressor and
// TreeEnsembleClassifier.

#include "conversion/OnnxToGraph/InputChecks.h"
#include "conversion/OnnxToGraph/Learning/Trees.h"

#include <map>
#include <set>

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

namespace {

/// (tree, node) of lists that number nodes within trees.
using NodeId = std::pair<int64_t, int64_t>;
using NodeNumbers = std::map<NodeId, int64_t>;

/// Attributes nodes_…, an element per node.
struct NodeLists {
  SmallVector<int64_t> trees, ids, features, yes, no, missing;
  SmallVector<std::string> modes;
  SmallVector<double> splits;
};

} // namespace

static FailureOr<uint8_t> readMode(Node &node, StringRef name) {
  constexpr llvm::StringLiteral names[] = {"BRANCH_LEQ", "BRANCH_LT",
                                           "BRANCH_GTE", "BRANCH_GT",
                                           "BRANCH_EQ",  "BRANCH_NEQ"};
  const auto *it = llvm::find(names, name);
  if (it == std::end(names))
    return node.error() << "expected a mode of nodes, got '" << name << "'";
  return kAccept[it - std::begin(names)];
}

/// Numbers leaves -1, -2 ... and other nodes 0, 1 ...
static NodeNumbers numberNodes(const NodeLists &lists, Forest &forest) {
  NodeNumbers numbers;
  int64_t next = 0;
  for (auto [tree, id, mode] : llvm::zip(lists.trees, lists.ids, lists.modes))
    numbers[{tree, id}] = mode == "LEAF" ? -1 - forest.numLeaves++ : next++;
  return numbers;
}

/// Adds the votes from lists with a prefix, for targets or classes; leaves are
/// identified like nodes.
static LogicalResult readVotes(Node &node, StringRef prefix,
                               const NodeNumbers &numbers, Forest &forest) {
  auto list = [&](const char *name) { return (prefix + name).str(); };
  SmallVector<int64_t> trees = node.getInts(list("_treeids"), {});
  SmallVector<int64_t> ids = node.getInts(list("_nodeids"), {});
  SmallVector<int64_t> targets = node.getInts(list("_ids"), {});
  auto weights =
      readNumbers(node, list("_weights"), list("_weights_as_tensor"));
  if (failed(weights))
    return failure();
  if (trees.size() != ids.size() || trees.size() != targets.size() ||
      trees.size() != weights->size())
    return node.error() << "expected lists " << prefix
                        << "_… of one length, got " << trees.size() << ", "
                        << ids.size() << ", " << targets.size() << " and "
                        << weights->size();
  for (auto [tree, id, target, weight] :
       llvm::zip(trees, ids, targets, *weights)) {
    auto it = numbers.find({tree, id});
    if (it == numbers.end() || it->second >= 0)
      return node.error() << "expected a leaf " << id << " of tree " << tree;
    forest.votes.push_back({-1 - it->second, target, weight});
  }
  return success();
}

/// Adds a root in front of a tree that consists of a leaf.
static void addRoot(Forest &forest, int64_t number) {
  if (number < 0) {
    forest.features.push_back(0);
    forest.splits.push_back(0);
    forest.accept.push_back(0);
    forest.yes.push_back(number);
    forest.no.push_back(number);
    number = static_cast<int64_t>(forest.features.size()) - 1;
  }
  forest.roots.push_back(number);
}

static FailureOr<NodeLists> readNodeLists(Node &node) {
  NodeLists lists;
  lists.trees = node.getInts("nodes_treeids", {});
  lists.modes = node.getStrings("nodes_modes");
  size_t count = lists.trees.size();
  for (auto [name, list] : {std::pair("nodes_nodeids", &lists.ids),
                            {"nodes_featureids", &lists.features},
                            {"nodes_truenodeids", &lists.yes},
                            {"nodes_falsenodeids", &lists.no}}) {
    auto values = readPerNode(node, name, count);
    if (failed(values))
      return failure();
    *list = *values;
  }
  auto splits = readNumbers(node, "nodes_values", "nodes_values_as_tensor");
  auto missing = readMissing(node, count);
  if (failed(splits) || failed(missing))
    return failure();
  if (lists.modes.size() != count || splits->size() != count)
    return node.error() << "expected a mode and a value for each of " << count
                        << " nodes, got " << lists.modes.size() << " and "
                        << splits->size();
  lists.splits = *splits;
  lists.missing = *missing;
  return lists;
}

/// Adds node `i`, which is not a leaf.
static LogicalResult addNode(Node &node, const NodeLists &lists, size_t i,
                             const NodeNumbers &numbers, Forest &forest) {
  auto accept = readMode(node, lists.modes[i]);
  auto yes = numbers.find({lists.trees[i], lists.yes[i]});
  auto no = numbers.find({lists.trees[i], lists.no[i]});
  if (failed(accept))
    return failure();
  if (yes == numbers.end() || no == numbers.end())
    return node.error() << "expected children of node " << lists.ids[i]
                        << " of tree " << lists.trees[i];
  forest.features.push_back(lists.features[i]);
  forest.splits.push_back(lists.splits[i]);
  forest.accept.push_back(*accept | (lists.missing[i] != 0 ? kUnordered : 0));
  forest.yes.push_back(yes->second);
  forest.no.push_back(no->second);
  return success();
}

/// Adds the root of each tree, the node that is not a child.
static LogicalResult addRoots(Node &node, const NodeLists &lists,
                              const NodeNumbers &numbers, Forest &forest) {
  std::set<NodeId> children;
  for (size_t i = 0; i < lists.trees.size(); ++i)
    if (lists.modes[i] != "LEAF") {
      children.insert({lists.trees[i], lists.yes[i]});
      children.insert({lists.trees[i], lists.no[i]});
    }
  std::set<int64_t> trees;
  for (auto [tree, id] : llvm::zip(lists.trees, lists.ids))
    if (!children.count({tree, id})) {
      if (!trees.insert(tree).second)
        return node.error() << "expected one root of tree " << tree
                            << ", got node " << id << ", too";
      addRoot(forest, numbers.at({tree, id}));
    }
  for (int64_t tree : lists.trees)
    if (!trees.count(tree))
      return node.error() << "expected a root of tree " << tree
                          << ", got children only";
  return success();
}

/// A forest whose votes are in lists of prefix "target" or "class".
static FailureOr<Forest> readNumberedForest(Node &node, StringRef votes,
                                            int64_t numTargets) {
  Forest forest;
  forest.numTargets = numTargets;
  auto lists = readNodeLists(node);
  if (failed(lists))
    return failure();
  NodeNumbers numbers = numberNodes(*lists, forest);
  for (size_t i = 0; i < lists->trees.size(); ++i)
    if (lists->modes[i] != "LEAF" &&
        failed(addNode(node, *lists, i, numbers, forest)))
      return failure();
  if (failed(addRoots(node, *lists, numbers, forest)) ||
      failed(readVotes(node, votes, numbers, forest)))
    return failure();
  return forest;
}

static FailureOr<Aggregate> readAggregate(Node &node) {
  std::string name = node.getString("aggregate_function", "SUM");
  auto aggregate = llvm::StringSwitch<std::optional<Aggregate>>(name)
                       .Case("AVERAGE", Aggregate::Average)
                       .Case("SUM", Aggregate::Sum)
                       .Case("MIN", Aggregate::Min)
                       .Case("MAX", Aggregate::Max)
                       .Default(std::nullopt);
  if (!aggregate)
    return node.error() << "aggregate_function '" << name
                        << "' is not supported";
  return *aggregate;
}

static FailureOr<SmallVector<double>> readBaseValues(Node &node,
                                                     int64_t numTargets) {
  auto base = readNumbers(node, "base_values", "base_values_as_tensor");
  if (failed(base))
    return failure();
  auto count = static_cast<int64_t>(base->size());
  if (count > 1 && count != numTargets)
    return node.error() << "expected " << numTargets << " base_values, got "
                        << count;
  return base;
}

/// Votes for each target of rows of `x`, with the base values.
static FailureOr<Value> evaluate(Node &node, Expansion &e, Value x,
                                 const Forest &forest, Aggregate aggregate,
                                 ArrayRef<double> base) {
  auto y = evaluateForest(node, e, x, forest, aggregate);
  if (failed(y) || base.empty())
    return y;
  auto count = static_cast<int64_t>(base.size());
  return e.create<AddOp>(
      *y, createFloats(node, getElementTypeOrSelf(x), count, base));
}

static LogicalResult importTreeEnsembleRegressor(Node &node) {
  Expansion e(node);
  if (failed(checkRange(node, "n_targets", 1, kMaxTargets)))
    return failure();
  auto x = readFeatures(node, e);
  auto post = readPostTransform(node);
  auto aggregate = readAggregate(node);
  if (failed(x) || failed(post) || failed(aggregate))
    return failure();
  int64_t numTargets = node.getInt("n_targets", 1);
  auto forest = readNumberedForest(node, "target", numTargets);
  auto base = readBaseValues(node, numTargets);
  if (failed(forest) || failed(base))
    return failure();
  auto y = evaluate(node, e, *x, *forest, *aggregate, *base);
  if (failed(y))
    return failure();
  e.bind(0, e.cast(applyPostTransform(node, e, *y, *post),
                   node.builder().getF32Type()));
  return e.result();
}

/// Whether all leaves vote for the same of two classes.
static bool isBinary(const Forest &forest) {
  return forest.numTargets == 2 && !forest.votes.empty() &&
         llvm::all_equal(llvm::map_range(
             forest.votes, [](const auto &vote) { return vote.target; }));
}

/// The scores of two classes from votes for one of them, taken as votes for the
/// second.
static FailureOr<Value> scoreBinary(Node &node, Expansion &e, Value x,
                                    Forest forest, PostTransform post,
                                    ArrayRef<double> base) {
  if (base.size() == 2)
    base = base.slice(forest.votes.front().target, 1);
  forest.numTargets = 1;
  for (Forest::Vote &vote : forest.votes)
    vote.target = 0;
  auto score = evaluate(node, e, x, forest, Aggregate::Sum, base);
  if (failed(score))
    return failure();
  bool isShare = llvm::all_of(
      forest.votes, [](const auto &vote) { return vote.weight >= 0; });
  return scorePair(node, e, *score, post, isShare);
}

static LogicalResult importTreeEnsembleClassifier(Node &node) {
  Expansion e(node);
  auto x = readFeatures(node, e);
  auto classes = readClasses(node, "classlabels_int64s");
  if (failed(x) || failed(classes))
    return failure();
  auto forest = readNumberedForest(node, "class", classes->count);
  auto base = readBaseValues(node, classes->count);
  if (failed(forest) || failed(base))
    return failure();
  if (isBinary(*forest)) {
    auto scores = scoreBinary(node, e, *x, *forest, classes->post, *base);
    return bindClasses(node, e, *classes, scores);
  }
  auto votes = evaluate(node, e, *x, *forest, Aggregate::Sum, *base);
  if (failed(votes))
    return failure();
  return bindClasses(node, e, *classes,
                     applyPostTransform(node, e, *votes, classes->post));
}

void addNumberedTrees(NodeImporters &importers) {
  constexpr llvm::StringLiteral domain = "ai.onnx.ml";
  importers.add("TreeEnsembleRegressor", importTreeEnsembleRegressor, 1,
                domain);
  importers.add("TreeEnsembleClassifier", importTreeEnsembleClassifier, 1,
                domain);
}

} // namespace tvm::onnx_import
