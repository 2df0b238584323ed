// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TVMC_TIMETEXT_H
#define TVM_TOOLS_TVMC_TIMETEXT_H

#include "llvm/Support/FormatVariadic.h"

#include <string>

namespace tvm::tvmc {

/// A time in milliseconds, or in microseconds where it is less than one of
/// these: "12.345 ms", "0.412 µs".
inline std::string formatTime(double seconds) {
  if (seconds < 1e-3)
    return llvm::formatv("{0:F3} µs", seconds * 1e6);
  return llvm::formatv("{0:F3} ms", seconds * 1e3);
}

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TVMC_TIMETEXT_H
