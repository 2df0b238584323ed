// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/VTA/Races.h"

#include "dialects/VTA/VTATokens.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace tvm::vta {

void RaceFinder::find(function_ref<bool(const Race &)> visit) const {
  (void)(findBetween(Module::Load, Module::Compute, visit) &&
         findBetween(Module::Compute, Module::Store, visit) &&
         findBetween(Module::Load, Module::Store, visit));
}

/// Visits the races of `one` with `other`. The instructions of the other module
/// that are unordered with one instruction form a window: after those that have
/// finished when it starts, and before those that start after it.
bool RaceFinder::findBetween(Module one, Module other,
                             function_ref<bool(const Race &)> visit) const {
  SmallVector<const Instruction *> candidates = order.getExecuted(other);
  for (const Instruction *instruction : order.getExecuted(one))
    for (unsigned i = instruction->finished[unsigned(other)];
         i < candidates.size() && !isOrdered(*instruction, *candidates[i]);
         ++i) {
      const Instruction *first = instruction, *second = candidates[i];
      if (second->op->isBeforeInBlock(first->op))
        std::swap(first, second);
      if (!findOf(first, second, visit))
        return false;
    }
  return true;
}

bool RaceFinder::findOf(const Instruction *first, const Instruction *second,
                        function_ref<bool(const Race &)> visit) const {
  llvm::SmallMapVector<Attribute, Race, 2> races;
  for (const Access &a : accesses.find(first->op)->second)
    for (const Access &b : accesses.find(second->op)->second) {
      if (a.memory != b.memory || !(a.isWrite || b.isWrite) ||
          !a.elements.findCommon(b.elements))
        continue;
      Race found{first,
                 second,
                 a.isWrite,
                 b.isWrite,
                 a.memory,
                 std::max(a.elements.first(), b.elements.first()),
                 std::min(a.elements.last(), b.elements.last())};
      Race &race = races.insert({a.memory, found}).first->second;
      race.firstWrites |= a.isWrite;
      race.secondWrites |= b.isWrite;
      race.begin = std::min(race.begin, found.begin);
      race.end = std::max(race.end, found.end);
    }
  return llvm::all_of(races,
                      [&](const auto &race) { return visit(race.second); });
}

static StringRef getKind(const Race &race) {
  if (!race.firstWrites)
    return "WAR";
  return race.secondWrites ? "WAW" : "RAW";
}

/// The first token given behind `race.first` to the module of `race.second`.
static const TokenOrder::Token *findToken(const Race &race,
                                          const TokenOrder &order) {
  Module from = race.first->module;
  for (const TokenOrder::Token &token : order.getTokens())
    if (getEnds(token.queue) == std::pair(from, race.second->module) &&
        token.finished[unsigned(from)] > race.first->index)
      return &token;
  return nullptr;
}

static std::string describeFix(const Race &race, const TokenOrder &order,
                               const Names &names) {
  Module from = race.first->module, to = race.second->module;
  std::string edge = (Names::ofModule(from) + "->" + Names::ofModule(to)).str();
  std::string text = "missing edge " + edge + ": ";
  if (from != Module::Compute && to != Module::Compute)
    return text + "tokens through EX, from behind " + names.of(race.first->op) +
           " to before " + names.of(race.second->op);
  std::string pop =
      "a POP (" + edge + ") immediately before " + names.of(race.second->op);
  const TokenOrder::Token *token = findToken(race, order);
  if (!token)
    return text + pop + ", and a PUSH behind " + names.of(race.first->op);
  if (!token->pop)
    return text + pop + ", for the token of " + names.of(token->push);
  return text + pop + ", in place of " +
         (isa<PopOp>(token->pop) ? "" : "the pop of ") + names.of(token->pop);
}

Finding describe(const Race &race, const TokenOrder &order,
                 const Names &names) {
  Operation *first = race.first->op, *second = race.second->op;
  std::string text =
      (getKind(race) + " race on " +
       Names::ofElements(race.memory, race.begin, race.end) + ": " +
       names.of(second) + " does not wait for " + names.of(first))
          .str();
  return {second,
          text,
          {{first, "here is " + names.of(first)},
           {second, describeFix(race, order, names)}}};
}

} // namespace tvm::vta
