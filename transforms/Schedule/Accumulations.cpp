#include "transforms/Schedule/LoopVectorizer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::schedule {

static std::optional<vector::CombiningKind> getKind(Operation *op) {
  using K = vector::CombiningKind;
  return llvm::TypeSwitch<Operation *, std::optional<K>>(op)
      .Case<arith::AddFOp, arith::AddIOp>([](auto) { return K::ADD; })
      .Case<arith::MulFOp, arith::MulIOp>([](auto) { return K::MUL; })
      .Case<arith::MaximumFOp>([](auto) { return K::MAXIMUMF; })
      .Case<arith::MinimumFOp>([](auto) { return K::MINIMUMF; })
      .Case<arith::MaxSIOp>([](auto) { return K::MAXSI; })
      .Case<arith::MinSIOp>([](auto) { return K::MINSI; })
      .Case<arith::MaxUIOp>([](auto) { return K::MAXUI; })
      .Case<arith::MinUIOp>([](auto) { return K::MINUI; })
      .Case<arith::AndIOp>([](auto) { return K::AND; })
      .Case<arith::OrIOp>([](auto) { return K::OR; })
      .Case<arith::XOrIOp>([](auto) { return K::XOR; })
      .Default([](Operation *) { return std::nullopt; });
}

/// The address is known in front of the loop.
static bool isInvariant(affine::AffineStoreOp store, Value variable) {
  return llvm::all_of(store.getMapOperands(), [&](Value operand) {
    return operand != variable &&
           operand.getParentRegion() != variable.getParentRegion();
  });
}

/// The load of `store`'s address in the same body.
static affine::AffineLoadOp findLoad(affine::AffineStoreOp store) {
  for (Operation &op : *store->getBlock()) {
    auto load = dyn_cast<affine::AffineLoadOp>(op);
    if (load && load.getMemRef() == store.getMemRef() &&
        load.getAffineMap() == store.getAffineMap() &&
        llvm::equal(load.getMapOperands(), store.getMapOperands()) &&
        load->isBeforeInBlock(store))
      return load;
  }
  return {};
}

static std::optional<Accumulation> match(affine::AffineStoreOp store) {
  Operation *combine = store.getValueToStore().getDefiningOp();
  affine::AffineLoadOp load = findLoad(store);
  if (!combine || !load || combine->getBlock() != store->getBlock() ||
      !load.getResult().hasOneUse() || !combine->getResult(0).hasOneUse() ||
      combine->getNumOperands() != 2)
    return std::nullopt;
  std::optional<vector::CombiningKind> kind = getKind(combine);
  if (!kind || *load.getResult().getUsers().begin() != combine)
    return std::nullopt;
  unsigned side = combine->getOperand(0) == load.getResult() ? 1 : 0;
  return Accumulation{load, store, combine, combine->getOperand(side), *kind};
}

std::optional<SmallVector<Accumulation>>
matchAccumulations(affine::AffineForOp loop) {
  SmallVector<Accumulation> accumulations;
  for (Operation &op : *loop.getBody()) {
    auto store = dyn_cast<affine::AffineStoreOp>(op);
    if (!store || !isInvariant(store, loop.getInductionVar()))
      continue;
    auto accumulation = match(store);
    if (!accumulation)
      return std::nullopt;
    accumulations.push_back(*accumulation);
  }
  return accumulations;
}

} // namespace tvm::schedule
