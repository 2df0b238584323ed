// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULEATTRIBUTES_H
#define TVM_DIALECTS_SCHEDULE_SCHEDULEATTRIBUTES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectImplementation.h"

#include "dialects/Schedule/ScheduleEnums.h.inc"

#include "dialects/Schedule/ScheduleAttrInterfaces.h.inc"

namespace tvm::schedule {

/// The types of parameters of strategies.
using Number = int64_t;
using Flag = bool;

/// The attribute of a kernel's function, or of a `te.block`, with its strategy.
inline constexpr llvm::StringLiteral kStrategyAttrName = "schedule.strategy";

/// The columns of `#schedule.columns`, and the elements of a long row of
/// `#schedule.elementwise`, that a strategy has by default and that rules
/// propose.
inline constexpr Number kDefaultColumns = 512, kDefaultChunk = 4096;

/// Elements of i32 in a vector of the instructions for products of bytes.
inline constexpr int64_t kDotLanes[] = {8, 16};

/// Parses `[0, 2]`.
mlir::FailureOr<llvm::SmallVector<int64_t>>
parseIndices(mlir::AsmParser &parser);

/// Prints `[0, 2]`.
void printIndices(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> indices);

} // namespace tvm::schedule

#define GET_ATTRDEF_CLASSES
#include "dialects/Schedule/ScheduleAttributes.h.inc"

#endif // TVM_DIALECTS_SCHEDULE_SCHEDULEATTRIBUTES_H
