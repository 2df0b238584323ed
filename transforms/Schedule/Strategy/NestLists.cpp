// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Strategy/NestLists.h"

#include "transforms/Schedule/Analysis/Loops.h"

using namespace mlir;

namespace tvm::schedule {

SmallVector<te::BlockOp> getSimpleBlocks(Block &list) {
  SmallVector<te::BlockOp> blocks;
  for (Operation &op : list) {
    SmallVector<te::BlockOp> nested;
    op.walk([&](te::BlockOp block) { nested.push_back(block); });
    if (nested.size() == 1 && !hasCall(&op) && !isOverSteps(&op))
      blocks.push_back(nested.front());
  }
  return blocks;
}

static SmallVector<Block *> getLists(func::FuncOp kernel) {
  SmallVector<Block *> lists{&kernel.getBody().front()};
  kernel.walk([&](Loop loop) {
    if (isOverSteps(loop))
      lists.push_back(loop.getBody());
  });
  return lists;
}

NestList::NestList(func::FuncOp kernel, unsigned number)
    : kernel(kernel), number(number) {
  for (te::BlockOp block : getBlocks())
    accesses.emplace_back(block);
}

SmallVector<te::BlockOp> NestList::getBlocks() const {
  return getSimpleBlocks(*getLists(kernel)[number]);
}

te::BlockOp NestList::findBlock(StringAttr name) const {
  SmallVector<te::BlockOp> blocks = getBlocks();
  auto *found = llvm::find_if(
      blocks, [&](te::BlockOp block) { return block.getNameAttr() == name; });
  return found == blocks.end() ? te::BlockOp() : *found;
}

SmallVector<NestList> getNestLists(func::FuncOp kernel) {
  SmallVector<NestList> lists;
  for (unsigned i = 0, e = getLists(kernel).size(); i < e; ++i)
    lists.emplace_back(kernel, i);
  return lists;
}

} // namespace tvm::schedule
