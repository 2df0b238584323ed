// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// JSON texts from outside.
#ifndef RUNTIME_CORE_JSON_H
#define RUNTIME_CORE_JSON_H

#include "runtime/core/Error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tvm::runtime {

class JsonValue;

/// A parsed JSON text. All values are in one list for any nesting, so nothing
/// is recursive, and destruction allocates nothing.
class JsonDocument {
public:
  /// Parses `text`, an object with distinct member names. Errors have code
  /// `code` and the subject `what`.
  Status parse(std::string_view text, tvm_status code, const char *what);

  /// The object.
  JsonValue root() const;

private:
  friend class JsonValue;
  friend struct JsonBuilder;

  enum Kind { Null, Boolean, Integer, Unsigned, Float, String, Array, Object };
  static constexpr size_t none = SIZE_MAX;
  struct Node {
    Kind kind = Null;
    union {
      bool boolean;
      int64_t integer;
      uint64_t natural;
      double real;
    };
    std::string text; // of a string
    std::string name; // of a member
    size_t parent = none, next = none, first = none, last = none;
  };
  std::vector<Node> nodes;
};

/// A value of a document, which outlives it; or none.
class JsonValue {
public:
  JsonValue() = default;

  /// Whether there is no value, or null.
  bool isMissing() const { return !node || node->kind == JsonDocument::Null; }
  bool isArray() const { return node && node->kind == JsonDocument::Array; }

  /// The string; null for other values.
  const std::string *getString() const;
  /// Sets `result` to a signed 64-bit integer; false for other values.
  bool getInteger(int64_t &result) const;

  /// The first element of an array or member of an object, and the next one;
  /// none at the end.
  JsonValue first() const {
    return at(node ? node->first : JsonDocument::none);
  }
  JsonValue next() const { return at(node ? node->next : JsonDocument::none); }
  explicit operator bool() const { return node; }

  /// A member's name.
  const std::string &getName() const { return node->name; }
  /// The member called `name`, the last one if there are several; none if there
  /// is none, or this is not an object.
  JsonValue find(std::string_view name) const;

  /// A short text of the value for messages, without nested values, which may
  /// be deep.
  std::string describe() const;

private:
  friend class JsonDocument;
  JsonValue(const JsonDocument &document, size_t index)
      : document(&document), node(&document.nodes[index]) {}
  JsonValue at(size_t index) const {
    return index == JsonDocument::none ? JsonValue()
                                       : JsonValue(*document, index);
  }

  const JsonDocument *document = nullptr;
  const JsonDocument::Node *node = nullptr;
};

} // namespace tvm::runtime

#endif // RUNTIME_CORE_JSON_H
