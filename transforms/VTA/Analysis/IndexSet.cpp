// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/VTA/Analysis/IndexSet.h"

#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::presburger;

namespace tvm::vta {

IndexSet::IndexSet(int64_t base, ArrayRef<Dim> given) : base(base), end(base) {
  for (Dim dim : given) {
    empty |= dim.count == 0;
    if (dim.stride && dim.count > 1)
      dims.push_back(dim);
  }
  llvm::sort(dims, [](Dim a, Dim b) { return a.stride > b.stride; });
  for (Dim dim : dims)
    end += dim.stride * (dim.count - 1);
  for (size_t i = dims.size(); i-- > 1;)
    if (dims[i - 1].stride == dims[i].stride * dims[i].count) {
      dims[i - 1] = {dims[i].stride, dims[i - 1].count * dims[i].count};
      dims.erase(dims.begin() + i);
    }
}

IndexSet IndexSet::interval(int64_t first, int64_t last) {
  return IndexSet(first, {{1, last - first + 1}});
}

bool IndexSet::isInterval() const {
  int64_t reach = 0; // 0 to reach are all sums of the dims so far
  for (Dim dim : llvm::reverse(dims)) {
    if (dim.stride > reach + 1)
      return false;
    reach += dim.stride * (dim.count - 1);
  }
  return true;
}

std::optional<int64_t> IndexSet::findCommon(const IndexSet &other) const {
  if (empty || other.empty || end < other.base || other.end < base)
    return std::nullopt;
  if (isInterval() && other.isInterval())
    return std::max(base, other.base);
  // base + strides * i == other.base + other.strides * j
  SmallVector<int64_t> equation;
  unsigned numVars = dims.size() + other.dims.size();
  IntegerPolyhedron common(PresburgerSpace::getSetSpace(numVars));
  auto addDim = [&](Dim dim, int64_t sign) {
    common.addBound(BoundType::LB, equation.size(), 0);
    common.addBound(BoundType::UB, equation.size(), dim.count - 1);
    equation.push_back(sign * dim.stride);
  };
  for (Dim dim : dims)
    addDim(dim, 1);
  for (Dim dim : other.dims)
    addDim(dim, -1);
  equation.push_back(base - other.base);
  common.addEquality(equation);
  auto sample = common.findIntegerSample();
  if (!sample)
    return std::nullopt;
  int64_t number = base;
  for (auto [i, dim] : llvm::enumerate(dims))
    number += dim.stride * static_cast<int64_t>((*sample)[i]);
  return number;
}

void IndexSet::forEachInterval(
    function_ref<void(int64_t, int64_t)> visit) const {
  if (empty)
    return;
  if (isInterval())
    return visit(base, end);
  IndexSet rows = *this;
  Dim outer = rows.dims.front();
  rows.dims.erase(rows.dims.begin());
  rows.end -= outer.stride * (outer.count - 1);
  for (int64_t i = 0; i < outer.count; ++i) {
    rows.forEachInterval(visit);
    rows.base += outer.stride;
    rows.end += outer.stride;
  }
}

} // namespace tvm::vta
