// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/Json.h"
#include "runtime/core/MappedFile.h"
#include "runtime/vta/isa/Configuration.h"

#include <nlohmann/json.hpp>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;
using nlohmann::json;

static Status expected(const std::string &name, const char *what,
                       JsonValue value) {
  return error(TVM_INVALID_ARGUMENT, "%s: expected %s, got %s", name.c_str(),
               what, value.describe().c_str());
}

static Status getText(const std::string &name, JsonValue value,
                      std::string &text) {
  const std::string *string = value.getString();
  if (!string)
    return expected(name, "a string", value);
  text = *string;
  return TVM_OK;
}

static Status getNumber(const std::string &name, JsonValue value,
                        unsigned &number) {
  int64_t integer;
  if (!value.getInteger(integer) || integer < 0 || integer > UINT32_MAX)
    return expected(name, "an integer that is not negative", value);
  number = integer;
  return TVM_OK;
}

static const Configuration::Parameter *find(std::string_view name) {
  for (const Configuration::Parameter &parameter : Configuration::parameters())
    if (name == parameter.name)
      return &parameter;
  return nullptr;
}

/// Reads a size: "INP_WIDTH": 8 is equivalent to "LOG_INP_WIDTH": 3.
static Status readSize(JsonValue object, const std::string &name,
                       JsonValue value, unsigned &log) {
  if (object.find("LOG_" + name))
    return error(TVM_INVALID_ARGUMENT, "%s: LOG_%s is given as well",
                 name.c_str(), name.c_str());
  unsigned size = 0;
  TVM_RETURN_IF_FAILED(getNumber(name, value, size));
  if (size == 0 || (size & (size - 1)))
    return expected(name, "a power of two", value);
  log = __builtin_ctz(size);
  return TVM_OK;
}

static Status readMember(JsonValue object, JsonValue value,
                         Configuration &result) {
  const std::string &name = value.getName();
  if (name == "TARGET")
    return getText(name, value, result.target);
  if (name == "HW_VER")
    return getText(name, value, result.hardwareVersion);
  if (const auto *parameter = find(name))
    return getNumber(name, value, result.*parameter->value);
  if (const auto *parameter = find("LOG_" + name))
    return readSize(object, name, value, result.*parameter->value);
  return error(TVM_INVALID_ARGUMENT, "unknown parameter '%s'", name.c_str());
}

Status Configuration::parse(std::string_view text, Configuration &result) {
  JsonDocument document;
  TVM_RETURN_IF_FAILED(
      document.parse(text, TVM_INVALID_ARGUMENT, "VTA configuration"));
  Configuration parsed;
  JsonValue object = document.root();
  for (JsonValue member = object.first(); member; member = member.next())
    TVM_RETURN_IF_FAILED(readMember(object, member, parsed));
  TVM_RETURN_IF_FAILED(parsed.check());
  result = std::move(parsed);
  return TVM_OK;
}

Status Configuration::read(const char *path, Configuration &result) {
  MappedFile file;
  TVM_RETURN_IF_FAILED(within(path, file.open(path)));
  std::string_view text(reinterpret_cast<const char *>(file.data()),
                        file.size());
  return within(path, parse(text, result));
}

static json numbersOf(const Configuration &configuration, bool isIsaOnly) {
  json object;
  for (const Configuration::Parameter &parameter : Configuration::parameters())
    if (parameter.isIsa || !isIsaOnly)
      object[parameter.name] = configuration.*parameter.value;
  return object;
}

std::string Configuration::isaJson() const {
  return numbersOf(*this, /*isIsaOnly=*/true).dump();
}

std::string Configuration::fullJson() const {
  json object = numbersOf(*this, /*isIsaOnly=*/false);
  object["TARGET"] = target;
  object["HW_VER"] = hardwareVersion;
  return object.dump();
}
