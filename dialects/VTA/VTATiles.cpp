// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTATiles.h"

#include "dialects/VTA/VTADialect.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/VTA/VTATiles.cpp.inc"

void tvm::vta::VTADialect::registerTilesOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/VTA/VTATiles.cpp.inc"
      >();
}

namespace tvm::vta {

namespace rt = runtime::vta;

std::optional<Memory> getMemory(Type type) {
  auto space =
      dyn_cast_or_null<SpaceAttr>(cast<MemRefType>(type).getMemorySpace());
  return space ? std::optional(space.getMemory()) : std::nullopt;
}

rt::Configuration getTileConfiguration(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto config = op->getAttrOfType<ConfigAttr>("vta.config"))
      return config.getConfiguration();
  return {};
}

namespace {
/// The shape of an element of a memory.
struct ElementShape {
  int64_t rows, columns;
  unsigned bits;
};

/// Checks the operands of a tile operation.
class TileVerifier {
public:
  explicit TileVerifier(Operation *op)
      : op(op), configuration(getTileConfiguration(op)) {}

  LogicalResult verifyOnChip(Value tile, Memory memory) {
    if (getMemory(tile.getType()) != memory) // C2
      return op->emitOpError("expected a tile in #vta.space<")
             << stringifyMemory(memory) << ">, got " << tile.getType();
    return verifyElements(tile, getShape(memory)); // C1
  }

  /// Checks elements of `memory` in their DRAM form, which are `bits` wide.
  LogicalResult verifyInDram(Value tile, Memory memory, unsigned bits) {
    if (cast<MemRefType>(tile.getType()).getMemorySpace()) // C2
      return op->emitOpError("expected a buffer in DRAM, got ")
             << tile.getType();
    ElementShape shape = getShape(memory);
    shape.bits = bits;
    return verifyElements(tile, shape); // C1
  }

  LogicalResult verifyMaps(ArrayRef<int64_t> extents, ArrayAttr maps,
                           ValueRange tiles) {
    if (maps.size() != tiles.size()) // C3
      return op->emitOpError("expected ")
             << tiles.size() << " maps, got " << maps.size();
    for (int64_t extent : extents)
      if (extent < 1) // C4
        return op->emitOpError("expected extents of 1 or more, got ") << extent;
    for (auto [map, tile] :
         llvm::zip(maps.getAsValueRange<AffineMapAttr>(), tiles))
      if (failed(verifyMap(extents, map, cast<MemRefType>(tile.getType()))))
        return failure();
    return success();
  }

  const rt::Configuration &getConfiguration() const { return configuration; }

private:
  ElementShape getShape(Memory memory) const {
    int64_t batch = configuration.batch(), block = configuration.block();
    switch (memory) {
    case Memory::Wgt:
      return {block, block, configuration.wgtBits()};
    case Memory::Inp:
      return {batch, block, configuration.inpBits()};
    default:
      return {batch, block, configuration.accBits()};
    }
  }

  LogicalResult verifyElements(Value tile, ElementShape shape) {
    auto type = cast<MemRefType>(tile.getType());
    SmallVector<int64_t> strides;
    int64_t offset;
    bool fits = type.hasStaticShape() && type.getRank() >= 3 &&
                type.getElementType().isSignlessInteger(shape.bits) &&
                type.getShape().take_back(2) ==
                    ArrayRef<int64_t>{shape.rows, shape.columns} &&
                succeeded(type.getStridesAndOffset(strides, offset)) &&
                ArrayRef<int64_t>(strides).take_back(2) ==
                    ArrayRef<int64_t>{shape.columns, 1} &&
                !llvm::is_contained(strides, ShapedType::kDynamic);
    if (fits)
      return success();
    return op->emitOpError("expected tensors of ")
           << shape.rows << "x" << shape.columns << "xi" << shape.bits
           << " in one piece, got " << type; // C1
  }

  /// Whether `expr` contains a quotient or remainder, even of 0.
  static bool hasQuotient(AffineExpr expr) {
    WalkResult result = expr.walk([](AffineExpr part) {
      bool isSumOrProduct = part.getKind() == AffineExprKind::Add ||
                            part.getKind() == AffineExprKind::Mul;
      return isa<AffineBinaryOpExpr>(part) && !isSumOrProduct
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    return result.wasInterrupted();
  }

  LogicalResult verifyMap(ArrayRef<int64_t> extents, AffineMap map,
                          MemRefType type) {
    if (map.getNumDims() != extents.size() || map.getNumSymbols() != 0 ||
        static_cast<int64_t>(map.getNumResults()) != type.getRank() - 2) // C3
      return op->emitOpError("expected a map of ")
             << extents.size() << " dimensions onto " << type.getRank() - 2
             << ", got " << AffineMapAttr::get(map);
    for (auto [result, size] : llvm::zip(map.getResults(), type.getShape()))
      if (failed(verifySubscript(extents, result, size)))
        return failure();
    return success();
  }

  LogicalResult verifySubscript(ArrayRef<int64_t> extents, AffineExpr subscript,
                                int64_t size) {
    SmallVector<int64_t> flat;
    if (hasQuotient(subscript) ||
        failed(getFlattenedAffineExpr(subscript, extents.size(), 0, &flat)) ||
        flat.size() != extents.size() + 1) // C3
      return op->emitOpError("expected subscripts without quotients and "
                             "remainders, got ")
             << AffineMapAttr::get(
                    AffineMap::get(extents.size(), 0, subscript));
    int64_t least = flat.back(), most = flat.back();
    for (auto [factor, extent] : llvm::zip(flat, extents))
      (factor < 0 ? least : most) += factor * (extent - 1);
    if (least < 0 || most >= size) // C4
      return op->emitOpError("expected subscripts from 0 to ")
             << size - 1 << ", got " << least << " to " << most;
    return success();
  }

  Operation *op;
  rt::Configuration configuration;
};
} // namespace

/// Checks columns, or rows and columns, and the border in the target.
static LogicalResult verifyRectangle(Operation *op, Value source, Value target,
                                     ArrayRef<int32_t> pad) {
  SmallVector<int64_t> shape(cast<MemRefType>(source.getType()).getShape());
  if (shape.size() > 4) // C3
    return op->emitOpError("expected rows and columns of tensors, got ")
           << source.getType();
  shape[shape.size() - 3] += pad[2] + pad[3];
  if (shape.size() == 4)
    shape[0] += pad[0] + pad[1];
  else if (pad[0] || pad[1]) // C3
    return op->emitOpError("expected no border above and below a row");
  if (ArrayRef(shape) != cast<MemRefType>(target.getType()).getShape()) // C3
    return op->emitOpError("expected a target of sizes ")
           << shape << ", got " << target.getType();
  return success();
}

LogicalResult TileLoadOp::verify() {
  TileVerifier verifier(*this);
  std::optional<Memory> memory = getMemory(getTarget().getType());
  if (!memory || (*memory != Memory::Inp && *memory != Memory::Wgt &&
                  *memory != Memory::Acc)) // C2
    return emitOpError("expected a target in inp, wgt or acc, got ")
           << getTarget().getType();
  Type element = getElementTypeOrSelf(getSource().getType());
  bool isByte = *memory == Memory::Acc && element.isInteger(8);
  unsigned bits =
      isByte
          ? 8
          : getElementTypeOrSelf(getTarget().getType()).getIntOrFloatBitWidth();
  if (failed(verifier.verifyOnChip(getTarget(), *memory)) ||
      failed(verifier.verifyInDram(getSource(), *memory, bits)))
    return failure();
  return verifyRectangle(*this, getSource(), getTarget(), getPad());
}

LogicalResult TileStoreOp::verify() {
  TileVerifier verifier(*this);
  if (failed(verifier.verifyOnChip(getSource(), Memory::Acc)) ||
      failed(verifier.verifyInDram(getTarget(), Memory::Acc,
                                   verifier.getConfiguration().outBits())))
    return failure();
  return verifyRectangle(*this, getSource(), getTarget(), {0, 0, 0, 0});
}

LogicalResult TileGemmOp::verify() {
  TileVerifier verifier(*this);
  if (failed(verifier.verifyOnChip(getAcc(), Memory::Acc)) ||
      failed(verifier.verifyOnChip(getInp(), Memory::Inp)) ||
      failed(verifier.verifyOnChip(getWgt(), Memory::Wgt)))
    return failure();
  return verifier.verifyMaps(getExtents(), getMaps(), getOperands());
}

LogicalResult TileResetOp::verify() {
  return TileVerifier(*this).verifyOnChip(getAcc(), Memory::Acc);
}

LogicalResult TileAluOp::verify() {
  TileVerifier verifier(*this);
  if ((getSource() != nullptr) == getImm().has_value()) // C5
    return emitOpError("expected a source or an immediate");
  for (Value tile : getOperands())
    if (failed(verifier.verifyOnChip(tile, Memory::Acc)))
      return failure();
  return verifier.verifyMaps(getExtents(), getMaps(), getOperands());
}

} // namespace tvm::vta
