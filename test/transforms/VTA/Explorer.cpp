// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/VTA/Explorer.h"

#include "dialects/VTA/VTATokens.h"
#include "test/transforms/VTA/Footprints.h"

using namespace mlir;

namespace tvm::vta {

namespace {

constexpr unsigned kModules = 3, kQueues = 4;
constexpr unsigned kFrom[kQueues] = {0, 1, 1, 2}, kTo[kQueues] = {1, 0, 2, 1};

/// A state says of each module how many of its steps have ended, and whether
/// the next one has started: an even or odd number; and how many steps of the
/// stream have come to their modules' queues.
using State = std::array<unsigned, kModules + 1>;
constexpr unsigned kFetch = kModules;

struct Step {
  unsigned numPops[kQueues] = {}, numPushes[kQueues] = {};
  Footprint footprint;
  /// Number among the instructions that touch memory, from 1 on.
  unsigned number = 0;
};

class Explorer {
public:
  explicit Explorer(ProgramOp program) : footprints(program) {
    auto configuration = program.getConfiguration();
    tokenDepth = configuration.tokenQueueDepth;
    commandDepth = configuration.commandQueueDepth;
    std::array<unsigned, kModules> counts = {};
    for (auto op : program.getBody().getOps<StreamOpInterface>()) {
      auto module = unsigned(op.getModule());
      steps[module].push_back(createStep(op));
      numFetched.push_back(counts);
      modules.push_back(module);
      ++counts[module];
    }
    numFetched.push_back(counts);
    // Where queues have room for all, that all are there is the only case.
    if (llvm::all_of(counts, [&](unsigned n) { return n <= commandDepth; }))
      state[kFetch] = modules.size();
    size_t numStates = modules.size() + 1;
    for (const auto &ofModule : steps)
      numStates *= 2 * ofModule.size() + 1;
    visited.resize(numStates);
  }

  bool misbehaves() {
    bool isBad = false;
    visit([&](bool isEnd) {
      isBad |= isWrong() || (isEnd && !isGoodEnd());
      return !isBad;
    });
    return isBad;
  }

  Behaviour explore() {
    Behaviour behaviour;
    visit([&](bool isEnd) {
      behaviour.deadlocks |= isEnd && !hasEnded();
      for (unsigned a = 0; a < kModules; ++a)
        for (unsigned b = a + 1; b < kModules; ++b)
          if (inFlight(a) && inFlight(b) &&
              conflict(inFlight(a)->footprint, inFlight(b)->footprint))
            behaviour.together.insert(
                {inFlight(a)->number, inFlight(b)->number});
      return true;
    });
    return behaviour;
  }

private:
  /// Calls `use` in each state, with whether nothing can go on, until it
  /// returns false.
  void visit(llvm::function_ref<bool(bool isEnd)> use) {
    std::vector<State> open = {state};
    while (!open.empty()) {
      state = open.back();
      open.pop_back();
      if (visited[number()])
        continue;
      visited[number()] = true;
      bool isEnd = true;
      for (unsigned part = 0; part <= kFetch; ++part)
        if (part == kFetch ? canFetch() : canGoOn(part)) {
          isEnd = false;
          open.push_back(state);
          ++open.back()[part];
        }
      if (!use(isEnd))
        return;
    }
  }

  Step createStep(Operation *op) {
    Step step{{}, {}, footprints.find(op), 0};
    if (step.footprint.reads.any() || step.footprint.writes.any())
      step.number = ++numInstructions;
    if (auto push = dyn_cast<PushOp>(op)) {
      ++step.numPushes[unsigned(push.getQueue())];
    } else if (auto pop = dyn_cast<PopOp>(op)) {
      ++step.numPops[unsigned(pop.getQueue())];
    } else {
      auto instruction = cast<InstructionOpInterface>(op);
      for (TokenQueue queue : getPops(instruction))
        ++step.numPops[unsigned(queue)];
      for (TokenQueue queue : getPushes(instruction))
        ++step.numPushes[unsigned(queue)];
    }
    return step;
  }

  size_t number() const {
    size_t number = state[kFetch];
    for (unsigned module = 0; module < kModules; ++module)
      number = number * (2 * steps[module].size() + 1) + state[module];
    return number;
  }

  unsigned numTokens(unsigned queue) const {
    unsigned count = 0;
    for (unsigned i = 0; i < state[kFrom[queue]] / 2; ++i)
      count += steps[kFrom[queue]][i].numPushes[queue];
    for (unsigned i = 0; i < numStarted(kTo[queue]); ++i)
      count -= steps[kTo[queue]][i].numPops[queue];
    return count;
  }

  unsigned numStarted(unsigned module) const { return (state[module] + 1) / 2; }

  const Step *inFlight(unsigned module) const {
    return state[module] % 2 ? &steps[module][state[module] / 2] : nullptr;
  }

  bool canFetch() const {
    if (state[kFetch] == modules.size())
      return false;
    unsigned module = modules[state[kFetch]];
    return numFetched[state[kFetch]][module] - numStarted(module) <
           commandDepth;
  }

  bool canGoOn(unsigned module) const {
    if (const Step *ending = inFlight(module)) {
      for (unsigned queue = 0; queue < kQueues; ++queue)
        if (ending->numPushes[queue] &&
            ending->numPushes[queue] + numTokens(queue) > tokenDepth)
          return false;
      return true;
    }
    if (state[module] / 2 == numFetched[state[kFetch]][module])
      return false;
    const Step &next = steps[module][state[module] / 2];
    for (unsigned queue = 0; queue < kQueues; ++queue)
      if (next.numPops[queue] > numTokens(queue))
        return false;
    return true;
  }

  bool hasEnded() const {
    return llvm::all_of(llvm::seq(kModules), [&](unsigned module) {
      return state[module] / 2 == steps[module].size();
    });
  }

  bool isGoodEnd() const {
    if (!hasEnded())
      return false;
    for (unsigned queue = 0; queue < kQueues; ++queue)
      if (numTokens(queue) != 0)
        return false;
    return true;
  }

  bool isWrong() const {
    for (unsigned a = 0; a < kModules; ++a) {
      if (!inFlight(a))
        continue;
      const Footprint &footprint = inFlight(a)->footprint;
      if (footprint.isWrong || readsUnwritten(footprint))
        return true;
      for (unsigned b = a + 1; b < kModules; ++b)
        if (inFlight(b) && conflict(footprint, inFlight(b)->footprint))
          return true;
    }
    return false;
  }

  static bool conflict(const Footprint &a, const Footprint &b) {
    return a.writes.anyCommon(b.writes) || a.writes.anyCommon(b.reads) ||
           a.reads.anyCommon(b.writes);
  }

  bool readsUnwritten(const Footprint &footprint) const {
    BitVector unwritten = footprint.reads;
    unwritten.reset(footprints.getInitialised());
    for (unsigned module = 0; module < kModules; ++module)
      for (unsigned i = 0; i < state[module] / 2; ++i)
        unwritten.reset(steps[module][i].footprint.writes);
    return unwritten.any();
  }

  Footprints footprints;
  unsigned numInstructions = 0;
  size_t tokenDepth, commandDepth;
  std::array<std::vector<Step>, kModules> steps;
  /// The module of each step of the stream, and the number of earlier steps of
  /// each module.
  std::vector<unsigned> modules;
  std::vector<std::array<unsigned, kModules>> numFetched;
  State state = {};
  std::vector<bool> visited;
};

} // namespace

bool misbehaves(ProgramOp program) { return Explorer(program).misbehaves(); }

Behaviour explore(ProgramOp program) { return Explorer(program).explore(); }

} // namespace tvm::vta
