// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Strategy/CustomRule.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace tvm::schedule {

using EmitError = function_ref<InFlightDiagnostic()>;

CustomRule::~CustomRule() = default;

/// Reports an entry of a strategy that is not for `parameter`.
static LogicalResult verifyValue(EmitError emitError,
                                 const CustomParameter &parameter,
                                 Attribute value) {
  auto number = dyn_cast<IntegerAttr>(value);
  if (!number || !number.getType().isSignlessInteger(64))
    return emitError() << "expected an i64 for '" << parameter.name << "', got "
                       << value;
  if (!parameter.values.empty() &&
      !llvm::is_contained(parameter.values, number.getInt())) {
    InFlightDiagnostic error = emitError();
    error << "expected '" << parameter.name << "' to be one of ";
    llvm::interleaveComma(parameter.values, error);
    return error << ", got " << number.getInt();
  }
  if (number.getInt() >= parameter.least &&
      number.getInt() <= parameter.greatest)
    return success();
  return emitError() << "expected '" << parameter.name << "' from "
                     << parameter.least << " to " << parameter.greatest
                     << ", got " << number.getInt();
}

LogicalResult CustomRule::verify(EmitError emitError, Strategy strategy) const {
  auto custom = dyn_cast<CustomAttr>(strategy);
  if (!custom)
    return emitError() << "expected #schedule.custom for rule '" << getName()
                       << "', got " << strategy;
  for (NamedAttribute entry : custom.getParameters()) {
    StringRef name = entry.getName();
    const auto *parameter = llvm::find_if(
        parameters, [&](const auto &other) { return other.name == name; });
    if (parameter == parameters.end())
      return emitError() << "rule '" << getName() << "' has no parameter '"
                         << name << "'";
    if (failed(verifyValue(emitError, *parameter, entry.getValue())))
      return failure();
  }
  return success();
}

Strategy CustomRule::makeStrategy(MLIRContext *context,
                                  ArrayRef<int64_t> values) const {
  Builder builder(context);
  NamedAttrList entries;
  for (auto [parameter, value] : llvm::zip_equal(parameters, values))
    if (value != parameter.defaultValue)
      entries.set(parameter.name, builder.getI64IntegerAttr(value));
  return CustomAttr::get(context, getName(), entries.getDictionary(context));
}

SmallVector<int64_t> CustomRule::getValues(Strategy strategy) const {
  DictionaryAttr given = cast<CustomAttr>(strategy).getParameters();
  return llvm::map_to_vector(parameters, [&](const auto &parameter) {
    auto value = given.getAs<IntegerAttr>(parameter.name);
    return value ? value.getInt() : parameter.defaultValue;
  });
}

} // namespace tvm::schedule
