// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Tiling/BlockAccesses.h"

#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Loops.h"

#include <numeric>

using namespace mlir;

namespace tvm::schedule {

using Along = BlockAccesses::Along;

/// Largest stride in elements of a vector load. Elements that are further apart
/// are loaded one by one.
static constexpr int64_t kMaxSteps = 8;

/// The dependence of `map(operands)`, the subscripts of one access, on `axis`.
static Along getAlong(AffineMap map, ValueRange operands, Value axis) {
  Along along = Along::None;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (operand != axis)
      continue;
    for (auto [d, expr] : llvm::enumerate(map.getResults())) {
      if (!isFunctionOfInput(expr, i, map.getNumDims()))
        continue;
      bool isLast = d + 1 == map.getNumResults() && i < map.getNumDims();
      AffineExpr dim = getAffineDimExpr(i, map.getContext());
      auto step = isLast ? dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
                               expr.replace(dim, dim + 1) - expr,
                               map.getNumDims(), map.getNumSymbols()))
                         : AffineConstantExpr();
      if (!step || along != Along::None)
        return Along::Other;
      if (step.getValue() < 1 || step.getValue() > kMaxSteps)
        return Along::Other;
      along = step.getValue() == 1 ? Along::Contiguous : Along::Strided;
    }
  }
  return along;
}

/// The divisor where subscripts depend on `axis` only by `axis floordiv
/// divisor`; 0 otherwise.
static int64_t findDivisor(AffineMap map, ValueRange operands, Value axis) {
  int64_t group = 0;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (operand != axis)
      continue;
    if (i >= map.getNumDims())
      return 0;
    AffineExpr dim = getAffineDimExpr(i, map.getContext());
    for (AffineExpr expr : map.getResults()) {
      expr.walk([&](AffineExpr inner) {
        auto binary = dyn_cast<AffineBinaryOpExpr>(inner);
        auto divisor = binary ? dyn_cast<AffineConstantExpr>(binary.getRHS())
                              : AffineConstantExpr();
        if (divisor && binary.getKind() == AffineExprKind::FloorDiv &&
            binary.getLHS() == dim)
          group = divisor.getValue();
      });
      AffineExpr quotient = group > 0 ? dim.floorDiv(group) : dim;
      AffineExpr zero = getAffineConstantExpr(0, map.getContext());
      if (expr.replace(quotient, zero).isFunctionOfDim(i))
        return 0;
    }
  }
  return group;
}

std::optional<Place> findPlace(AffineMap map, ValueRange operands, Value axis) {
  std::optional<Place> found;
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    for (auto [i, operand] : llvm::enumerate(operands)) {
      if (operand != axis)
        continue;
      if (i >= map.getNumDims())
        return std::nullopt;
      if (!expr.isFunctionOfDim(i))
        continue;
      AffineExpr rest =
          simplifyAffineExpr(expr - getAffineDimExpr(i, map.getContext()),
                             map.getNumDims(), map.getNumSymbols());
      if (found || rest.isFunctionOfDim(i))
        return std::nullopt;
      found = Place{static_cast<unsigned>(dim), rest};
    }
  return found;
}

std::optional<Subscript> findSubscript(AffineMap map, ValueRange operands,
                                       Value axis) {
  auto place = findPlace(map, operands, axis);
  auto offset =
      place ? dyn_cast<AffineConstantExpr>(place->rest) : AffineConstantExpr();
  if (!offset)
    return std::nullopt;
  return Subscript{place->dim, offset.getValue()};
}

BlockAccesses::BlockAccesses(te::BlockOp block)
    : block(block), name(block.getNameAttr()),
      writtenCapture(getWrittenCapture(block)),
      numSpatial(llvm::count(block.getKinds(), false)) {
  if (writtenCapture)
    written = block.getCaptures()[*writtenCapture];
  Region &body = block.getBody();
  body.walk([&](Operation *op) {
    auto load = dyn_cast<affine::AffineLoadOp>(op);
    if (!load) {
      if (isa<memref::LoadOp, memref::StoreOp>(op))
        isAffine = false;
      return;
    }
    unsigned capture = cast<BlockArgument>(load.getMemRef()).getArgNumber() -
                       block.getNumAxes();
    Value buffer = block.getCaptures()[capture];
    if (buffer == written)
      return;
    Load entry{buffer, capture, {}};
    for (Value axis : block.getAxes()) {
      Along along = getAlong(load.getAffineMap(), load.getMapOperands(), axis);
      if (along == Along::Other && te::isWeight(buffer) &&
          findSubscript(load.getAffineMap(), load.getMapOperands(), axis))
        along = Along::Movable;
      entry.along.push_back(along);
    }
    unsigned last = numSpatial - 1;
    if (numSpatial > 0 && entry.along[last] == Along::Other)
      entry.group = findDivisor(load.getAffineMap(), load.getMapOperands(),
                                body.getArgument(last));
    if (entry.group > 0)
      entry.along[last] = Along::Grouped;
    loads.push_back(std::move(entry));
  });
}

BlockAccesses BlockAccesses::of(te::BlockOp other) const {
  BlockAccesses same = *this;
  same.block = other;
  if (writtenCapture)
    same.written = other.getCaptures()[*writtenCapture];
  for (Load &load : same.loads)
    load.buffer = other.getCaptures()[load.capture];
  return same;
}

int64_t BlockAccesses::getGroup() const {
  int64_t group = 0;
  for (const Load &load : loads)
    group = std::gcd(group, load.group);
  return group;
}

const BlockAccesses::Load *BlockAccesses::findLoad(Value buffer) const {
  const auto *load = llvm::find_if(
      loads, [&](const Load &entry) { return entry.buffer == buffer; });
  return load == loads.end() ? nullptr : load;
}

} // namespace tvm::schedule
