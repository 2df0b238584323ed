// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Networks/WinogradMatrices.h"

#include "conversion/GraphToTE/Networks/Windows.h"
#include "dialects/TE/TERoles.h"

#include <cmath>

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

/// The rows of a product with a constant matrix.
using Rows = SmallVector<Value>;
using Matrix = WinogradMatrices::Matrix;
using Transform = Rows (*)(te::TEBuilder &, const Matrix &, ValueRange);

static Value scale(te::TEBuilder &b, double factor, Value x) {
  return b.mul(b.constant(x.getType(), factor), x);
}

namespace {
/// A factor and what it multiplies.
struct Term {
  double factor;
  Value value;
};
} // namespace

/// The sum of `terms`, which are not empty. A factor of the first one is the
/// last multiplication.
static Value addTerms(te::TEBuilder &b, ArrayRef<Term> terms) {
  double common = terms.front().factor;
  auto multiply = [&](double factor, Value value) {
    return factor == 1 ? value : scale(b, factor, value);
  };
  Value sum = terms.front().value;
  for (const Term &term : terms.drop_front()) {
    double factor = term.factor / common;
    Value part = multiply(std::abs(factor), term.value);
    sum = factor < 0 ? b.sub(sum, part) : b.add(sum, part);
  }
  return multiply(common, sum);
}

/// The sum of the elements of `d` in columns `first`, `first + step` and so on,
/// times their factors in `row`.
static Value addColumns(te::TEBuilder &b, const std::vector<double> &row,
                        ValueRange d, int64_t first, int64_t step) {
  SmallVector<Term> terms; // the highest power first
  for (auto i = first; i < static_cast<int64_t>(row.size()); i += step)
    if (row[i] != 0)
      terms.insert(terms.begin(), {row[i], d[i]});
  return addTerms(b, terms);
}

/// `B^T d`. Rows of points a and -a share the sums of even and of odd columns.
static Rows transformData(te::TEBuilder &b, const Matrix &matrix,
                          ValueRange d) {
  Rows rows{addColumns(b, matrix.front(), d, 0, 1)};
  for (size_t i = 1; i + 1 < matrix.size(); i += 2) {
    Value even = addColumns(b, matrix[i], d, 0, 2);
    Value odd = addColumns(b, matrix[i], d, 1, 2);
    rows.append({b.add(even, odd), b.sub(even, odd)});
  }
  rows.push_back(addColumns(b, matrix.back(), d, 0, 1));
  return rows;
}

/// `A^T m`. Even rows have sums of the columns of points a and -a, odd ones
/// have differences.
static Rows transformResult(te::TEBuilder &b, const Matrix &matrix,
                            ValueRange m) {
  Rows sums, differences;
  for (size_t i = 1; i + 1 < m.size(); i += 2) {
    sums.push_back(b.add(m[i], m[i + 1]));
    differences.push_back(b.sub(m[i], m[i + 1]));
  }
  Rows rows;
  for (const auto &[i, factors] : llvm::enumerate(matrix)) {
    SmallVector<Term> terms;
    for (auto [pair, value] : llvm::enumerate(i % 2 == 0 ? sums : differences))
      terms.push_back({factors[1 + 2 * pair], value});
    Value row = addTerms(b, terms);
    if (factors.front() != 0)
      row = b.add(m.front(), row);
    if (factors.back() != 0)
      row = b.add(row, m.back());
    rows.push_back(row);
  }
  return rows;
}

/// Row `row` of `transform`, by `matrix`, of the `size` elements that `read`
/// returns.
/// The body contains all rows; unrolling the loop over `row` leaves one of
/// them.
static Value buildRow(te::TEBuilder &b, const te::Index &row,
                      Transform transform, const Matrix &matrix,
                      function_ref<Value(int64_t)> read) {
  SmallVector<Value> elements;
  for (size_t i = 0; i < matrix.front().size(); ++i)
    elements.push_back(read(static_cast<int64_t>(i)));
  Rows rows = transform(b, matrix, elements);
  Value result = rows.pop_back_val();
  while (!rows.empty()) {
    Value isRow =
        b.compare(te::TEBuilder::Compare::EQ, b.value(row),
                  b.value(te::Index(static_cast<int64_t>(rows.size()) - 1)));
    result = b.select(isRow, rows.pop_back_val(), result);
  }
  return result;
}

namespace roles = te::roles::winograd;

/// Sets the role and the name of the block that `stage` becomes.
static Value name(Value stage, StringRef part) {
  auto compute = stage.getDefiningOp<te::ComputeOp>();
  compute.setTag(part);
  compute.setRoleAttr(
      te::RoleAttr::get(compute.getContext(), roles::kAlgorithm, part));
  return stage;
}

namespace {
/// The stages of the algorithm. Tiles are numbered by image, row and column.
/// Tensors of tiles begin with the two coordinates in the tile, because there
/// is one product per coordinate.
class WinogradStages {
public:
  WinogradStages(WinogradConvOp op, Definition &d, te::Extents dims)
      : op(op), d(d), dims(dims), layout(op.getLayout(), 4),
        math(d.b.builder, d.b.loc), element(d.operandElement(0)),
        tile(op.getTile()), matrices(WinogradMatrices::get(tile)),
        dataTile(static_cast<int64_t>(matrices.data.size())) {}

  Value build();

private:
  SmallVector<OpFoldResult> getExtents(int64_t rows, int64_t columns,
                                       OpFoldResult channels);
  Value padData();
  Value transformAlong(Value tiles, int64_t axis, ArrayRef<int64_t> sizes,
                       OpFoldResult channels, Transform transform,
                       const Matrix &matrix, StringRef part, Value bias = {});
  Value transformTiles(Value padded);
  Value multiply(Value data);
  Value transformBack(Value products);
  Value readTiles(Value tiles);

  WinogradConvOp op;
  Definition &d;
  te::Extents dims;
  TensorLayout layout;
  DimMath math;
  Type element;
  int64_t tile;
  WinogradMatrices matrices;
  int64_t dataTile;
};
} // namespace

/// The extents of `rows` x `columns` values per tile and channel.
SmallVector<OpFoldResult> WinogradStages::getExtents(int64_t rows,
                                                     int64_t columns,
                                                     OpFoldResult channels) {
  return {math.constant(rows),
          math.constant(columns),
          dims[0],
          math.ceilDiv(dims[layout.spatial(0)], tile),
          math.ceilDiv(dims[layout.spatial(1)], tile),
          channels};
}

/// The data, channels last, padded with zeros to whole tiles.
Value WinogradStages::padData() {
  Value x = d.operands[0];
  auto extents = getExtents(1, 1, d.b.dim(x, layout.channel()));
  SmallVector<OpFoldResult> padded{extents[2], extents[3], extents[4],
                                   extents[5]};
  for (int64_t i : {1, 2})
    padded[i] = math.add(math.mul(padded[i], math.constant(tile)),
                         math.constant(dataTile - tile));
  Value data = d.b.compute(element, padded, [&](te::Axes axes) {
    SmallVector<te::Index> indices(4, axes[0]);
    indices[layout.channel()] = axes[3];
    for (int64_t i : {0, 1})
      indices[layout.spatial(i)] = axes[1 + i] - te::Index(op.getPads()[i]);
    return d.b.read(x, indices, d.b.constant(element, 0));
  });
  return name(data, roles::kPad);
}

/// `transform` of `tiles` along `axis`, one of the two coordinates in a tile.
/// `bias`, one number per channel, is added to the second elements.
Value WinogradStages::transformAlong(Value tiles, int64_t axis,
                                     ArrayRef<int64_t> sizes,
                                     OpFoldResult channels, Transform transform,
                                     const Matrix &matrix, StringRef part,
                                     Value bias) {
  auto extents = getExtents(sizes[0], sizes[1], channels);
  Value rows = d.b.compute(element, extents, [&](te::Axes axes) {
    return buildRow(d.b, axes[axis], transform, matrix, [&](int64_t i) {
      SmallVector<te::Index> indices(axes);
      indices[axis] = i;
      Value element = d.b.read(tiles, indices);
      return bias && i == 1 ? d.b.add(element, d.b.read(bias, axes.back()))
                            : element;
    });
  });
  return name(rows, part);
}

/// `B^T d B` per tile d.
Value WinogradStages::transformTiles(Value padded) {
  OpFoldResult channels = d.b.dim(padded, 3);
  auto extents = getExtents(dataTile, dataTile, channels);
  auto first = [&](const te::Index &i) { return i * te::Index(tile); };
  Value rows = d.b.compute(element, extents, [&](te::Axes axes) {
    return buildRow(d.b, axes[0], transformData, matrices.data, [&](int64_t i) {
      return d.b.read(padded, {axes[2], first(axes[3]) + te::Index(i),
                               first(axes[4]) + axes[1], axes[5]});
    });
  });
  return transformAlong(name(rows, roles::kDataRows), 1, {dataTile, dataTile},
                        channels, transformData, matrices.data, roles::kData);
}

/// The product per coordinate in a tile: tiles x input channels times input x
/// output channels.
Value WinogradStages::multiply(Value data) {
  Value weight = d.operands[1];
  Value products =
      d.b.reduce(te::Combiner::Sum, element,
                 getExtents(dataTile, dataTile, d.b.dim(weight, 3)),
                 d.b.dim(weight, 2), [&](te::Axes axes, te::Axes channel) {
                   SmallVector<te::Index> indices(axes);
                   indices.back() = channel[0];
                   return d.b.mul(d.b.read(data, indices),
                                  d.b.read(weight, {axes[0], axes[1],
                                                    channel[0], axes.back()}));
                 });
  return name(products, roles::kProducts);
}

/// `A^T m A` per tile m of products. The second column of `A^T` consists of
/// ones, so a number that is added there is added to all elements of a row.
Value WinogradStages::transformBack(Value products) {
  OpFoldResult channels = d.b.dim(d.operands[1], 3);
  Value rows =
      transformAlong(products, 0, {tile, dataTile}, channels, transformResult,
                     matrices.result, roles::kResultRows);
  Value bias = op.getBias() ? d.operands[2] : Value();
  return transformAlong(rows, 1, {tile, tile}, channels, transformResult,
                        matrices.result, roles::kResult, bias);
}

/// The elements of the result, read from their tiles.
Value WinogradStages::readTiles(Value tiles) {
  return d.b.compute(element, dims, [&](te::Axes axes) {
    const te::Index &y = axes[layout.spatial(0)], &x = axes[layout.spatial(1)];
    return d.b.read(tiles, {y.mod(tile), x.mod(tile), axes[0], y.floorDiv(tile),
                            x.floorDiv(tile), axes[layout.channel()]});
  });
}

Value WinogradStages::build() {
  return readTiles(transformBack(multiply(transformTiles(padData()))));
}

static FailureOr<SmallVector<Value>> defineWinogradConv(WinogradConvOp op,
                                                        Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  return SmallVector<Value>{WinogradStages(op, d, *dims).build()};
}

void attachWinogradDefinitions(MLIRContext *context) {
  attachTensor<WinogradConvOp, defineWinogradConv>(context);
}

} // namespace tvm
