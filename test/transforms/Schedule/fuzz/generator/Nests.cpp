// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/generator/Generator.h"

#include <algorithm>

// Text is small here.
// NOLINTBEGIN(performance-inefficient-*)
namespace tvm::fuzz {

/// `for` of the loop at `depth` of a stage; its variable is %i<axis>.
std::string Generator::openLoop(const Stage &stage, size_t depth) {
  size_t axis = stage.order[depth];
  std::string lower = std::to_string(stage.lower[axis]), upper, step;
  int64_t size = stage.axes[axis].size;
  upper = size == kSymbolic ? "%n" : std::to_string(size);
  if (depth == 1 && stage.isTriangular)
    upper = "affine_map<(d0) -> (d0 + 1)>(%l0)";
  if (stage.step[axis] != 1)
    step = " step " + std::to_string(stage.step[axis]);
  return "  affine.for %l" + std::to_string(depth) + " = " + lower + " to " +
         upper + step + " {\n";
}

/// Region arguments: axes, captures.
std::string Generator::list(const Stage &stage) {
  std::vector<std::string> arguments;
  for (size_t i = 0; i < stage.axes.size(); ++i)
    arguments.push_back("%v" + std::to_string(i) + ": index");
  for (size_t i = 0; i < stage.captures.size(); ++i)
    arguments.push_back("%m" + std::to_string(i) + ": " +
                        typeOf(stage.captures[i].shape));
  return "    ^bb0(" + join(arguments) + "):\n";
}

std::string Generator::block(const Stage &stage) {
  std::vector<std::string> kinds, dims, loops, results, names, types;
  for (const Axis &axis : stage.axes)
    kinds.push_back(axis.isReduction ? "true" : "false");
  for (size_t depth = 0; depth < stage.order.size(); ++depth) {
    dims.push_back("d" + std::to_string(depth));
    loops.push_back("%l" + std::to_string(depth));
  }
  for (size_t i = 0; i < stage.axes.size(); ++i) {
    if (stage.axes[i].isConstant) {
      results.push_back("0");
      continue;
    }
    size_t depth = std::find(stage.order.begin(), stage.order.end(), i) -
                   stage.order.begin();
    std::string loop = "d" + std::to_string(depth);
    results.push_back(stage.axes[i].isReversed
                          ? std::to_string(stage.axes[i].size - 1) + " - " +
                                loop
                          : loop);
  }
  for (const MemRef &buffer : stage.captures) {
    names.push_back(buffer.name);
    types.push_back(typeOf(buffer.shape));
  }
  std::string text = "    te.block \"s" + std::to_string(numBlocks++) + "\" [" +
                     join(kinds) + "] affine_map<(" + join(dims) + ") -> (" +
                     join(results) + ")>(" + join(loops) + ")";
  if (!stage.predicate.empty())
    text += " if affine_set<(" + join(dims) + ") : (" + stage.predicate +
            " - d0 >= 0)>";
  text += " captures(" + join(names) + " : " + join(types) + ")";
  if (!stage.init.empty())
    text += " init {\n" + list(stage) + stage.init + "      te.yield\n    }";
  return text + " do {\n" + list(stage) + stage.body +
         "      te.yield\n    }\n";
}

void Generator::emit(const Stage &stage) {
  if (stage.freeLoop)
    nests +=
        "  affine.for %f = 0 to " + std::to_string(stage.freeLoop) + " {\n";
  for (size_t depth = 0; depth < stage.order.size(); ++depth)
    nests += openLoop(stage, depth);
  nests += block(stage);
  for (size_t depth = 0; depth < stage.order.size(); ++depth)
    nests += "  }\n";
  if (stage.freeLoop)
    nests += "  }\n";
}

/// Outer loops that two stages can share: equal ones over spatial axes.
size_t Generator::countCommonLoops(const Stage &first, const Stage &second) {
  if (first.freeLoop || second.freeLoop || first.isTriangular ||
      second.isTriangular)
    return 0;
  size_t depth = 0;
  for (; depth < std::min(first.order.size(), second.order.size()); ++depth) {
    size_t a = first.order[depth], b = second.order[depth];
    if (first.axes[a].size != second.axes[b].size ||
        first.axes[a].isReduction || second.axes[b].isReduction ||
        first.lower[a] != second.lower[b] || first.step[a] != second.step[b])
      break;
  }
  return depth;
}

void Generator::emitTogether(const Stage &first, const Stage &second) {
  size_t shared = random.between(1, countCommonLoops(first, second));
  for (size_t depth = 0; depth < shared; ++depth)
    nests += openLoop(first, depth);
  for (const Stage *stage : {&first, &second}) {
    for (size_t depth = shared; depth < stage->order.size(); ++depth)
      nests += openLoop(*stage, depth);
    nests += block(*stage);
    for (size_t depth = shared; depth < stage->order.size(); ++depth)
      nests += "  }\n";
  }
  for (size_t depth = 0; depth < shared; ++depth)
    nests += "  }\n";
}

} // namespace tvm::fuzz
// NOLINTEND(performance-inefficient-*)
