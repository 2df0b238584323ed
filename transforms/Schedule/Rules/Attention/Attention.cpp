// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TERoles.h"
#include "transforms/CostModel/Rates.h"
#include "transforms/Schedule/Rules/Attention/AttentionBlocks.h"
#include "transforms/Schedule/Rules/Elementwise/Elementwise.h"
#include "transforms/Schedule/Rules/RegisterTile/Space/TileSpace.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/Rows/Rows.h"
#include "transforms/Schedule/Rules/Rules.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Threads.h"
#include "transforms/Schedule/Rules/Transpose/Transpose.h"
#include "transforms/Schedule/Strategy/ComposedSpace.h"
#include "transforms/Schedule/Strategy/NestLists.h"

using namespace mlir;

namespace tvm::schedule {

/// The first block inside of every nest of `list`, but for `others`.
static SmallVector<te::BlockOp> getNests(Block &list,
                                         ArrayRef<te::BlockOp> others) {
  SmallVector<te::BlockOp> nests;
  for (Operation &op : list) {
    te::BlockOp first;
    op.walk([&](te::BlockOp block) {
      first = block;
      return WalkResult::interrupt();
    });
    if (first && !llvm::is_contained(others, first))
      nests.push_back(first);
  }
  return nests;
}

/// Puts all nests into the outer loops of the last one, as many as `depth`, as
/// far as they share them. That is optional: a nest that shares fewer loops, or
/// none, is complete as well.
static void mergeNests(ScheduleBuilder &schedule, ArrayRef<te::BlockOp> nests,
                       unsigned depth) {
  te::BlockOp last = nests.back();
  for (te::BlockOp nest : llvm::reverse(nests.drop_back()))
    for (unsigned level = 0; level < depth; ++level)
      if (failed(schedule.merge(getNestLoops(nest)[level],
                                getNestLoops(last)[level])))
        break;
}

/// Buffers of one iteration of the innermost loop around all that uses them:
/// they stay in a cache from one iteration to the next. Optional: where none
/// can be, the buffer is that of all iterations.
static void compactBuffers(ScheduleBuilder &schedule,
                           ArrayRef<te::BlockOp> nests) {
  SmallVector<te::BlockOp> blocks;
  for (te::BlockOp nest : nests)
    getNest(nest)->walk([&](te::BlockOp block) { blocks.push_back(block); });
  for (te::BlockOp block : blocks) {
    SmallVector<Loop> loops = getNestLoops(block);
    for (Loop loop : llvm::reverse(loops))
      if (succeeded(schedule.compactBuffer(block, loop)))
        break;
  }
}

static SmallVector<StringAttr> getNames(ArrayRef<te::BlockOp> blocks) {
  return llvm::map_to_vector(
      blocks, [](te::BlockOp block) { return block.getNameAttr(); });
}

/// Applies the strategies of several blocks, in the order of `names`.
static LogicalResult applyAll(ScheduleBuilder &schedule,
                              ArrayRef<StringAttr> names,
                              BlocksAttr strategies) {
  for (StringAttr name : names)
    if (auto strategy = strategies.getStrategies().getAs<Strategy>(name);
        failed(applyStrategy(schedule, name, strategy)))
      return failure();
  return success();
}

/// A list of the names, for messages: "'a', 'b'", or "no blocks".
static std::string listNames(ArrayRef<StringAttr> names) {
  std::string text;
  for (StringAttr name : names)
    text += (text.empty() ? "'" : ", '") + name.str() + "'";
  return text.empty() ? "no blocks" : text;
}

/// Refuses the names of blocks in parameter `parameter` if they are not
/// `expected`, in this order.
static LogicalResult checkNames(ScheduleBuilder &schedule, StringRef parameter,
                                ArrayRef<StringAttr> expected,
                                ArrayRef<StringAttr> got) {
  if (expected == got)
    return success();
  return schedule.refuse("expected '" + parameter + "' for " +
                         listNames(expected) + ", got " + listNames(got));
}

/// Refuses strategies in parameter `parameter` that are not for the blocks
/// `expected`, in any order.
static LogicalResult checkBlocks(ScheduleBuilder &schedule, StringRef parameter,
                                 ArrayRef<StringAttr> expected,
                                 BlocksAttr given) {
  SmallVector<StringAttr> sorted(expected), got;
  llvm::sort(sorted, [](StringAttr a, StringAttr b) {
    return a.getValue() < b.getValue();
  });
  for (NamedAttribute strategy : given.getStrategies())
    got.push_back(strategy.getName());
  return checkNames(schedule, parameter, sorted, got);
}

/// Refuses parameters that are for blocks of other attentions.
static LogicalResult checkParts(ScheduleBuilder &schedule,
                                const Attention &attention,
                                AttentionAttr strategy) {
  auto rows =
      llvm::to_vector(strategy.getRows().getBlocks().getAsRange<StringAttr>());
  return success(
      succeeded(checkBlocks(schedule, "copies", getNames(attention.copies),
                            strategy.getCopies())) &&
      succeeded(checkNames(schedule, "rows", getNames(attention.rows), rows)) &&
      succeeded(checkBlocks(schedule, "results", getNames(attention.results),
                            strategy.getResults())));
}

/// Schedules both products and the rows between them, in nests of their own.
static LogicalResult schedulePasses(ScheduleBuilder &schedule,
                                    const Attention &attention,
                                    AttentionAttr strategy) {
  BlockAccesses scores(attention.scores), product(attention.product);
  if (failed(
          applyAll(schedule, getNames(attention.copies), strategy.getCopies())))
    return failure();
  auto lastRow =
      cast<StringAttr>(*std::prev(strategy.getRows().getBlocks().end()));
  if (failed(applyStrategy(schedule, lastRow, strategy.getRows())))
    return failure();
  auto now = [&](const BlockAccesses &accesses) {
    return accesses.of(schedule.getBlock(accesses.name));
  };
  return success(
      succeeded(applyStrategy(schedule, now(scores), strategy.getScores())) &&
      succeeded(applyStrategy(schedule, now(product), strategy.getProduct())));
}

static LogicalResult applyToAttention(ScheduleBuilder &schedule,
                                      const Attention &attention,
                                      AttentionAttr strategy) {
  unsigned depth = attention.numBatchAxes;
  int64_t work = getWork(attention.product).value_or(kUnknownWork);
  SmallVector<StringAttr> resultNames = getNames(attention.results);
  StringAttr lastRow = getNames(attention.rows).back();
  if (failed(schedulePasses(schedule, attention, strategy)))
    return failure();
  Block &list = *getNest(schedule.getBlock(lastRow))->getBlock();
  SmallVector<te::BlockOp> results = schedule.getBlocks(resultNames);
  mergeNests(schedule, getNests(list, results), depth);
  SmallVector<te::BlockOp> nests = getNests(list, results); // merged
  compactBuffers(schedule, nests);
  for (te::BlockOp nest : nests)
    parallelizeOuter(schedule, ArrayRef(getNestLoops(nest)).take_front(depth),
                     work, strategy.getTasks());
  return applyAll(schedule, resultNames, strategy.getResults());
}

namespace {
/// Chooses the strategies of the parts, and tries them as it goes: each depends
/// on the nests that the one before leaves.
class AttentionChoice {
public:
  AttentionChoice(ScheduleBuilder &schedule, const MachineModel &machine,
                  const Attention &attention)
      : schedule(schedule), machine(machine), attention(attention),
        copies(getNames(attention.copies)),
        results(getNames(attention.results)) {}

  /// The strategy; null where a copy, a product or the rows refuse.
  AttentionAttr choose();

private:
  /// The first of `strategies` that applies; null where none does.
  Strategy take(StringAttr name, ArrayRef<Strategy> strategies);
  Strategy chooseProduct(const BlockAccesses &before);
  /// The strategies of the copies; null where all strategies of one refuse.
  BlocksAttr chooseCopies();
  BlocksAttr chooseResults();

  ScheduleBuilder &schedule;
  const MachineModel &machine;
  const Attention &attention;
  // Exploring replaces operations, names stay.
  SmallVector<StringAttr> copies, results;
};
} // namespace

Strategy AttentionChoice::take(StringAttr name, ArrayRef<Strategy> strategies) {
  return applyFirst(schedule, BlockAccesses(schedule.getBlock(name)),
                    strategies);
}

Strategy AttentionChoice::chooseProduct(const BlockAccesses &before) {
  return applyFirst(
      schedule, before,
      chooseRegisterTile(schedule, before.of(schedule.getBlock(before.name)),
                         machine, attention.numBatchAxes));
}

BlocksAttr AttentionChoice::chooseCopies() {
  MLIRContext *context = schedule.getKernel().getContext();
  NamedAttrList strategies;
  for (StringAttr name : copies) {
    SmallVector<Strategy> possible = chooseTranspose(
        schedule.getBlock(name), machine, attention.numBatchAxes, /*tasks=*/0);
    // Otherwise it is copied in its own order.
    possible.push_back(VectorizedAttr::get(context));
    Strategy taken = take(name, possible);
    if (!taken)
      return {};
    strategies.append(name, taken);
  }
  return BlocksAttr::get(context, strategies.getDictionary(context));
}

BlocksAttr AttentionChoice::chooseResults() {
  MLIRContext *context = schedule.getKernel().getContext();
  int64_t tasks = machine.getEnoughTasks();
  NamedAttrList strategies;
  for (StringAttr name : results) {
    te::BlockOp block = schedule.getBlock(name);
    SmallVector<Strategy> possible =
        chooseTranspose(block, machine, /*numOuter=*/0, tasks);
    possible.push_back(chooseElementwise(block, machine, tasks));
    strategies.append(name, possible.front());
  }
  return BlocksAttr::get(context, strategies.getDictionary(context));
}

AttentionAttr AttentionChoice::choose() {
  MLIRContext *context = schedule.getKernel().getContext();
  SmallVector<StringAttr> rowNames = getNames(attention.rows);
  BlockAccesses first(attention.scores), second(attention.product);
  BlocksAttr ofCopies, ofResults;
  RowsAttr rows;
  Strategy scores, product;
  schedule.explore([&] {
    ofCopies = chooseCopies();
    if (!ofCopies)
      return;
    rows = chooseRows(schedule.getBlocks(rowNames), /*tasks=*/0);
    if (!rows || !take(rowNames.back(), {rows}))
      return;
    scores = chooseProduct(first);
    product = scores ? chooseProduct(second) : Strategy();
    ofResults = product ? chooseResults() : BlocksAttr();
  });
  if (!product)
    return {};
  return AttentionAttr::get(context, attention.numBatchAxes, ofCopies, rows,
                            scores, product, ofResults,
                            machine.getEnoughTasks());
}

/// The strategies with other tiles of both products than `chosen`, and other
/// flags of the rows between them.
static std::unique_ptr<StrategySpace>
makeAttentionSpace(const Attention &attention, AttentionAttr chosen,
                   const MachineModel &machine) {
  auto scores = Tile::fromStrategy(chosen.getScores());
  auto product = Tile::fromStrategy(chosen.getProduct());
  if (!scores || !product)
    return FewStrategies::make({chosen});
  ParameterSpace own;
  own.add(makeTasksParameter(chosen.getTasks()));
  SmallVector<int64_t> prefetches{chosen.getRows().getPrefetch()};
  if (mayPrefetchRows(attention.rows))
    prefetches = {0, 1};
  own.add(
      makeParameter("prefetch", prefetches, chosen.getRows().getPrefetch()));
  auto build = [chosen](ArrayRef<int64_t> values,
                        ArrayRef<Strategy> parts) -> Strategy {
    RowsAttr rows = chosen.getRows();
    MLIRContext *context = chosen.getContext();
    return AttentionAttr::get(
        context, chosen.getAxes(), chosen.getCopies(),
        RowsAttr::get(context, rows.getBlocks(), rows.getInPlace(),
                      values[1] != 0, rows.getTasks()),
        parts.front(), parts.back(), chosen.getResults(), values.front());
  };
  auto space =
      std::make_unique<ComposedSpace>(own, build, ArrayRef<Strategy>(chosen));
  auto add = [&](StringRef name, te::BlockOp block, const Tile &tile) {
    // What reads the result is scheduled by the strategy around the product.
    space->addPart(name, std::make_unique<TileSpace>(
                             BlockAccesses(block), machine, tile,
                             /*isPreferred=*/true, TiledSum::Part));
  };
  add("scores", attention.scores, *scores);
  add("product", attention.product, *product);
  return space;
}

/// The attention in the list of nests of `block`, if that is its first product.
static std::optional<Attention> readAttentionOf(te::BlockOp block,
                                                RoleRefusal refuse) {
  if (!te::roles::isPart(block.getRoleAttr(), te::roles::attention::kAlgorithm,
                         te::roles::attention::kScores)) {
    refuse(block, "the block begins no attention");
    return std::nullopt;
  }
  return readAttention(getSimpleBlocks(*getNest(block)->getBlock()), refuse);
}

namespace {
/// Attached to the first product.
struct AttentionRule : ScheduleRule {
  AttentionRule()
      : ScheduleRule(AttentionAttr::getMnemonic(), Scope::List,
                     Priority::kAttention) {}

  void assignRoles(ArrayRef<te::BlockOp> list) const override {
    assignAttentionRoles(list);
  }

  void checkRoles(ArrayRef<te::BlockOp> list,
                  RoleRefusal refuse) const override {
    auto hasRole = [](te::BlockOp block) {
      te::RoleAttr role = block.getRoleAttr();
      return role && role.getAlgorithm() == te::roles::attention::kAlgorithm;
    };
    if (llvm::any_of(list, hasRole))
      (void)readAttention(list, refuse);
  }

  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override {
    auto attention = readAttentionOf(candidate.getBlock(), ignoreRefusal);
    if (!attention)
      return nullptr;
    StringAttr name = candidate.accesses.name;
    AttentionAttr strategy =
        AttentionChoice(candidate.schedule, candidate.machine, *attention)
            .choose();
    if (!strategy)
      return nullptr;
    // Exploring replaces operations.
    attention =
        readAttentionOf(candidate.schedule.getBlock(name), ignoreRefusal);
    return makeAttentionSpace(*attention, strategy, candidate.machine);
  }

  double estimate(const BlockAccesses &accesses, Strategy strategy,
                  const MachineModel &machine) const override;

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &accesses,
                      Strategy strategy) const override;
};
} // namespace

double AttentionRule::estimate(const BlockAccesses &accesses, Strategy strategy,
                               const MachineModel &machine) const {
  auto parameters = cast<AttentionAttr>(strategy);
  auto attention = readAttentionOf(accesses.block, ignoreRefusal);
  if (!attention)
    return 0;
  // The parts are computed together, by threads that share all of them.
  double cycles = estimateStrategy(accesses, parameters.getScores(), machine) +
                  estimateStrategy(accesses, parameters.getRows(), machine) +
                  estimateStrategy(BlockAccesses(attention->product),
                                   parameters.getProduct(), machine);
  return cycles *
         cost::getParallelPart(parameters.getTasks(), machine.numCores);
}

LogicalResult AttentionRule::apply(ScheduleBuilder &schedule,
                                   const BlockAccesses &accesses,
                                   Strategy strategy) const {
  auto parameters = cast<AttentionAttr>(strategy);
  auto refuse = [&](te::BlockOp, const Twine &reason) {
    (void)schedule.refuse(reason);
  };
  auto attention = readAttentionOf(accesses.block, refuse);
  if (!attention)
    return failure();
  if (attention->numBatchAxes != parameters.getAxes())
    return schedule.refuse("expected 'axes' of " +
                           Twine(attention->numBatchAxes) + ", got " +
                           Twine(parameters.getAxes()));
  if (failed(checkParts(schedule, *attention, parameters)))
    return failure();
  return applyToAttention(schedule, *attention, parameters);
}

void addAttentionRule(RuleList &rules) {
  rules.push_back(std::make_unique<AttentionRule>());
}

} // namespace tvm::schedule
