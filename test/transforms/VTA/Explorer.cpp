#include "test/transforms/VTA/Explorer.h"

#include "dialects/VTA/VTARanges.h"
#include "dialects/VTA/VTATokens.h"

using namespace mlir;

namespace tvm::vta {

namespace {

constexpr unsigned kModules = 3, kQueues = 4;
constexpr unsigned kFrom[kQueues] = {0, 1, 1, 2}, kTo[kQueues] = {1, 0, 2, 1};

/// Elements of each buffer, a bit each.
using Elements = std::vector<uint32_t>;

struct Step {
  unsigned numPops[kQueues] = {}, numPushes[kQueues] = {};
  Elements reads, writes;
};

class Explorer {
public:
  explicit Explorer(ProgramOp program) {
    for (auto buffer : program.getBody().getOps<SramOp>())
      buffers[buffer.getSymNameAttr()] = buffers.size();
    for (auto op : program.getBody().getOps<StreamOpInterface>())
      steps[unsigned(op.getModule())].push_back(createStep(op));
    size_t numStates = 1;
    for (const auto &ofModule : steps)
      numStates *= 2 * ofModule.size() + 1;
    visited.resize(numStates);
  }

  /// A state says of each module how many of its steps have ended, and whether
  /// the next one has started: an even or odd number.
  bool misbehaves() {
    std::vector<std::array<unsigned, kModules>> open = {{0, 0, 0}};
    while (!open.empty()) {
      state = open.back();
      open.pop_back();
      if (visited[number()])
        continue;
      visited[number()] = true;
      if (isWrong())
        return true;
      bool goesOn = false;
      for (unsigned module = 0; module < kModules; ++module)
        if (canGoOn(module)) {
          goesOn = true;
          open.push_back(state);
          ++open.back()[module];
        }
      if (!goesOn && !isGoodEnd())
        return true;
    }
    return false;
  }

private:
  Step createStep(Operation *op) {
    Step step{{}, {}, Elements(buffers.size()), Elements(buffers.size())};
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
    if (auto ranges = dyn_cast<RangeUserOpInterface>(op)) {
      addRanges(ranges.getReads(), step.reads);
      addRanges(ranges.getWrites(), step.writes);
    }
    return step;
  }

  void addRanges(ArrayRef<RangeAttr> ranges, Elements &elements) {
    for (RangeAttr range : ranges)
      for (int64_t i = range.first(); i <= range.last(); ++i)
        elements[buffers.lookup(range.getBuffer().getAttr())] |= 1u << i;
  }

  size_t number() const {
    size_t number = 0;
    for (unsigned module = 0; module < kModules; ++module)
      number = number * (2 * steps[module].size() + 1) + state[module];
    return number;
  }

  unsigned numTokens(unsigned queue) const {
    unsigned count = 0;
    for (unsigned i = 0; i < state[kFrom[queue]] / 2; ++i)
      count += steps[kFrom[queue]][i].numPushes[queue];
    for (unsigned i = 0; i < (state[kTo[queue]] + 1) / 2; ++i)
      count -= steps[kTo[queue]][i].numPops[queue];
    return count;
  }

  const Step *inFlight(unsigned module) const {
    return state[module] % 2 ? &steps[module][state[module] / 2] : nullptr;
  }

  bool canGoOn(unsigned module) const {
    if (inFlight(module))
      return true;
    if (state[module] / 2 == steps[module].size())
      return false;
    const Step &next = steps[module][state[module] / 2];
    for (unsigned queue = 0; queue < kQueues; ++queue)
      if (next.numPops[queue] > numTokens(queue))
        return false;
    return true;
  }

  bool isGoodEnd() const {
    for (unsigned module = 0; module < kModules; ++module)
      if (state[module] / 2 < steps[module].size())
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
      if (readsUnwritten(*inFlight(a)))
        return true;
      for (unsigned b = a + 1; b < kModules; ++b)
        if (inFlight(b) && conflict(*inFlight(a), *inFlight(b)))
          return true;
    }
    return false;
  }

  bool conflict(const Step &a, const Step &b) const {
    for (size_t i = 0; i < buffers.size(); ++i)
      if ((a.writes[i] & (b.reads[i] | b.writes[i])) |
          (a.reads[i] & b.writes[i]))
        return true;
    return false;
  }

  bool readsUnwritten(const Step &step) const {
    Elements unwritten = step.reads;
    for (unsigned module = 0; module < kModules; ++module)
      for (unsigned i = 0; i < state[module] / 2; ++i)
        for (size_t buffer = 0; buffer < buffers.size(); ++buffer)
          unwritten[buffer] &= ~steps[module][i].writes[buffer];
    return llvm::any_of(unwritten, [](uint32_t bits) { return bits != 0; });
  }

  llvm::DenseMap<StringAttr, size_t> buffers;
  std::array<std::vector<Step>, kModules> steps;
  std::array<unsigned, kModules> state = {};
  std::vector<bool> visited;
};

} // namespace

bool misbehaves(ProgramOp program) { return Explorer(program).misbehaves(); }

} // namespace tvm::vta
