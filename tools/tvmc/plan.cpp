// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/tuning/ModelTasks.h"
#include "tools/scripts/ScriptChild.h"
#include "tools/tune/ApplyingChild.h"
#include "tools/tvmc/ArgumentParser.h"
#include "llvm/Support/raw_ostream.h"

#include <sys/prctl.h>

#include <csignal>

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;

static StringRef getHelp() {
  return R"(Applies strategies to kernels for tvmc tune, which a rule that crashes does not end then.
Each line of standard input is a JSON object, answered by a line on standard output:

  {"program": FILE, "complete": "#schedule.blocks<…>"}  {"digest": of the schedule, "strategies": of all blocks}
  {"program": FILE, "check": "#schedule.blocks<…>"}     {}
                                                        {"refusal": why they do not apply}

A program is the file of a kernel (tvmc tune --dump-kernels).

With --payload, a question is a script without open choices for this module:

  {"script": "module attributes {transform…"}           {"features": numbers, "program": IR}
                                                        {"refusal": why it does not apply}

  --payload=FILE        the module that scripts transform
  --load-plugin=FILE    an MLIR plug-in with further rules, or a file of rules that are transform scripts;
                        may be repeated
)";
}

static int runPlan(Arguments arguments) {
  // A rule that never ends does not outlive the tuner.
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  StringRef payload;
  SmallVector<StringRef> plugins;
  ArgumentParser parser;
  parser.addText("--payload", payload, "FILE");
  parser.addList("--load-plugin", plugins, "FILE");
  if (Error error = parser.parse(arguments))
    return reportWrongUsage(planCommand, toString(std::move(error)));
  compiler::Options options;
  options.plugins.assign(plugins.begin(), plugins.end());
  if (!payload.empty()) {
    Error error = answerScripts(stdin, outs(), payload, options.plugins);
    return error ? reportError(toString(std::move(error))) : Success;
  }
  auto context = compiler::makeContext(options, printDiagnostic);
  if (!context)
    return UserError;
  answerStrategies(stdin, outs(), context.get());
  return Success;
}

const Command tvm::tvmc::planCommand = {
    "plan", "apply strategies to kernels, for tvmc tune",
    "plan [--payload=FILE] [--load-plugin=FILE]", getHelp, runPlan};
