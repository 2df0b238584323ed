// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/Functions/Captures.h"
#include "conversion/KernelToLLVM/KernelToLLVM.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_KERNELDIVIDEFUNCTIONSPASS
#include "conversion/KernelToLLVM/Passes.h.inc"

static int64_t countLoops(Operation *root) {
  int64_t count = 0;
  root->walk([&](LoopLikeOpInterface) { ++count; });
  return count;
}

/// Whether `root` contains a call. Calls stay in their functions, because the
/// depth of nested stack frames is bounded (StackSizes.h).
static bool hasCall(Operation *root) {
  return root->walk([](CallOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

namespace {

/// Divides one function.
class Divider {
public:
  Divider(func::FuncOp function, int64_t maxPartLoops)
      : function(function), maxPartLoops(maxPartLoops),
        captures(function.getContext()) {}

  void divide(Block &block);

private:
  bool canMoveAhead(Operation *op) const;
  bool isClosed(size_t count) const;
  void add(Operation *op, int64_t loops);
  void outlineClosed();
  void endPart();
  void outline(ArrayRef<Operation *> ops);

  func::FuncOp function;
  int64_t maxPartLoops;
  Captures captures;
  /// Adjacent operations of one block that are to become a function.
  llvm::SetVector<Operation *> part;
  int64_t numLoops = 0;
  unsigned counter = 0;
};

} // namespace

/// Whether `op` can move in front of the part, because it does not depend on
/// it.
bool Divider::canMoveAhead(Operation *op) const {
  bool isEarly = op->getNumRegions() == 0 &&
                 (isPure(op) || isa<memref::AllocaOp, LLVM::AllocaOp>(op));
  return isEarly && llvm::none_of(op->getOperands(), [&](Value operand) {
           return part.contains(operand.getDefiningOp());
         });
}

/// Whether only the first `count` operations of the part use their results.
bool Divider::isClosed(size_t count) const {
  ArrayRef<Operation *> first = part.getArrayRef().take_front(count);
  SmallPtrSet<Operation *, 16> members(first.begin(), first.end());
  return llvm::all_of(first, [&](Operation *op) {
    return llvm::all_of(op->getUsers(), [&](Operation *user) {
      return members.contains(op->getBlock()->findAncestorOpInBlock(*user));
    });
  });
}

void Divider::add(Operation *op, int64_t loops) {
  if (numLoops + loops > maxPartLoops)
    outlineClosed();
  part.insert(op);
  numLoops += loops;
}

/// Outlines the longest prefix of the part whose results no later operation
/// needs.
void Divider::outlineClosed() {
  size_t count = part.size();
  while (count > 0 && !isClosed(count))
    --count;
  SmallVector<Operation *> all = part.takeVector();
  outline(ArrayRef(all).take_front(count));
  numLoops = 0;
  for (Operation *op : ArrayRef(all).drop_front(count)) {
    part.insert(op);
    numLoops += countLoops(op);
  }
}

/// Outlines as much of the part as possible; the rest stays in place.
void Divider::endPart() {
  outlineClosed();
  part.clear();
  numLoops = 0;
}

/// Moves `ops` to a function, if they contain more than one loop.
void Divider::outline(ArrayRef<Operation *> ops) {
  int64_t loops = 0;
  SetVector<Value> used;
  for (Operation *op : ops) {
    loops += countLoops(op);
    used.insert(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
  }
  SmallPtrSet<Operation *, 16> members(ops.begin(), ops.end());
  used.remove_if(
      [&](Value value) { return members.contains(value.getDefiningOp()); });
  if (loops < 2 || captures.collect(used.getArrayRef(), isRepeatable))
    return;
  Location loc = ops.front()->getLoc();
  OpBuilder builder(function);
  std::string name = (function.getName() + ".part" + Twine(counter++)).str();
  func::FuncOp body = createInternal(builder, loc, name, captures.getTypes());
  body->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  IRMapping mapping;
  captures.build(builder, body, /*numLeading=*/0, mapping);
  for (Operation *op : ops)
    builder.clone(*op, mapping);
  func::ReturnOp::create(builder, loc);
  builder.setInsertionPointAfter(ops.back());
  func::CallOp::create(builder, loc, body, captures.take(builder, loc));
  for (Operation *op : llvm::reverse(ops))
    op->erase();
}

void Divider::divide(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    if (canMoveAhead(&op)) {
      if (!part.empty())
        op.moveBefore(part.front());
      continue;
    }
    int64_t loops = countLoops(&op);
    if (loops <= maxPartLoops && !hasCall(&op)) {
      add(&op, loops);
      continue;
    }
    endPart();
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        divide(inner);
  }
  endPart();
}

namespace {
struct KernelDivideFunctionsPass
    : impl::KernelDivideFunctionsPassBase<KernelDivideFunctionsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions) {
      if (countLoops(function) <= maxLoops)
        continue;
      Divider divider(function, maxPartLoops);
      for (Block &block : function.getBody())
        divider.divide(block);
    }
  }
};
} // namespace

} // namespace tvm
