// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Tensorize/IntrinsicMatcher.h"

using namespace mlir;

namespace tvm::schedule {

template <typename T> static std::string print(T object) {
  std::string text;
  llvm::raw_string_ostream(text) << object;
  return text;
}

/// The dimensions of the buffer that belong to the operand: all that vary and,
/// if these are too few, the last of the others.
std::optional<SmallVector<unsigned>>
IntrinsicMatcher::getDims(const TileAccess &access, unsigned rank) const {
  auto varies = [&](unsigned d) {
    return llvm::any_of(
        llvm::zip_equal(access.steps[d], nest.extents), [](auto step) {
          return std::get<0>(step) != 0 && std::get<1>(step) > 1;
        });
  };
  unsigned all = access.steps.size();
  size_t numVarying = llvm::count_if(llvm::seq(all), varies);
  if (numVarying > rank || rank > all)
    return std::nullopt;
  SmallVector<unsigned> dims;
  size_t numOthers = rank - numVarying;
  for (unsigned d = all; d-- > 0;) {
    bool isOther = !varies(d);
    if (isOther && numOthers == 0)
      continue;
    numOthers -= isOther;
    dims.push_back(d);
  }
  return SmallVector<unsigned>(llvm::reverse(dims));
}

std::vector<OperandView> IntrinsicMatcher::getViews() const {
  std::vector<OperandView> views;
  views.reserve(state.views.size());
  for (const std::optional<OperandView> &view : state.views)
    views.push_back(*view);
  return views;
}

/// The steps per axis of the behaviour, for bound axes.
SmallVector<int64_t> IntrinsicMatcher::toAxes(ArrayRef<int64_t> steps) const {
  return llvm::map_to_vector(state.loopOf, [&](std::optional<unsigned> l) {
    return l ? steps[*l] : 0;
  });
}

/// The text of an access in the tile, with subscripts over the behaviour's
/// axes.
std::string IntrinsicMatcher::describe(const TileAccess &access,
                                       ArrayRef<unsigned> dims) const {
  MLIRContext *context = nest.outer.getContext();
  SmallVector<AffineExpr> results;
  for (unsigned d : dims) {
    AffineExpr expr = getAffineConstantExpr(0, context);
    for (auto [axis, step] : llvm::enumerate(toAxes(access.steps[d])))
      expr = expr + getAffineDimExpr(axis, context) * step;
    results.push_back(expr);
  }
  return print(AffineMap::get(state.loopOf.size(), 0, results, context));
}

/// Returns the stride of the operand in elements of the buffer, along a
/// dimension in which the behaviour declares steps `declared` per axis and the
/// tile has steps `actual`. Nothing where they are not multiples.
std::optional<int64_t>
IntrinsicMatcher::getStride(ArrayRef<int64_t> declared,
                            ArrayRef<int64_t> actual) const {
  int64_t stride = 1;
  for (auto [axis, step] : llvm::enumerate(declared))
    if (step != 0 && state.loopOf[axis] && actual[axis] % step == 0)
      stride = std::max<int64_t>(actual[axis] / step, 1);
  for (auto [axis, step] : llvm::enumerate(declared))
    if (state.loopOf[axis] && actual[axis] != step * stride)
      return std::nullopt;
  return stride;
}

bool IntrinsicMatcher::isSame(const OperandView &a,
                              const OperandView &b) const {
  if (a.capture != b.capture || a.strides != b.strides || a.dims != b.dims)
    return false;
  unsigned numSymbols = te::BlockOp(nest.block).getCaptures().size();
  return llvm::all_of(llvm::zip_equal(a.base, b.base), [&](auto bases) {
    return simplifyAffineExpr(std::get<0>(bases) - std::get<1>(bases),
                              nest.units.size(), numSymbols) ==
           getAffineConstantExpr(0, nest.outer.getContext());
  });
}

/// Matches operand number `operand` at `map`, over the behaviour's axes, with
/// `access` in the tile.
Outcome IntrinsicMatcher::matchView(const TileAccess &access, AffineMap map,
                                    unsigned operand, Operation *declared) {
  auto dims = getDims(access, map.getNumResults());
  if (!dims)
    return differ(access.op, declared,
                  "expected an access that varies in " +
                      Twine(map.getNumResults()) + " dimensions");
  Value tensor = operand < inputs.size() ? inputs[operand]
                                         : te::ComputeOp(compute).getResult(0);
  OperandView view{access.capture, access.base, {}, {}, *dims};
  view.sizes.assign(access.base.size(), 1);
  view.strides.assign(access.base.size(), 1);
  SmallVector<AffineExpr> zeros(map.getNumDims(),
                                getAffineConstantExpr(0, map.getContext()));
  for (auto [result, d] : llvm::enumerate(*dims)) {
    AffineExpr expr = map.getResult(result);
    auto stride =
        getStride(*te::getSteps(expr, map.getNumDims(), 0, map.getNumDims()),
                  toAxes(access.steps[d]));
    if (!stride)
      return differ(access.op, declared,
                    "expected an access at " + print(map) +
                        " in the tile, got " + describe(access, *dims));
    auto first = cast<AffineConstantExpr>(expr.replaceDims(zeros)).getValue();
    view.base[d] = access.base[d] - first * *stride;
    view.sizes[d] = cast<ShapedType>(tensor.getType()).getDimSize(result);
    view.strides[d] = *stride;
  }
  std::optional<OperandView> &known = state.views[operand];
  if (known && !isSame(*known, view))
    return differ(access.op, declared,
                  "expected an access of the same part of the buffer as others "
                  "of operand " +
                      Twine(operand));
  known = std::move(view);
  return std::nullopt;
}

Outcome IntrinsicMatcher::matchRead(Operation *op, te::ReadOp read) {
  const TileAccess *access = op ? nest.find(op) : nullptr;
  unsigned operand = cast<BlockArgument>(read.getTensor()).getArgNumber();
  te::BlockOp block = nest.block;
  if (!access)
    return differ(op ? op : block, read,
                  "expected a load of operand " + Twine(operand) + ", got " +
                      (op ? "'" + op->getName().getStringRef().str() + "'"
                          : std::string("an argument")));
  ValueRange captures = block.getCaptures();
  if (captures[access->capture] == captures[store->capture])
    return differ(op, read, "expected an input that the block does not write");
  Type type = op->getResult(0).getType();
  if (type != read.getType()) {
    std::string text;
    llvm::raw_string_ostream(text) << "expected a load of '" << read.getType()
                                   << "', got '" << type << "'";
    return differ(op, read, text);
  }
  return matchView(*access, te::getSubscripts(read), operand, read);
}

/// Requires that `op` loads the element that is stored.
Outcome IntrinsicMatcher::matchAccumulator(Operation *op,
                                           BlockArgument accumulated) {
  const TileAccess *access = op ? nest.find(op) : nullptr;
  if (!access || access->isWrite ||
      nest.getBox(*access) != nest.getBox(*store) ||
      access->steps != store->steps)
    return differ(op ? op : nest.block, compute,
                  "expected a load of the accumulated value");
  return std::nullopt;
}

Outcome IntrinsicMatcher::matchOperands(Operation *op, Operation *declared,
                                        bool isSwapped) {
  unsigned count = op->getNumOperands();
  for (unsigned i = 0; i < count; ++i)
    if (Outcome mismatch =
            matchValue(op->getOperand(isSwapped ? count - 1 - i : i),
                       declared->getOperand(i)))
      return mismatch;
  return std::nullopt;
}

Outcome IntrinsicMatcher::matchValue(Value value, Value declared) {
  Operation *op = value.getDefiningOp();
  if (auto accumulated = dyn_cast<BlockArgument>(declared))
    return matchAccumulator(op, accumulated);
  Operation *expected = declared.getDefiningOp();
  if (auto read = dyn_cast<te::ReadOp>(expected))
    return matchRead(op, read);
  if (!op)
    return differ(nest.block, expected,
                  "expected '" + expected->getName().getStringRef() +
                      "', got an argument");
  if (op->getName() != expected->getName())
    return differ(op, expected,
                  "expected '" + expected->getName().getStringRef() +
                      "', got '" + op->getName().getStringRef() + "'");
  if (op->getResultTypes() != expected->getResultTypes() ||
      op->getAttrDictionary() != expected->getAttrDictionary() ||
      op->getNumOperands() != expected->getNumOperands() ||
      value != op->getResult(cast<OpResult>(declared).getResultNumber()))
    return differ(op, expected,
                  "expected '" + expected->getName().getStringRef() +
                      "' of the same type, operands and attributes");
  MatchState before = state;
  Outcome mismatch = matchOperands(op, expected, /*isSwapped=*/false);
  if (!mismatch || !op->hasTrait<OpTrait::IsCommutative>() ||
      op->getNumOperands() != 2)
    return mismatch;
  MatchState after = std::exchange(state, before);
  if (!matchOperands(op, expected, /*isSwapped=*/true))
    return std::nullopt;
  state = after;
  return mismatch;
}

} // namespace tvm::schedule
