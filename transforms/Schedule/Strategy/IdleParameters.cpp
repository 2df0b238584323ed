// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Strategy/IdleParameters.h"

#include "llvm/ADT/STLExtras.h"

namespace tvm::schedule {

static llvm::StringRef getWord(bool value) { return value ? "true" : "false"; }

static std::string print(llvm::ArrayRef<int64_t> operands) {
  std::string text = "[";
  for (auto [i, operand] : llvm::enumerate(operands))
    text += (i == 0 ? "" : ", ") + std::to_string(operand);
  return text + "]";
}

void IdleParameters::dropFlag(llvm::StringRef name, bool &value,
                              bool standard) {
  if (value == standard || effects.has(name))
    return;
  add(name, getWord(value), getWord(standard));
  value = standard;
}

void IdleParameters::setToEffect(llvm::StringRef name, int64_t &value) {
  llvm::ArrayRef<int64_t> noted = effects.get(name);
  if (!noted.empty())
    set(name, value, *llvm::max_element(noted));
}

void IdleParameters::dropOperands(llvm::StringRef name,
                                  llvm::SmallVectorImpl<int64_t> &operands) {
  llvm::SmallVector<int64_t> kept(operands.begin(), operands.end());
  llvm::erase_if(kept, [&](int64_t operand) {
    return !llvm::is_contained(effects.get(name), operand);
  });
  if (kept.size() == operands.size())
    return;
  add(name, print(operands), print(kept));
  operands.assign(kept);
}

void IdleParameters::add(llvm::StringRef name, const llvm::Twine &value,
                         const llvm::Twine &equal) {
  report(name, value, equal);
  isAny = true;
}

} // namespace tvm::schedule
