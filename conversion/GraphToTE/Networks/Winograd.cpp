#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Networks/WinogradTiles.h"

#include "conversion/GraphToTE/Networks/Windows.h"
#include "dialects/TE/TERoles.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

static constexpr int64_t kTile = graph::kWinogradTile;
static constexpr int64_t kDataTile = graph::kWinogradDataTile;

/// The rows of a product with a constant matrix.
using Rows = SmallVector<Value>;
using Transform = function_ref<Rows(te::TEBuilder &, ValueRange)>;

static Value scale(te::TEBuilder &b, double factor, Value x) {
  return b.mul(b.constant(x.getType(), factor), x);
}

/// `B^T d`, with common subexpressions of the rows.
static Rows transformData(te::TEBuilder &b, ValueRange d) {
  Value even = b.sub(d[4], scale(b, 4, d[2]));
  Value odd = b.sub(d[3], scale(b, 4, d[1]));
  Value evenHalf = b.sub(d[4], d[2]);
  Value oddHalf = scale(b, 2, b.sub(d[3], d[1]));
  return {b.add(scale(b, 4, d[0]), b.sub(d[4], scale(b, 5, d[2]))),
          b.add(even, odd),
          b.sub(even, odd),
          b.add(evenHalf, oddHalf),
          b.sub(evenHalf, oddHalf),
          b.add(scale(b, 4, d[1]), b.sub(d[5], scale(b, 5, d[3])))};
}

/// `A^T m`.
static Rows transformResult(te::TEBuilder &b, ValueRange m) {
  Value sum = b.add(m[1], m[2]), difference = b.sub(m[1], m[2]);
  Value sum2 = b.add(m[3], m[4]), difference2 = b.sub(m[3], m[4]);
  return {b.add(m[0], b.add(sum, sum2)),
          b.add(difference, scale(b, 2, difference2)),
          b.add(sum, scale(b, 4, sum2)),
          b.add(b.add(difference, scale(b, 8, difference2)), m[5])};
}

/// Row `row` of `transform` applied to the six elements that `read` returns.
/// The body contains all rows; unrolling the loop over `row` leaves one of
/// them.
static Value buildRow(te::TEBuilder &b, const te::Index &row,
                      Transform transform, function_ref<Value(int64_t)> read) {
  SmallVector<Value> elements;
  for (int64_t i = 0; i < kDataTile; ++i)
    elements.push_back(read(i));
  Rows rows = transform(b, elements);
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
/// The stages of F(4x4, 3x3). Tiles are numbered by image, row and column.
/// Tensors of tiles begin with the two coordinates in the tile, because there
/// is one product per coordinate.
class WinogradStages {
public:
  WinogradStages(WinogradConvOp op, Definition &d, te::Extents dims)
      : op(op), d(d), dims(dims), layout(op.getLayout(), 4),
        math(d.b.builder, d.b.loc), element(d.operandElement(0)) {}

  Value build();

private:
  SmallVector<OpFoldResult> getExtents(int64_t rows, int64_t columns,
                                       OpFoldResult channels);
  Value padData();
  Value transformAlong(Value tiles, int64_t axis, ArrayRef<int64_t> sizes,
                       OpFoldResult channels, Transform transform,
                       StringRef part, Value bias = {});
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
};
} // namespace

/// The extents of `rows` x `columns` values per tile and channel.
SmallVector<OpFoldResult> WinogradStages::getExtents(int64_t rows,
                                                     int64_t columns,
                                                     OpFoldResult channels) {
  return {math.constant(rows),
          math.constant(columns),
          dims[0],
          math.ceilDiv(dims[layout.spatial(0)], kTile),
          math.ceilDiv(dims[layout.spatial(1)], kTile),
          channels};
}

/// The data, channels last, padded with zeros to whole tiles.
Value WinogradStages::padData() {
  Value x = d.operands[0];
  auto extents = getExtents(1, 1, d.b.dim(x, layout.channel()));
  SmallVector<OpFoldResult> padded{extents[2], extents[3], extents[4],
                                   extents[5]};
  for (int64_t i : {1, 2})
    padded[i] = math.add(math.mul(padded[i], math.constant(kTile)),
                         math.constant(kDataTile - kTile));
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
                                     StringRef part, Value bias) {
  auto extents = getExtents(sizes[0], sizes[1], channels);
  Value rows = d.b.compute(element, extents, [&](te::Axes axes) {
    return buildRow(d.b, axes[axis], transform, [&](int64_t i) {
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
  auto extents = getExtents(kDataTile, kDataTile, channels);
  auto tile = [](const te::Index &i) { return i * te::Index(kTile); };
  Value rows = d.b.compute(element, extents, [&](te::Axes axes) {
    return buildRow(d.b, axes[0], transformData, [&](int64_t i) {
      return d.b.read(padded, {axes[2], tile(axes[3]) + te::Index(i),
                               tile(axes[4]) + axes[1], axes[5]});
    });
  });
  return transformAlong(name(rows, roles::kDataRows), 1, {kDataTile, kDataTile},
                        channels, transformData, roles::kData);
}

/// The product per coordinate in a tile: tiles x input channels times input x
/// output channels.
Value WinogradStages::multiply(Value data) {
  Value weight = d.operands[1];
  Value products =
      d.b.reduce(te::Combiner::Sum, element,
                 getExtents(kDataTile, kDataTile, d.b.dim(weight, 3)),
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
  Value rows = transformAlong(products, 0, {kTile, kDataTile}, channels,
                              transformResult, roles::kResultRows);
  Value bias = op.getBias() ? d.operands[2] : Value();
  return transformAlong(rows, 1, {kTile, kTile}, channels, transformResult,
                        roles::kResult, bias);
}

/// The elements of the result, read from their tiles.
Value WinogradStages::readTiles(Value tiles) {
  return d.b.compute(element, dims, [&](te::Axes axes) {
    const te::Index &y = axes[layout.spatial(0)], &x = axes[layout.spatial(1)];
    return d.b.read(tiles,
                    {y.mod(kTile), x.mod(kTile), axes[0], y.floorDiv(kTile),
                     x.floorDiv(kTile), axes[layout.channel()]});
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
