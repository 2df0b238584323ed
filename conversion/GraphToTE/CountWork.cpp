#include "conversion/GraphToTE/GraphToTE.h"

#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/GraphStructure.h"
#include "dialects/TE/TEOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SmallPtrSet.h"
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

  /// `factor` times the product of `dims`. Fails where numbers are too large.
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

  /// Nothing where an extent is no dim, or the work no tensor expression.
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

/// A number, or a list of terms: a factor, then dims.
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

/// The number of dim `index` of `value`: an argument, or what is computed.
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

/// The number of the dim that `extent` is, where it is one.
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

/// Floating-point operations that `op` is.
static int64_t countOperation(Operation *op) {
  if (op->getNumOperands() == 0 || !isa<FloatType>(op->getOperand(0).getType()))
    return 0;
  if (isa<math::FmaOp>(op))
    return 2;
  return isa<math::MathDialect>(op->getDialect()) ||
         isa<arith::AddFOp, arith::CmpFOp, arith::DivFOp, arith::MaxNumFOp,
             arith::MaximumFOp, arith::MinNumFOp, arith::MinimumFOp,
             arith::MulFOp, arith::NegFOp, arith::RemFOp, arith::SubFOp>(op);
}

/// The same for all operations of `region`.
static int64_t countOperations(Region &region) {
  int64_t count = 0;
  region.walk([&](Operation *op) { count += countOperation(op); });
  return count;
}

/// The axis and its value that lead to `select`'s first choice.
static std::optional<std::pair<unsigned, int64_t>>
getChoice(arith::SelectOp select) {
  auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
  auto axis =
      compare ? dyn_cast<BlockArgument>(compare.getLhs()) : BlockArgument();
  auto value = compare ? getConstantIntValue(compare.getRhs()) : std::nullopt;
  if (!axis || !value || compare.getPredicate() != arith::CmpIPredicate::eq)
    return std::nullopt;
  return std::pair(axis.getArgNumber(), *value);
}

/// An axis of few values, one of which a `select` asks for: elements along it
/// are computed differently.
static std::optional<unsigned> findChoosingAxis(te::ComputeOp compute) {
  constexpr int64_t kMostValues = 16;
  Block &body = compute.getBody().front();
  if (llvm::any_of(body, [](Operation &op) { return op.getNumRegions(); }))
    return std::nullopt;
  for (auto select : body.getOps<arith::SelectOp>()) {
    auto choice = getChoice(select);
    if (!choice)
      continue;
    int64_t extent = compute.getStaticExtents()[choice->first];
    if (ShapedType::isStatic(extent) && extent <= kMostValues)
      return choice->first;
  }
  return std::nullopt;
}

/// Floating-point operations of the elements at `value` of `axis`.
static int64_t countAt(te::ComputeOp compute, unsigned axis, int64_t value) {
  int64_t count = 0;
  llvm::SmallPtrSet<Operation *, 32> needed;
  SmallVector<Operation *> pending;
  auto require = [&](Value operand) {
    if (Operation *op = operand.getDefiningOp())
      if (op->getParentOp() == compute && needed.insert(op).second)
        pending.push_back(op);
  };
  llvm::for_each(compute.getYield()->getOperands(), require);
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    count += countOperation(op);
    auto select = dyn_cast<arith::SelectOp>(op);
    auto choice = select ? getChoice(select) : std::nullopt;
    if (choice && choice->first == axis)
      require(choice->second == value ? select.getTrueValue()
                                      : select.getFalseValue());
    else
      llvm::for_each(op->getOperands(), require);
  }
  return count;
}

/// Floating-point operations of one point; of all points along the axis
/// `chosen`, if there is one.
static int64_t countPoint(te::ComputeOp compute,
                          std::optional<unsigned> chosen) {
  int64_t points = chosen ? compute.getStaticExtents()[*chosen] : 1, count = 0;
  for (int64_t value = 0; value < points; ++value)
    count += chosen ? countAt(compute, *chosen, value)
                    : countOperations(compute.getBody());
  Type element = getElementTypeOrSelf(compute.getResult(0).getType());
  return count + points * (countOperations(compute.getCombine()) +
                           (compute.getCombiner() && isa<FloatType>(element)));
}

std::optional<Count> WorkCounter::countFlops() {
  Count total;
  WalkResult result = kernel.walk([&](Operation *op) {
    if (isa<te::ExternOp>(op))
      return WalkResult::interrupt();
    auto compute = dyn_cast<te::ComputeOp>(op);
    auto chosen = compute ? findChoosingAxis(compute) : std::nullopt;
    Product product{compute ? countPoint(compute, chosen) : 0, {}};
    if (product.factor == 0)
      return WalkResult::advance();
    for (auto [axis, extent] : llvm::enumerate(compute.getMixedExtents()))
      if (chosen != axis && failed(multiply(product, extent)))
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
