// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/CostModel/TileSize.h"

#include "transforms/CostModel/TileTable.h"

#include <algorithm>

namespace tvm::cost {

int64_t chooseRows(int64_t extent, int64_t limit) {
  limit = std::max<int64_t>(limit, 1);
  if (extent <= limit)
    return std::max<int64_t>(extent, 1);
  for (int64_t rows = limit; rows * 2 >= limit; --rows)
    if (extent % rows == 0)
      return rows;
  return limit;
}

/// Registers for operands of rows. AVX-512 multiplies by an element in memory;
/// elsewhere, and where a row has operands for several groups, one is loaded
/// while others are in use, or while the products of three vectors by the last
/// one take their time. Without fused instructions, one of these registers
/// holds a product until it is added.
static int64_t getRowRegisters(const target::CPU &cpu, int64_t vectors,
                               TileOperands operands) {
  if (cpu.memoryOperands == target::MemoryOperands::Elements &&
      !operands.spansGroups)
    return 2;
  int64_t most = std::max<int64_t>(cpu.vectors.numRegisters / 8, 2);
  return vectors < 3 || !cpu.hasFusedMultiplyAdd ? most : most / 2;
}

/// Registers for operands of a step, of `vectors` columns and of rows. Bytes
/// that are extended take two, of the even and of the odd ones; what a row has
/// for several groups is shuffled first.
int64_t getOperandRegisters(const target::CPU &cpu, int64_t vectors,
                            TileOperands operands) {
  int64_t registers = vectors + getRowRegisters(cpu, vectors, operands);
  if (operands.spansGroups)
    registers += vectors;
  return operands.extendsBytes ? registers + vectors + 1 : registers;
}

int64_t getMostRows(const target::CPU &cpu, int64_t vectors,
                    TileOperands operands) {
  int64_t rows =
      (cpu.vectors.numRegisters - getOperandRegisters(cpu, vectors, operands)) /
      vectors;
  return std::min(rows, TileTable::get(cpu).maxRows);
}

int64_t getWindowRegisters(const target::CPU &cpu, int64_t rows,
                           int64_t vectors, int64_t step) {
  return vectors * (rows * (1 + step) + TileTable::get(cpu).windowRegisters);
}

std::optional<int64_t> getMostWindowRows(const target::CPU &cpu,
                                         int64_t vectors, int64_t step) {
  TileTable table = TileTable::get(cpu);
  int64_t rows =
      (cpu.vectors.numRegisters / vectors - table.windowRegisters) / (1 + step);
  return rows < table.minWindowRows ? std::nullopt : std::optional(rows);
}

/// Vectors of a tile: the usual number, or that of products where it leaves no
/// columns over and the usual one does.
static int64_t chooseVectors(const TileProblem &problem,
                             const TileTable &table) {
  int64_t usual = table.vectors * problem.lanes;
  std::optional<int64_t> columns = problem.columns;
  if (columns && *columns < usual)
    return 1;
  bool isDivided = columns &&
                   *columns % (table.productVectors * problem.lanes) == 0 &&
                   *columns % usual != 0;
  return problem.isProduct && isDivided && !problem.extendsBytes
             ? table.productVectors
             : table.vectors;
}

TileSize chooseColumns(const TileProblem &problem, const target::CPU &cpu) {
  TileSize size;
  size.vectors = chooseVectors(problem, TileTable::get(cpu));
  size.columns = size.vectors * problem.lanes;
  if (problem.columns && *problem.columns < size.columns)
    size.columns = std::max<int64_t>(*problem.columns, 1);
  return size;
}

void chooseRows(TileSize &size, const TileProblem &problem,
                const target::CPU &cpu, TileOperands operands) {
  TileTable table = TileTable::get(cpu);
  size.mostRows = getMostRows(cpu, size.vectors, operands);
  if (problem.window > 0 && problem.window <= table.maxWindow)
    if (auto most = getMostWindowRows(cpu, size.vectors, problem.step)) {
      size.isWindow = true;
      size.mostRows = *most;
    }
  size.rows = problem.rows ? chooseRows(*problem.rows, size.mostRows)
                           : std::min(size.mostRows, table.usualRows);
  // Short rows: several of them.
  if (problem.hasOuterRows && problem.rows == size.rows && problem.outerRows)
    size.outerRows = chooseRows(*problem.outerRows, size.mostRows / size.rows);
}

/// The tile of `problem` with columns of a size that divides all columns.
/// Returns nothing if rows or columns are left over.
static std::optional<TileSize> chooseDividing(const TileProblem &problem,
                                              const target::CPU &cpu) {
  if (!problem.columns || !problem.rows || !problem.hasOuterRows ||
      !problem.outerRows || !hasColumns(problem.columns))
    return std::nullopt;
  TileSize size = chooseColumns(problem, cpu);
  chooseRows(size, problem, cpu, {/*spansGroups=*/false, problem.extendsBytes});
  int64_t columns = *problem.columns;
  if (columns % size.columns != 0)
    size.columns = columns <= TileTable::get(cpu).vectors * problem.lanes
                       ? columns
                       : problem.lanes;
  bool divides = columns % size.columns == 0 &&
                 *problem.rows % size.rows == 0 &&
                 *problem.outerRows % size.outerRows == 0;
  return divides ? std::optional(size) : std::nullopt;
}

std::optional<ChainTiles> chooseChainTiles(const TileProblem &depthwise,
                                           const TileProblem &pointwise,
                                           const target::CPU &cpu) {
  auto first = chooseDividing(depthwise, cpu);
  auto second = chooseDividing(pointwise, cpu);
  if (!first || !second)
    return std::nullopt;
  return ChainTiles{*first, *second};
}

} // namespace tvm::cost
