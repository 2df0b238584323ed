// JSON texts that others wrote.
#ifndef RUNTIME_JSON_H
#define RUNTIME_JSON_H

#include "runtime/Error.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace tvm::runtime {

/// Parses `text`, an object whose members have different names; the error
/// `code` calls it `what`.
Status parseJsonObject(std::string_view text, tvm_status code, const char *what,
                       nlohmann::json &object);

/// `value` for a message: short, and never what is nested, which may be deep.
std::string describeJson(const nlohmann::json &value);

} // namespace tvm::runtime

#endif // RUNTIME_JSON_H
