// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_REPORT_REPORT_H
#define TVM_TOOLS_TUNE_REPORT_REPORT_H

#include "tools/tune/report/Document.h"
#include "tools/tune/report/TuningSummary.h"
#include "llvm/Support/Error.h"

namespace tvm::tvmc {

/// Whether a report can be written to a file of this name, whose extension
/// decides its format: .html or .md.
bool isReportName(llvm::StringRef path);

/// The report on a tuning.
Document makeReport(const TuningSummary &summary);

/// Writes the report to `path` (isReportName).
llvm::Error writeReport(const TuningSummary &summary, llvm::StringRef path);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_REPORT_REPORT_H
