// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/pipelines/Levels.h"

#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace tvm::compiler {

static constexpr StringLiteral kNames[kNumLevels] = {
    "import", "graph", "fused", "te", "loops", "scheduled", "llvm"};

StringRef getLevelName(Level level) { return kNames[static_cast<int>(level)]; }

std::string getDumpName(Level level) {
  return std::to_string(static_cast<int>(level)) + "-" +
         getLevelName(level).str() + ".mlir";
}

std::optional<Level> getLevel(ModuleOp module) {
  if (auto name = module->getAttrOfType<StringAttr>(kLevelAttrName))
    for (int level = 0; level < kNumLevels; ++level)
      if (kNames[level] == name.getValue())
        return static_cast<Level>(level);
  return std::nullopt;
}

void setLevel(ModuleOp module, Level level) {
  module->setAttr(kLevelAttrName,
                  StringAttr::get(module.getContext(), getLevelName(level)));
}

//===-- verification ------------------------------------------------------===//

namespace {
/// The first and the last level at which a kind of operation may occur.
struct Range {
  Level first = Level::Import;
  Level last = Level::LLVM;
};
} // namespace

/// Returns the levels at which a kernel may contain `op`. Kernels may exist
/// beside operators from level `graph` on.
static Range getRange(Operation *op) {
  if (isa<te::BlockOp>(op))
    return {Level::Loops, Level::Loops};
  if (isa<te::ComputeOp, te::ScanOp, te::ReadOp, te::ExternOp>(op))
    return {Level::Graph, Level::TE};
  if (isa<graph::FusionInterface>(op))
    return {Level::Graph, Level::Fused};
  if (isa<affine::AffineForOp, affine::AffineParallelOp>(op) ||
      isa_and_nonnull<memref::MemRefDialect>(op->getDialect()))
    return {Level::Loops, Level::Scheduled};
  return {};
}

static LogicalResult verifyRange(Operation *op, Range range, Level level) {
  if (range.first <= level && level <= range.last)
    return success();
  bool isLater = level < range.first;
  return op->emitError("expected a module at level '")
         << getLevelName(level) << "', got '" << op->getName()
         << "', which is of level '"
         << getLevelName(isLater ? range.first : range.last) << "' or "
         << (isLater ? "later" : "earlier");
}

static LogicalResult
verifyFunction(func::FuncOp function, Level level,
               llvm::function_ref<Range(Operation *)> get) {
  WalkResult result = function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    return WalkResult(verifyRange(op, get(op), level));
  });
  return failure(result.wasInterrupted());
}

static LogicalResult verifyKernel(ModuleOp kernel, Level level) {
  if (func::FuncOp function = getKernelFunction(kernel))
    return verifyFunction(function, level, getRange);
  auto functions = kernel.getOps<LLVM::LLVMFuncOp>();
  return functions.empty()
             ? success()
             : verifyRange(*functions.begin(), {Level::LLVM}, level);
}

/// Returns the levels at which a host function may contain `op`.
static Range getHostRange(Operation *op) {
  return isa<graph::LaunchOp>(op) ? Range{Level::Graph} : Range();
}

LogicalResult verifyLevel(ModuleOp module, Level level) {
  Attribute found = module->getAttr(kLevelAttrName);
  if (found && getLevel(module) != level)
    return module.emitError("expected a module at level '")
           << getLevelName(level) << "', got " << kLevelAttrName << " = "
           << found;
  for (auto kernel : module.getOps<ModuleOp>())
    if (failed(verifyKernel(kernel, level)))
      return failure();
  for (auto function : module.getOps<func::FuncOp>())
    if (failed(verifyFunction(function, level, getHostRange)))
      return failure();
  return success();
}

} // namespace tvm::compiler
