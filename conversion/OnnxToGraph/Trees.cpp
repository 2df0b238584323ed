// Ensembles of decision trees: tables of nodes, the leaves to which rows come,
// and what leaves vote for.

#include "conversion/OnnxToGraph/ClassicalLearning.h"
#include "conversion/OnnxToGraph/InputChecks.h"

#include "dialects/Graph/GraphIndexing.h"
#include "dialects/Graph/GraphTrees.h"

#include <limits>
#include <map>

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

namespace {

/// Tables of `graph.tree_leaves`, and votes of leaves.
struct Forest {
  SmallVector<int64_t> features, yes, no, roots;
  SmallVector<double> splits;
  SmallVector<uint8_t> accept;
  struct Vote {
    int64_t leaf, target;
    double weight;
  };
  SmallVector<Vote> votes;
  int64_t numLeaves = 0, numTargets = 0;
};

enum class Aggregate { Average, Sum, Min, Max };

} // namespace

/// Bits of `graph.tree_leaves` for comparisons in the order of TreeEnsemble's
/// modes: <=, <, >=, >, ==, !=.
static constexpr uint8_t kAccept[] = {3, 1, 6, 4, 2, 13};
static constexpr uint8_t kUnordered = 8;
static constexpr int64_t kMember = 6;

//===-- checks ------------------------------------------------------------===//

/// The longest way from a root to a leaf; fails where ways have no end.
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

/// Nodes, leaves and targets shall exist.
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

/// Votes of each leaf for each target; `rest` for targets without.
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

/// Combined votes of the leaves to which rows of `x` come: [N, targets].
static FailureOr<Value> evaluate(Node &node, Expansion &e, Value x,
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
    return e.create<DivOp>(
        y, e.scalar(y, static_cast<double>(forest.roots.size())));
  if (!isChoice)
    return y;
  // A target for which no leaf votes.
  Value isNone = e.create<EqualOp>(y, e.scalar(y, rest));
  return e.create<WhereOp>(isNone, e.scalar(y, 0), y);
}

//===-- TreeEnsemble ------------------------------------------------------===//

/// Lists of one element per node.
static FailureOr<SmallVector<int64_t>> readPerNode(Node &node, StringRef name,
                                                   size_t count) {
  SmallVector<int64_t> values = node.getInts(name, {});
  if (values.size() == count)
    return values;
  return node.error() << "expected " << count << " elements of " << name
                      << ", got " << values.size();
}

/// A node that asks whether a feature is one of several values becomes a row of
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

/// Values of membership nodes: lists with a NaN behind each.
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

/// Whether NaN is accepted, per node.
static FailureOr<SmallVector<int64_t>> readMissing(Node &node, size_t count) {
  constexpr llvm::StringLiteral kName = "nodes_missing_value_tracks_true";
  if (node.getInts(kName, {}).empty())
    return SmallVector<int64_t>(count, 0);
  return readPerNode(node, kName, count);
}

/// Reads modes, and what happens to missing values.
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

/// Features are compared with elements of their own type.
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

constexpr int64_t kMostTargets = 1 << 20;

static LogicalResult importTreeEnsemble(Node &node) {
  Expansion e(node);
  if (failed(checkRange(node, "n_targets", 1, kMostTargets)) ||
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
  auto y = evaluate(node, e, *x, *forest, static_cast<Aggregate>(aggregate));
  if (failed(y))
    return failure();
  Value z = applyPostTransform(node, e, *y, static_cast<PostTransform>(post));
  e.bind(0, e.cast(z, node.inputType(0).getElementType()));
  return e.result();
}

//===-- TreeEnsembleRegressor ---------------------------------------------===//

/// (tree, node) of lists that number nodes within trees.
using NodeId = std::pair<int64_t, int64_t>;

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
static std::map<NodeId, int64_t> numberNodes(ArrayRef<int64_t> trees,
                                             ArrayRef<int64_t> ids,
                                             ArrayRef<std::string> modes,
                                             Forest &forest) {
  std::map<NodeId, int64_t> numbers;
  int64_t next = 0;
  for (auto [tree, id, mode] : llvm::zip(trees, ids, modes))
    numbers[{tree, id}] = mode == "LEAF" ? -1 - forest.numLeaves++ : next++;
  return numbers;
}

/// Adds the votes for targets; leaves are named as nodes are.
static LogicalResult readVotes(Node &node,
                               const std::map<NodeId, int64_t> &numbers,
                               Forest &forest) {
  SmallVector<int64_t> trees = node.getInts("target_treeids", {});
  SmallVector<int64_t> ids = node.getInts("target_nodeids", {});
  SmallVector<int64_t> targets = node.getInts("target_ids", {});
  auto weights =
      readNumbers(node, "target_weights", "target_weights_as_tensor");
  if (failed(weights))
    return failure();
  if (trees.size() != ids.size() || trees.size() != targets.size() ||
      trees.size() != weights->size())
    return node.error() << "expected lists of targets of one length";
  for (auto [tree, id, target, weight] :
       llvm::zip(trees, ids, targets, *weights)) {
    auto it = numbers.find({tree, id});
    if (it == numbers.end() || it->second >= 0)
      return node.error() << "expected a leaf " << id << " of tree " << tree;
    forest.votes.push_back({-1 - it->second, target, weight});
  }
  return success();
}

/// A tree that is a leaf alone gets a node before it.
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

static FailureOr<Forest> readNumberedForest(Node &node) {
  Forest forest;
  SmallVector<int64_t> trees = node.getInts("nodes_treeids", {});
  size_t count = trees.size();
  SmallVector<std::string> modes = node.getStrings("nodes_modes");
  auto ids = readPerNode(node, "nodes_nodeids", count);
  auto features = readPerNode(node, "nodes_featureids", count);
  auto yes = readPerNode(node, "nodes_truenodeids", count);
  auto no = readPerNode(node, "nodes_falsenodeids", count);
  auto splits = readNumbers(node, "nodes_values", "nodes_values_as_tensor");
  if (failed(ids) || failed(features) || failed(yes) || failed(no) ||
      failed(splits))
    return failure();
  if (modes.size() != count || splits->size() != count)
    return node.error() << "expected a mode and a value for each of " << count
                        << " nodes, got " << modes.size() << " and "
                        << splits->size();
  auto missing = readMissing(node, count);
  if (failed(missing))
    return failure();
  auto numbers = numberNodes(trees, *ids, modes, forest);
  for (size_t i = 0; i < count; ++i) {
    if (modes[i] == "LEAF")
      continue;
    auto accept = readMode(node, modes[i]);
    auto isYes = numbers.find({trees[i], (*yes)[i]});
    auto isNo = numbers.find({trees[i], (*no)[i]});
    if (failed(accept))
      return failure();
    if (isYes == numbers.end() || isNo == numbers.end())
      return node.error() << "expected children of node " << (*ids)[i]
                          << " of tree " << trees[i];
    forest.features.push_back((*features)[i]);
    forest.splits.push_back((*splits)[i]);
    bool tracks = (*missing)[i] != 0;
    forest.accept.push_back(*accept | (tracks ? kUnordered : 0));
    forest.yes.push_back(isYes->second);
    forest.no.push_back(isNo->second);
  }
  for (size_t i = 0; i < count; ++i)
    if ((*ids)[i] == 0)
      addRoot(forest, numbers[{trees[i], 0}]);
  forest.numTargets = node.getInt("n_targets", 1);
  if (failed(readVotes(node, numbers, forest)))
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

static LogicalResult importTreeEnsembleRegressor(Node &node) {
  Expansion e(node);
  if (failed(checkRange(node, "n_targets", 1, kMostTargets)))
    return failure();
  auto x = readFeatures(node, e);
  auto post = readPostTransform(node);
  auto aggregate = readAggregate(node);
  if (failed(x) || failed(post) || failed(aggregate))
    return failure();
  auto forest = readNumberedForest(node);
  auto base = readNumbers(node, "base_values", "base_values_as_tensor");
  if (failed(forest) || failed(base))
    return failure();
  auto y = evaluate(node, e, *x, *forest, *aggregate);
  if (failed(y))
    return failure();
  if (!base->empty())
    y = e.create<AddOp>(*y, createFloats(node, getElementTypeOrSelf(*x),
                                         static_cast<int64_t>(base->size()),
                                         *base));
  e.bind(0, e.cast(applyPostTransform(node, e, *y, *post),
                   node.builder().getF32Type()));
  return e.result();
}

void addTrees(NodeImporters &importers) {
  constexpr llvm::StringLiteral domain = "ai.onnx.ml";
  importers.add("TreeEnsemble", importTreeEnsemble, 5, domain);
  importers.add("TreeEnsembleRegressor", importTreeEnsembleRegressor, 1,
                domain);
}

} // namespace tvm::onnx_import
