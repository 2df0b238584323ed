// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Memory/Memory.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/WrittenBuffer.h"

using namespace mlir;

namespace tvm::schedule {

/// The smallest size, from `size` on, for which the stride, that many times
/// `rest`, is `offset` modulo `factor`; nothing if there is none.
static std::optional<int64_t> findSize(int64_t size, int64_t rest,
                                       int64_t factor, int64_t offset) {
  for (int64_t padded = size; padded < size + factor; ++padded) {
    int64_t stride;
    if (llvm::MulOverflow(padded, rest, stride))
      return std::nullopt;
    if (stride % factor == offset)
      return padded;
  }
  return std::nullopt;
}

DiagnosedSilenceableFailure storageAlign(RewriterBase &rewriter,
                                         te::BlockOp block, int64_t axis,
                                         int64_t factor, int64_t offset) {
  std::string action = ("align what '" + block.getName() + "' writes").str();
  auto refusal = [&](const Twine &why) {
    return emitSilenceableFailure(block, "cannot " + action + ": " + why);
  };
  Value buffer;
  if (auto d = getWrittenBuffer(block, action, buffer); !d.succeeded())
    return d;
  auto type = cast<MemRefType>(buffer.getType());
  int64_t rank = type.getRank();
  if (axis < 0 || axis + 1 >= rank)
    return refusal("expected a dimension in front of the last one of " +
                   Twine(rank) + ", got " + Twine(axis));
  if (!type.getLayout().isIdentity())
    return refusal("expected a buffer whose elements lie behind each other");
  if (factor < 1 || factor > (1 << 20) || offset < 0 || offset >= factor)
    return refusal("expected a positive factor and an offset below it, got " +
                   Twine(factor) + " and " + Twine(offset));
  int64_t rest = 1;
  for (int64_t d = axis + 1; d < rank; ++d) {
    if (type.isDynamicDim(d))
      return refusal("expected constant sizes behind the dimension");
    if (d > axis + 1 && llvm::MulOverflow(rest, type.getDimSize(d), rest))
      return refusal("expected sizes whose product fits 64 bits");
  }
  std::optional<int64_t> padded =
      findSize(type.getDimSize(axis + 1), rest, factor, offset);
  if (!padded)
    return refusal("expected a stride that a multiple of " + Twine(rest) +
                   " can be");
  replaceSizes(rewriter, buffer);
  SmallVector<int64_t> shape(type.getShape());
  shape[axis + 1] = *padded;
  setBufferType(buffer, MemRefType::Builder(type).setShape(shape));
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
