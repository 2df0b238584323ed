// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Artefacts/StackSizes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/MemoryBuffer.h"

#include <functional>
#include <numeric>

using namespace llvm;

namespace tvm::codegen {

/// The largest number of generated functions on the stack at the same time:
/// they are not recursive, and the deepest is a part of the body of a parallel
/// loop.
static constexpr size_t kMaxNested = 5;

/// The overhead of a call in bytes: the return address, and the alignment of
/// frames.
static constexpr uint64_t kCallBytes = 64;

/// Adds the sizes of frames in a section, each of which follows an address.
static Error addFrames(StringRef contents, const object::ObjectFile &object,
                       SmallVectorImpl<uint64_t> &frames) {
  DataExtractor data(contents, object.isLittleEndian(),
                     object.getBytesInAddress());
  DataExtractor::Cursor cursor(0);
  while (cursor && !data.eof(cursor)) {
    data.getAddress(cursor);
    uint64_t size = data.getULEB128(cursor);
    if (cursor)
      frames.push_back(size + kCallBytes);
  }
  return cursor.takeError();
}

Expected<uint64_t> getStackBytes(StringRef bytes) {
  auto object =
      object::ObjectFile::createELFObjectFile(MemoryBufferRef(bytes, "object"));
  if (!object)
    return object.takeError();
  SmallVector<uint64_t> frames;
  for (const object::SectionRef &section : (*object)->sections()) {
    auto name = section.getName();
    if (!name)
      return name.takeError();
    if (*name != ".stack_sizes")
      continue;
    auto contents = section.getContents();
    if (!contents)
      return contents.takeError();
    if (Error error = addFrames(*contents, **object, frames))
      return std::move(error);
  }
  llvm::sort(frames, std::greater<>());
  frames.truncate(std::min(frames.size(), kMaxNested));
  return std::accumulate(frames.begin(), frames.end(), uint64_t(0));
}

} // namespace tvm::codegen
