// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/explain/Writers.h"

using namespace llvm;

namespace tvm::explain {

static json::Value toText(StringRef text) { return json::fixUTF8(text); }

template <typename Range, typename Function>
static json::Array toArray(const Range &range, Function convert) {
  json::Array array;
  for (const auto &element : range)
    array.push_back(convert(element));
  return array;
}

static json::Array toArray(ArrayRef<std::string> texts) {
  return toArray(texts, [](const std::string &text) { return toText(text); });
}

static json::Value toJSON(const Amount &amount) {
  return json::Object{{"value", amount.getValue()},
                      {"text", toText(amount.getText())}};
}

static json::Value toJSON(const ModelFacts::Port &port) {
  return json::Object{{"name", toText(port.name)}, {"type", toText(port.type)}};
}

static json::Value toJSON(const ModelFacts &model) {
  json::Array families;
  for (const auto &[family, operators] : model.operators)
    for (const auto &[name, count] : operators)
      families.push_back(json::Object{
          {"family", family}, {"name", toText(name)}, {"count", count}});
  auto toPort = [](const ModelFacts::Port &port) { return toJSON(port); };
  return json::Object{
      {"name", toText(model.name)},
      {"producer", toText(model.producer)},
      {"ir_version", model.irVersion},
      {"opsets", toArray(model.opsets,
                         [](const auto &opset) {
                           return json::Object{{"domain", toText(opset.first)},
                                               {"version", opset.second}};
                         })},
      {"inputs", toArray(model.inputs, toPort)},
      {"outputs", toArray(model.outputs, toPort)},
      {"parameters", json::Object{{"count", model.parameters},
                                  {"bytes", model.parameterBytes},
                                  {"tensors", model.parameterTensors},
                                  {"external", model.externalTensors}}},
      {"operators", std::move(families)}};
}

static json::Value toJSON(const MissingNode &node) {
  static constexpr StringLiteral kKinds[] = {"unknown", "refused", "unreached"};
  return json::Object{{"kind", kKinds[node.kind]},
                      {"node", toText(node.name)},
                      {"operator", toText(node.opType)},
                      {"reason", toText(node.reason)}};
}

static json::Value toJSON(const Tensor &tensor) {
  static constexpr StringLiteral kKinds[] = {"input", "constant", "computed"};
  return json::Object{
      {"kind", kKinds[tensor.kind]},     {"name", toText(tensor.name)},
      {"output", toText(tensor.output)}, {"dtype", tensor.dtype},
      {"shape", toArray(tensor.shape)},  {"bytes", toJSON(tensor.bytes)}};
}

static json::Value toJSON(const Operator &op) {
  return json::Object{{"name", op.name},
                      {"nodes", toArray(op.nodes)},
                      {"inputs", json::Array(op.inputs)},
                      {"outputs", json::Array(op.outputs)}};
}

static json::Value toJSON(const BlockSchedule &block) {
  return json::Object{{"block", toText(block.block)},
                      {"rule", toText(block.rule)},
                      {"cycles", block.cycles ? json::Value(*block.cycles)
                                              : json::Value(nullptr)}};
}

static json::Value toJSON(const Decisions &decisions) {
  json::Object object;
  auto add = [&](StringRef name, StringRef text) {
    object[name] = toText(text);
  };
  decisions.forEach(add);
  decisions.forEachWord(add);
  return object;
}

static json::Value toJSON(const std::optional<RecordedStrategy> &record) {
  if (!record)
    return nullptr;
  return json::Object{{"strategy", toText(record->strategy)},
                      {"share", record->share},
                      {"words", toText(record->describe())}};
}

static json::Value toJSON(const Kernel &kernel) {
  static constexpr StringLiteral kPlaces[] = {"always", "branch", "loop"};
  json::Value flops = nullptr, intensity = nullptr;
  if (kernel.flops)
    flops = toJSON(*kernel.flops);
  if (auto known = kernel.getIntensity())
    intensity = *known;
  return json::Object{
      {"name", toText(kernel.name)},
      {"supported", kernel.isSupported},
      {"place", kPlaces[kernel.place]},
      {"nodes", toArray(kernel.nodes)},
      {"operators", toArray(kernel.operators,
                            [](const Operator &op) { return toJSON(op); })},
      {"decisions", toJSON(kernel.decisions)},
      {"reasons", toArray(kernel.decisions.reasons)},
      {"inputs", json::Array(kernel.inputs)},
      {"outputs", json::Array(kernel.outputs)},
      {"flops", std::move(flops)},
      {"bytes_read", toJSON(kernel.bytesRead)},
      {"bytes_written", toJSON(kernel.bytesWritten)},
      {"intensity", std::move(intensity)},
      {"schedule",
       toArray(kernel.schedule,
               [](const BlockSchedule &block) { return toJSON(block); })},
      {"record", toJSON(kernel.record)}};
}

static json::Value toJSON(const Buffer &buffer) {
  return json::Object{
      {"name", toText(buffer.name)}, {"workspace", buffer.isWorkspace},
      {"first", buffer.first},       {"last", buffer.last},
      {"offset", buffer.offset},     {"size", buffer.size}};
}

static json::Value toJSON(const Memory &memory) {
  return json::Object{
      {"planned", memory.planned},
      {"naive", memory.naive},
      {"lower_bound", memory.lowerBound},
      {"sample", memory.isSample},
      {"unplanned", memory.unplanned},
      {"buffers", toArray(memory.buffers, [](const Buffer &buffer) {
         return toJSON(buffer);
       })}};
}

template <typename T> static json::Value toJSON(const std::optional<T> &value) {
  return value ? toJSON(*value) : json::Value(nullptr);
}

json::Value toJSON(const Report &report) {
  auto convert = [](const auto &element) { return toJSON(element); };
  return json::Object{{"model", toJSON(report.model)},
                      {"compiles", report.canCompile()},
                      {"missing", toArray(report.missing, convert)},
                      {"problems", toArray(report.problems)},
                      {"level", report.level},
                      {"target", report.target},
                      {"sample_dim", kSampleDim},
                      {"flops", toJSON(report.getFlops())},
                      {"bytes", toJSON(report.getBytes())},
                      {"tensors", toArray(report.tensors, convert)},
                      {"kernels", toArray(report.kernels, convert)},
                      {"memory", toJSON(report.memory)},
                      {"weight_bytes", report.weightBytes
                                           ? json::Value(*report.weightBytes)
                                           : json::Value(nullptr)}};
}

} // namespace tvm::explain
