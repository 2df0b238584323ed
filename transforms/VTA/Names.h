// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VTA_NAMES_H
#define TVM_TRANSFORMS_VTA_NAMES_H

#include "dialects/VTA/VTAProgram.h"

namespace tvm::vta {

/// The names of a program's parts in findings.
class Names {
public:
  explicit Names(ProgramOp program);

  /// "0x16 LOAD": the address in a listing and the mnemonic.
  std::string of(mlir::Operation *op) const;
  /// "PARAM[0-71]", "acc[0-7]"
  static std::string ofElements(mlir::Attribute memory, int64_t first,
                                int64_t last);
  /// "EX"
  static llvm::StringRef ofModule(Module module);
  /// "EX->LD"
  static std::string ofQueue(TokenQueue queue);

private:
  llvm::DenseMap<mlir::Operation *, uint64_t> addresses;
};

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_NAMES_H
