// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Attention/AttentionBlocks.h"

#include "dialects/TE/TERoles.h"
#include "transforms/CostModel/AttentionCost.h"
#include "transforms/Schedule/Rules/RegisterTile/TileChoice.h"
#include "transforms/Schedule/Rules/Rows/Rows.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Rules/Tiling/Producers.h"

using namespace mlir;

namespace tvm::schedule {

namespace roles = te::roles::attention;

namespace {
/// Reads the roles of a list of blocks.
class RoleReader {
public:
  RoleReader(ArrayRef<te::BlockOp> list, RoleRefusal refuse)
      : list(list), refuse(refuse) {}

  std::optional<Attention> read();

private:
  SmallVector<te::BlockOp> getBlocks(StringRef part) const {
    return llvm::to_vector(
        llvm::make_filter_range(list, [&](te::BlockOp block) {
          return te::roles::isPart(block.getRoleAttr(), roles::kAlgorithm,
                                   part);
        }));
  }
  size_t getPlace(te::BlockOp block) const {
    return llvm::find(list, block) - list.begin();
  }
  /// Each returns false, after a refusal, where the blocks do not fit.
  bool fail(te::BlockOp block, const Twine &reason);
  bool findProduct(StringRef part, te::BlockOp &product);
  bool checkOrder();
  bool checkCopies();
  bool checkRows();
  bool checkColumns();

  ArrayRef<te::BlockOp> list;
  RoleRefusal refuse;
  Attention found{};
};
} // namespace

bool RoleReader::fail(te::BlockOp block, const Twine &reason) {
  refuse(block, reason);
  return false;
}

bool RoleReader::findProduct(StringRef part, te::BlockOp &product) {
  SmallVector<te::BlockOp> blocks = getBlocks(part);
  if (blocks.size() != 1)
    return fail(blocks.empty() ? list.back() : blocks[1],
                "expected one block of the part '" + part +
                    "' of an attention, got " + Twine(blocks.size()));
  product = blocks.front();
  return isTileable(BlockAccesses(product)) ||
         fail(product, "expected a sum of products as '" + part + "'");
}

bool RoleReader::checkOrder() {
  if (found.rows.empty())
    return fail(found.product,
                "expected blocks of the part 'softmax' of an attention");
  std::array<size_t, 4> places{
      getPlace(found.scores), getPlace(found.rows.front()),
      getPlace(found.rows.back()), getPlace(found.product)};
  return llvm::is_sorted(places) ||
         fail(found.product,
              "expected the scores of an attention, the softmax and the "
              "product with the values in this order");
}

bool RoleReader::checkCopies() {
  for (te::BlockOp copy : found.copies)
    if (copy.hasReduction() || getPlace(copy) > getPlace(found.product))
      return fail(copy, "expected an element-wise block in front of the values "
                        "as an operand of an attention");
  for (te::BlockOp block : list.take_front(getPlace(found.scores)))
    if (!llvm::is_contained(found.copies, block))
      return fail(block, "expected only operands in front of the scores of an "
                         "attention");
  return true;
}

bool RoleReader::checkRows() {
  te::BlockOp first = found.rows.front(), last = found.rows.back();
  if (!first.hasReduction() || last.hasReduction())
    return fail(first, "expected a softmax from a reduction to a block that "
                       "reduces nothing");
  if (!findRead(found.product, last))
    return fail(found.product,
                "expected the product of an attention to read the last step of "
                "the softmax, '" +
                    last.getName() + "'");
  unsigned numRowAxes = countRowAxes(found.rows);
  if (numRowAxes < 2)
    return fail(first, "expected axes of a batch in front of the rows of an "
                       "attention");
  found.numBatchAxes = numRowAxes - 1;
  return true;
}

bool RoleReader::checkColumns() {
  // graph-fuse asks the same function.
  auto getColumns = [](te::BlockOp block) {
    return getExtent(block, llvm::count(block.getKinds(), false) - 1);
  };
  return graph::hasAttentionTiles(getColumns(found.scores),
                                  getColumns(found.product)) ||
         fail(found.product,
              "expected columns of both products of an attention that fill "
              "register tiles");
}

std::optional<Attention> RoleReader::read() {
  if (list.empty() || !findProduct(roles::kScores, found.scores) ||
      !findProduct(roles::kValues, found.product))
    return std::nullopt;
  found.copies = getBlocks(roles::kOperand);
  found.rows = getBlocks(roles::kSoftmax);
  if (!checkOrder() || !checkCopies() || !checkRows() || !checkColumns())
    return std::nullopt;
  found.results.assign(list.begin() + getPlace(found.product) + 1, list.end());
  return found;
}

std::optional<Attention> readAttention(ArrayRef<te::BlockOp> list,
                                       RoleRefusal refuse) {
  return RoleReader(list, refuse).read();
}

static void setPart(ArrayRef<te::BlockOp> blocks, StringRef part) {
  for (te::BlockOp block : blocks)
    block.setRoleAttr(
        te::RoleAttr::get(block.getContext(), roles::kAlgorithm, part));
}

void assignAttentionRoles(ArrayRef<te::BlockOp> list) {
  SmallVector<size_t> products;
  for (auto [i, block] : llvm::enumerate(list))
    if (isTileable(BlockAccesses(block)))
      products.push_back(i);
  if (products.size() != 2)
    return;
  // Scale and mask go with the scores.
  ArrayRef<te::BlockOp> rows =
      list.slice(products[0] + 1, products[1] - products[0] - 1)
          .drop_until([](te::BlockOp block) { return block.hasReduction(); });
  if (rows.empty() || !findRead(rows.front(), *std::prev(rows.begin())))
    return;
  setPart(list.take_front(products[0]), roles::kOperand);
  setPart(list[products[0]], roles::kScores);
  setPart(rows, roles::kSoftmax);
  setPart(list[products[1]], roles::kValues);
  if (!readAttention(list, ignoreRefusal))
    for (te::BlockOp block : list)
      block.removeRoleAttr();
}

} // namespace tvm::schedule
