// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/tuning/RecordRemarks.h"

using namespace mlir;

namespace tvm::compiler {

void RecordRemarks::note(const tuner::Answer &answer) {
  ofOtherBuild += answer.isOfOtherBuild;
  ofOtherMachine += answer.isOfOtherMachine;
  leftOut += answer.isLeftOut;
}

void RecordRemarks::emit(ModuleOp model, StringRef name) const {
  auto remark = [&](unsigned count, StringRef text) {
    if (count)
      model.emitRemark("records of ")
          << count << " " << name << (count == 1 ? " " : "s ") << text;
  };
  remark(ofOtherBuild, "were measured with another build of the compiler; tvmc "
                       "tune measures them again");
  remark(ofOtherMachine, "were measured on another processor; tvmc tune "
                         "measures them here");
  remark(leftOut, "are left out: they are for other numbers of threads "
                  "(--run-threads) or other levels of optimisation");
}

} // namespace tvm::compiler
