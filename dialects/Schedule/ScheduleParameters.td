// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULEPARAMETERS_TD
#define TVM_DIALECTS_SCHEDULE_SCHEDULEPARAMETERS_TD

// Types of parameters, and the base class of strategies.

include "dialects/Schedule/ScheduleAttrInterfaces.td"
include "dialects/Schedule/ScheduleDialect.td"
include "dialects/Schedule/ScheduleEnums.td"
include "mlir/IR/AttrTypeBase.td"

// The parser's errors contain the C++ types of parameters, and the names of
// definitions: "failed to parse #schedule.rows parameter 'tasks' which is to be
// a `Number`". Therefore types have names that a reader of strategies knows, and
// definitions are called what strategies look like.

class Schedule_Number<string default, string summary>
    : DefaultValuedParameter<"Number", default, summary>;
class Schedule_Flag<string default, string summary>
    : DefaultValuedParameter<"Flag", default, summary>;

class Schedule_Indices<string summary>
    : OptionalArrayRefParameter<"int64_t", summary> {
  let parser = "::tvm::schedule::parseIndices($_parser)";
  let printer = "::tvm::schedule::printIndices($_printer, $_self)";
}

def Schedule_Tasks : Schedule_Number<"0",
  "Iterations of a parallel loop that keep all cores busy; with 0, the nest "
  "runs on one thread. A limit, which a nest with less work or with fewer "
  "iterations does not reach">;

class Schedule_Inner<string summary>
    : AttrParameter<"::tvm::schedule::StrategyAttrInterface", summary>;

class Schedule_Strategy<string name, string strategy>
    : AttrDef<Schedule_Dialect, name, [Schedule_StrategyInterface]> {
  let mnemonic = strategy;
  let genVerifyDecl = 1;
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif
