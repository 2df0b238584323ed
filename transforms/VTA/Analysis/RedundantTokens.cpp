// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/VTA/Analysis/RedundantTokens.h"

using namespace mlir;
using tvm::runtime::vta::kNumModules;

namespace tvm::vta {

RedundantTokens::RedundantTokens(ProgramOp program)
    : order(program, TokenOrder::Room::Unlimited),
      needed(order.getTokens().size()) {
  if (!isComplete())
    return;
  collectTaken(program);
  orderAll(program);
}

void RedundantTokens::collectTaken(ProgramOp program) {
  for (auto op : program.getBody().getOps<StreamOpInterface>())
    positions.insert({op, unsigned(positions.size())});
  for (auto [i, token] : llvm::enumerate(getTokens()))
    if (token.pop)
      taken[unsigned(getEnds(token.queue).second)].push_back(i);
  for (std::vector<unsigned> &ofModule : taken)
    llvm::sort(ofModule, [&](unsigned a, unsigned b) {
      return std::pair(positions.lookup(getTokens()[a].pop), a) <
             std::pair(positions.lookup(getTokens()[b].pop), b);
    });
}

void RedundantTokens::orderAll(ProgramOp program) {
  AccessCollector collector(program);
  llvm::DenseMap<Operation *, SmallVector<Access>> accesses;
  for (auto op : program.getBody().getOps<InstructionOpInterface>())
    accesses[op] = collector.collect(op);
  for (const Instruction &instruction : order.getExecuted()) {
    ArrayRef<Access> mine = accesses[instruction.op];
    for (unsigned other = 0; other < kNumModules; ++other) {
      auto from = static_cast<Module>(other);
      if (from == instruction.module)
        continue;
      if (auto before = findBefore(instruction, from, mine))
        addPair(instruction, from, *before);
    }
    history.add(instruction.module, instruction.index, mine);
    instructions[unsigned(instruction.module)].push_back(instruction.op);
  }
}

bool RedundantTokens::isCarrier(Operation *op) {
  auto hardware = dyn_cast<HardwareOpInterface>(op);
  if (!hardware)
    return !isa<InstructionOpInterface>(op);
  runtime::vta::Instruction instruction = hardware.getInstruction();
  const runtime::vta::Transfer *transfer = instruction.transfer();
  return transfer && transfer->xSize == 0;
}

/// The end of a program comes after all instructions.
std::optional<unsigned>
RedundantTokens::findBefore(const Instruction &instruction, Module from,
                            ArrayRef<Access> accesses) const {
  unsigned begin = known[unsigned(instruction.module)][unsigned(from)];
  unsigned end = instruction.finished[unsigned(from)];
  if (!isa<FinishOp>(instruction.op))
    return history.findConflict(from, begin, end, accesses);
  for (; end > begin; --end)
    if (!isCarrier(instructions[unsigned(from)][end - 1]))
      return end - 1;
  return std::nullopt;
}

void RedundantTokens::addPair(const Instruction &instruction, Module from,
                              unsigned before) {
  auto to = instruction.module;
  OrderedPair pair{instructions[unsigned(from)][before],
                   instruction.op,
                   from,
                   to,
                   before,
                   {}};
  findPath(to, positions.lookup(instruction.op), from, before, pair.path);
  const TokenOrder::Token &last = getTokens()[pair.path.back()];
  Clock &mine = known[unsigned(to)];
  mine[unsigned(from)] = before + 1;
  auto giver = unsigned(getEnds(last.queue).first);
  mine[giver] = std::max(mine[giver], last.finished[giver]);
  pairs[unsigned(to)][unsigned(from)].push_back(std::move(pair));
}

/// The last token that proves it, if no needed token does.
unsigned RedundantTokens::findToken(Module taker, unsigned position,
                                    Module from, unsigned before) const {
  auto isBehind = [&](unsigned at, unsigned token) {
    return at < positions.lookup(getTokens()[token].pop);
  };
  const std::vector<unsigned> &all = taken[unsigned(taker)];
  auto end = llvm::upper_bound(all, position, isBehind);
  std::optional<unsigned> found;
  for (unsigned token : llvm::reverse(llvm::make_range(all.begin(), end))) {
    const TokenOrder::Token &candidate = getTokens()[token];
    Module giver = getEnds(candidate.queue).first;
    if (giver != from && giver != Module::Compute)
      continue;
    if (candidate.finished[unsigned(from)] <= before)
      break;
    if (needed[token])
      return token;
    found = found.value_or(token);
  }
  return *found;
}

void RedundantTokens::findPath(Module taker, unsigned position, Module from,
                               unsigned before,
                               SmallVectorImpl<unsigned> &path) {
  unsigned token = findToken(taker, position, from, before);
  Module giver = getEnds(getTokens()[token].queue).first;
  if (giver != from)
    findPath(giver, positions.lookup(getTokens()[token].push), from, before,
             path);
  needed[token] = true;
  path.push_back(token);
}

SmallVector<const RedundantTokens::OrderedPair *>
RedundantTokens::getPairs(unsigned token) const {
  const TokenOrder::Token &redundant = getTokens()[token];
  auto to = unsigned(getEnds(redundant.queue).second);
  SmallVector<const OrderedPair *> found;
  for (unsigned from = 0; from < kNumModules; ++from) {
    const std::vector<OrderedPair> &all = pairs[to][from];
    auto first = llvm::partition_point(all, [&](const OrderedPair &pair) {
      return positions.lookup(pair.after) < positions.lookup(redundant.pop);
    });
    for (; first != all.end() && first->index < redundant.finished[from];
         ++first)
      found.push_back(&*first);
  }
  return found;
}

} // namespace tvm::vta
