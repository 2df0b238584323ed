// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Schema.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace tvm::onnx_import {

namespace {

/// The inputs and attributes of an operator from an opset on. make_schemas.py
/// documents the format of the texts.
struct Schema {
  StringLiteral name; ///< with its domain, where that is not ONNX's own
  int64_t since;
  StringLiteral inputs;
  StringLiteral variables;
  StringLiteral attributes;
};

/// An input as the operator declares it.
struct Formal {
  StringRef variable; ///< empty: types of its own
  StringRef types;
  bool isOptional = false;
  bool isVariadic = false;
  bool hasOneType = true;
};

class SchemaCheck {
public:
  SchemaCheck(const Schema &schema, const Node &node,
              const onnx::NodeProto &proto);
  LogicalResult checkInputs();
  LogicalResult checkAttributes();

private:
  Formal parseInput(StringRef text) const;
  LogicalResult checkInput(int i, const Formal &formal);
  LogicalResult checkType(int i, const Formal &formal);
  LogicalResult checkKind(const onnx::AttributeProto &given, char letter);
  LogicalResult checkAttribute(const onnx::AttributeProto &given);
  std::string describe(StringRef types) const;

  const Node &node;
  const onnx::NodeProto &proto;
  SmallVector<StringRef> variables, attributes;
  SmallVector<Formal> formals;
  /// The first input of each type variable.
  llvm::StringMap<int> first;
};

} // namespace

static constexpr Schema kSchemas[] = {
#include "conversion/OnnxToGraph/Schemas.inc"
};

static constexpr int kNumTypes = 26;

/// The letter of each kind of attribute in the table, by number.
static constexpr StringLiteral kKindLetters = "_fistgFISTGxXpP";
static constexpr StringLiteral kKindNames[] = {
    "nothing", "a float",         "an integer",     "a string", "a tensor",
    "a graph", "floats",          "integers",       "strings",  "tensors",
    "graphs",  "a sparse tensor", "sparse tensors", "a type",   "types"};

static const Schema *findSchema(const onnx::NodeProto &proto, int64_t opset) {
  StringRef domain = proto.domain();
  bool isOwn = domain.empty() || domain == "ai.onnx";
  std::string name =
      isOwn ? proto.op_type() : (domain + "." + proto.op_type()).str();
  auto keyOf = [](const Schema &schema) {
    return std::pair<StringRef, int64_t>(schema.name, schema.since);
  };
  auto *after = llvm::partition_point(kSchemas, [&](const Schema &schema) {
    return keyOf(schema) <= std::pair<StringRef, int64_t>(name, opset);
  });
  if (after == std::begin(kSchemas) || std::prev(after)->name != name)
    return nullptr;
  return std::prev(after);
}

static SmallVector<StringRef> split(StringRef text) {
  SmallVector<StringRef> parts;
  text.split(parts, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return parts;
}

SchemaCheck::SchemaCheck(const Schema &schema, const Node &node,
                         const onnx::NodeProto &proto)
    : node(node), proto(proto), variables(split(schema.variables)),
      attributes(split(schema.attributes)) {
  for (StringRef text : split(schema.inputs))
    formals.push_back(parseInput(text));
}

//===-- inputs ------------------------------------------------------------===//

Formal SchemaCheck::parseInput(StringRef text) const {
  Formal formal;
  formal.isVariadic = StringRef("*+~").contains(text.back());
  formal.isOptional = StringRef("?*~").contains(text.back());
  formal.hasOneType = text.back() != '~';
  bool hasSuffix = formal.isOptional || formal.isVariadic;
  StringRef types = hasSuffix ? text.drop_back() : text;
  if (types.consume_front("=")) {
    formal.types = types;
    return formal;
  }
  formal.variable = types;
  for (StringRef variable : variables)
    if (variable.split('=').first == types)
      formal.types = variable.split('=').second;
  return formal;
}

LogicalResult SchemaCheck::checkInputs() {
  int count = proto.input_size(), most = formals.size();
  bool hasLimit = formals.empty() || !formals.back().isVariadic;
  if (hasLimit && count > most)
    return node.error() << "expected at most " << most << " inputs, got "
                        << count;
  for (int i = 0; i < std::max(count, most); ++i)
    if (failed(checkInput(i, formals[std::min(i, most - 1)])))
      return failure();
  return success();
}

LogicalResult SchemaCheck::checkInput(int i, const Formal &formal) {
  if (node.hasInput(i))
    return checkType(i, formal);
  if (formal.isOptional || i >= static_cast<int>(formals.size()))
    return success();
  return failure(failed(node.requiredInput(i)));
}

/// The letter of a type in the table.
static char getTypeLetter(Type elementType) {
  for (int i = 0; i < kNumTypes; ++i)
    if (getElementType(i + 1, elementType.getContext()) == elementType)
      return 'a' + i;
  return '#';
}

std::string SchemaCheck::describe(StringRef types) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  MLIRContext *context = node.loc().getContext();
  SmallVector<Type> known;
  for (char letter : types)
    if (llvm::isLower(letter))
      if (Type type = getElementType(letter - 'a' + 1, context))
        known.push_back(type);
  for (auto [i, type] : llvm::enumerate(known))
    os << (i == 0 ? "" : i + 1 == known.size() ? " or " : ", ") << type;
  return text;
}

/// Whether an operator accepts floats, strings and bools alike. It then moves
/// elements of any type, including types that are newer than this version.
static bool isOfAnyType(StringRef types) {
  return llvm::all_of(StringRef("ahi"),
                      [&](char letter) { return types.contains(letter); });
}

LogicalResult SchemaCheck::checkType(int i, const Formal &formal) {
  if (!node.input(i) || llvm::none_of(formal.types, llvm::isLower))
    return success();
  Type type = node.inputType(i).getElementType();
  if (!formal.types.contains(getTypeLetter(type)) && !isOfAnyType(formal.types))
    return node.error() << "expected input " << i << " to be of type "
                        << describe(formal.types) << ", got " << type;
  if (formal.variable.empty() || !formal.hasOneType)
    return success();
  int other = first.try_emplace(formal.variable, i).first->second;
  Type expected = node.inputType(other).getElementType();
  if (type != expected)
    return node.error() << "expected inputs " << other << " and " << i
                        << " to be of one type, got " << expected << " and "
                        << type;
  return success();
}

//===-- attributes --------------------------------------------------------===//

LogicalResult SchemaCheck::checkKind(const onnx::AttributeProto &given,
                                     char letter) {
  bool isFlag = letter == 'b';
  size_t kind = isFlag ? static_cast<size_t>(onnx::AttributeProto::INT)
                       : kKindLetters.find(letter);
  auto expected = [&] {
    return node.error() << "expected attribute '" << given.name() << "' to be ";
  };
  if (given.type() != static_cast<int>(kind) &&
      given.type() != onnx::AttributeProto::UNDEFINED)
    return expected() << kKindNames[kind] << ", got "
                      << kKindNames[given.type()];
  if (isFlag && given.i() != 0 && given.i() != 1)
    return expected() << "0 or 1, got " << given.i();
  return success();
}

LogicalResult SchemaCheck::checkAttribute(const onnx::AttributeProto &given) {
  StringRef name = given.name();
  for (StringRef attribute : attributes) {
    auto [known, kind] = attribute.split(':');
    if (known == name)
      return checkKind(given, kind.front());
  }
  if (name.starts_with("__")) // as ONNX's checker
    return success();
  InFlightDiagnostic error = node.error();
  error << "attribute '" << name << "' is not known, expected ";
  if (attributes.empty())
    return error << "none";
  llvm::interleaveComma(attributes, error, [&](StringRef attribute) {
    error << "'" << attribute.split(':').first << "'";
  });
  return error;
}

LogicalResult SchemaCheck::checkAttributes() {
  for (const onnx::AttributeProto &attribute : proto.attribute())
    if (failed(checkAttribute(attribute)))
      return failure();
  for (StringRef attribute : attributes) {
    StringRef name = attribute.split(':').first;
    if (attribute.ends_with("!") && !node.hasAttribute(name))
      return node.error() << "expected an attribute '" << name << "'";
  }
  return success();
}

LogicalResult checkSchema(const Node &node, const onnx::NodeProto &proto) {
  const Schema *schema = findSchema(proto, node.opset());
  if (!schema)
    return success();
  SchemaCheck check(*schema, node, proto);
  return success(succeeded(check.checkInputs()) &&
                 succeeded(check.checkAttributes()));
}

} // namespace tvm::onnx_import
