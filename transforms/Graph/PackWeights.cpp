// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/GraphAttributes.h"
#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "transforms/Graph/Passes.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemAlloc.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_PACKWEIGHTSPASS
#include "transforms/Graph/Passes.h.inc"

static constexpr StringLiteral kLayout = "graph.layout";

namespace {
/// The destinations of a tensor's elements, as sums of one number per index:
/// every result of a layout depends on the indices separately. No element is
/// computed, so this is faster than a kernel of the ConstantEvaluator, which
/// would have to be compiled (README.md, "Constants").
class Placement {
public:
  /// Fails where an element would go outside of `to`.
  static FailureOr<Placement> create(AffineMap layout, ArrayRef<int64_t> from,
                                     ArrayRef<int64_t> to);

  void copy(const char *source, char *target, int64_t elementBytes) const;

private:
  template <typename Size>
  void copyElements(const char *source, char *target, Size size) const;

  int64_t base = 0;                          // of the first element
  SmallVector<std::vector<int64_t>> offsets; // per dimension and index
};
} // namespace

/// The value of `expr` at `index`; nothing where that is not defined, or does
/// not fit.
static std::optional<int64_t> evaluate(AffineExpr expr,
                                       ArrayRef<int64_t> index) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return index[dim.getPosition()];
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  auto lhs = binary ? evaluate(binary.getLHS(), index) : std::nullopt;
  auto rhs = binary ? evaluate(binary.getRHS(), index) : std::nullopt;
  int64_t value;
  if (!lhs || !rhs)
    return std::nullopt;
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return llvm::AddOverflow(*lhs, *rhs, value) ? std::nullopt
                                                : std::optional(value);
  case AffineExprKind::Mul:
    return llvm::MulOverflow(*lhs, *rhs, value) ? std::nullopt
                                                : std::optional(value);
  case AffineExprKind::Mod:
    return *rhs < 1 ? std::nullopt
                    : std::optional(*lhs -
                                    llvm::divideFloorSigned(*lhs, *rhs) * *rhs);
  case AffineExprKind::FloorDiv:
    return *rhs < 1 ? std::nullopt
                    : std::optional(llvm::divideFloorSigned(*lhs, *rhs));
  case AffineExprKind::CeilDiv:
    return *rhs < 1 ? std::nullopt
                    : std::optional(llvm::divideCeilSigned(*lhs, *rhs));
  default:
    return std::nullopt;
  }
}

FailureOr<Placement> Placement::create(AffineMap layout, ArrayRef<int64_t> from,
                                       ArrayRef<int64_t> to) {
  Placement placement;
  for (int64_t size : from)
    placement.offsets.emplace_back(size, 0);
  for (auto [result, extent] : llvm::zip_equal(layout.getResults(), to)) {
    SmallVector<int64_t> index(from.size(), 0);
    std::optional<int64_t> origin = evaluate(result, index);
    if (!origin)
      return failure();
    // The least and the largest value: dimensions add to it independently.
    int64_t least = *origin, most = *origin;
    for (auto [d, table] : llvm::enumerate(placement.offsets)) {
      int64_t down = 0, up = 0;
      for (auto [i, offset] : llvm::enumerate(table)) {
        index[d] = i;
        std::optional<int64_t> value = evaluate(result, index);
        int64_t step;
        if (!value || llvm::SubOverflow(*value, *origin, step) ||
            step >= extent || step <= -extent)
          return failure();
        down = std::min(down, step);
        up = std::max(up, step);
        offset = offset * extent + step;
      }
      index[d] = 0;
      if (llvm::AddOverflow(least, down, least) ||
          llvm::AddOverflow(most, up, most))
        return failure();
    }
    if (least < 0 || most >= extent)
      return failure();
    placement.base = placement.base * extent + *origin;
  }
  return placement;
}

/// `size` is the bytes of an element. Where the type says them, a copy of an
/// element is an instruction rather than a call.
template <typename Size>
void Placement::copyElements(const char *source, char *target,
                             Size size) const {
  if (offsets.empty()) {
    std::memcpy(target + base * size, source, size);
    return;
  }
  const std::vector<int64_t> &inner = offsets.back();
  SmallVector<size_t> index(offsets.size() - 1, 0);
  while (true) {
    int64_t start = base;
    for (auto [table, i] : llvm::zip(offsets, index))
      start += table[i];
    for (int64_t offset : inner) {
      std::memcpy(target + (start + offset) * size, source, size);
      source += size;
    }
    size_t d = index.size();
    while (d > 0 && ++index[d - 1] == offsets[d - 1].size())
      index[--d] = 0;
    if (d == 0)
      return;
  }
}

template <int64_t size> using Bytes = std::integral_constant<int64_t, size>;

void Placement::copy(const char *source, char *target,
                     int64_t elementBytes) const {
  switch (elementBytes) {
  case 1:
    return copyElements(source, target, Bytes<1>());
  case 2:
    return copyElements(source, target, Bytes<2>());
  case 4:
    return copyElements(source, target, Bytes<4>());
  case 8:
    return copyElements(source, target, Bytes<8>());
  default:
    return copyElements(source, target, elementBytes);
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

/// More elements than schedules give a buffer.
static constexpr int64_t kMaxElements = int64_t(1) << 31;

/// The constant `weight` in `layout`, as `memory`; what no element goes to is
/// zero.
static FailureOr<ConstantOp> pack(ConstantOp weight, AffineMap layout,
                                  MemRefType memory) {
  RankedTensorType type = weight.getType();
  SmallVector<char> buffer;
  auto bytes = getConstantBytes(weight.getValue(), buffer);
  if (!bytes)
    return weight.emitOpError(llvm::toString(bytes.takeError()));
  auto packedType =
      RankedTensorType::get(memory.getShape(), type.getElementType());
  uint64_t size = getStorageSize(packedType);
  // Fresh memory of the system is zero, and is touched once.
  std::shared_ptr<char> packed(
      static_cast<char *>(llvm::safe_calloc(std::max<uint64_t>(size, 1), 1)),
      std::free);
  if (type.getNumElements() > 0) {
    auto placement =
        Placement::create(layout, type.getShape(), memory.getShape());
    if (failed(placement))
      return weight.emitOpError("has elements that ")
             << AffineMapAttr::get(layout) << " places outside of " << memory;
    placement->copy(bytes->data(), packed.get(),
                    getStorageSize(type) / type.getNumElements());
  }
  OpBuilder builder(weight);
  StringRef name = "packed";
  if (auto attribute = dyn_cast<WeightAttr>(weight.getValue()))
    name = attribute.getName();
  return ConstantOp::create(
      builder, weight.getLoc(),
      createConstant(packedType, name, ArrayRef(packed.get(), size), packed));
}

namespace {
/// An operand of a launch that the kernel reads in a layout.
struct PackedInput {
  OpOperand &input;
  func::FuncOp kernel;
  AffineMapAttr layout;
  MemRefType memory;

  LogicalResult check();
};
} // namespace

/// The dialect has checked the layout itself (`graph.layout`).
LogicalResult PackedInput::check() {
  auto fail = [&](const Twine &expected) {
    return input.getOwner()->emitOpError("expected " + expected +
                                         " for operand #")
           << input.getOperandNumber();
  };
  AffineMap map = layout.getValue();
  if (!llvm::all_of(map.getResults(), isSeparable))
    return fail("a layout of sums of functions of one dimension")
           << ", got " << layout;
  if (!input.get().getDefiningOp<ConstantOp>())
    return fail("a constant") << ", which kernel '" << kernel.getSymName()
                              << "' reads in layout " << layout;
  auto type = cast<RankedTensorType>(input.get().getType());
  if (map.getNumDims() != type.getRank() ||
      memory.getElementType() != getStorageElement(type.getElementType()))
    return fail("a layout of " + Twine(map.getNumDims()) +
                " dimensions and the constant's elements")
           << ", got " << layout << " of " << type << " in " << memory;
  if (isTooLarge(memory.getShape()) ||
      memory.getNumElements() > std::max(kMaxElements, type.getNumElements()))
    return fail("a layout of fewer places") << ", got " << memory;
  return success();
}

namespace {
struct PackWeightsPass : impl::PackWeightsPassBase<PackWeightsPass> {
  void runOnOperation() override {
    packed.clear();
    SymbolTableCollection symbols;
    WalkResult result = getOperation().walk([&](LaunchOp launch) {
      auto kernel = symbols.lookupNearestSymbolFrom<func::FuncOp>(
          launch, launch.getKernel());
      return WalkResult(kernel ? packInputs(launch, kernel) : success());
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
      sources.insert(std::get<Value>(source).getDefiningOp());
    for (Operation *source : sources)
      if (source->use_empty())
        source->erase();
  }

  LogicalResult packInputs(LaunchOp launch, func::FuncOp kernel) {
    if (kernel.getNumArguments() < launch.getInputs().size())
      return launch.emitOpError("expected a kernel of ")
             << launch.getInputs().size() << " arguments or more, got "
             << kernel.getNumArguments();
    for (OpOperand &input : launch.getInputsMutable()) {
      unsigned position = input.getOperandNumber();
      auto layout = kernel.getArgAttrOfType<AffineMapAttr>(position, kLayout);
      if (!layout)
        continue;
      auto memory = cast<MemRefType>(kernel.getArgumentTypes()[position]);
      if (failed(replace({input, kernel, layout, memory})))
        return failure();
    }
    return success();
  }

  /// Passes the constant in the layout that the kernel reads.
  LogicalResult replace(PackedInput request) {
    if (failed(request.check()))
      return failure();
    auto weight = request.input.get().getDefiningOp<ConstantOp>();
    Value &value = packed[{weight, request.layout, request.memory}];
    if (!value) {
      auto constant = pack(weight, request.layout.getValue(), request.memory);
      if (failed(constant))
        return failure();
      value = *constant;
    }
    request.input.set(value);
    return success();
  }

  DenseMap<std::tuple<Value, Attribute, Type>, Value> packed;
};
} // namespace

} // namespace tvm::graph
