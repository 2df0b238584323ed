// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A report of the plan, for people.
#include "transforms/Graph/Memory/Planner.h"

using namespace mlir;

namespace tvm::graph {

namespace {
/// Launches of a function in program order: the time of a report.
class LaunchTimes {
public:
  LaunchTimes(func::FuncOp main, HostValues &values) {
    main.walk<WalkOrder::PreOrder>([&](LaunchOp launch) {
      numbers[launch] = steps.size();
      steps.push_back(values.getStep(launch));
    });
  }
  /// The launches from which to which something is needed. What is needed
  /// between two launches only is so for the second.
  std::pair<int64_t, int64_t> getTimes(const LiveRange &range) const {
    int64_t first = llvm::lower_bound(steps, range.first) - steps.begin();
    int64_t next = llvm::upper_bound(steps, range.last) - steps.begin();
    return {first, std::max(first, next - 1)};
  }
  std::optional<int64_t> getNumber(Operation *op) const {
    auto it = numbers.find(op);
    return it == numbers.end() ? std::nullopt : std::optional(it->second);
  }

private:
  SmallVector<int64_t> steps;
  llvm::DenseMap<Operation *, int64_t> numbers;
};
} // namespace

ArrayAttr Planner::describeBuffers(ArrayRef<unsigned> members,
                                   const MemoryPlan &plan) {
  LaunchTimes times(main, values);
  llvm::DenseMap<unsigned, int64_t> resultOf;
  for (auto [value, buffer] : bufferOf)
    if (auto result = dyn_cast<OpResult>(value))
      resultOf[buffer] = result.getResultNumber();
  SmallVector<Attribute> list;
  for (auto [member, offset] : llvm::zip(members, plan.offsets)) {
    const Buffer &buffer = buffers[member];
    NamedAttrList entry;
    auto add = [&](StringRef name, int64_t value) {
      entry.append(name, builder.getI64IntegerAttr(value));
    };
    add("offset", offset);
    add("size", buffer.range.size);
    auto [first, last] = times.getTimes(buffer.range);
    add("first", first);
    add("last", last);
    if (auto launch = times.getNumber(buffer.definition))
      add("launch", *launch);
    if (auto result = resultOf.find(member); result != resultOf.end())
      add("result", result->second);
    list.push_back(entry.getDictionary(builder.getContext()));
  }
  return builder.getArrayAttr(list);
}

/// Number of buffers that get their memory while the model runs.
int64_t Planner::countUnplanned() {
  return llvm::count_if(buffers, [](const Buffer &buffer) {
    return buffer.kind == Buffer::Pool || buffer.kind == Buffer::Slot;
  });
}

} // namespace tvm::graph
