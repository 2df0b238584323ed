// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/VTA/Analysis/MicroOpNest.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace mlir;

namespace tvm::vta {

namespace rt = runtime::vta;
using MicroOp = rt::MicroOp;

static constexpr uint32_t MicroOp::*kIndices[] = {&MicroOp::dst, &MicroOp::src,
                                                  &MicroOp::wgt};

static bool isEqual(const MicroOp &a, const MicroOp &b) {
  return llvm::all_of(kIndices,
                      [&](auto index) { return a.*index == b.*index; });
}

static MicroOp scale(const MicroOp &factor, uint32_t by) {
  return {factor.dst * by, factor.src * by, factor.wgt * by};
}

static MicroOp add(const MicroOp &a, const MicroOp &b) {
  return {a.dst + b.dst, a.src + b.src, a.wgt + b.wgt};
}

/// The step from `a` to `b`; nothing if it is negative, since factors are
/// unsigned.
static std::optional<MicroOp> subtract(const MicroOp &b, const MicroOp &a) {
  if (llvm::any_of(kIndices, [&](auto index) { return b.*index < a.*index; }))
    return std::nullopt;
  return MicroOp{b.dst - a.dst, b.src - a.src, b.wgt - a.wgt};
}

/// `microOp` without the indices that the instruction does not use.
static MicroOp mask(const rt::Instruction &instruction, MicroOp microOp) {
  const auto *gemm = std::get_if<rt::Gemm>(&instruction.body);
  const auto *alu = std::get_if<rt::Alu>(&instruction.body);
  if (alu || gemm->reset)
    microOp.wgt = 0;
  if (alu ? alu->useImmediate : gemm->reset)
    microOp.src = 0;
  return microOp;
}

static rt::Loops &getLoopsOf(rt::Instruction &instruction) {
  if (auto *gemm = std::get_if<rt::Gemm>(&instruction.body))
    return *gemm;
  return std::get<rt::Alu>(instruction.body);
}

MicroOpNest::MicroOpNest(const rt::Instruction &instruction,
                         ArrayRef<MicroOp> all) {
  rt::Instruction copy = instruction;
  const rt::Loops &given = getLoopsOf(copy);
  MicroOp out{given.dstFactorOut, given.srcFactorOut, 0};
  MicroOp in{given.dstFactorIn, given.srcFactorIn, 0};
  if (const auto *gemm = std::get_if<rt::Gemm>(&instruction.body)) {
    out.wgt = gemm->wgtFactorOut;
    in.wgt = gemm->wgtFactorIn;
  }
  if (given.iterOut != 1)
    loops.push_back({given.iterOut, mask(instruction, out)});
  if (given.iterIn != 1)
    loops.push_back({given.iterIn, mask(instruction, in)});
  for (const MicroOp &microOp : all)
    microOps.push_back(mask(instruction, microOp));
}

/// The step from each `size` entries of `list` to the next `size` entries.
static std::optional<MicroOp> findStep(ArrayRef<MicroOp> list, size_t size) {
  std::optional<MicroOp> step = subtract(list[size], list[0]);
  if (!step)
    return std::nullopt;
  for (size_t i = size; i < list.size(); ++i)
    if (!isEqual(list[i], add(list[i - size], *step)))
      return std::nullopt;
  return step;
}

namespace {
struct Folding {
  SmallVector<MicroOpNest::Loop, 2> loops;
  size_t size;
};
} // namespace

/// The folding of `list` in at most `numLoops` loops with the fewest micro-ops.
static Folding findFolding(ArrayRef<MicroOp> list, unsigned numLoops) {
  Folding best{{}, list.size()};
  if (numLoops == 0)
    return best;
  for (size_t size = 1; size < list.size(); ++size) {
    if (list.size() % size != 0)
      continue;
    std::optional<MicroOp> step = findStep(list, size);
    if (!step)
      continue;
    Folding inner = findFolding(list.take_front(size), numLoops - 1);
    if (inner.size >= best.size)
      continue;
    best = inner;
    best.loops.insert(best.loops.begin(),
                      {uint32_t(list.size() / size), *step});
  }
  return best;
}

void MicroOpNest::collapse() {
  for (size_t i = loops.size(); i-- > 1;) {
    Loop &outer = loops[i - 1];
    const Loop &inner = loops[i];
    if (!isEqual(outer.factor, scale(inner.factor, inner.count)))
      continue;
    outer = {outer.count * inner.count, inner.factor};
    loops.erase(loops.begin() + i);
  }
}

void MicroOpNest::fold() {
  collapse();
  if (microOps.empty() || loops.size() >= 2)
    return;
  Folding folding = findFolding(microOps, 2 - loops.size());
  loops.append(folding.loops);
  microOps.resize(folding.size);
  collapse();
}

/// The step from one nest to another nest of the same shape.
static std::optional<MicroOp> findStep(const MicroOpNest &from,
                                       const MicroOpNest &to) {
  auto isSame = [](const MicroOpNest::Loop &a, const MicroOpNest::Loop &b) {
    return a.count == b.count && isEqual(a.factor, b.factor);
  };
  if (from.getMicroOps().size() != to.getMicroOps().size() ||
      from.getMicroOps().empty() ||
      !llvm::equal(from.getLoops(), to.getLoops(), isSame))
    return std::nullopt;
  auto step = subtract(to.getMicroOps()[0], from.getMicroOps()[0]);
  if (!step)
    return std::nullopt;
  for (auto [a, b] : llvm::zip(from.getMicroOps(), to.getMicroOps()))
    if (!isEqual(b, add(a, *step)))
      return std::nullopt;
  return step;
}

size_t MicroOpNest::countSteps(ArrayRef<MicroOpNest> nests) {
  std::optional<MicroOp> first;
  for (size_t i = 1; i < nests.size(); ++i) {
    std::optional<MicroOp> step = findStep(nests[i - 1], nests[i]);
    if (!step || (first && !isEqual(*step, *first)))
      return i;
    first = step;
  }
  return nests.size();
}

void MicroOpNest::repeat(uint32_t count, const MicroOpNest &next) {
  loops.insert(loops.begin(), {count, *findStep(*this, next)});
  fold();
}

void MicroOpNest::apply(rt::Instruction &instruction) const {
  rt::Loops &target = getLoopsOf(instruction);
  Loop none{1, {}};
  const Loop &out = loops.size() > 1 ? loops[0] : none;
  const Loop &in = loops.empty() ? none : loops.back();
  target.uopEnd = target.uopBegin + microOps.size();
  target.iterOut = out.count;
  target.dstFactorOut = out.factor.dst;
  target.srcFactorOut = out.factor.src;
  target.iterIn = in.count;
  target.dstFactorIn = in.factor.dst;
  target.srcFactorIn = in.factor.src;
  if (auto *gemm = std::get_if<rt::Gemm>(&instruction.body)) {
    gemm->wgtFactorOut = out.factor.wgt;
    gemm->wgtFactorIn = in.factor.wgt;
  }
}

} // namespace tvm::vta
