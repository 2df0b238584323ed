#include "dialects/Graph/GraphAttributes.h"
#include "dialects/Graph/GraphStructure.h"
#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "transforms/Graph/Passes.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_PACKWEIGHTSPASS
#include "transforms/Graph/Passes.h.inc"

static constexpr StringLiteral kLayout = "graph.layout";

namespace {
/// Where the elements of a tensor go, as a sum of one number per index: every
/// result of a layout depends on the indices separately.
class Placement {
public:
  Placement(AffineMap layout, ArrayRef<int64_t> from, ArrayRef<int64_t> to);

  void copy(const char *source, char *target, int64_t elementBytes) const;

private:
  SmallVector<std::vector<int64_t>> offsets; // per dimension and index
};
} // namespace

Placement::Placement(AffineMap layout, ArrayRef<int64_t> from,
                     ArrayRef<int64_t> to) {
  SmallVector<int64_t> index(from.size(), 0);
  auto linearize = [&] {
    int64_t position = 0;
    for (auto [value, size] : llvm::zip_equal(layout.compose(index), to))
      position = position * size + value;
    return position;
  };
  int64_t origin = linearize();
  for (auto [d, size] : llvm::enumerate(from)) {
    std::vector<int64_t> table(size);
    for (index[d] = 0; index[d] < size; ++index[d])
      table[index[d]] = linearize() - (d == 0 ? 0 : origin);
    index[d] = 0;
    offsets.push_back(std::move(table));
  }
}

void Placement::copy(const char *source, char *target,
                     int64_t elementBytes) const {
  const std::vector<int64_t> &inner = offsets.back();
  SmallVector<size_t> index(offsets.size() - 1, 0);
  while (true) {
    int64_t base = 0;
    for (auto [table, i] : llvm::zip(offsets, index))
      base += table[i];
    for (int64_t offset : inner) {
      std::memcpy(target + (base + offset) * elementBytes, source,
                  elementBytes);
      source += elementBytes;
    }
    size_t d = index.size();
    while (d > 0 && ++index[d - 1] == offsets[d - 1].size())
      index[--d] = 0;
    if (d == 0)
      return;
  }
}

/// A layout each of whose results is a sum of functions of one dimension.
static bool isSeparable(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return true;
  if (binary.getKind() == AffineExprKind::Add)
    return isSeparable(binary.getLHS()) && isSeparable(binary.getRHS());
  llvm::SmallDenseSet<unsigned> dims;
  expr.walk([&](AffineExpr inner) {
    if (auto dim = dyn_cast<AffineDimExpr>(inner))
      dims.insert(dim.getPosition());
  });
  return dims.size() <= 1;
}

/// The constant `weight` in `layout`, whose results have sizes `shape`; what
/// no element goes to is zero.
static FailureOr<ConstantOp> pack(ConstantOp weight, AffineMap layout,
                                  ArrayRef<int64_t> shape) {
  RankedTensorType type = weight.getType();
  SmallVector<char> buffer;
  auto bytes = getConstantBytes(weight.getValue(), buffer);
  if (!bytes)
    return weight.emitOpError(llvm::toString(bytes.takeError()));
  auto packedType = RankedTensorType::get(shape, type.getElementType());
  auto packed = std::make_shared<std::vector<char>>(getStorageSize(packedType));
  if (type.getNumElements() > 0)
    Placement(layout, type.getShape(), shape)
        .copy(bytes->data(), packed->data(),
              getStorageSize(type) / type.getNumElements());
  OpBuilder builder(weight);
  StringRef name = "packed";
  if (auto attribute = dyn_cast<WeightAttr>(weight.getValue()))
    name = attribute.getName();
  return ConstantOp::create(builder, weight.getLoc(),
                            createConstant(packedType, name, *packed, packed));
}

namespace {
struct PackWeightsPass : impl::PackWeightsPassBase<PackWeightsPass> {
  void runOnOperation() override {
    DenseMap<std::pair<Value, Attribute>, Value> packed;
    SymbolTableCollection symbols;
    WalkResult result = getOperation().walk([&](LaunchOp launch) {
      auto kernel = symbols.lookupNearestSymbolFrom<func::FuncOp>(
          launch, launch.getKernel());
      for (OpOperand &input : launch.getInputsMutable()) {
        unsigned position = input.getOperandNumber();
        auto layout = kernel.getArgAttrOfType<AffineMapAttr>(position, kLayout);
        if (layout && failed(replace(input, layout, kernel, packed)))
          return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    getOperation().walk([&](func::FuncOp kernel) {
      for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
        for (StringRef name :
             {kLayout, te::kWeightAttrName, te::kFiniteAttrName})
          kernel.removeArgAttr(i, StringAttr::get(&getContext(), name));
    });
    llvm::SmallPtrSet<Operation *, 8> sources;
    for (auto &[source, target] : packed)
      sources.insert(source.first.getDefiningOp());
    for (Operation *source : sources)
      if (source->use_empty())
        source->erase();
  }

  /// Passes the constant in the layout that the kernel reads.
  LogicalResult replace(OpOperand &input, AffineMapAttr layout,
                        func::FuncOp kernel,
                        DenseMap<std::pair<Value, Attribute>, Value> &packed) {
    auto weight = input.get().getDefiningOp<ConstantOp>();
    auto type = cast<ShapedType>(
        kernel.getArgument(input.getOperandNumber()).getType());
    AffineMap map = layout.getValue();
    if (!llvm::all_of(map.getResults(), isSeparable))
      return input.getOwner()->emitOpError(
                 "expected a layout of sums of functions of one dimension for "
                 "operand #")
             << input.getOperandNumber() << ", got " << layout;
    if (!weight)
      return input.getOwner()->emitOpError("expected a constant for operand #")
             << input.getOperandNumber() << ", which kernel '"
             << kernel.getSymName() << "' reads in layout " << layout;
    Value &value = packed[{weight, layout}];
    if (!value) {
      auto constant = pack(weight, map, type.getShape());
      if (failed(constant))
        return failure();
      value = *constant;
    }
    input.set(value);
    return success();
  }
};
} // namespace

} // namespace tvm::graph
