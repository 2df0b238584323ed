#ifndef TVM_COMPILER_SCRIPTS_SCRIPTTASK_H
#define TVM_COMPILER_SCRIPTS_SCRIPTTASK_H

#include "compiler/scripts/Scripts.h"
#include "tuner/scripts/ScriptSpace.h"
#include "tuner/session/Task.h"

#include <map>

namespace tvm::compiler {

/// The choices of a script for a payload. A strategy is the text of the script
/// with its choices resolved. Each run of a script has a context of its own,
/// and a crash in it is a refusal.
class ScriptTask : public tuner::TaskSpace {
public:
  /// Numbers of points by the reason why the script does not apply.
  using Refusals = std::map<std::string, unsigned>;

  /// Fails if the payload has no function that a program can call, the script
  /// leaves nothing open, or applies at none of a few hundred points: then the
  /// error counts the reasons.
  static llvm::Expected<std::unique_ptr<ScriptTask>>
  create(SourceFile payload, SourceFile script,
         llvm::ArrayRef<std::string> plugins);

  const tuner::ParameterSpace &getParameters() const override {
    return space->getParameters();
  }
  /// The first point at which the script applies, beginning with the first
  /// options.
  std::string getDefault() const override { return byDefault; }
  llvm::Expected<std::string>
  build(llvm::ArrayRef<int64_t> point) const override;
  bool applies(llvm::StringRef strategy) const override;
  /// The values of the parameters, as logarithms of their magnitudes.
  std::vector<float> describe(llvm::ArrayRef<int64_t> point) const override;

  /// The name of the payload's function.
  llvm::StringRef getName() const { return name; }
  /// The texts of script and payload: what the records of a task share.
  const std::string &getText() const { return text; }
  /// The refusals of `build` so far.
  const Refusals &getRefusals() const { return refusals; }

  /// Writes the program (makePayloadProgram) of a resolved script.
  llvm::Error writeProgram(llvm::StringRef strategy,
                           llvm::StringRef path) const;
  /// Writes the program of the payload without a script.
  llvm::Error writePlainProgram(llvm::StringRef path) const;

private:
  class Run;
  using Work = llvm::function_ref<llvm::Error(Run &)>;

  ScriptTask(SourceFile payload, SourceFile script)
      : payload(std::move(payload)), script(std::move(script)) {}

  /// Does `work` in a new context. A crash becomes an error.
  llvm::Error isolate(Work work) const;
  llvm::Error read();
  llvm::Error chooseDefault();
  llvm::Expected<tuner::ScriptSpace::Observed>
  observe(const tuner::ScriptSpace &space, llvm::ArrayRef<int64_t> point) const;
  /// The text of the program of the payload, after `prepare`.
  llvm::Expected<std::string> makeProgram(Work prepare) const;
  llvm::Expected<std::string> makeProgram(llvm::StringRef strategy) const;
  /// Whether `strategy` is a text of this script with choices.
  bool isOfScript(llvm::StringRef strategy) const;

  SourceFile payload, script;
  mlir::DialectRegistry registry;
  std::optional<tuner::ScriptSpace> space;
  std::string name, text, byDefault;
  mutable Refusals refusals;
  /// The strategy that was built last, and its program.
  mutable std::string lastStrategy, lastProgram;
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_SCRIPTS_SCRIPTTASK_H
