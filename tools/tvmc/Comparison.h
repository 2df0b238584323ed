// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TVMC_COMPARISON_H
#define TVM_TOOLS_TVMC_COMPARISON_H

#include "tools/tvmc/Session.h"
#include "tools/tvmc/TurnTimes.h"
#include "tuner/database/Failure.h"

namespace tvm::tvmc {

/// The fault of an artefact: an output differs from that of another one, or its
/// kernels write outside of their outputs.
class Fault : public llvm::ErrorInfo<Fault> {
public:
  static char ID; // NOLINT(readability-identifier-naming): LLVM's name

  Fault(tuner::Cause cause, std::string text, std::string artefact = "")
      : cause(cause), text(std::move(text)), artefact(std::move(artefact)) {}
  tuner::Cause getCause() const { return cause; }
  /// The fault without the path of the artefact.
  const std::string &getText() const { return text; }
  void log(llvm::raw_ostream &os) const override {
    if (!artefact.empty())
      os << "'" << artefact << "': ";
    os << text;
  }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  tuner::Cause cause;
  std::string text, artefact;
};

/// Fails, with the name of the output, unless `got` equals `expected`. Floats
/// may differ by `tolerance` times the largest number of the output, plus a
/// tenth of that; 16-bit ones by 100 times as much. Other types are equal byte
/// by byte. `exact` has more exact floats, by the names of outputs; null: there
/// are none. Then a float is also right if its error is at most twice the
/// largest error of the output that is expected.
llvm::Error compareOutputs(llvm::ArrayRef<Array> expected,
                           llvm::ArrayRef<Array> got, double tolerance,
                           const std::vector<Array> *exact = nullptr);

/// Runs both sessions in turns for about `seconds`, at least five rounds. Each
/// turn is as many runs as take a millisecond, and caches are as the other one
/// leaves them. With cold caches a turn is one run, before which all data is
/// driven out of the caches. Noise is measured again (measureUntilCalm), unless
/// any spread will do: `maxSpread` is 0.
llvm::Expected<TurnTimes> timeInTurns(Session &first, Session &second,
                                      double seconds, bool coldCaches,
                                      double maxSpread);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TVMC_COMPARISON_H
