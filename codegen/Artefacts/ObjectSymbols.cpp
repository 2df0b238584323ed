// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Artefacts/ObjectSymbols.h"

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace tvm::codegen {

Error forEachSymbol(ArrayRef<StringRef> objects,
                    function_ref<void(StringRef, uint32_t)> use) {
  for (StringRef bytes : objects) {
    auto object = object::ObjectFile::createELFObjectFile(
        MemoryBufferRef(bytes, "object"));
    if (!object)
      return object.takeError();
    for (const object::SymbolRef &symbol : (*object)->symbols()) {
      auto flags = symbol.getFlags();
      auto name = symbol.getName();
      if (!flags || !name)
        return joinErrors(flags.takeError(), name.takeError());
      use(*name, *flags);
    }
  }
  return Error::success();
}

} // namespace tvm::codegen
