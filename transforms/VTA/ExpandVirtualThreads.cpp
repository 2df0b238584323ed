// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTARanges.h"
#include "dialects/VTA/VTATokens.h"
#include "mlir/IR/Builders.h"
#include "transforms/VTA/Passes.h"

using namespace mlir;

namespace tvm::vta {

#define GEN_PASS_DEF_EXPANDVIRTUALTHREADSPASS
#include "transforms/VTA/Passes.h.inc"

namespace {

/// Writer of the threads' operations in front of `vta.vthreads`.
class ThreadWriter {
public:
  explicit ThreadWriter(VirtualThreadsOp threads)
      : threads(threads), builder(threads) {}

  void write() {
    for (thread = 0; thread < threads.getThreads(); ++thread)
      for (Operation &op : threads.getBody().getOps())
        write(op);
  }

  /// Writes the operations with the tokens of the published listing.
  LogicalResult writePublished() {
    if (failed(verifyStages()))
      return failure();
    for (thread = 0; thread < threads.getThreads(); ++thread) {
      using M = Module;
      popReused(M::Compute, M::Load);
      writeStage(M::Load);
      token<PushOp>(M::Load, M::Compute);
      token<PopOp>(M::Load, M::Compute);
      popReused(M::Store, M::Compute);
      writeStage(M::Compute);
      pushReused(M::Compute, M::Load);
      token<PushOp>(M::Compute, M::Store);
      token<PopOp>(M::Compute, M::Store);
      writeStage(M::Store);
      pushReused(M::Store, M::Compute);
    }
    return success();
  }

private:
  static Module getModule(Operation &op) {
    return cast<StreamOpInterface>(op).getModule();
  }

  LogicalResult verifyStages() {
    Module last = Module::Load;
    for (Operation &op : threads.getBody().getOps()) {
      if (getModule(op) < last)
        return op.emitOpError("expected loads, then what computes, then "
                              "stores in a published pattern");
      last = getModule(op);
    }
    return success();
  }

  void writeStage(Module module) {
    for (Operation &op : threads.getBody().getOps())
      if (getModule(op) == module)
        write(op);
  }

  void write(Operation &op) {
    uint64_t context = thread % threads.getContexts();
    auto load = dyn_cast<LoadRangeOp>(op);
    bool isShared = load && load.getDestination().size() == 1;
    if (isShared && context != 0)
      return;
    Operation *copy = builder.clone(op);
    cast<RangeUserOpInterface>(copy).selectContext(context);
    copy->setAttr("thread", builder.getI64IntegerAttr(thread));
  }

  template <typename TokenOp> void token(Module from, Module to) {
    TokenOp::create(builder, threads.getLoc(), from, to,
                    builder.getI64IntegerAttr(thread), IntegerAttr());
  }

  /// Waits for the thread that used this context before.
  void popReused(Module from, Module to) {
    if (thread >= threads.getContexts())
      token<PopOp>(from, to);
  }

  /// Signals the thread that uses this context next.
  void pushReused(Module from, Module to) {
    if (thread + threads.getContexts() < threads.getThreads())
      token<PushOp>(from, to);
  }

  VirtualThreadsOp threads;
  OpBuilder builder;
  uint64_t thread = 0;
};

} // namespace

LogicalResult expandVirtualThreads(ProgramOp program, bool publishedPattern) {
  auto regions = llvm::to_vector(program.getBody().getOps<VirtualThreadsOp>());
  for (VirtualThreadsOp threads : regions) {
    ThreadWriter writer(threads);
    if (!publishedPattern)
      writer.write();
    else if (failed(writer.writePublished()))
      return failure();
    threads.erase();
  }
  return publishedPattern ? success() : insertTokens(program);
}

namespace {
struct ExpandVirtualThreadsPass
    : impl::ExpandVirtualThreadsPassBase<ExpandVirtualThreadsPass> {
  using ExpandVirtualThreadsPassBase::ExpandVirtualThreadsPassBase;

  void runOnOperation() override {
    if (failed(expandVirtualThreads(getOperation(), publishedPattern)))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::vta
