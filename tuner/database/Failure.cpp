// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/Failure.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::tuner {

static constexpr StringLiteral kNames[] = {
    "compile error", "compile limit",       "hang",     "crash",
    "wrong result",  "write out of bounds", "run error"};

StringRef getName(Cause cause) { return kNames[static_cast<size_t>(cause)]; }

std::string describeFailure(Cause cause, const Twine &what) {
  return (getName(cause) + ": " + what).str();
}

StringRef getCauseName(StringRef failure) {
  StringRef name = failure.split(": ").first;
  return is_contained(kNames, name) ? name : "other";
}

} // namespace tvm::tuner
