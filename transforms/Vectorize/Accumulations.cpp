// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Vectorize/LoopVectorizer.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
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

/// Whether the address is the same in all iterations.
static bool hasInvariantAddress(ValueRange operands, Loop loop) {
  return llvm::all_of(operands, [&](Value operand) {
    return getStride(operand, loop.getInductionVar()) == 0;
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

bool hasUpdates(Loop loop) {
  return loop.getBody()
      ->walk([](affine::AffineStoreOp store) {
        return findLoad(store) ? WalkResult::interrupt()
                               : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Matches one operation of two operands, of which one is loaded.
static std::optional<Accumulation> matchOperation(affine::AffineStoreOp store,
                                                  affine::AffineLoadOp load) {
  Operation *combine = store.getValueToStore().getDefiningOp();
  std::optional<vector::CombiningKind> kind = getKind(combine);
  if (!kind || !load.getResult().hasOneUse() ||
      *load.getResult().getUsers().begin() != combine)
    return std::nullopt;
  unsigned side = combine->getOperand(0) == load.getResult() ? 1 : 0;
  return Accumulation{load, store, {combine}, combine->getOperand(side), *kind};
}

/// Matches the selection of the new value where it is better than the loaded
/// one.
static std::optional<Accumulation> matchSelection(affine::AffineStoreOp store,
                                                  affine::AffineLoadOp load) {
  using K = vector::CombiningKind;
  using P = arith::CmpFPredicate;
  auto select = store.getValueToStore().getDefiningOp<arith::SelectOp>();
  if (!select || select.getFalseValue() != load.getResult())
    return std::nullopt;
  Value value = select.getTrueValue();
  auto compare = select.getCondition().getDefiningOp<arith::CmpFOp>();
  if (!compare || compare->getBlock() != store->getBlock() ||
      !compare.getResult().hasOneUse() || compare.getLhs() != value ||
      compare.getRhs() != load.getResult() || value == load.getResult() ||
      !load.getResult().hasNUses(2))
    return std::nullopt;
  P predicate = compare.getPredicate();
  if (predicate != P::OGT && predicate != P::OLT)
    return std::nullopt;
  return Accumulation{load,
                      store,
                      {compare, select},
                      value,
                      predicate == P::OGT ? K::MAXNUMF : K::MINNUMF};
}

static std::optional<Accumulation> match(affine::AffineStoreOp store,
                                         Loop loop) {
  Operation *combine = store.getValueToStore().getDefiningOp();
  affine::AffineLoadOp load = findLoad(store);
  if (!combine || !load || combine->getBlock() != store->getBlock() ||
      !combine->hasOneUse())
    return std::nullopt;
  // Code behind the loop needs the address.
  if (llvm::any_of(store.getMapOperands(), [&](Value operand) {
        return loop.getRegion().isAncestor(operand.getParentRegion());
      }))
    return std::nullopt;
  if (auto accumulation = matchOperation(store, load))
    return accumulation;
  return matchSelection(store, load);
}

SmallVector<Accumulation> matchAccumulations(Loop loop, Block &body,
                                             Operation *&other) {
  SmallVector<Accumulation> accumulations;
  loop.getBody()->walk([&](Operation *op) {
    auto store = dyn_cast<affine::AffineStoreOp>(op);
    if (!store && !isa<memref::StoreOp>(op))
      return;
    ValueRange operands = store ? ValueRange(store.getMapOperands())
                                : cast<memref::StoreOp>(op).getIndices();
    if (!hasInvariantAddress(operands, loop))
      return;
    std::optional<Accumulation> accumulation;
    if (store && store->getBlock() == &body)
      accumulation = match(store, loop);
    if (accumulation)
      accumulations.push_back(*accumulation);
    else
      other = op;
  });
  return accumulations;
}

TypedAttr getIdentity(const Accumulation &accumulation, OpBuilder &builder) {
  using K = vector::CombiningKind;
  using A = arith::AtomicRMWKind;
  Type type = accumulation.value.getType();
  bool isFloat = isa<FloatType>(type);
  auto kind = [&] {
    switch (accumulation.kind) {
    case K::ADD:
      return isFloat ? A::addf : A::addi;
    case K::MUL:
      return isFloat ? A::mulf : A::muli;
    case K::MAXIMUMF:
    case K::MAXNUMF: // infinity: NaN would be kept
      return A::maximumf;
    case K::MINIMUMF:
    case K::MINNUMF:
      return A::minimumf;
    case K::MAXSI:
      return A::maxs;
    case K::MINSI:
      return A::mins;
    case K::MAXUI:
      return A::maxu;
    case K::MINUI:
      return A::minu;
    case K::AND:
      return A::andi;
    default:
      return A::ori; // or, xor: 0
    }
  }();
  // Upstream knows integers of some width.
  bool isIndex = isa<IndexType>(type);
  TypedAttr identity =
      arith::getIdentityValueAttr(kind, isIndex ? builder.getI64Type() : type,
                                  builder, builder.getUnknownLoc());
  if (!isIndex)
    return identity;
  return builder.getIndexAttr(cast<IntegerAttr>(identity).getInt());
}

Value combine(const Accumulation &accumulation, OpBuilder &builder, Value value,
              Value accumulated) {
  using K = vector::CombiningKind;
  using P = arith::CmpFPredicate;
  Location loc = value.getLoc();
  K kind = accumulation.kind;
  if (kind != K::MAXNUMF && kind != K::MINNUMF)
    return vector::makeArithReduction(builder, loc, kind, value, accumulated);
  Value isBetter = arith::CmpFOp::create(
      builder, loc, kind == K::MAXNUMF ? P::OGT : P::OLT, value, accumulated);
  return arith::SelectOp::create(builder, loc, isBetter, value, accumulated);
}

} // namespace tvm::schedule
