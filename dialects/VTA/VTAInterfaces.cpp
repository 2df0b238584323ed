// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTAInterfaces.h"

using namespace mlir;

#include "dialects/VTA/VTAInterfaces.cpp.inc"

namespace tvm::vta {

using runtime::vta::Dependencies;
using runtime::vta::ModuleQueues;

runtime::vta::Module toRuntime(Module module) {
  static_assert(unsigned(Module::Store) ==
                unsigned(runtime::vta::Module::Store));
  return static_cast<runtime::vta::Module>(module);
}

namespace {
/// A dependency bit, and its queue.
struct Bit {
  StringRef name;
  bool isSet;
  std::optional<TokenQueue> queue;
};
} // namespace

static std::array<Bit, 4> getBits(InstructionOpInterface op) {
  Dependencies bits = op.getDependencies();
  Module module = cast<StreamOpInterface>(op.getOperation()).getModule();
  const ModuleQueues &queues = queuesOf(toRuntime(module));
  return {Bit{"pop_prev", bits.popPrev, queues.popPrev},
          Bit{"pop_next", bits.popNext, queues.popNext},
          Bit{"push_prev", bits.pushPrev, queues.pushPrev},
          Bit{"push_next", bits.pushNext, queues.pushNext}};
}

static SmallVector<TokenQueue, 2> getQueues(ArrayRef<Bit> bits) {
  SmallVector<TokenQueue, 2> queues;
  for (const Bit &bit : bits)
    if (bit.isSet)
      queues.push_back(*bit.queue);
  return queues;
}

SmallVector<TokenQueue, 2> getPops(InstructionOpInterface op) {
  return getQueues(ArrayRef(getBits(op)).take_front(2));
}

SmallVector<TokenQueue, 2> getPushes(InstructionOpInterface op) {
  return getQueues(ArrayRef(getBits(op)).drop_front(2));
}

bool hasTokens(InstructionOpInterface op) {
  return llvm::any_of(getBits(op), [](const Bit &bit) { return bit.isSet; });
}

LogicalResult detail::verifyDependencies(Operation *op) {
  for (const Bit &bit : getBits(cast<InstructionOpInterface>(op)))
    if (bit.isSet && !bit.queue)
      return op->emitOpError("expected no ")
             << bit.name << " at module "
             << stringifyModule(cast<StreamOpInterface>(op).getModule());
  return success();
}

} // namespace tvm::vta
