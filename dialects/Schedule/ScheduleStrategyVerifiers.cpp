// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Schedule/ScheduleAttributes.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm::schedule {

using EmitError = function_ref<InFlightDiagnostic()>;

/// Largest size. Products of larger ones might overflow.
static constexpr int64_t kMaxSize = int64_t(1) << 20;

/// Reports a parameter that is out of bounds, both included.
static LogicalResult checkBounds(EmitError emitError, StringRef name,
                                 int64_t value, int64_t least,
                                 int64_t greatest = kMaxSize) {
  if (value >= least && value <= greatest)
    return success();
  return emitError() << "expected '" << name << "' from " << least << " to "
                     << greatest << ", got " << value;
}

/// Reports operands that are not an ascending list of numbers from 0 on.
static LogicalResult checkOperands(EmitError emitError, StringRef name,
                                   ArrayRef<int64_t> operands) {
  int64_t least = 0;
  for (int64_t operand : operands) {
    if (operand < least)
      return emitError() << "expected ascending numbers of operands in '"
                         << name << "', got " << operand;
    least = operand + 1;
  }
  return success();
}

static constexpr int64_t kMaxAxis = 64;
static constexpr int64_t kMaxLanes = 64;
static constexpr int64_t kMaxUnroll = 64;

namespace {
/// The parameters of the size, which all register tiles have.
struct TileSize {
  int64_t rowAxis, rows, firstRows, outerRowAxis, outerRows, columns, lanes;
  int64_t blockRows = 0, blockOuterRows = 0, blockColumns = 0;
};
} // namespace

static LogicalResult checkSize(EmitError emitError, const TileSize &size) {
  if (failed(checkBounds(emitError, "row_axis", size.rowAxis, -1, kMaxAxis)) ||
      failed(checkBounds(emitError, "rows", size.rows, 1)) ||
      failed(checkBounds(emitError, "first_rows", size.firstRows, 0,
                         int64_t(1) << 40)) ||
      failed(checkBounds(emitError, "outer_row_axis", size.outerRowAxis, -1,
                         kMaxAxis)) ||
      failed(checkBounds(emitError, "outer_rows", size.outerRows, 1)) ||
      failed(checkBounds(emitError, "columns", size.columns, 1)) ||
      failed(checkBounds(emitError, "lanes", size.lanes, 1, kMaxLanes)) ||
      failed(checkBounds(emitError, "block_rows", size.blockRows, 0)) ||
      failed(
          checkBounds(emitError, "block_outer_rows", size.blockOuterRows, 0)) ||
      failed(checkBounds(emitError, "block_columns", size.blockColumns, 0)))
    return failure();
  if (!llvm::isPowerOf2_64(size.lanes))
    return emitError() << "expected 'lanes' to be a power of two, got "
                       << size.lanes;
  if (size.rowAxis < 0 && (size.rows != 1 || size.outerRowAxis >= 0))
    return emitError() << "expected 'row_axis' for tiles of several rows";
  if (size.rowAxis < 0 && (size.blockRows != 0 || size.blockColumns != 0))
    return emitError() << "expected 'row_axis' for blocks of tiles";
  if (size.outerRowAxis < 0 && size.blockOuterRows != 0)
    return emitError() << "expected 'outer_row_axis' where 'block_outer_rows' "
                       << "is " << size.blockOuterRows;
  if (size.outerRowAxis < 0 && size.outerRows != 1)
    return emitError() << "expected 'outer_row_axis' where 'outer_rows' is "
                       << size.outerRows;
  if (size.outerRowAxis >= 0 && size.outerRowAxis >= size.rowAxis)
    return emitError() << "expected 'outer_row_axis' in front of 'row_axis', "
                       << "got " << size.outerRowAxis << " and "
                       << size.rowAxis;
  if (size.firstRows != 0 && size.rows < 2)
    return emitError() << "expected at least 2 'rows' where 'first_rows' is "
                       << size.firstRows;
  return success();
}

namespace {
/// The parameters of operands, and of the steps around the tile.
struct TileOperands {
  ArrayRef<int64_t> copied;
  int64_t streamed;
  ArrayRef<int64_t> epilogue;
  int64_t unroll, outer, tasks;
};
} // namespace

static LogicalResult checkAround(EmitError emitError, int64_t outer,
                                 int64_t tasks) {
  return success(
      succeeded(checkBounds(emitError, "outer", outer, 0, kMaxAxis)) &&
      succeeded(checkBounds(emitError, "tasks", tasks, 0)));
}

static LogicalResult checkOperands(EmitError emitError,
                                   const TileOperands &operands) {
  return success(
      succeeded(checkOperands(emitError, "copied", operands.copied)) &&
      succeeded(checkBounds(emitError, "streamed", operands.streamed, -1,
                            kMaxAxis)) &&
      succeeded(checkOperands(emitError, "epilogue", operands.epilogue)) &&
      succeeded(
          checkBounds(emitError, "unroll", operands.unroll, 1, kMaxUnroll)) &&
      succeeded(checkAround(emitError, operands.outer, operands.tasks)));
}

/// Checks that there are outer rows if the order requires them.
static LogicalResult checkOrder(EmitError emitError, TileOrder order,
                                int64_t outerRowAxis) {
  if (order == TileOrder::RowsOutside && outerRowAxis < 0)
    return emitError() << "expected 'outer_row_axis' for the order "
                       << "'rows_outside'";
  return success();
}

/// Checks a tile whose rows may be along two axes.
static LogicalResult checkTile(EmitError emitError, const TileSize &size,
                               TileOrder order, const TileOperands &operands) {
  return success(succeeded(checkSize(emitError, size)) &&
                 succeeded(checkOrder(emitError, order, size.outerRowAxis)) &&
                 succeeded(checkOperands(emitError, operands)));
}

LogicalResult RegisterTileAttr::verify(
    EmitError emitError, int64_t rowAxis, int64_t rows, int64_t firstRows,
    int64_t outerRowAxis, int64_t outerRows, int64_t columns, int64_t lanes,
    TileOrder order, int64_t blockRows, int64_t blockOuterRows,
    int64_t blockColumns, bool masked, bool packsRows, ArrayRef<int64_t> copied,
    int64_t streamed, ArrayRef<int64_t> epilogue, int64_t unroll, bool reader,
    bool producers, int64_t outer, int64_t tasks) {
  if (packsRows && rowAxis < 0)
    return emitError() << "expected 'row_axis' where 'packs_rows' is set";
  return checkTile(emitError,
                   {rowAxis, rows, firstRows, outerRowAxis, outerRows, columns,
                    lanes, blockRows, blockOuterRows, blockColumns},
                   order, {copied, streamed, epilogue, unroll, outer, tasks});
}

LogicalResult WindowTileAttr::verify(
    EmitError emitError, int64_t rowAxis, int64_t rows, int64_t firstRows,
    int64_t outerRowAxis, int64_t outerRows, int64_t columns, int64_t lanes,
    int64_t blockRows, int64_t blockOuterRows, int64_t blockColumns,
    bool masked, ArrayRef<int64_t> copied, int64_t streamed,
    ArrayRef<int64_t> epilogue, int64_t unroll, bool reader, bool producers,
    int64_t outer, int64_t tasks) {
  return checkTile(emitError,
                   {rowAxis, rows, firstRows, outerRowAxis, outerRows, columns,
                    lanes, blockRows, blockOuterRows, blockColumns},
                   TileOrder::ColumnsInside,
                   {copied, streamed, epilogue, unroll, outer, tasks});
}

LogicalResult PlaneTileAttr::verify(
    EmitError emitError, int64_t rowAxis, int64_t rows, int64_t firstRows,
    int64_t outerRowAxis, int64_t outerRows, int64_t columns, int64_t lanes,
    TileOrder order, int64_t blockRows, int64_t blockOuterRows,
    int64_t blockColumns, int64_t windowAxis, bool inlinesBorders,
    bool maskedBorders, bool rowsApart, bool reader, bool producers,
    int64_t unroll, ArrayRef<int64_t> epilogue, int64_t outer, int64_t tasks) {
  return success(
      succeeded(checkBounds(emitError, "row_axis", rowAxis, 0, kMaxAxis)) &&
      succeeded(
          checkBounds(emitError, "window_axis", windowAxis, 0, kMaxAxis)) &&
      succeeded(
          checkTile(emitError,
                    {rowAxis, rows, firstRows, outerRowAxis, outerRows, columns,
                     lanes, blockRows, blockOuterRows, blockColumns},
                    order, {{}, -1, epilogue, unroll, outer, tasks})));
}

LogicalResult DotProductTileAttr::verify(
    EmitError emitError, int64_t rowAxis, int64_t rows, int64_t firstRows,
    int64_t outerRowAxis, int64_t outerRows, int64_t columns, int64_t lanes,
    TileOrder order, int64_t blockRows, int64_t blockOuterRows,
    int64_t blockColumns, bool masked, DotInstruction instruction,
    ArrayRef<int64_t> copied, int64_t streamed, ArrayRef<int64_t> epilogue,
    int64_t unroll, bool reader, bool producers, int64_t outer, int64_t tasks) {
  if (!llvm::is_contained(kDotLanes, lanes))
    return emitError() << "expected 'lanes' to be 8 or 16, got " << lanes;
  return checkTile(emitError,
                   {rowAxis, rows, firstRows, outerRowAxis, outerRows, columns,
                    lanes, blockRows, blockOuterRows, blockColumns},
                   order, {copied, streamed, epilogue, unroll, outer, tasks});
}

LogicalResult MatrixTileAttr::verify(
    EmitError emitError, int64_t rowAxis, int64_t rows, int64_t firstRows,
    int64_t outerRowAxis, int64_t outerRows, int64_t columns, int64_t lanes,
    TileOrder order, int64_t blockRows, int64_t blockOuterRows,
    int64_t blockColumns, int64_t steps, ArrayRef<int64_t> copied,
    int64_t streamed, ArrayRef<int64_t> epilogue, int64_t unroll, bool reader,
    bool producers, int64_t outer, int64_t tasks) {
  return success(
      succeeded(checkBounds(emitError, "row_axis", rowAxis, 0, kMaxAxis)) &&
      succeeded(checkBounds(emitError, "steps", steps, 2, 4)) &&
      succeeded(checkTile(
          emitError,
          {rowAxis, rows, firstRows, outerRowAxis, outerRows, columns, lanes,
           blockRows, blockOuterRows, blockColumns},
          order, {copied, streamed, epilogue, unroll, outer, tasks})));
}

LogicalResult SplitReductionAttr::verify(EmitError emitError, int64_t parts,
                                         StrategyAttrInterface partial,
                                         StrategyAttrInterface total) {
  return checkBounds(emitError, "parts", parts, 2);
}

LogicalResult TransposeAttr::verify(EmitError emitError, int64_t rows,
                                    int64_t columns, bool readsRowsWhole,
                                    bool masked, int64_t outer, int64_t tasks) {
  return success(succeeded(checkBounds(emitError, "rows", rows, 1)) &&
                 succeeded(checkBounds(emitError, "columns", columns, 1)) &&
                 succeeded(checkAround(emitError, outer, tasks)));
}

LogicalResult CollapsedAttr::verify(EmitError emitError, int64_t outer,
                                    StrategyAttrInterface then) {
  return checkAround(emitError, outer, /*tasks=*/0);
}

LogicalResult PaddedTransposeAttr::verify(EmitError emitError,
                                          StrategyAttrInterface fill,
                                          StrategyAttrInterface inside) {
  return success();
}

LogicalResult ElementwiseAttr::verify(EmitError emitError, bool shortRows,
                                      int64_t chunk, bool streamStores,
                                      int64_t streams, int64_t tasks) {
  if (!streamStores && streams != 1)
    return emitError() << "expected 'stream_stores' where 'streams' is "
                       << streams;
  return success(succeeded(checkBounds(emitError, "chunk", chunk, 0)) &&
                 succeeded(checkBounds(emitError, "streams", streams, 1)) &&
                 succeeded(checkBounds(emitError, "tasks", tasks, 0)));
}

LogicalResult ReductionAttr::verify(EmitError emitError, int64_t parts,
                                    int64_t tasks) {
  return success(succeeded(checkBounds(emitError, "parts", parts, 1)) &&
                 succeeded(checkBounds(emitError, "tasks", tasks, 0)));
}

LogicalResult ColumnsAttr::verify(EmitError emitError, int64_t columns,
                                  int64_t tasks) {
  return success(succeeded(checkBounds(emitError, "columns", columns, 1)) &&
                 succeeded(checkBounds(emitError, "tasks", tasks, 0)));
}

LogicalResult ColumnTilesAttr::verify(EmitError emitError, int64_t columns,
                                      int64_t tasks) {
  return ColumnsAttr::verify(emitError, columns, tasks);
}

LogicalResult BlocksAttr::verify(EmitError emitError,
                                 DictionaryAttr strategies) {
  for (NamedAttribute entry : strategies)
    if (!isa<StrategyAttrInterface>(entry.getValue()))
      return emitError() << "expected a strategy for block '"
                         << entry.getName().getValue() << "', got "
                         << entry.getValue();
  return success();
}

LogicalResult RowsAttr::verify(EmitError emitError, ArrayAttr blocks,
                               bool inPlace, bool prefetch, int64_t tasks) {
  auto isName = [](Attribute name) { return isa<StringAttr>(name); };
  if (blocks.size() < 2 || !llvm::all_of(blocks, isName))
    return emitError() << "expected the names of at least 2 blocks, got "
                       << blocks;
  return checkBounds(emitError, "tasks", tasks, 0);
}

LogicalResult AttentionAttr::verify(EmitError emitError, int64_t axes,
                                    BlocksAttr copies, RowsAttr rows,
                                    StrategyAttrInterface scores,
                                    StrategyAttrInterface product,
                                    BlocksAttr results, int64_t tasks) {
  return success(succeeded(checkBounds(emitError, "axes", axes, 1, kMaxAxis)) &&
                 succeeded(checkBounds(emitError, "tasks", tasks, 0)));
}

/// Reports a tile in blocks: its loops are shared with other nests.
static LogicalResult checkUnblocked(EmitError emitError,
                                    StrategyAttrInterface strategy) {
  return llvm::TypeSwitch<Attribute, LogicalResult>(strategy)
      .Case<RegisterTileAttr, WindowTileAttr, DotProductTileAttr,
            MatrixTileAttr>([&](auto tile) -> LogicalResult {
        if (tile.getBlockRows() == 0 && tile.getBlockOuterRows() == 0 &&
            tile.getBlockColumns() == 0)
          return success();
        return emitError() << "expected a tile without blocks, got " << tile;
      })
      .Default([](Attribute) { return success(); });
}

LogicalResult DepthwiseChainAttr::verify(EmitError emitError,
                                         StrategyAttrInterface depthwise,
                                         StrategyAttrInterface pointwise,
                                         int64_t tasks) {
  return success(succeeded(checkUnblocked(emitError, depthwise)) &&
                 succeeded(checkUnblocked(emitError, pointwise)) &&
                 succeeded(checkBounds(emitError, "tasks", tasks, 0)));
}

/// Checks the parameters of both strategies for Winograd's algorithm.
static LogicalResult checkWinograd(EmitError emitError, int64_t dataLanes,
                                   int64_t lanes, int64_t group,
                                   int64_t joined) {
  if (failed(checkBounds(emitError, "data_lanes", dataLanes, 1, kMaxLanes)) ||
      failed(checkBounds(emitError, "lanes", lanes, 1, kMaxLanes)) ||
      failed(checkBounds(emitError, "group", group, 1)) ||
      failed(checkBounds(emitError, "joined", joined, 1)))
    return failure();
  if (group % joined != 0)
    return emitError() << "expected 'joined' to divide 'group', got " << joined
                       << " and " << group;
  return success();
}

LogicalResult WinogradStagesAttr::verify(EmitError emitError, int64_t dataLanes,
                                         int64_t lanes, int64_t group,
                                         int64_t joined, bool whole,
                                         int64_t channels, int64_t tasks) {
  return success(
      succeeded(checkWinograd(emitError, dataLanes, lanes, group, joined)) &&
      succeeded(checkBounds(emitError, "channels", channels, 0)) &&
      succeeded(checkBounds(emitError, "tasks", tasks, 0)));
}

LogicalResult WinogradGroupsAttr::verify(
    EmitError emitError, int64_t dataLanes, int64_t lanes, int64_t group,
    int64_t joined, bool whole, int64_t channels, bool groupsData,
    bool packsProducts, bool packsData, ArrayRef<int64_t> epilogue,
    StrategyAttrInterface products, int64_t tasks) {
  if (packsData && !groupsData)
    return emitError() << "expected 'groups_data' where 'packs_data' is set";
  return success(
      succeeded(checkWinograd(emitError, dataLanes, lanes, group, joined)) &&
      succeeded(checkBounds(emitError, "channels", channels, 1)) &&
      succeeded(checkOperands(emitError, "epilogue", epilogue)) &&
      succeeded(checkUnblocked(emitError, products)) &&
      succeeded(checkBounds(emitError, "tasks", tasks, 0)));
}

LogicalResult CustomAttr::verify(EmitError emitError, StringRef rule,
                                 DictionaryAttr parameters) {
  if (rule.empty())
    return emitError() << "expected the name of a schedule rule in 'rule'";
  return success();
}

} // namespace tvm::schedule
