// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULEENUMS_TD
#define TVM_DIALECTS_SCHEDULE_SCHEDULEENUMS_TD

include "dialects/Schedule/ScheduleDialect.td"
include "mlir/IR/EnumAttr.td"

def Schedule_TileOrder : I32EnumAttr<"TileOrder", "order of register tiles", [
  I32EnumAttrCase<"ColumnsOutside", 0, "columns_outside">,
  I32EnumAttrCase<"RowsOutside", 1, "rows_outside">,
  I32EnumAttrCase<"ColumnsInside", 2, "columns_inside">
]> {
  let cppNamespace = "::tvm::schedule";
  let genSpecializedAttr = 0;
}

def Schedule_DotInstruction
    : I32EnumAttr<"DotInstruction", "instruction for products of bytes", [
  I32EnumAttrCase<"MultiplyAdd", 0, "madd">, I32EnumAttrCase<"VNNI", 1, "vnni">
]> {
  let cppNamespace = "::tvm::schedule";
  let genSpecializedAttr = 0;
}

#endif
