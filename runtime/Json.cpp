#include "runtime/Json.h"

#include <nlohmann/json.hpp>
#include <set>

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

/// Parses `text`; of the object's own members, `twice` is one that is there a
/// second time, "" if none is.
static json parseMembers(std::string_view text, std::string &twice) {
  std::set<std::string> names;
  auto visit = [&](int depth, json::parse_event_t event, json &value) {
    if (depth == 1 && event == json::parse_event_t::key &&
        !names.insert(value.get<std::string>()).second)
      twice = value.get<std::string>();
    return true;
  };
  return json::parse(text, visit, /*allow_exceptions=*/false);
}

Status tvm::runtime::parseJsonObject(std::string_view text, tvm_status code,
                                     const char *what, json &object) {
  std::string twice;
  object = parseMembers(text, twice);
  if (object.is_discarded()) {
    ErrorPosition position;
    json::sax_parse(text, &position);
    return error(code, "%s: not valid JSON at byte %zu", what, position.byte);
  }
  if (!object.is_object())
    return error(code, "%s: not a JSON object", what);
  if (!twice.empty())
    return error(code, "%s: '%s' is there twice", what, twice.c_str());
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
