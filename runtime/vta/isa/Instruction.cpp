// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/isa/Instruction.h"

#include <utility>

using namespace tvm::runtime::vta;

Instruction Instruction::idle(Module module) {
  switch (module) {
  case Module::Load:
    return {Load{{MemoryType::Inp}}, {}};
  case Module::Compute:
    return {Load{{MemoryType::Uop}}, {}};
  case Module::Store:
    return {Store{{MemoryType::Out}}, {}};
  }
  __builtin_unreachable();
}

const Transfer *Instruction::transfer() const {
  if (const auto *load = std::get_if<Load>(&body))
    return load;
  return std::get_if<Store>(&body);
}

Transfer *Instruction::transfer() {
  return const_cast<Transfer *>(std::as_const(*this).transfer());
}

Module Instruction::module() const {
  if (std::holds_alternative<Store>(body))
    return Module::Store;
  const auto *load = std::get_if<Load>(&body);
  bool isOfLoadModule = load && (load->memoryType == MemoryType::Inp ||
                                 load->memoryType == MemoryType::Wgt);
  return isOfLoadModule ? Module::Load : Module::Compute;
}

std::string Instruction::title() const {
  std::string title = nameOf(opcode());
  if (const Transfer *moved = transfer())
    return title + " " + nameOf(moved->memoryType);
  if (const auto *alu = std::get_if<Alu>(&body))
    return title + " " + nameOf(alu->opcode);
  return title;
}
