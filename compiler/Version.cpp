// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Version.h"

#include "compiler/BuildIdentity.inc"

#include <string>

const char *tvm::compiler::getBuildVersion() {
  static const std::string version =
      std::string(kVersion) + "+" TVM_BUILD_IDENTITY;
  return version.c_str();
}
