// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/Launches.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/PassManager.h"
#include "transforms/GPU/Passes.h"
#include "transforms/Schedule/Passes.h"
#include "transforms/Schedule/Primitives/Loops/Loops.h"
#include "transforms/Schedule/Primitives/Memory/Memory.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"

using namespace mlir;

namespace tvm::fuzz {

static bool isAccepted(DiagnosedSilenceableFailure outcome) {
  bool accepted = outcome.succeeded();
  if (!accepted)
    (void)outcome.silence();
  return accepted;
}

/// Chooses scopes of buffers that are allocated in a loop.
static void chooseScopes(func::FuncOp kernel, Random &random) {
  kernel.walk([&](te::BlockOp block) {
    std::optional<unsigned> written = schedule::getWrittenCapture(block);
    if (!written)
      return;
    Value buffer = block.getCaptures()[*written];
    Operation *definition = buffer.getDefiningOp();
    if (definition && definition->getParentOp() != kernel && random.chance(60))
      (void)isAccepted(schedule::setScope(
          block, StringAttr::get(kernel.getContext(),
                                 random.chance(80) ? "shared" : "local")));
  });
}

/// Copies that threads may fetch together.
static void fetchTiles(func::FuncOp kernel, Random &random) {
  IRRewriter rewriter(kernel.getContext());
  SmallVector<te::BlockOp> blocks;
  kernel.walk([&](te::BlockOp block) { blocks.push_back(block); });
  for (te::BlockOp block : blocks) {
    SmallVector<schedule::Loop> loops = schedule::getLoops(block);
    if (loops.empty() || !random.chance(60))
      continue;
    te::BlockOp copy;
    (void)isAccepted(schedule::cacheRead(
        rewriter, block, random.between(0, 1),
        loops[random.between(0, loops.size() - 1)],
        StringAttr::get(kernel.getContext(), "shared"), copy));
  }
}

static bool allocates(schedule::Loop loop) {
  return loop.walk([](memref::AllocaOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

static schedule::GPUAxis chooseAxis(Random &random, bool isOuter) {
  using schedule::GPUAxis;
  if (random.chance(isOuter ? 80 : 5))
    return random.chance(70) ? GPUAxis::BlockX : GPUAxis::BlockY;
  return random.chance(70)
             ? GPUAxis::ThreadX
             : (random.chance(70) ? GPUAxis::ThreadY : GPUAxis::ThreadZ);
}

static std::string bindNest(Operation *nest, Random &random) {
  std::string log;
  nest->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<te::BlockOp>(op)) // what is inside is not scheduled
      return WalkResult::skip();
    auto loop = dyn_cast<schedule::Loop>(op);
    // Threads around a buffer do not share it.
    if (!loop || !random.chance(op != nest && allocates(loop) ? 15 : 85))
      return WalkResult::advance();
    schedule::GPUAxis axis = chooseAxis(random, op == nest);
    if (isAccepted(schedule::bind(loop, axis)))
      log += (" " + schedule::getAxisName(axis)).str();
    return WalkResult::advance();
  });
  return log;
}

std::string bindRandomly(ModuleOp module, Random &random) {
  std::string log;
  for (auto kernel : module.getOps<func::FuncOp>()) {
    fetchTiles(kernel, random);
    chooseScopes(kernel, random);
    SmallVector<Operation *> nests;
    for (Operation &op : kernel.getBody().front())
      if (isa<schedule::Loop, te::BlockOp>(op))
        nests.push_back(&op);
    IRRewriter rewriter(kernel.getContext());
    for (Operation *nest : nests) {
      schedule::Loop unit;
      // All has to be in some launch; a block of one otherwise.
      if (isAccepted(schedule::addUnitLoop(rewriter, nest, unit)) &&
          random.chance(50))
        log += bindNest(unit, random);
      else
        log += bindNest(nest, random);
      if (unit)
        (void)isAccepted(schedule::bind(unit, schedule::GPUAxis::BlockZ));
    }
  }
  return log;
}

LogicalResult lowerLaunches(ModuleOp module) {
  ScopedDiagnosticHandler quiet(module.getContext(), [](Diagnostic &) {});
  PassManager manager(module.getContext());
  auto &function = manager.nest<func::FuncOp>();
  function.addPass(schedule::createInsertBarriersPass());
  function.addPass(schedule::createShrinkLocalsPass());
  function.addPass(schedule::createLowerBindingsPass());
  function.addPass(schedule::createLowerGPUScopesPass());
  return manager.run(module);
}

} // namespace tvm::fuzz
