#include "transforms/Schedule/Primitives/Primitives.h"
#include "transforms/Schedule/Primitives/WrittenBuffer.h"

using namespace mlir;

namespace tvm::schedule {

DiagnosedSilenceableFailure setScope(te::BlockOp block, Attribute memorySpace) {
  Value buffer;
  if (auto d = getWrittenBuffer(
          block, "set the scope of what '" + block.getName() + "' writes",
          buffer);
      !d.succeeded())
    return d;
  setBufferType(buffer, MemRefType::Builder(cast<MemRefType>(buffer.getType()))
                            .setMemorySpace(memorySpace));
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
