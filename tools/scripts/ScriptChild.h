#ifndef TVM_TOOLS_SCRIPTS_SCRIPTCHILD_H
#define TVM_TOOLS_SCRIPTS_SCRIPTCHILD_H

#include "compiler/scripts/ScriptTask.h"
#include "tools/tune/AloneMeasurer.h"
#include "tools/tune/processes/ServingChild.h"

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
  ServingChild child;
};

/// Answers the questions of a ScriptChild, which are lines of `input`, until it
/// ends. Each answer is a line of `output`. Fails if the payload or a plug-in
/// cannot be read.
llvm::Error answerScripts(std::FILE *input, llvm::raw_ostream &output,
                          llvm::StringRef payload,
                          llvm::ArrayRef<std::string> plugins);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_SCRIPTS_SCRIPTCHILD_H
