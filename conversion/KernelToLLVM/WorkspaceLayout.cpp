// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/WorkspaceLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm {

namespace {
/// The live range of a temporary: the numbers of the first and the last
/// operation of the block that uses it.
struct LiveRange {
  size_t first, last;

  bool overlaps(const LiveRange &other) const {
    return first <= other.last && other.first <= last;
  }
};

class LiveRanges {
public:
  explicit LiveRanges(Block &block) : block(block) {
    for (auto [index, op] : llvm::enumerate(block))
      numbers[&op] = index;
  }

  LiveRange get(memref::AllocOp alloc) const;

private:
  Block &block;
  llvm::DenseMap<Operation *, size_t> numbers;
};

struct Placed {
  memref::AllocOp alloc;
  LiveRange range;
  int64_t bytes, offset;
  size_t number;
};
} // namespace

LiveRange LiveRanges::get(memref::AllocOp alloc) const {
  size_t start = numbers.lookup(block.findAncestorOpInBlock(*alloc));
  LiveRange range = {start, start};
  SmallVector<Value> work = {alloc.getResult()};
  llvm::DenseSet<Value> seen;
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    for (Operation *user : value.getUsers()) {
      Operation *ancestor = block.findAncestorOpInBlock(*user);
      // A terminator passes the memref to an unknown user.
      bool escapes = user->hasTrait<OpTrait::IsTerminator>();
      size_t last =
          escapes || !ancestor ? numbers.size() - 1 : numbers.lookup(ancestor);
      range.last = std::max(range.last, last);
      for (Value result : user->getResults())
        if (isa<BaseMemRefType>(result.getType()))
          work.push_back(result);
    }
  }
  return range;
}

int64_t getElementBytes(MemRefType type) {
  Type element = type.getElementType();
  int64_t count = 1;
  if (auto vector = dyn_cast<VectorType>(element)) {
    count = vector.getNumElements();
    element = vector.getElementType();
  }
  if (auto complex = dyn_cast<ComplexType>(element)) {
    count = 2;
    element = complex.getElementType();
  }
  int64_t bits = isa<IndexType>(element) ? 64 : element.getIntOrFloatBitWidth();
  if (isa<VectorType>(type.getElementType()))
    return llvm::PowerOf2Ceil(llvm::divideCeil(count * bits, 8));
  return count * llvm::divideCeil(bits, 8);
}

std::optional<int64_t> getStaticBytes(MemRefType type) {
  int64_t bytes = getElementBytes(type);
  for (int64_t size : type.getShape())
    if (ShapedType::isDynamic(size) || llvm::MulOverflow(bytes, size, bytes))
      return std::nullopt;
  if (bytes > kMaxWorkspaceBytes)
    return std::nullopt;
  return llvm::alignTo(bytes, kWorkspaceAlignment);
}

/// The lowest offset at which `bytes` bytes do not overlap temporaries that are
/// live at the same time.
static int64_t findOffset(ArrayRef<Placed> placed, const LiveRange &range,
                          int64_t bytes) {
  SmallVector<const Placed *> neighbours;
  for (const Placed &other : placed)
    if (other.range.overlaps(range))
      neighbours.push_back(&other);
  llvm::sort(neighbours, [](const Placed *a, const Placed *b) {
    return a->offset < b->offset;
  });
  int64_t offset = 0;
  for (const Placed *other : neighbours) {
    if (offset + bytes <= other->offset)
      break;
    offset = std::max(offset, other->offset + other->bytes);
  }
  return offset;
}

static void placeStatic(WorkspaceLayout &layout, MutableArrayRef<Placed> all) {
  // Large temporaries come first, equal ones in program order.
  for (auto [number, placed] : llvm::enumerate(all))
    placed.number = number;
  llvm::sort(all, [](const Placed &a, const Placed &b) {
    return std::make_tuple(-a.bytes, a.number) <
           std::make_tuple(-b.bytes, b.number);
  });
  for (size_t i = 0; i < all.size(); ++i) {
    all[i].offset = findOffset(all.take_front(i), all[i].range, all[i].bytes);
    layout.offsets.push_back({all[i].alloc, all[i].offset});
    layout.staticBytes =
        std::max(layout.staticBytes, all[i].offset + all[i].bytes);
  }
}

/// Whether temporaries of the same size can share the slot one after another.
static bool fits(const WorkspaceLayout::Slot &slot, memref::AllocOp alloc,
                 const LiveRanges &ranges) {
  memref::AllocOp first = slot.allocs.front();
  if (first.getType() != alloc.getType() ||
      first.getDynamicSizes() != alloc.getDynamicSizes())
    return false;
  return llvm::none_of(slot.allocs, [&](memref::AllocOp other) {
    return ranges.get(other).overlaps(ranges.get(alloc));
  });
}

WorkspaceLayout layOutWorkspace(Block &block,
                                ArrayRef<memref::AllocOp> allocs) {
  WorkspaceLayout layout;
  LiveRanges ranges(block);
  SmallVector<Placed> fixed;
  for (memref::AllocOp alloc : allocs) {
    if (auto bytes = getStaticBytes(alloc.getType())) {
      fixed.push_back({alloc, ranges.get(alloc), *bytes, 0, 0});
      continue;
    }
    auto slot = llvm::find_if(layout.slots, [&](const auto &slot) {
      return fits(slot, alloc, ranges);
    });
    if (slot == layout.slots.end()) {
      layout.slots.emplace_back();
      slot = std::prev(layout.slots.end());
    }
    slot->allocs.push_back(alloc);
  }
  placeStatic(layout, fixed);
  return layout;
}

} // namespace tvm
