// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VTA_ANALYSIS_ACCESSHISTORY_H
#define TVM_TRANSFORMS_VTA_ANALYSIS_ACCESSHISTORY_H

#include "transforms/VTA/Analysis/Accesses.h"

#include <array>

namespace tvm::vta {

/// The accesses of the instructions of each module so far.
class AccessHistory {
public:
  /// Adds the accesses of a module's instruction `index`; indices increase.
  void add(Module module, unsigned index, llvm::ArrayRef<Access> accesses);

  /// The last instruction of `module`, from `begin` on and before `end`, that
  /// accesses an element of `accesses`, where one of the two accesses is a
  /// write.
  std::optional<unsigned> findConflict(Module module, unsigned begin,
                                       unsigned end,
                                       llvm::ArrayRef<Access> accesses) const;

private:
  struct Past {
    unsigned index;
    Access access;
  };

  llvm::DenseMap<mlir::Attribute,
                 std::array<std::vector<Past>, runtime::vta::kNumModules>>
      past;
};

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_ANALYSIS_ACCESSHISTORY_H
