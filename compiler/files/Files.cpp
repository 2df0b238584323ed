// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/files/Files.h"

#include "codegen/Artefacts/OutputFile.h"

using namespace llvm;

Error tvm::writeFile(StringRef path, function_ref<void(raw_ostream &)> write) {
  return codegen::writeOutputFile(path, [&](raw_ostream &os) {
    write(os);
    return Error::success();
  });
}
