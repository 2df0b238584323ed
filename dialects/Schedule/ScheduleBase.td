// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULEBASE_TD
#define TVM_DIALECTS_SCHEDULE_SCHEDULEBASE_TD

include "dialects/Schedule/ScheduleDialect.td"
include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Schedule_Handle
    : Type<CPred<"::llvm::isa<::mlir::transform::AnyOpType>($_self)">,
           "handle to operations", "::mlir::transform::AnyOpType">,
      BuildableType<
          "::mlir::transform::AnyOpType::get($_builder.getContext())">;

def Schedule_Number
    : Type<CPred<"::llvm::isa<::mlir::transform::ParamType>($_self) && "
                 "::llvm::cast<::mlir::transform::ParamType>($_self)"
                 ".getType().isInteger(64)">,
           "number", "::mlir::transform::ParamType">,
      BuildableType<"::mlir::transform::ParamType::get("
                    "$_builder.getContext(), $_builder.getI64Type())">;

// Reads its handles, keeps them valid, and changes the payload.
def Schedule_InPlaceTrait : NativeOpTrait<"InPlaceTransformOpTrait"> {
  let cppNamespace = "::tvm::schedule";
}
def Schedule_NavigationTrait : NativeOpTrait<"NavigationTransformOpTrait"> {
  let cppNamespace = "::mlir::transform";
}

class Schedule_Op<string mnemonic, list<Trait> traits>
    : Op<Schedule_Dialect, mnemonic, traits # [
        DeclareOpInterfaceMethods<TransformOpInterface>,
        MemoryEffectsOpInterface]>;

class Schedule_Query<string mnemonic>
    : Schedule_Op<mnemonic, [Schedule_NavigationTrait]>;

class Schedule_Primitive<string mnemonic, list<Trait> traits = []>
    : Schedule_Op<mnemonic, traits # [Schedule_InPlaceTrait]>;

#endif
