// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/GraphImporter.h"
#include "dialects/Graph/Shapes/SizeRemedy.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace tvm::onnx_import {

Node::Node(GraphImporter &importer, const onnx::NodeProto &proto, int64_t opset)
    : importer(importer), proto(proto), version(opset),
      location(importer.locationOf(name(), proto.op_type())) {}

OpBuilder &Node::builder() { return importer.builder; }

Value Node::lookup(StringRef name) const { return importer.lookup(name); }

InFlightDiagnostic Node::error() const {
  return emitError(location) << opType() << ": ";
}

//===-- inputs and outputs ------------------------------------------------===//

bool Node::hasInput(int i) const {
  return i < proto.input_size() && !proto.input(i).empty();
}

bool Node::hasOutput(int i) const {
  return i < proto.output_size() && !proto.output(i).empty();
}

Value Node::input(int i) const {
  return hasInput(i) ? importer.lookup(proto.input(i)) : Value();
}

const TensorList *Node::inputList(int i) const {
  return hasInput(i) ? importer.lookupList(proto.input(i)) : nullptr;
}

FailureOr<Value> Node::requiredInput(int i) const {
  if (Value value = input(i))
    return value;
  if (inputList(i))
    return error() << "expected a tensor as input " << i
                   << ", got a sequence or an optional";
  return error() << "expected an input " << i << ", got " << proto.input_size()
                 << " inputs";
}

FailureOr<Binding> Node::requiredBinding(int i) const {
  if (const TensorList *list = inputList(i))
    return Binding(*list);
  auto tensor = requiredInput(i);
  if (failed(tensor))
    return failure();
  return Binding(*tensor);
}

FailureOr<SmallVector<Value>> Node::requiredInputs() const {
  SmallVector<Value> values;
  for (int i = 0; i < numInputs(); ++i) {
    auto value = requiredInput(i);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  return values;
}

LogicalResult Node::requireInputs(int count) const {
  for (int i = 0; i < count; ++i)
    if (failed(requiredInput(i)))
      return failure();
  return success();
}

RankedTensorType Node::inputType(int i) const {
  Value value = input(i);
  return value ? cast<RankedTensorType>(value.getType()) : RankedTensorType();
}

RankedTensorType Node::declaredOutputType(int i) const {
  return hasOutput(i) ? importer.declaredType(proto.output(i))
                      : RankedTensorType();
}

/// The more static of two types of one tensor; `type` if they contradict.
static RankedTensorType refine(RankedTensorType type,
                               RankedTensorType declared) {
  if (!declared || !graph::areCompatibleTypes(type, declared))
    return type;
  SmallVector<int64_t> shape(type.getShape());
  for (auto [size, other] : llvm::zip(shape, declared.getShape()))
    if (ShapedType::isDynamic(size))
      size = other;
  return type.clone(shape);
}

void Node::setOutput(int i, Value value) {
  if (!hasOutput(i))
    return;
  auto type = cast<RankedTensorType>(value.getType());
  RankedTensorType refined = refine(type, declaredOutputType(i));
  bool isNew =
      value.getDefiningOp() && value.use_empty() &&
      isa_and_nonnull<graph::GraphDialect>(value.getDefiningOp()->getDialect());
  if (refined != type && isNew)
    value.setType(refined);
  importer.bind(proto.output(i), value);
}

void Node::setOutput(int i, TensorList list) {
  if (hasOutput(i))
    importer.bindList(proto.output(i), std::move(list));
}

void Node::setMaps(int i, Value values, ArrayAttr keys) {
  if (hasOutput(i))
    importer.bindMaps(proto.output(i), {values, keys});
}

void Node::setBinding(int i, const Binding &binding) {
  std::visit([&](const auto &bound) { setOutput(i, bound); }, binding);
}

/// Runs `step` and returns the first error that it reports, if any. Later
/// errors are consequences.
static std::optional<Diagnostic>
takeError(MLIRContext *context, llvm::function_ref<LogicalResult()> step,
          LogicalResult &result) {
  std::optional<Diagnostic> first;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return failure();
    if (!first)
      first.emplace(std::move(diagnostic));
    return success();
  });
  result = step();
  return first;
}

/// Returns the operands of dynamic size whose types `diagnostic` shows, because
/// their sizes are the reason for the refusal.
static SmallVector<Value> findShown(const Diagnostic &diagnostic,
                                    ValueRange operands) {
  SmallVector<Value> shown;
  for (Value operand : operands) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (type && !type.hasStaticShape() &&
        llvm::any_of(diagnostic.getArguments(), [&](const auto &argument) {
          return argument.getKind() ==
                     DiagnosticArgument::DiagnosticArgumentKind::Type &&
                 argument.getAsType() == type;
        }))
      shown.push_back(operand);
  }
  return shown;
}

void Node::refuse(const OperationState &state, Diagnostic *reason) {
  InFlightDiagnostic diagnostic = error();
  if (!reason) {
    diagnostic << "cannot infer the type of its result";
    return;
  }
  std::string text = reason->str();
  StringRef rest = text;
  rest.consume_front(("'" + state.name.getStringRef() + "' op ").str());
  diagnostic << rest;
  for (Diagnostic &note : reason->getNotes())
    diagnostic.attachNote(note.getLocation()) << note.str();
  graph::noteSizeRemedy(diagnostic,
                        builder().getInsertionBlock()->getParentOp(),
                        findShown(*reason, state.operands));
}

Operation *Node::infer(OperationState &state) {
  auto registered = state.name.getRegisteredInfo();
  auto *inference = registered->getInterface<InferTypeOpInterface>();
  SmallVector<Type> types;
  if (!inference) {
    error() << "operator '" << state.name.getStringRef()
            << "' cannot infer its types";
    return nullptr;
  }
  Operation *op = nullptr;
  LogicalResult result = failure();
  auto reason = takeError(
      builder().getContext(),
      [&]() -> LogicalResult {
        if (failed(inference->inferReturnTypes(
                builder().getContext(), state.location, state.operands,
                state.attributes.getDictionary(builder().getContext()),
                state.getRawProperties(), state.regions, types)))
          return failure();
        state.addTypes(types);
        op = builder().create(state);
        return verify(op);
      },
      result);
  if (succeeded(result))
    return op;
  refuse(state, reason ? &*reason : nullptr);
  return nullptr;
}

FailureOr<Operation *> Node::complete(Operation *draft, OperationState &state) {
  state.regions.clear();
  for (Region &region : draft->getRegions())
    state.addRegion()->takeBody(region);
  draft->erase();
  Operation *op = infer(state);
  if (!op)
    return failure();
  return op;
}

//===-- constants ---------------------------------------------------------===//

static Attribute getConstantValue(Value value) {
  if (!value)
    return {};
  auto constant = value.getDefiningOp<graph::ConstantOp>();
  return constant ? constant.getValue() : Attribute();
}

std::optional<SmallVector<int64_t>> Node::constantInts(int i) const {
  Attribute value = getConstantValue(input(i));
  SmallVector<char> buffer;
  if (input(i) && !value)
    return graph::evaluateInts(input(i));
  if (!value || !inputType(i).getElementType().isInteger())
    return std::nullopt;
  auto bytes = graph::getConstantBytes(value, buffer);
  if (!bytes) {
    llvm::consumeError(bytes.takeError());
    return std::nullopt;
  }
  auto type = cast<IntegerType>(inputType(i).getElementType());
  return graph::decodeIntegers(type, *bytes);
}

std::optional<SmallVector<double>> Node::constantFloats(int i) const {
  Attribute value = getConstantValue(input(i));
  auto type = inputType(i);
  SmallVector<char> buffer;
  if (!value || !type.getElementType().isF32())
    return std::nullopt;
  auto bytes = graph::getConstantBytes(value, buffer);
  if (!bytes) {
    llvm::consumeError(bytes.takeError());
    return std::nullopt;
  }
  SmallVector<double> values;
  for (size_t at = 0; at + sizeof(float) <= bytes->size();
       at += sizeof(float)) {
    float element;
    memcpy(&element, bytes->data() + at, sizeof(float));
    values.push_back(element);
  }
  return values;
}

FailureOr<Value> Node::constant(const onnx::TensorProto &tensor) {
  return importer.importTensor(tensor, loc());
}

Value Node::constant(ArrayRef<int64_t> values) {
  auto type = RankedTensorType::get({static_cast<int64_t>(values.size())},
                                    builder().getI64Type());
  return graph::ConstantOp::create(builder(), loc(),
                                   DenseElementsAttr::get(type, values));
}

Value Node::scalarOfFloat(Type elementType, double value) {
  if (!isa<FloatType>(elementType))
    return scalarOfInteger(elementType, static_cast<int64_t>(value));
  auto type = RankedTensorType::get({}, elementType);
  Attribute element = builder().getFloatAttr(elementType, value);
  return graph::ConstantOp::create(builder(), loc(),
                                   DenseElementsAttr::get(type, element));
}

Value Node::scalarOfInteger(Type elementType, int64_t value) {
  if (isa<FloatType>(elementType))
    return scalarOfFloat(elementType, static_cast<double>(value));
  auto type = RankedTensorType::get({}, elementType);
  APInt element(elementType.getIntOrFloatBitWidth(), value, /*isSigned=*/true,
                /*implicitTrunc=*/true);
  return graph::ConstantOp::create(builder(), loc(),
                                   DenseElementsAttr::get(type, element));
}

Value Node::constantOfBytes(RankedTensorType type, ArrayRef<char> bytes) {
  auto owner = std::make_shared<std::vector<char>>(bytes);
  return graph::ConstantOp::create(
      builder(), loc(), graph::createConstant(type, "", *owner, owner));
}

//===-- attributes --------------------------------------------------------===//

bool Node::hasAttribute(StringRef name) const {
  return llvm::any_of(proto.attribute(), [&](const auto &attribute) {
    return attribute.name() == name.str();
  });
}

const onnx::AttributeProto *
Node::find(StringRef name, onnx::AttributeProto::AttributeType type) const {
  for (const onnx::AttributeProto &attribute : proto.attribute()) {
    if (attribute.name() != name.str())
      continue;
    if (attribute.type() == type)
      return &attribute;
    error() << "attribute '" << name << "' has an unexpected kind";
  }
  return nullptr;
}

int64_t Node::getInt(StringRef name, int64_t defaultValue) const {
  auto *attribute = find(name, onnx::AttributeProto::INT);
  return attribute ? attribute->i() : defaultValue;
}

float Node::getFloat(StringRef name, float defaultValue) const {
  auto *attribute = find(name, onnx::AttributeProto::FLOAT);
  return attribute ? attribute->f() : defaultValue;
}

std::string Node::getString(StringRef name, StringRef defaultValue) const {
  auto *attribute = find(name, onnx::AttributeProto::STRING);
  return attribute ? attribute->s() : defaultValue.str();
}

SmallVector<int64_t> Node::getInts(StringRef name,
                                   ArrayRef<int64_t> defaultValue) const {
  auto *attribute = find(name, onnx::AttributeProto::INTS);
  if (!attribute)
    return SmallVector<int64_t>(defaultValue);
  return {attribute->ints().begin(), attribute->ints().end()};
}

SmallVector<float> Node::getFloats(StringRef name,
                                   ArrayRef<float> defaultValue) const {
  auto *attribute = find(name, onnx::AttributeProto::FLOATS);
  if (!attribute)
    return SmallVector<float>(defaultValue);
  return {attribute->floats().begin(), attribute->floats().end()};
}

SmallVector<std::string> Node::getStrings(StringRef name) const {
  auto *attribute = find(name, onnx::AttributeProto::STRINGS);
  if (!attribute)
    return {};
  return {attribute->strings().begin(), attribute->strings().end()};
}

FailureOr<const onnx::GraphProto *> Node::getGraph(StringRef name) const {
  if (auto *attribute = find(name, onnx::AttributeProto::GRAPH))
    return &attribute->g();
  return error() << "expected a graph as attribute '" << name << "'";
}

FailureOr<SmallVector<Value>> Node::importGraph(const onnx::GraphProto &graph,
                                                ValueRange inputs) {
  auto outputs = importGraph(graph, ArrayRef<Binding>(SmallVector<Binding>(
                                        inputs.begin(), inputs.end())));
  if (failed(outputs))
    return failure();
  SmallVector<Value> tensors;
  for (auto [info, output] : llvm::zip(graph.output(), *outputs)) {
    if (std::holds_alternative<TensorList>(output))
      return error() << "expected tensors from the subgraph '" << graph.name()
                     << "', got '" << info.name()
                     << "', which is a sequence or an optional";
    tensors.push_back(std::get<Value>(output));
  }
  return tensors;
}

FailureOr<SmallVector<Binding>> Node::importGraph(const onnx::GraphProto &graph,
                                                  ArrayRef<Binding> inputs) {
  return importer.importSubgraph(graph, inputs);
}

const onnx::TensorProto *Node::getTensor(StringRef name) const {
  auto *attribute = find(name, onnx::AttributeProto::TENSOR);
  return attribute ? &attribute->t() : nullptr;
}

std::optional<ListType> Node::getListTypeAttribute(StringRef name) const {
  auto *attribute = find(name, onnx::AttributeProto::TYPE_PROTO);
  if (!attribute)
    return std::nullopt;
  // The attribute has the type of the optional's element.
  onnx::TypeProto type;
  *type.mutable_optional_type()->mutable_elem_type() = attribute->tp();
  return convertListType(type, importer.builder.getContext());
}

} // namespace tvm::onnx_import
