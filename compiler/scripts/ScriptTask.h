// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_SCRIPTS_SCRIPTTASK_H
#define TVM_COMPILER_SCRIPTS_SCRIPTTASK_H

#include "compiler/scripts/Scripts.h"
#include "transforms/Schedule/OpenScripts/ScriptSpace.h"
#include "tuner/scripts/PointFeatures.h"
#include "tuner/session/Task.h"

#include <map>

namespace tvm::compiler {

/// A payload after a script: the text of its program (makePayloadProgram), and
/// the features of its loops (tuner::getLoopFeatures).
struct AppliedScript {
  std::string program;
  std::vector<float> features;
};

/// Runs scripts without open choices on a payload, one after the other, in one
/// context.
class ScriptRunner {
public:
  /// Fails if the payload has no function that a program can call.
  static llvm::Expected<std::unique_ptr<ScriptRunner>>
  create(const mlir::DialectRegistry &registry, const SourceFile &payload);
  ~ScriptRunner();

  /// Fails with the first error of the script.
  llvm::Expected<AppliedScript> apply(llvm::StringRef script);

private:
  class Run;
  friend class ScriptTask;

  explicit ScriptRunner(std::unique_ptr<Run> run);

  std::unique_ptr<Run> run;
};

/// Applies scripts to a payload in a place where those that crash or never end
/// do no harm. A fault is an ApplyFault.
class ScriptApplier {
public:
  virtual ~ScriptApplier();

  /// ScriptRunner::apply of the payload.
  virtual llvm::Expected<AppliedScript> apply(llvm::StringRef script) = 0;
};

/// The choices of a script for a payload. A strategy is the text of the script
/// with its choices resolved. Each run of a script has a context of its own.
class ScriptTask : public tuner::TaskSpace, public tuner::PointFeatures {
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
  std::string draft(llvm::ArrayRef<int64_t> point) const override {
    return resolve(point);
  }
  bool applies(llvm::StringRef strategy) const override;
  /// Features of the point (`getFeatures`); missing ones (NaN) if it does not
  /// apply.
  std::vector<float> describe(llvm::ArrayRef<int64_t> point) const override;

  bool isApplied(llvm::ArrayRef<int64_t> point) const override;
  std::optional<std::vector<float>>
  getFeatures(llvm::ArrayRef<int64_t> point) const override;

  /// Lets `other`, which has to live as long as the task, apply scripts from
  /// now on. Before, and with null, they are applied in this process, and a
  /// crash is a refusal.
  void setApplier(ScriptApplier *other) { applier = other; }

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
  using Run = ScriptRunner::Run;
  using Work = llvm::function_ref<llvm::Error(Run &)>;

  ScriptTask(SourceFile payload, SourceFile script)
      : payload(std::move(payload)), script(std::move(script)) {}

  /// Does `work` in a new context. A crash becomes an error.
  llvm::Error isolate(Work work) const;
  llvm::Error read();
  llvm::Error chooseDefault();
  llvm::Expected<schedule::ScriptSpace::Observed>
  observe(const schedule::ScriptSpace &space,
          llvm::ArrayRef<int64_t> point) const;
  /// The script at a point.
  std::string resolve(llvm::ArrayRef<int64_t> point) const;
  llvm::Expected<AppliedScript> apply(llvm::StringRef strategy) const;
  /// Applies the strategy at a point, and notes its features.
  llvm::Expected<AppliedScript> apply(llvm::ArrayRef<int64_t> point,
                                      llvm::StringRef strategy) const;
  /// Whether `strategy` is a text of this script with choices.
  bool isOfScript(llvm::StringRef strategy) const;

  SourceFile payload, script;
  mlir::DialectRegistry registry;
  /// The script, for `resolve`.
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> parsed;
  std::optional<schedule::ScriptSpace> space;
  std::string name, text, byDefault;
  ScriptApplier *applier = nullptr;
  mutable Refusals refusals;
  /// The features of points that were applied; none if they do not apply.
  mutable std::map<tuner::Point, std::optional<std::vector<float>>> features;
  /// The strategy that was built last, and its program.
  mutable std::string lastStrategy, lastProgram;
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_SCRIPTS_SCRIPTTASK_H
