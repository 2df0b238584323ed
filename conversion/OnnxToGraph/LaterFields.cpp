// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/LaterFields.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <google/protobuf/unknown_field_set.h>

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

namespace tvm::onnx_import {

/// The numbers of fields in ONNX's schema.
static constexpr int kFunctionDefaults = 11;
static constexpr int kFunctionOverload = 13;
static constexpr int kNodeOverload = 8;

/// The contents of the field `number`, which the class of `message` knows.
static std::vector<std::string> getKnownField(const Message &message,
                                              const FieldDescriptor &field) {
  const google::protobuf::Reflection &reflection = *message.GetReflection();
  if (!field.is_repeated())
    return {reflection.GetString(message, &field)};
  std::vector<std::string> contents;
  for (int i = 0; i < reflection.FieldSize(message, &field); ++i)
    contents.push_back(
        reflection.GetRepeatedMessage(message, &field, i).SerializeAsString());
  return contents;
}

/// The contents of all fields `number` of `message`: a string, or serialised
/// messages.
static std::vector<std::string> getField(const Message &message, int number) {
  if (auto *field = message.GetDescriptor()->FindFieldByNumber(number))
    return getKnownField(message, *field);
  std::vector<std::string> contents;
  const google::protobuf::UnknownFieldSet &fields =
      message.GetReflection()->GetUnknownFields(message);
  for (int i = 0; i < fields.field_count(); ++i) {
    const google::protobuf::UnknownField &field = fields.field(i);
    if (field.number() == number &&
        field.type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED)
      contents.push_back(field.length_delimited());
  }
  return contents;
}

/// The last occurrence counts, as for all fields that are not repeated.
static std::string getText(const Message &message, int number) {
  std::vector<std::string> contents = getField(message, number);
  return contents.empty() ? "" : contents.back();
}

std::string getOverload(const onnx::FunctionProto &function) {
  return getText(function, kFunctionOverload);
}

std::string getOverload(const onnx::NodeProto &node) {
  return getText(node, kNodeOverload);
}

std::optional<std::vector<onnx::AttributeProto>>
getDefaultAttributes(const onnx::FunctionProto &function) {
  std::vector<onnx::AttributeProto> attributes;
  for (const std::string &bytes : getField(function, kFunctionDefaults))
    if (!attributes.emplace_back().ParseFromString(bytes))
      return std::nullopt;
  return attributes;
}

} // namespace tvm::onnx_import
