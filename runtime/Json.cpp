#include "runtime/Json.h"

#include <nlohmann/json.hpp>

using namespace tvm::runtime;
using nlohmann::json;

namespace {

/// Where parsing failed. (The parser that builds a value cannot say.)
struct ErrorPosition : json::json_sax_t {
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t &) override { return true; }
  bool string(string_t &) override { return true; }
  bool binary(binary_t &) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t &) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string &,
                   const nlohmann::detail::exception &) override {
    byte = position;
    return false;
  }

  std::size_t byte = 0;
};

} // namespace

Status tvm::runtime::parseJsonObject(std::string_view text, tvm_status code,
                                     const char *what, json &object) {
  object = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (object.is_discarded()) {
    ErrorPosition position;
    json::sax_parse(text, &position);
    return error(code, "%s: not valid JSON at byte %zu", what, position.byte);
  }
  if (!object.is_object())
    return error(code, "%s: not a JSON object", what);
  return TVM_OK;
}

std::string tvm::runtime::describeJson(const json &value) {
  if (value.is_null())
    return "nothing";
  if (value.is_structured())
    return std::string("an ") + value.type_name();
  std::string text = value.dump();
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}
