// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/LibrarySignatures.h"

#include "conversion/KernelToLLVM/LibraryCallReader.h"

#include <limits>

using namespace mlir;

namespace tvm {

/// Bytes of a number, of the address of a string or tensor, and of a float.
static constexpr int64_t kNumber = 8, kAddress = 8, kFloat = 4;

static constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

//===-- selection ---------------------------------------------------------===//

static void readTopK(LibraryCallReader &call) {
  int64_t bytes = call.elementBytes();
  ArrayRef<int64_t> options = call.numbers(3);
  int64_t rank = options[0], axis = options[1];
  MemRefType x = call.buffer(rank, bytes);
  call.expectAxis(axis);
  MemRefType values = call.buffer(rank, bytes);
  call.expectSizes(x, axis);
  call.expectAtMost(x, axis);
  call.buffer(rank, kNumber);
  call.expectSizes(values);
}

static void readNonzero(LibraryCallReader &call) {
  int64_t rank = call.numbers(1)[0];
  call.buffer(rank, 1);
  call.buffer(2, kNumber);
  call.expectSize(0, rank);
}

static void readUnique(LibraryCallReader &call) {
  int64_t bytes = call.elementBytes();
  (void)call.numbers(1);
  MemRefType rows = call.buffer(2, bytes);
  for (int i = 0; i < 3; ++i) {
    call.buffer(1, kNumber);
    if (rows)
      call.expectSize(0, rows.getDimSize(0));
  }
  call.element(1, kNumber);
}

static void readNonMaxSuppression(LibraryCallReader &call) {
  ArrayRef<int64_t> options = call.numbers(3);
  MemRefType boxes = call.buffer(3, kFloat);
  call.expectSize(2, 4);
  call.buffer(3, kFloat);
  if (boxes) {
    call.expectSize(0, boxes.getDimSize(0));
    call.expectSize(2, boxes.getDimSize(1));
  }
  call.element(options[1], kFloat);
  if (options[2] >= 0)
    call.element(options[2], kFloat);
  call.buffer(2, kNumber);
  call.expectSize(1, 3);
  call.element(1, kNumber);
}

/// Reads the buffer of new slices of x. The last dimension of `indices`, the
/// depth, is the number of leading dimensions of x that each index selects. The
/// buffer has the other dimensions of `indices`, followed by the remaining
/// dimensions of x.
static void readSlices(LibraryCallReader &call, MemRefType x,
                       MemRefType indices, int64_t rank, int64_t bytes) {
  if (!x || !indices)
    return;
  call.expectWithin("the rank of the indices", indices.getRank(), 1, kMax);
  int64_t depth = indices.getRank() ? indices.getShape().back() : 0;
  bool isKnown = !ShapedType::isDynamic(depth);
  if (isKnown)
    call.expectWithin("the depth of an index", depth, 0, x.getRank());
  if (!call.buffer(rank, bytes) || !isKnown)
    return;
  SmallVector<int64_t> sizes(indices.getShape().drop_back());
  llvm::append_range(sizes, x.getShape().drop_front(depth));
  auto wanted = static_cast<int64_t>(sizes.size());
  call.expectWithin("the rank of the updates", rank, wanted, wanted);
  call.expectSizes(MemRefType::get(sizes, x.getElementType()));
}

/// Updates of elements, one for each index.
static void readElements(LibraryCallReader &call, MemRefType x,
                         MemRefType indices, int64_t axis, int64_t bytes) {
  if (!x || !indices)
    return;
  int64_t rank = x.getRank();
  call.expectWithin("the rank of the indices", indices.getRank(), rank, rank);
  call.buffer(rank, bytes);
  call.expectSizes(indices);
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim != axis)
      call.expectAtMost(x, dim);
}

static void readScatter(LibraryCallReader &call) {
  int64_t bytes = call.elementBytes();
  ArrayRef<int64_t> options = call.numbers(6);
  int64_t axis = options[1], rank = options[2], indexBytes = options[5];
  call.expectWithin("the reduction", options[0], 0, 4);
  MemRefType x = call.buffer(rank, bytes);
  call.expectAxis(axis, -1);
  if (indexBytes != 4)
    call.expectWithin("the bytes of an index", indexBytes, 8, 8);
  MemRefType indices = call.buffer(options[3], indexBytes);
  if (axis < 0) {
    readSlices(call, x, indices, options[4], bytes);
  } else {
    call.expectWithin("the rank of the updates", options[4], rank, rank);
    readElements(call, x, indices, axis, bytes);
  }
  call.buffer(rank, bytes);
  call.expectSizes(x);
}

//===-- sequences ---------------------------------------------------------===//

static void readSequence(LibraryCallReader &call) {
  call.text();
  SmallVector<StringRef> names;
  call.text().split(names, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  ArrayRef<int64_t> ranks = call.numbers(static_cast<int64_t>(names.size()));
  for (auto [name, rank] : llvm::zip(names, ranks))
    call.buffer(rank, call.elementBytes(name));
  call.buffer(1, kAddress);
  call.expectSize(0, static_cast<int64_t>(names.size()));
}

static void readSequenceShape(LibraryCallReader &call) {
  call.text();
  call.elementBytes();
  ArrayRef<int64_t> ranks = call.numbers(2);
  call.buffer(1, kAddress);
  call.element(ranks[0], kNumber);
  call.buffer(1, kNumber);
  call.expectSize(0, ranks[1]);
}

static void readSequenceAt(LibraryCallReader &call) {
  call.text();
  int64_t bytes = call.elementBytes();
  ArrayRef<int64_t> ranks = call.numbers(2);
  call.buffer(1, kAddress);
  call.element(ranks[0], kNumber);
  call.buffer(ranks[1], bytes);
}

static void readSequenceInsert(LibraryCallReader &call) {
  call.text();
  int64_t bytes = call.elementBytes();
  ArrayRef<int64_t> ranks = call.numbers(2);
  call.buffer(ranks[1], bytes);
  call.buffer(1, kAddress);
  call.element(ranks[0], kNumber);
  call.buffer(1, kAddress);
}

static void readSequenceErase(LibraryCallReader &call) {
  call.text();
  int64_t rank = call.numbers(1)[0];
  call.buffer(1, kAddress);
  call.element(rank, kNumber);
  call.buffer(1, kAddress);
}

static void readSequenceSplit(LibraryCallReader &call) {
  call.text();
  int64_t bytes = call.elementBytes();
  ArrayRef<int64_t> options = call.numbers(3);
  call.buffer(options[0], bytes);
  call.expectAxis(options[1]);
  MemRefType sizes = call.buffer(1, kNumber);
  call.buffer(1, kAddress);
  call.expectSizes(sizes);
}

/// Reads the constants of a concatenation, and the sequence. Returns the bytes
/// of an element and the rank of the result.
static std::pair<int64_t, int64_t> readConcat(LibraryCallReader &call) {
  constexpr int64_t kMaxRank = 1 << 16;
  call.text();
  int64_t bytes = call.elementBytes();
  ArrayRef<int64_t> options = call.numbers(3);
  if (!call.expectWithin("the rank", options[0], 0, kMaxRank))
    return {0, 0};
  int64_t rank = options[2] ? options[0] + 1 : options[0];
  call.expectWithin("the axis", options[1], 0, rank - 1);
  call.buffer(1, kAddress);
  return {bytes, rank};
}

static void readSequenceConcatShape(LibraryCallReader &call) {
  int64_t rank = readConcat(call).second;
  call.buffer(1, kNumber);
  call.expectSize(0, rank);
}

static void readSequenceConcat(LibraryCallReader &call) {
  auto [bytes, rank] = readConcat(call);
  call.buffer(rank, bytes);
}

//===-- strings -----------------------------------------------------------===//

static void readStrings(LibraryCallReader &call) {
  auto rest = static_cast<int64_t>(call.text().size());
  ArrayRef<int64_t> sizes = call.numbers();
  for (int64_t size : sizes) {
    if (!call.expectWithin("the size of a string", size, 0, rest))
      return;
    rest -= size;
  }
  MemRefType result = call.buffer(kAddress);
  if (!result || !result.hasStaticShape())
    return;
  auto count = static_cast<int64_t>(sizes.size());
  call.expectWithin("the number of strings", count, result.getNumElements(),
                    result.getNumElements());
}

static void readStringPair(LibraryCallReader &call, int64_t bytes) {
  int64_t rank = call.numbers(1)[0];
  MemRefType x = call.buffer(rank, kAddress);
  call.buffer(rank, kAddress);
  call.expectSizes(x);
  call.buffer(rank, bytes);
  call.expectSizes(x);
}

static void readStringConcat(LibraryCallReader &call) {
  readStringPair(call, kAddress);
}

static void readStringEqual(LibraryCallReader &call) {
  readStringPair(call, 1);
}

static void readStringLookup(LibraryCallReader &call) {
  int64_t rank = call.numbers(1)[0];
  MemRefType x = call.buffer(rank, kAddress);
  call.buffer(1, kAddress);
  call.buffer(rank, kNumber);
  call.expectSizes(x);
}

static void readStringNormalize(LibraryCallReader &call) {
  call.expectWithin("the change of letters", call.numbers(2)[0], 0, 2);
  MemRefType x = call.buffer(1, kAddress);
  call.buffer(1, kAddress);
  call.buffer(1, kAddress);
  if (x && x.getDimSize(0) != 0) // without strings, the buffer is empty
    call.expectSizes(x);
  call.element(1, kNumber);
}

static void readStringCountParts(LibraryCallReader &call) {
  call.text();
  int64_t rank = call.numbers(2)[0];
  MemRefType x = call.buffer(rank, kAddress);
  call.buffer(rank, kNumber);
  call.expectSizes(x);
}

static void readStringSplit(LibraryCallReader &call) {
  call.text();
  int64_t rank = call.numbers(2)[0];
  MemRefType x = call.buffer(rank, kAddress);
  if (!x)
    return;
  call.buffer(rank + 1, kAddress);
  for (int64_t dim = 0; dim < rank; ++dim)
    call.expectSize(dim, x.getDimSize(dim));
}

/// Reads the number of sequences in a pool.
static int64_t readPool(LibraryCallReader &call) {
  auto poolSize = static_cast<int64_t>(call.numbers().size());
  ArrayRef<int64_t> starts = call.numbers();
  int64_t count = 0;
  for (auto [i, start] : llvm::enumerate(starts)) {
    auto length = static_cast<int64_t>(i) + 1;
    int64_t end = i + 1 < starts.size() ? starts[i + 1] : poolSize;
    if (!call.expectWithin("the start of sequences", start, 0, poolSize) ||
        !call.expectWithin("the end of sequences", end, start, poolSize))
      return 0;
    call.expectWithin("the numbers beyond whole sequences",
                      (end - start) % length, 0, 0);
    count += (end - start) / length;
  }
  return count;
}

static void readCountNGrams(LibraryCallReader &call) {
  int64_t rank = call.numbers(1)[0];
  int64_t count = readPool(call);
  ArrayRef<int64_t> columns = call.numbers();
  call.expectWithin("the number of columns",
                    static_cast<int64_t>(columns.size()), count, kMax);
  ArrayRef<int64_t> range = call.numbers(3);
  call.expectWithin("the rank", rank, 1, 2);
  call.expectWithin("the shortest length", range[0], 1, kMax);
  call.expectWithin("the largest gap", range[2], 0, kMax);
  MemRefType x = call.buffer(rank, kNumber);
  MemRefType counts = call.buffer(rank, kFloat);
  call.expectSizes(x, rank - 1);
  if (!counts)
    return;
  int64_t width = counts.getShape().back();
  for (int64_t column : columns)
    call.expectWithin("a column", column, 0,
                      ShapedType::isDynamic(width) ? kMax : width - 1);
}

//===-- devices -----------------------------------------------------------===//

/// Reads buffers as described by `tvm_device_operand`s. Returns the number of
/// operands that are not buffers.
static int64_t readOperands(LibraryCallReader &call,
                            ArrayRef<int64_t> operands) {
  int64_t numNumbers = 0;
  for (; operands.size() >= 2; operands = operands.drop_front(2))
    if (operands[0] < 0)
      ++numNumbers;
    else
      call.buffer(operands[0], operands[1]);
  return numNumbers;
}

static void readDeviceBuffers(LibraryCallReader &call) {
  ArrayRef<int64_t> operands = call.numbers();
  call.expectWithin("the fields beyond whole operands",
                    static_cast<int64_t>(operands.size() % 2), 0, 0);
  int64_t numNumbers = readOperands(call, operands);
  call.expectWithin("the number of operands without a buffer", numNumbers, 0,
                    0);
}

static void readDeviceLaunch(LibraryCallReader &call) {
  constexpr int64_t kGrid = 6; // blocks and threads along x, y, z
  call.text();
  call.text();
  ArrayRef<int64_t> operands = call.numbers();
  call.expectWithin("the fields beyond whole operands",
                    static_cast<int64_t>(operands.size() % 2), 0, 0);
  int64_t numNumbers = 0;
  for (size_t i = 0; i + 1 < operands.size(); i += 2)
    numNumbers += operands[i] < 0;
  call.buffer(1, kNumber);
  call.expectSize(0, kGrid + numNumbers);
  readOperands(call, operands);
}

//===-- all ---------------------------------------------------------------===//

namespace {
struct Signature {
  StringLiteral name;
  void (*read)(LibraryCallReader &call);
};
} // namespace

static constexpr Signature kSignatures[] = {
    {"tvm_count_ngrams", readCountNGrams},
    {"tvm_device_begin", readDeviceBuffers},
    {"tvm_device_end", readDeviceBuffers},
    {"tvm_device_launch", readDeviceLaunch},
    {"tvm_non_max_suppression", readNonMaxSuppression},
    {"tvm_nonzero", readNonzero},
    {"tvm_scatter", readScatter},
    {"tvm_sequence", readSequence},
    {"tvm_sequence_at", readSequenceAt},
    {"tvm_sequence_concat", readSequenceConcat},
    {"tvm_sequence_concat_shape", readSequenceConcatShape},
    {"tvm_sequence_erase", readSequenceErase},
    {"tvm_sequence_insert", readSequenceInsert},
    {"tvm_sequence_shape", readSequenceShape},
    {"tvm_sequence_split", readSequenceSplit},
    {"tvm_string_concat", readStringConcat},
    {"tvm_string_count_parts", readStringCountParts},
    {"tvm_string_equal", readStringEqual},
    {"tvm_string_lookup", readStringLookup},
    {"tvm_string_normalize", readStringNormalize},
    {"tvm_string_split", readStringSplit},
    {"tvm_strings", readStrings},
    {"tvm_top_k", readTopK},
    {"tvm_unique", readUnique},
};

static const Signature *findSignature(StringRef name) {
  const auto *found = llvm::find_if(
      kSignatures, [&](const Signature &each) { return each.name == name; });
  return found == std::end(kSignatures) ? nullptr : found;
}

LogicalResult checkLibraryCall(func::CallOp call, StringRef name) {
  const Signature *signature = findSignature(name);
  if (!signature)
    return success();
  LibraryCallReader reader(call, name);
  signature->read(reader);
  return reader.finish();
}

} // namespace tvm
