// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/Json.h"

#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace tvm::runtime {

using nlohmann::json;

/// Adds the parser's events to a document.
struct JsonBuilder : json::json_sax_t {
  using Kind = JsonDocument::Kind;

  explicit JsonBuilder(JsonDocument &document) : document(document) {}

  JsonDocument::Node &add(Kind kind) {
    size_t index = document.nodes.size();
    JsonDocument::Node &node = document.nodes.emplace_back();
    node.kind = kind;
    node.natural = 0;
    node.name = std::exchange(nextName, {});
    node.parent = open;
    if (open == JsonDocument::none)
      return node;
    JsonDocument::Node &parent = document.nodes[open];
    if (parent.last == JsonDocument::none)
      parent.first = index;
    else
      document.nodes[parent.last].next = index;
    parent.last = index;
    return node;
  }

  bool null() override { return add(JsonDocument::Null), true; }
  bool boolean(bool value) override {
    return add(JsonDocument::Boolean).boolean = value, true;
  }
  bool number_integer(number_integer_t value) override {
    return add(JsonDocument::Integer).integer = value, true;
  }
  bool number_unsigned(number_unsigned_t value) override {
    return add(JsonDocument::Unsigned).natural = value, true;
  }
  bool number_float(number_float_t value, const string_t &) override {
    return add(JsonDocument::Float).real = value, true;
  }
  bool string(string_t &value) override {
    return add(JsonDocument::String).text = std::move(value), true;
  }
  bool binary(binary_t &) override { return false; } // not in texts

  bool start(Kind kind) {
    (void)add(kind);
    open = document.nodes.size() - 1;
    return true;
  }
  bool end() { return open = document.nodes[open].parent, true; }
  bool start_object(std::size_t) override {
    return start(JsonDocument::Object);
  }
  bool start_array(std::size_t) override { return start(JsonDocument::Array); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool key(string_t &name) override {
    if (open == 0 && !names.insert(name).second)
      twice = name;
    return nextName = std::move(name), true;
  }
  bool parse_error(std::size_t position, const std::string &,
                   const nlohmann::detail::exception &) override {
    byte = position;
    return false;
  }

  JsonDocument &document;
  size_t open = JsonDocument::none; // the object or array being read
  std::string nextName;
  std::set<std::string> names; // member names of the outermost object
  std::string twice;           // a repeated name, or ""
  std::size_t byte = 0;        // position of a parse error
};

Status JsonDocument::parse(std::string_view text, tvm_status code,
                           const char *what) {
  nodes.clear();
  JsonBuilder builder(*this);
  if (!json::sax_parse(text, &builder))
    return error(code, "%s: not valid JSON at byte %zu", what, builder.byte);
  if (nodes.front().kind != Object)
    return error(code, "%s: not a JSON object", what);
  if (!builder.twice.empty())
    return error(code, "%s: '%s' is there twice", what, builder.twice.c_str());
  return TVM_OK;
}

JsonValue JsonDocument::root() const { return JsonValue(*this, 0); }

const std::string *JsonValue::getString() const {
  return node && node->kind == JsonDocument::String ? &node->text : nullptr;
}

bool JsonValue::getInteger(int64_t &result) const {
  if (!node || (node->kind != JsonDocument::Integer &&
                node->kind != JsonDocument::Unsigned))
    return false;
  if (node->kind == JsonDocument::Unsigned && node->natural > INT64_MAX)
    return false;
  result = node->integer;
  return true;
}

JsonValue JsonValue::find(std::string_view name) const {
  JsonValue found;
  if (node && node->kind == JsonDocument::Object)
    for (JsonValue member = first(); member; member = member.next())
      if (member.getName() == name)
        found = member;
  return found;
}

std::string JsonValue::describe() const {
  if (isMissing())
    return "nothing";
  json leaf;
  switch (node->kind) {
  case JsonDocument::Boolean:
    leaf = node->boolean;
    break;
  case JsonDocument::Integer:
    leaf = node->integer;
    break;
  case JsonDocument::Unsigned:
    leaf = node->natural;
    break;
  case JsonDocument::Float:
    leaf = node->real;
    break;
  case JsonDocument::String:
    leaf = node->text;
    break;
  default:
    return isArray() ? "an array" : "an object";
  }
  std::string text = leaf.dump();
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

} // namespace tvm::runtime
