#include "transforms/Schedule/Strategy/IdleParameters.h"

namespace tvm::schedule {

static llvm::StringRef getWord(bool value) { return value ? "true" : "false"; }

void IdleParameters::dropFlag(llvm::StringRef name, bool &value,
                              bool standard) {
  if (value == standard || effects.has(name))
    return;
  add(name, getWord(value), getWord(standard));
  value = standard;
}

void IdleParameters::add(llvm::StringRef name, const llvm::Twine &value,
                         const llvm::Twine &equal) {
  report(name, value, equal);
  isAny = true;
}

} // namespace tvm::schedule
