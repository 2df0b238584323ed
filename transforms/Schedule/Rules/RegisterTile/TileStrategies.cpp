// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/RegisterTile/Tile.h"

#include "transforms/Schedule/Support/Intrinsics.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::schedule {

TileOrder getTileOrder(const Tile &tile) {
  if (tile.columnsInside)
    return TileOrder::ColumnsInside;
  return tile.rowsOutside ? TileOrder::RowsOutside : TileOrder::ColumnsOutside;
}

void setTileOrder(Tile &tile, TileOrder order) {
  tile.columnsInside = order == TileOrder::ColumnsInside;
  tile.rowsOutside = order == TileOrder::RowsOutside;
}

TileOrder getStandardOrder(const Tile &tile) {
  bool isInside = tile.windowAxis >= 0 || tile.isWindow;
  return isInside ? TileOrder::ColumnsInside : TileOrder::ColumnsOutside;
}

static Strategy toMatrix(const Tile &t, MLIRContext *context) {
  return MatrixTileAttr::get(
      context, t.rowAxis, t.rows, t.firstRows, t.outerRowAxis, t.outerRows,
      t.columns, t.lanes, getTileOrder(t), t.blockRows, t.blockOuterRows,
      t.blockColumns, t.dotSteps, t.copied, t.streamed, t.epilogue, t.unroll,
      t.usesReader, t.fusesProducers, t.numOuter, t.tasks);
}

static Strategy toDotProduct(const Tile &t, MLIRContext *context) {
  auto instruction = t.instruction == DotProduct::VNNI
                         ? DotInstruction::VNNI
                         : DotInstruction::MultiplyAdd;
  return DotProductTileAttr::get(
      context, t.rowAxis, t.rows, t.firstRows, t.outerRowAxis, t.outerRows,
      t.columns, t.lanes, getTileOrder(t), t.blockRows, t.blockOuterRows,
      t.blockColumns, t.masksColumns, instruction, t.copied, t.streamed,
      t.epilogue, t.unroll, t.usesReader, t.fusesProducers, t.numOuter,
      t.tasks);
}

static Strategy toPlane(const Tile &t, MLIRContext *context) {
  return PlaneTileAttr::get(
      context, t.rowAxis, t.rows, t.firstRows, t.outerRowAxis, t.outerRows,
      t.columns, t.lanes, getTileOrder(t), t.blockRows, t.blockOuterRows,
      t.blockColumns, t.windowAxis, t.inlinesBorders, t.masksBorders,
      t.rowsApart, t.usesReader, t.fusesProducers, t.unroll, t.epilogue,
      t.numOuter, t.tasks);
}

static Strategy toWindow(const Tile &t, MLIRContext *context) {
  return WindowTileAttr::get(
      context, t.rowAxis, t.rows, t.firstRows, t.outerRowAxis, t.outerRows,
      t.columns, t.lanes, t.blockRows, t.blockOuterRows, t.blockColumns,
      t.masksColumns, t.copied, t.streamed, t.epilogue, t.unroll, t.usesReader,
      t.fusesProducers, t.numOuter, t.tasks);
}

Strategy Tile::toStrategy(MLIRContext *context) const {
  if (isMatrix)
    return toMatrix(*this, context);
  if (dotSteps != 0)
    return toDotProduct(*this, context);
  if (windowAxis >= 0)
    return toPlane(*this, context);
  if (isWindow)
    return toWindow(*this, context);
  return RegisterTileAttr::get(
      context, rowAxis, rows, firstRows, outerRowAxis, outerRows, columns,
      lanes, getTileOrder(*this), blockRows, blockOuterRows, blockColumns,
      masksColumns, packsRows, copied, streamed, epilogue, unroll, usesReader,
      fusesProducers, numOuter, tasks);
}

/// Reads the operands that most strategies treat.
template <typename Attr> static void readOperands(Tile &tile, Attr strategy) {
  tile.copied.assign(strategy.getCopied().begin(), strategy.getCopied().end());
  tile.streamed = strategy.getStreamed();
}

/// Reads the parameters that all strategies for register tiles have.
template <typename Attr> static void readCommon(Tile &tile, Attr strategy) {
  tile.rowAxis = static_cast<int>(strategy.getRowAxis());
  tile.rows = strategy.getRows();
  tile.firstRows = strategy.getFirstRows();
  tile.outerRowAxis = static_cast<int>(strategy.getOuterRowAxis());
  tile.outerRows = strategy.getOuterRows();
  tile.blockRows = strategy.getBlockRows();
  tile.blockOuterRows = strategy.getBlockOuterRows();
  tile.blockColumns = strategy.getBlockColumns();
  tile.columns = strategy.getColumns();
  tile.lanes = strategy.getLanes();
  tile.epilogue.assign(strategy.getEpilogue().begin(),
                       strategy.getEpilogue().end());
  tile.unroll = strategy.getUnroll();
  tile.usesReader = strategy.getReader();
  tile.fusesProducers = strategy.getProducers();
  tile.numOuter = static_cast<unsigned>(strategy.getOuter());
  tile.tasks = strategy.getTasks();
}

static void read(Tile &tile, RegisterTileAttr strategy) {
  readOperands(tile, strategy);
  setTileOrder(tile, strategy.getOrder());
  tile.masksColumns = strategy.getMasked();
  tile.packsRows = strategy.getPacksRows();
}

static void read(Tile &tile, WindowTileAttr strategy) {
  readOperands(tile, strategy);
  tile.isWindow = tile.columnsInside = true;
  tile.masksColumns = strategy.getMasked();
}

static void read(Tile &tile, PlaneTileAttr strategy) {
  setTileOrder(tile, strategy.getOrder());
  tile.windowAxis = static_cast<int>(strategy.getWindowAxis());
  tile.inlinesBorders = strategy.getInlinesBorders();
  tile.masksBorders = strategy.getMaskedBorders();
  tile.rowsApart = strategy.getRowsApart();
}

static void read(Tile &tile, DotProductTileAttr strategy) {
  readOperands(tile, strategy);
  setTileOrder(tile, strategy.getOrder());
  tile.masksColumns = strategy.getMasked();
  tile.dotSteps = kDotSteps;
  tile.instruction = strategy.getInstruction() == DotInstruction::VNNI
                         ? DotProduct::VNNI
                         : DotProduct::MultiplyAdd;
}

static void read(Tile &tile, MatrixTileAttr strategy) {
  readOperands(tile, strategy);
  setTileOrder(tile, strategy.getOrder());
  tile.isMatrix = true;
  tile.dotSteps = strategy.getSteps();
}

std::optional<Tile> Tile::fromStrategy(Strategy strategy) {
  return llvm::TypeSwitch<Strategy, std::optional<Tile>>(strategy)
      .Case<RegisterTileAttr, WindowTileAttr, PlaneTileAttr, DotProductTileAttr,
            MatrixTileAttr>([](auto attribute) {
        Tile tile;
        readCommon(tile, attribute);
        read(tile, attribute);
        return std::optional(tile);
      })
      .Default([](Strategy) { return std::nullopt; });
}

} // namespace tvm::schedule
