// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/artefact/Manifest.h"

#include "runtime/core/DataType.h"
#include "runtime/core/Json.h"
#include "runtime/core/StridedCopy.h"
#include "runtime/include/tvm_abi.h"

#include <algorithm>
#include <set>

using namespace tvm::runtime;

namespace {

/// A value of the manifest with its name for messages ("inputs[1].dtype").
class Value {
public:
  Value(JsonValue value, std::string path)
      : value(value), path(std::move(path)) {}

  Status expected(const char *what) const {
    return error(TVM_BAD_ARTEFACT, "damaged manifest: %s: expected %s, got %s",
                 path.c_str(), what, value.describe().c_str());
  }

  bool isMissing() const { return value.isMissing(); }
  bool isString() const { return value.getString(); }

  /// Member `name`; missing if there is none or this is not an object.
  Value operator[](const char *name) const {
    return {value.find(name), path.empty() ? name : path + "." + name};
  }

  Status get(std::string &result) const {
    const std::string *text = value.getString();
    // The C interface ends texts with a zero.
    if (!text || text->find('\0') != std::string::npos)
      return expected("a string");
    result = *text;
    return TVM_OK;
  }

  Status getName(std::string &result) const {
    TVM_RETURN_IF_FAILED(get(result));
    return result.empty() ? expected("a name") : Status();
  }

  Status get(int64_t &result) const {
    int64_t number;
    if (!value.getInteger(number) || number < 0)
      return expected("a number that is not negative");
    result = number;
    return TVM_OK;
  }

  /// Appends the results of `element` for all elements of an array.
  template <typename T, typename Function>
  Status getEach(std::vector<T> &result, Function element) const {
    if (!value.isArray())
      return expected("an array");
    size_t number = 0;
    for (JsonValue each = value.first(); each; each = each.next()) {
      T item{};
      Value child(each, path + "[" + std::to_string(number++) + "]");
      TVM_RETURN_IF_FAILED(element(child, item));
      result.push_back(std::move(item));
    }
    return TVM_OK;
  }

  Status get(std::vector<std::string> &result) const {
    return getEach(result, [](const Value &value, std::string &text) {
      return value.get(text);
    });
  }

private:
  JsonValue value;
  std::string path;
};

} // namespace

static Status readEntry(const Value &value, Entry &entry) {
  TVM_RETURN_IF_FAILED(value["symbol"].getName(entry.symbol));
  TVM_RETURN_IF_FAILED(value["cpu"].get(entry.cpu));
  return value["features"].get(entry.features);
}

/// Reads a term `[factor, dim...]`; dims are indices below the call's
/// `numDims`.
static Status readTerm(const Value &term, int64_t numDims,
                       std::vector<int64_t> &numbers) {
  bool isFactor = true;
  TVM_RETURN_IF_FAILED(
      term.getEach(numbers, [&](const Value &value, int64_t &number) -> Status {
        TVM_RETURN_IF_FAILED(value.get(number));
        bool isKnown = isFactor || number < numDims;
        isFactor = false;
        return isKnown ? Status()
                       : value.expected(("one of " + std::to_string(numDims) +
                                         " dims of the call")
                                            .c_str());
      }));
  return numbers.empty() ? term.expected("a factor") : Status();
}

/// Reads a list of terms; none if the member is missing.
static Status readTerms(const Value &value, int64_t numDims,
                        std::vector<std::vector<int64_t>> &terms) {
  if (value.isMissing())
    return TVM_OK;
  return value.getEach(terms,
                       [&](const Value &term, std::vector<int64_t> &numbers) {
                         return readTerm(term, numDims, numbers);
                       });
}

static Status readKernel(const Value &value, Kernel &kernel) {
  TVM_RETURN_IF_FAILED(value["name"].get(kernel.name));
  std::vector<std::string> nodes;
  if (!value["nodes"].isMissing())
    TVM_RETURN_IF_FAILED(value["nodes"].get(nodes));
  for (const std::string &node : nodes)
    kernel.nodes += (kernel.nodes.empty() ? "" : ", ") + node;
  if (!value["flops"].isMissing())
    TVM_RETURN_IF_FAILED(value["flops"].get(kernel.flops));
  if (!value["bytes"].isMissing())
    TVM_RETURN_IF_FAILED(value["bytes"].get(kernel.bytes));
  // Older compilers did not write the number of dims of a call. A term may then
  // refer to a missing dim, so the work is unknown.
  if (value["dims"].isMissing())
    return TVM_OK;
  int64_t numDims = 0;
  TVM_RETURN_IF_FAILED(value["dims"].get(numDims));
  TVM_RETURN_IF_FAILED(
      readTerms(value["flops_of_dims"], numDims, kernel.flopsOfDims));
  return readTerms(value["bytes_of_dims"], numDims, kernel.bytesOfDims);
}

/// Adds a dim to `type`.
static Status readDim(const Value &value, std::vector<std::string> &symbols,
                      TensorType &type) {
  int64_t size = -1;
  std::string name;
  int32_t symbol = -1;
  if (value.isString())
    TVM_RETURN_IF_FAILED(value.getName(name));
  else
    TVM_RETURN_IF_FAILED(value.get(size));
  if (size < 0 && name != "?") {
    auto found = std::find(symbols.begin(), symbols.end(), name);
    symbol = found - symbols.begin();
    if (found == symbols.end())
      symbols.push_back(name);
  }
  type.shape.push_back(size);
  type.dimNames.push_back(std::move(name));
  type.symbols.push_back(symbol);
  return TVM_OK;
}

static std::string typeText(const TensorType &type) {
  std::string text = std::string(dataTypeName(type.dtype)) + "[";
  for (int32_t i = 0; i < type.rank(); ++i) {
    text += i ? "," : "";
    text +=
        type.shape[i] < 0 ? type.dimNames[i] : std::to_string(type.shape[i]);
  }
  return text + "]";
}

static Status readTensor(const Value &value, std::vector<std::string> &symbols,
                         TensorType &type) {
  TVM_RETURN_IF_FAILED(value["name"].getName(type.name));
  std::string dtype;
  TVM_RETURN_IF_FAILED(value["dtype"].get(dtype));
  std::optional<DLDataType> known = dataTypeFromName(dtype);
  if (!known)
    return value["dtype"].expected("a data type");
  type.dtype = *known;
  std::vector<int> each;
  TVM_RETURN_IF_FAILED(
      value["shape"].getEach(each, [&](const Value &dim, int &) {
        return readDim(dim, symbols, type);
      }));
  if (type.rank() > maxRank)
    return value["shape"].expected("at most 64 dims");
  // Dynamic dims count as one element.
  std::vector<int64_t> smallest = type.shape;
  std::replace(smallest.begin(), smallest.end(), int64_t(-1), int64_t(1));
  if (!byteSize(type.dtype, smallest.data(), type.rank()))
    return value["shape"].expected("a shape that fits in memory");
  for (const std::string &dimName : type.dimNames)
    type.dimNameTexts.push_back(dimName.empty() ? nullptr : dimName.c_str());
  type.text = typeText(type);
  if (!value["list"].isMissing())
    TVM_RETURN_IF_FAILED(value["list"].getName(type.text));
  return TVM_OK;
}

static Status readTensors(const Value &value, std::vector<std::string> &symbols,
                          std::vector<TensorType> &types) {
  TVM_RETURN_IF_FAILED(
      value.getEach(types, [&](const Value &element, TensorType &type) {
        return readTensor(element, symbols, type);
      }));
  std::set<std::string_view> names;
  for (const TensorType &type : types)
    if (!names.insert(type.name).second)
      return error(TVM_BAD_ARTEFACT, "damaged manifest: two are called '%s'",
                   type.name.c_str());
  return TVM_OK;
}

static Status checkFormat(const Value &root) {
  int64_t format = 0;
  TVM_RETURN_IF_FAILED(root["format"].get(format));
  if (format == TVM_ARTEFACT_FORMAT)
    return TVM_OK;
  return error(TVM_UNSUPPORTED,
               "artefact format %lld, this runtime reads %d: recompile the "
               "model with this version",
               (long long)format, TVM_ARTEFACT_FORMAT);
}

Status Manifest::parse(std::string_view text, Manifest &manifest) {
  JsonDocument document;
  TVM_RETURN_IF_FAILED(
      document.parse(text, TVM_BAD_ARTEFACT, "damaged manifest"));
  Value root(document.root(), "");
  TVM_RETURN_IF_FAILED(checkFormat(root));
  TVM_RETURN_IF_FAILED(root["entries"].getEach(manifest.entries, readEntry));
  if (manifest.entries.empty())
    return root["entries"].expected("at least one entry");
  TVM_RETURN_IF_FAILED(
      readTensors(root["inputs"], manifest.symbols, manifest.inputs));
  TVM_RETURN_IF_FAILED(
      readTensors(root["outputs"], manifest.symbols, manifest.outputs));
  TVM_RETURN_IF_FAILED(root["kernels"].getEach(manifest.kernels, readKernel));
  TVM_RETURN_IF_FAILED(root["checks"].get(manifest.checks));
  if (!root["externs"].isMissing())
    TVM_RETURN_IF_FAILED(root["externs"].getEach(
        manifest.externs, [](const Value &value, std::string &name) {
          return value.getName(name);
        }));
  int64_t weights = 0;
  TVM_RETURN_IF_FAILED(root["weights"]["size"].get(weights));
  manifest.weightsSize = weights;
  return TVM_OK;
}
