// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/IndexArithmetic.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <deque>

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

Value IndexArithmetic::floorMod(Value lhs, Value rhs) {
  Value remainder = arith::RemSIOp::create(b.builder, b.loc, lhs, rhs);
  return b.select(less(remainder, constant(0)), add(remainder, rhs), remainder);
}

Value IndexArithmetic::cast(Value integer) {
  return arith::IndexCastOp::create(b.builder, b.loc, b.builder.getIndexType(),
                                    integer);
}

Type IndexArithmetic::positionType(OpFoldResult count) {
  std::optional<int64_t> known = getConstantIntValue(count);
  bool fits = known && llvm::isInt<32>(*known);
  return fits ? b.builder.getI32Type() : b.builder.getI64Type();
}

Value IndexArithmetic::position(Value integer, Value size, bool clamped) {
  Value index = cast(integer);
  Value zero = constant(0);
  index = b.select(less(index, zero), add(index, size), index);
  return clamped ? clamp(index, zero, sub(size, constant(1))) : index;
}

//===-- reshape -----------------------------------------------------------===//

namespace {

/// A dimension with its position.
struct Dim {
  int64_t position;
  AffineExpr size;
  std::optional<int64_t> constant() const {
    if (auto expr = dyn_cast<AffineConstantExpr>(size))
      return expr.getValue();
    return std::nullopt;
  }
};

/// Splits the dimensions of two shapes of the same elements, from the last one
/// on, into groups with the same elements.
class ReshapeMapper {
public:
  ReshapeMapper(te::TEBuilder &b, ShapeValues &values,
                const SymbolicShape &fromShape, const SymbolicShape &toShape,
                te::Axes axes)
      : b(b), values(values), axes(axes), indices(fromShape.size(), 0),
        from(collect(fromShape)), to(collect(toShape)) {}

  SmallVector<te::Index> map() {
    while (!from.empty() && !to.empty() && matchLast())
      ;
    while (!from.empty() && !to.empty() &&
           from.front().size == to.front().size) {
      indices[from.front().position] = axes[to.front().position];
      from.pop_front();
      to.pop_front();
    }
    SmallVector<Dim> source(from.begin(), from.end());
    SmallVector<Dim> target(to.begin(), to.end());
    mapGroup(source, target);
    return indices;
  }

private:
  static std::deque<Dim> collect(const SymbolicShape &shape) {
    std::deque<Dim> dims;
    for (auto [i, size] : llvm::enumerate(shape)) {
      Dim dim{static_cast<int64_t>(i), size};
      if (dim.constant() != 1)
        dims.push_back(dim);
    }
    return dims;
  }

  /// Maps the smallest group at the end. Returns false where its border is
  /// unknown.
  bool matchLast() {
    size_t sourceCount = 1, targetCount = 1;
    if (from.back().size != to.back().size) {
      auto source = from.back().constant(), target = to.back().constant();
      while (source && target && *source != *target) {
        bool growSource = *source < *target;
        auto &dims = growSource ? from : to;
        size_t &count = growSource ? sourceCount : targetCount;
        auto &size = growSource ? source : target;
        if (++count > dims.size())
          return false;
        auto next = dims[dims.size() - count].constant();
        size = next ? std::optional<int64_t>(*size * *next) : std::nullopt;
      }
      if (!source || !target)
        return false;
    }
    SmallVector<Dim> sources(from.end() - sourceCount, from.end());
    SmallVector<Dim> targets(to.end() - targetCount, to.end());
    from.erase(from.end() - sourceCount, from.end());
    to.erase(to.end() - targetCount, to.end());
    mapGroup(sources, targets);
    return true;
  }

  void mapGroup(ArrayRef<Dim> sources, ArrayRef<Dim> targets) {
    if (sources.empty() || targets.empty())
      return;
    if (sources.size() == 1 && targets.size() == 1) {
      indices[sources[0].position] = axes[targets[0].position];
      return;
    }
    auto isKnown = [](const Dim &dim) {
      return dim.constant() && *dim.constant() > 0;
    };
    if (llvm::all_of(sources.drop_front(), isKnown) &&
        llvm::all_of(targets.drop_front(), isKnown))
      mapAffine(sources, targets);
    else
      mapArithmetic(sources, targets);
  }

  void mapAffine(ArrayRef<Dim> sources, ArrayRef<Dim> targets) {
    te::Index linear = axes[targets[0].position];
    for (const Dim &dim : targets.drop_front())
      linear = linear * te::Index(*dim.constant()) + axes[dim.position];
    for (const Dim &dim : llvm::reverse(sources.drop_front())) {
      indices[dim.position] = linear.mod(*dim.constant());
      linear = linear.floorDiv(*dim.constant());
    }
    indices[sources[0].position] = linear;
  }

  void mapArithmetic(ArrayRef<Dim> sources, ArrayRef<Dim> targets) {
    IndexArithmetic arithmetic{b};
    auto sizeOf = [&](const Dim &dim) {
      OpBuilder::InsertionGuard guard(b.builder);
      b.moveOutside();
      return b.value(values.build(b.builder, b.loc, dim.size));
    };
    Value linear = b.value(axes[targets[0].position]);
    for (const Dim &dim : targets.drop_front())
      linear = arithmetic.add(arithmetic.mul(linear, sizeOf(dim)),
                              b.value(axes[dim.position]));
    for (const Dim &dim : llvm::reverse(sources.drop_front())) {
      Value size = sizeOf(dim);
      indices[dim.position] = te::Index(arithmetic.rem(linear, size));
      linear = arithmetic.div(linear, size);
    }
    indices[sources[0].position] = te::Index(linear);
  }

  te::TEBuilder &b;
  ShapeValues &values;
  te::Axes axes;
  SmallVector<te::Index> indices;
  std::deque<Dim> from, to;
};

} // namespace

SmallVector<te::Index> mapReshaped(te::TEBuilder &b, ShapeValues &values,
                                   const SymbolicShape &from,
                                   const SymbolicShape &to, te::Axes axes) {
  return ReshapeMapper(b, values, from, to, axes).map();
}

} // namespace tvm
