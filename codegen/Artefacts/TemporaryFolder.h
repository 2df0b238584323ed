// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_ARTEFACTS_TEMPORARYFOLDER_H
#define TVM_CODEGEN_ARTEFACTS_TEMPORARYFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace tvm::codegen {

/// A folder for temporary files of the system, removed with its contents.
class TemporaryFolder {
public:
  static llvm::Expected<TemporaryFolder> create();
  TemporaryFolder(TemporaryFolder &&other) noexcept;
  ~TemporaryFolder();

  std::string getPath(llvm::StringRef name) const;
  llvm::Error write(llvm::StringRef name, llvm::StringRef bytes) const;
  llvm::Expected<std::string> read(llvm::StringRef name) const;

private:
  explicit TemporaryFolder(std::string path) : path(std::move(path)) {}

  std::string path;
};

} // namespace tvm::codegen

#endif // TVM_CODEGEN_ARTEFACTS_TEMPORARYFOLDER_H
