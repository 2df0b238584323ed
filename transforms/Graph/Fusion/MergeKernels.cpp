// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/GraphAttributes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "transforms/Graph/Passes.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_MERGEKERNELSPASS
#include "transforms/Graph/Passes.h.inc"

namespace {

/// A kernel and everything about it that merging changes.
struct Kernel {
  ModuleOp module;
  func::FuncOp function;
  SmallVector<ConstantOp> constants; // in program order
  SmallVector<LaunchOp> launches;
};

/// Kernels that differ at most in the values of constants.
using Family = SmallVector<Kernel *>;

} // namespace

/// Smallest number of kernels for which a constant whose elements are all
/// equal becomes an argument. A known scalar makes better code (a power
/// becomes products), a few kernels of which are worth their time to compile.
static constexpr size_t kMinScalarKernels = 8;

/// Largest constant that becomes an argument, in bytes. A larger one has equal
/// elements, which an argument would need memory for.
static constexpr uint64_t kMaxArgumentBytes = 1024;

/// Whether the elements of `constant` can be handed to a kernel as a weight.
static bool isMovable(ConstantOp constant) {
  auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
  return elements && elements.getElementType().isIntOrFloat() &&
         getStorageSize(elements.getType()) <= kMaxArgumentBytes;
}

static bool isSplat(ConstantOp constant) {
  return isa<SplatElementsAttr>(constant.getValue());
}

/// The text of a kernel without its name and the values of its constants.
static std::string describe(const Kernel &kernel) {
  OwningOpRef<func::FuncOp> copy(cast<func::FuncOp>(kernel.function->clone()));
  copy->setName("kernel");
  copy->walk([](ConstantOp constant) {
    if (!isMovable(constant))
      return;
    auto type = cast<ShapedType>(constant.getType());
    Attribute zero =
        Builder(constant.getContext()).getZeroAttr(type.getElementType());
    constant.setValueAttr(
        cast<TypedAttr>(Attribute(DenseElementsAttr::get(type, zero))));
  });
  std::string text;
  llvm::raw_string_ostream os(text);
  (*copy)->print(os, OpPrintingFlags().useLocalScope().enableDebugInfo(false));
  return text;
}

/// The constants of `family`, as positions, that may become arguments.
static SmallVector<bool> findMovable(const Family &family) {
  SmallVector<bool> movable(family.front()->constants.size());
  for (size_t i = 0; i < movable.size(); ++i) {
    bool isScalar = llvm::all_of(
        family, [&](Kernel *kernel) { return isSplat(kernel->constants[i]); });
    movable[i] = isMovable(family.front()->constants[i]) &&
                 (!isScalar || family.size() >= kMinScalarKernels);
  }
  return movable;
}

/// Divides `family` into kernels with the same values of the constants that
/// stay.
static SmallVector<Family> divide(const Family &family,
                                  ArrayRef<bool> movable) {
  llvm::MapVector<Attribute, Family> parts;
  for (Kernel *kernel : family) {
    SmallVector<Attribute> fixed;
    for (auto [constant, isMoved] : llvm::zip_equal(kernel->constants, movable))
      if (!isMoved)
        fixed.push_back(constant.getValue());
    parts[ArrayAttr::get(kernel->module.getContext(), fixed)].push_back(kernel);
  }
  return llvm::map_to_vector(parts, [](auto &part) { return part.second; });
}

/// Positions of the constants that have several values in `family`.
static SmallVector<size_t> findDifferences(const Family &family) {
  SmallVector<size_t> result;
  for (size_t i = 0; i < family.front()->constants.size(); ++i)
    if (!llvm::all_equal(llvm::map_range(family, [&](Kernel *kernel) {
          return Attribute(kernel->constants[i].getValue());
        })))
      result.push_back(i);
  return result;
}

static WeightAttr getWeight(ConstantOp constant) {
  SmallVector<char> buffer;
  ArrayRef<char> bytes =
      llvm::cantFail(getConstantBytes(constant.getValue(), buffer));
  auto owner = std::make_shared<SmallVector<char>>(bytes.begin(), bytes.end());
  return createWeight(cast<RankedTensorType>(constant.getType()), "constant",
                      *owner, owner);
}

/// Passes the constants at `positions` of `kernel` to `target`.
static void redirect(Kernel &kernel, SymbolRefAttr target,
                     ArrayRef<size_t> positions) {
  SmallVector<WeightAttr> weights = llvm::map_to_vector(
      positions, [&](size_t i) { return getWeight(kernel.constants[i]); });
  for (LaunchOp launch : kernel.launches) {
    OpBuilder builder(launch);
    for (WeightAttr weight : weights)
      launch.getInputsMutable().append(
          ConstantOp::create(builder, launch.getLoc(), weight).getResult());
    launch.setKernelAttr(target);
  }
}

/// Turns the constants at `positions` into arguments, in their order.
static void addArguments(Kernel &kernel, ArrayRef<size_t> positions) {
  for (size_t i : positions) {
    ConstantOp constant = kernel.constants[i];
    unsigned index = kernel.function.getNumArguments();
    (void)kernel.function.insertArgument(index, constant.getType(), {},
                                         constant.getLoc());
    constant.getResult().replaceAllUsesWith(kernel.function.getArgument(index));
    constant.erase();
  }
}

static void merge(const Family &family) {
  if (family.size() < 2)
    return;
  Kernel &first = *family.front();
  SmallVector<size_t> positions = findDifferences(family);
  SymbolRefAttr target = first.launches.front().getKernel();
  for (Kernel *kernel : family)
    redirect(*kernel, target, positions);
  addArguments(first, positions);
  for (Kernel *kernel : llvm::drop_begin(family))
    kernel->module.erase();
}

/// The kernel in `module`, if its function is all that there is in it.
static std::optional<Kernel> getKernel(ModuleOp module) {
  if (!llvm::hasSingleElement(*module.getBody()))
    return std::nullopt;
  auto function = dyn_cast<func::FuncOp>(module.getBody()->front());
  if (!function || function.isExternal())
    return std::nullopt;
  Kernel kernel{module, function, {}, {}};
  function.walk(
      [&](ConstantOp constant) { kernel.constants.push_back(constant); });
  return kernel;
}

void mergeKernels(ModuleOp module) {
  llvm::MapVector<Operation *, Kernel> kernels;
  for (auto nested : module.getOps<ModuleOp>())
    if (std::optional<Kernel> kernel = getKernel(nested))
      kernels.insert({kernel->function, std::move(*kernel)});
  SymbolTableCollection symbols;
  module.walk([&](LaunchOp launch) {
    auto it = kernels.find(symbols.lookupNearestSymbolFrom<func::FuncOp>(
        launch, launch.getKernel()));
    if (it != kernels.end())
      it->second.launches.push_back(launch);
  });
  llvm::MapVector<StringAttr, Family> families;
  for (auto &[function, kernel] : kernels)
    if (!kernel.launches.empty())
      families[StringAttr::get(module.getContext(), describe(kernel))]
          .push_back(&kernel);
  for (auto &[text, family] : families)
    for (const Family &part : divide(family, findMovable(family)))
      merge(part);
}

namespace {
struct MergeKernelsPass : impl::MergeKernelsPassBase<MergeKernelsPass> {
  void runOnOperation() override { mergeKernels(getOperation()); }
};
} // namespace

} // namespace tvm::graph
