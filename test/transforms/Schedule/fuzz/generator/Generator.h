// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_GENERATOR_GENERATOR_H
#define TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_GENERATOR_GENERATOR_H

// The generator of random kernels. Program.h has the interface for callers.

#include "test/transforms/Schedule/fuzz/generator/Program.h"

namespace tvm::fuzz {

inline constexpr int64_t kSymbolic = -1;

struct MemRef {
  std::string name;
  std::vector<int64_t> shape;
  bool isArgument;
  bool isConstant = false; // an argument that callers may lay out otherwise
};

/// A loop and the axis that is bound to it.
struct Axis {
  int64_t size; // values are in [0, size)
  bool isReduction = false;
  bool isReversed = false; // bound to size - 1 - i
  bool isConstant = false; // bound to 0, without a loop
};

/// An affine subscript over the axes.
struct Subscript {
  std::string text;
  bool isInside; // for all axes
};

/// One block with the loops around it, outermost first.
struct Stage {
  std::vector<Axis> axes;
  std::vector<size_t> order; // of the axes that have loops
  int64_t freeLoop = 0;      // trip count of a loop that binds nothing
  bool isTriangular = false;
  std::vector<int64_t> lower, step; // per axis
  std::string body, init;           // statements
  std::vector<MemRef> captures;
  std::string predicate;
};

class Generator {
public:
  explicit Generator(uint64_t seed) : random(seed) {}
  Program generate();

private:
  int64_t pickSize();
  std::string attributesOf(const MemRef &argument);
  std::string typeOf(const std::vector<int64_t> &shape);
  MemRef makeBuffer(const std::vector<int64_t> &shape, bool isArgument);
  Stage makeStage();
  Stage makeStage(const std::vector<Axis> &axes);
  void chooseAxes(Stage &stage);
  void writeBody(Stage &stage);
  void store(Stage &stage, const MemRef &target,
             const std::vector<std::string> &subscripts, std::string value,
             bool reduces, bool hasInit);
  void addSkippedPadding(std::vector<Stage> &stages);
  void addStencil(std::vector<Stage> &stages);
  void addChain(std::vector<Stage> &stages);
  void addChosenSum(std::vector<Stage> &stages);
  void addProduct(std::vector<Stage> &stages);
  void addMatrixSum(std::vector<Stage> &stages);
  std::string behaviour(const std::vector<int64_t> &left,
                        const std::vector<int64_t> &right,
                        const std::vector<int64_t> &tile, bool reduces);
  void addSum(std::vector<Stage> &stages, Stage sum, const MemRef &result,
              const std::string &value);
  std::string at(Stage &stage, const MemRef &buffer, const std::string &place);
  Subscript makeSubscript(const Stage &stage, int64_t size);
  std::vector<Subscript> makeSubscripts(const Stage &stage,
                                        const MemRef &buffer);
  std::string capture(Stage &stage, const MemRef &buffer);
  std::string read(Stage &stage);
  std::string gather(Stage &stage, const MemRef &buffer);
  std::string combine(Stage &stage, const std::string &a, const std::string &b);
  std::string clamp(Stage &stage, const std::string &value);
  std::string fresh() { return "%t" + std::to_string(++counter); }
  std::string number(int64_t value);
  void emit(const Stage &stage);
  void emitTogether(const Stage &first, const Stage &second);
  size_t countCommonLoops(const Stage &first, const Stage &second);
  std::string openLoop(const Stage &stage, size_t depth);
  std::string block(const Stage &stage);
  std::string list(const Stage &stage);

  Random random;
  std::string type;
  bool isFloat = false, hasSymbol = false;
  std::vector<int64_t> sizes;
  std::vector<MemRef> buffers;
  std::string allocations, nests, intrinsics;
  int counter = 0, numBlocks = 0;
};

/// Joins texts with commas.
std::string join(const std::vector<std::string> &parts);

} // namespace tvm::fuzz

#endif // TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_GENERATOR_GENERATOR_H
