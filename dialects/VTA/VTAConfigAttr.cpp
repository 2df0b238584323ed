// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTAAttributes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using tvm::runtime::vta::Configuration;

namespace tvm::vta {

/// The text member of `c` called `name`, or null.
static std::string *findText(Configuration &c, StringRef name) {
  if (name == "TARGET")
    return &c.target;
  return name == "HW_VER" ? &c.hardwareVersion : nullptr;
}

static unsigned *findNumber(Configuration &c, StringRef name) {
  for (const Configuration::Parameter &parameter : Configuration::parameters())
    if (name == parameter.name)
      return &(c.*parameter.value);
  return nullptr;
}

static LogicalResult readParameter(function_ref<InFlightDiagnostic()> emitError,
                                   NamedAttribute parameter,
                                   Configuration &configuration) {
  StringRef name = parameter.getName();
  std::string *text = findText(configuration, name);
  unsigned *number = findNumber(configuration, name);
  if (!text && !number) // C1
    return emitError() << "unknown parameter '" << name << "'";
  auto string = dyn_cast<StringAttr>(parameter.getValue());
  auto integer = dyn_cast<IntegerAttr>(parameter.getValue());
  if (text && string) {
    *text = string.str();
    return success();
  }
  if (number && integer && integer.getValue().isIntN(32)) {
    *number = integer.getValue().getZExtValue();
    return success();
  }
  return emitError() << name << ": expected "
                     << (text ? "a string" : "an integer of 32 bits")
                     << ", got " << parameter.getValue(); // C1
}

static LogicalResult read(function_ref<InFlightDiagnostic()> emitError,
                          DictionaryAttr parameters, Configuration &result) {
  for (NamedAttribute parameter : parameters)
    if (failed(readParameter(emitError, parameter, result)))
      return failure();
  if (result.check().failed()) // C2
    return emitError() << runtime::lastError();
  return success();
}

LogicalResult ConfigAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 DictionaryAttr parameters) {
  Configuration configuration;
  return read(emitError, parameters, configuration);
}

Configuration ConfigAttr::getConfiguration() {
  Configuration configuration;
  auto unexpected = [&]() -> InFlightDiagnostic {
    llvm_unreachable("attributes are verified");
  };
  (void)read(unexpected, getParameters(), configuration);
  return configuration;
}

ConfigAttr ConfigAttr::get(MLIRContext *context,
                           const Configuration &configuration) {
  Configuration given = configuration, defaults;
  Builder builder(context);
  SmallVector<NamedAttribute> parameters;
  for (StringRef name : {"TARGET", "HW_VER"})
    if (*findText(given, name) != *findText(defaults, name))
      parameters.push_back(builder.getNamedAttr(
          name, builder.getStringAttr(*findText(given, name))));
  for (const auto &parameter : Configuration::parameters())
    if (given.*parameter.value != defaults.*parameter.value)
      parameters.push_back(builder.getNamedAttr(
          parameter.name, builder.getI64IntegerAttr(given.*parameter.value)));
  return get(context, builder.getDictionaryAttr(parameters));
}

static ParseResult parseParameter(AsmParser &parser, NamedAttrList &list) {
  StringRef name;
  Attribute value;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name) || parser.parseEqual() ||
      parser.parseAttribute(value))
    return failure();
  if (list.get(name))
    return parser.emitError(loc) << name << " is given twice";
  list.append(name, value);
  return success();
}

/// Parameters with default values are left out, so that equal accelerators have
/// equal attributes.
Attribute ConfigAttr::parse(AsmParser &parser, Type) {
  NamedAttrList list;
  SMLoc loc = parser.getCurrentLocation();
  auto parse = [&] { return parseParameter(parser, list); };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, parse))
    return {};
  MLIRContext *context = parser.getContext();
  auto attribute = getChecked([&] { return parser.emitError(loc); }, context,
                              list.getDictionary(context));
  return attribute ? get(context, attribute.getConfiguration()) : nullptr;
}

void ConfigAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(getParameters(), printer, [&](NamedAttribute p) {
    printer << p.getName().getValue() << " = ";
    printer.printAttributeWithoutType(p.getValue());
  });
  printer << '>';
}

} // namespace tvm::vta
