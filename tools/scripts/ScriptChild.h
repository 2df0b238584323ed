// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_SCRIPTS_SCRIPTCHILD_H
#define TVM_TOOLS_SCRIPTS_SCRIPTCHILD_H

#include "compiler/scripts/ScriptTask.h"
#include "tools/tune/PlanChild.h"

namespace tvm::tvmc {

/// Applies scripts to a payload in a process of its own (`tvmc plan
/// --payload`), within the limits of compilations.
class ScriptChild : public compiler::ScriptApplier {
public:
  /// `payload` is the path of the payload's file.
  ScriptChild(const ChildRunner &runner, llvm::StringRef payload,
              const MeasureOptions &options);

  llvm::Expected<compiler::AppliedScript>
  apply(llvm::StringRef script) override;

private:
  PlanChild child;
};

/// Answers the questions of a ScriptChild (answerQuestions). Fails if the
/// payload or a plug-in cannot be read.
llvm::Error answerScripts(std::FILE *input, llvm::raw_ostream &output,
                          llvm::StringRef payload,
                          llvm::ArrayRef<std::string> plugins);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_SCRIPTS_SCRIPTCHILD_H
