// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/VTA/Names.h"

#include "dialects/VTA/VTARanges.h"
#include "dialects/VTA/VTATokens.h"
#include "transforms/VTA/Analysis/TokenOrder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::vta {

Names::Names(ProgramOp program) {
  uint64_t next = 0;
  for (auto op : program.getBody().getOps<StreamOpInterface>()) {
    uint64_t address = op.getAddress().value_or(next);
    addresses[op] = address;
    next = address + 1;
  }
}

static std::string getTitle(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case<LoadRangeOp>([](auto) { return "LOAD"; })
      .Case<StoreRangeOp>([](auto) { return "STOR"; })
      .Case<ExecuteOp>([](auto) { return "EXE"; })
      .Case<PushOp>([](PushOp push) {
        return "PUSH (" + Names::ofQueue(push.getQueue()) + ")";
      })
      .Case<PopOp>([](PopOp pop) {
        return "POP (" + Names::ofQueue(pop.getQueue()) + ")";
      })
      .Case<HardwareOpInterface>([](HardwareOpInterface hardware) {
        return hardware.getInstruction().title();
      });
}

std::string Names::of(Operation *op) const {
  return "0x" + llvm::utohexstr(addresses.lookup(op), /*LowerCase=*/false, 2) +
         " " + getTitle(op);
}

std::string Names::ofElements(Attribute memory, int64_t first, int64_t last) {
  auto symbol = dyn_cast<FlatSymbolRefAttr>(memory);
  StringRef name = symbol
                       ? symbol.getValue()
                       : stringifyMemory(cast<MemoryAttr>(memory).getValue());
  return (name + "[" + Twine(first) + "-" + Twine(last) + "]").str();
}

StringRef Names::ofModule(Module module) {
  static constexpr StringRef names[] = {"LD", "EX", "ST"};
  return names[unsigned(module)];
}

std::string Names::ofQueue(TokenQueue queue) {
  auto [from, to] = getEnds(queue);
  return (ofModule(from) + "->" + ofModule(to)).str();
}

} // namespace tvm::vta
