// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTADialect.h"
#include "tools/tvmc/VtaCommands.h"

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;

static const Command *const kCommands[] = {&vtaRunCommand, &vtaCheckCommand,
                                           &vtaExplainCommand};

VtaContext::VtaContext()
    : handler(&context, [](mlir::Diagnostic &diagnostic) {
        bool isError =
            diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
        printDiagnostic(isError ? compiler::Severity::Error
                                : compiler::Severity::Remark,
                        compiler::formatDiagnostic(diagnostic));
      }) {
  context.loadDialect<vta::VTADialect>();
}

static int runVta(Arguments arguments) {
  CommandGroup group{"vta ",
                     "run, check and explain programs for the accelerator VTA",
                     kCommands};
  return group.run(arguments);
}

const Command tvm::tvmc::vtaCommand = {
    "vta", "run, check and explain programs for the accelerator VTA",
    "vta COMMAND", nullptr, runVta};
