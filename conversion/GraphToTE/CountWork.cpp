// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/GraphToTE.h"
#include "conversion/GraphToTE/PointWork.h"

#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/ElementTypes.h"
#include "dialects/TE/TEOps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_COUNTWORKPASS
#include "conversion/GraphToTE/Passes.h.inc"

namespace {

/// A sum of products of a number and dims of a kernel, as a polynomial.
class Count {
public:
  using Dims = SmallVector<int64_t>; // numbers of dims, ascending

  /// Adds `factor` times the product of `dims`. Fails if numbers are too large.
  LogicalResult add(int64_t factor, Dims dims);
  Attribute getAttr(Builder &builder) const;

private:
  std::map<std::vector<int64_t>, int64_t> terms;
};

/// A product of sizes.
struct Product {
  int64_t factor = 1;
  Count::Dims dims;
};

/// Counts the work of one kernel.
class WorkCounter {
public:
  explicit WorkCounter(func::FuncOp kernel);

  /// The number of operations. Nothing where an extent is not a dim, or the
  /// kernel is not a tensor expression.
  std::optional<Count> countFlops();
  std::optional<Count> countBytes();

private:
  LogicalResult multiply(Product &product, OpFoldResult extent);
  std::optional<int64_t> getDim(Value value, int64_t index);
  std::optional<int64_t> getNumber(Value extent);

  func::FuncOp kernel;
  SmallVector<Type> types;         // of arguments, then results
  SmallVector<int64_t> firstDim;   // of each of them
  DenseMap<Value, int64_t> sizeOf; // extents that are dims of results
};

} // namespace

LogicalResult Count::add(int64_t factor, Dims dims) {
  llvm::sort(dims);
  int64_t &sum = terms[std::vector<int64_t>(dims.begin(), dims.end())];
  return failure(llvm::AddOverflow(sum, factor, sum));
}

/// The attribute for the polynomial: a number, or a list of terms, each a
/// factor followed by dims.
Attribute Count::getAttr(Builder &builder) const {
  if (terms.empty())
    return builder.getI64IntegerAttr(0);
  if (terms.size() == 1 && terms.begin()->first.empty())
    return builder.getI64IntegerAttr(terms.begin()->second);
  SmallVector<Attribute> list;
  for (const auto &[dims, factor] : terms) {
    SmallVector<int64_t> term{factor};
    llvm::append_range(term, dims);
    list.push_back(builder.getI64ArrayAttr(term));
  }
  return builder.getArrayAttr(list);
}

WorkCounter::WorkCounter(func::FuncOp kernel) : kernel(kernel) {
  llvm::append_range(types, kernel.getArgumentTypes());
  llvm::append_range(types, kernel.getResultTypes());
  int64_t count = 0;
  for (Type type : types) {
    firstDim.push_back(count);
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      count += tensor.getNumDynamicDims();
  }
  Operation *ret = kernel.getBody().front().getTerminator();
  for (auto [i, value] : llvm::enumerate(ret->getOperands())) {
    auto compute = value.getDefiningOp<te::ComputeOp>();
    if (!compute)
      continue;
    int64_t dim = firstDim[kernel.getNumArguments() + i];
    auto type = cast<RankedTensorType>(value.getType());
    for (auto [extent, size] :
         llvm::zip(compute.getMixedExtents(), type.getShape())) {
      if (ShapedType::isStatic(size))
        continue;
      if (auto dynamic = dyn_cast<Value>(extent))
        sizeOf.try_emplace(dynamic, dim);
      ++dim;
    }
  }
}

/// The number of dim `index` of `value`, an argument or a result.
std::optional<int64_t> WorkCounter::getDim(Value value, int64_t index) {
  if (auto compute = value.getDefiningOp<te::ComputeOp>())
    return getNumber(
        dyn_cast<Value>(compute.getMixedExtents()[static_cast<size_t>(index)]));
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != &kernel.getBody().front())
    return std::nullopt;
  auto type = cast<RankedTensorType>(value.getType());
  return firstDim[argument.getArgNumber()] + type.getDynamicDimIndex(index);
}

/// The number of the dim that equals `extent`, if there is one.
std::optional<int64_t> WorkCounter::getNumber(Value extent) {
  if (!extent)
    return std::nullopt;
  if (auto found = sizeOf.find(extent); found != sizeOf.end())
    return found->second;
  auto dim = extent.getDefiningOp<tensor::DimOp>();
  if (dim && dim.getConstantIndex())
    return getDim(dim.getSource(), *dim.getConstantIndex());
  return std::nullopt;
}

LogicalResult WorkCounter::multiply(Product &product, OpFoldResult extent) {
  if (auto constant = getConstantIntValue(extent))
    return failure(
        llvm::MulOverflow(product.factor, *constant, product.factor));
  std::optional<int64_t> number = getNumber(cast<Value>(extent));
  if (!number)
    return failure();
  product.dims.push_back(*number);
  return success();
}

std::optional<Count> WorkCounter::countFlops() {
  Count total;
  WalkResult result = kernel.walk([&](Operation *op) {
    if (isa<te::ExternOp>(op))
      return WalkResult::interrupt();
    auto compute = dyn_cast<te::ComputeOp>(op);
    if (!compute)
      return WalkResult::advance();
    PointWork work(compute);
    Product product{work.countFlops(), {}};
    if (product.factor == 0)
      return WalkResult::advance();
    for (auto [axis, extent] : llvm::enumerate(compute.getMixedExtents()))
      if (!llvm::is_contained(work.getChoosingAxes(), axis) &&
          failed(multiply(product, extent)))
        return WalkResult::interrupt();
    for (auto scan = op->getParentOfType<te::ScanOp>(); scan;
         scan = scan->getParentOfType<te::ScanOp>())
      if (failed(multiply(product, scan.getTripCount())))
        return WalkResult::interrupt();
    return WalkResult(total.add(product.factor, product.dims));
  });
  return result.wasInterrupted() ? std::nullopt : std::optional<Count>(total);
}

std::optional<Count> WorkCounter::countBytes() {
  Count total;
  for (auto [type, first] : llvm::zip(types, firstDim)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || graph::isAddress(tensor.getElementType()))
      continue;
    Product product{graph::getElementBytes(tensor.getElementType()), {}};
    int64_t dim = first;
    for (int64_t size : tensor.getShape()) {
      if (ShapedType::isDynamic(size))
        product.dims.push_back(dim++);
      else if (llvm::MulOverflow(product.factor, size, product.factor))
        return std::nullopt;
    }
    if (failed(total.add(product.factor, product.dims)))
      return std::nullopt;
  }
  return total;
}

void countWork(ModuleOp module) {
  Builder builder(module.getContext());
  module.walk([&](graph::LaunchOp launch) {
    auto kernel = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        launch, launch.getKernel());
    if (!kernel || kernel.isExternal())
      return;
    WorkCounter counter(kernel);
    if (auto flops = counter.countFlops())
      launch->setAttr("graph.flops", flops->getAttr(builder));
    if (auto bytes = counter.countBytes())
      launch->setAttr("graph.bytes", bytes->getAttr(builder));
  });
}

namespace {
struct CountWorkPass : impl::CountWorkPassBase<CountWorkPass> {
  void runOnOperation() override { countWork(getOperation()); }
};
} // namespace

} // namespace tvm
