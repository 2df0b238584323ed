// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tvmc/Session.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <random>

using namespace llvm;

namespace tvm::tvmc {

static Error check(tvm_status status) {
  if (status == TVM_OK)
    return Error::success();
  return createStringError(StringRef(tvm_last_error()));
}

Session::~Session() {
  tvm_context_free(context);
  tvm_module_release(module);
}

Error Session::load(StringRef path, unsigned threads) {
  if (Error error = check(tvm_module_load(path.str().c_str(), &module)))
    return error;
  if (Error error = check(tvm_module_get_function(module, "main", &function)))
    return error;
  tvm_context_options options = {};
  options.struct_size = sizeof(options);
  options.num_threads = threads;
  if (Error error = checkTensors())
    return error;
  return check(tvm_context_create(function, &options, &context));
}

static Error checkTensor(const char *kind, const tvm_tensor_info &info) {
  if (info.dtype.code != TVM_TENSOR_HANDLE)
    return Error::success();
  return createStringError(Twine(kind) + " '" + info.name + "' is " +
                           info.type +
                           ", and tvmc runs models of tensors only: use "
                           "tvm_mlir.load in Python");
}

Error Session::checkTensors() const {
  tvm_tensor_info info = {sizeof(info)};
  for (int32_t i = 0; i < tvm_function_num_inputs(function); ++i) {
    (void)tvm_function_get_input_info(function, i, &info);
    if (Error error = checkTensor("input", info))
      return error;
  }
  for (int32_t i = 0; i < tvm_function_num_outputs(function); ++i) {
    (void)tvm_function_get_output_info(function, i, &info);
    if (Error error = checkTensor("output", info))
      return error;
  }
  return Error::success();
}

static tvm_tensor_info getInput(const tvm_function *function, int32_t index) {
  tvm_tensor_info info = {sizeof(info)};
  (void)tvm_function_get_input_info(function, index, &info);
  return info;
}

std::string Session::listInputs() const {
  std::string text;
  for (int32_t i = 0; i < tvm_function_num_inputs(function); ++i)
    text += (i ? ", '" : "'") + std::string(getInput(function, i).name) + "'";
  return text.empty() ? "none" : text;
}

/// Renames `arr_0` ... and the single array of an .npy file to the inputs'
/// names.
Error Session::nameArrays(std::vector<Array> &arrays) {
  int32_t count = tvm_function_num_inputs(function);
  StringMap<bool> known, seen;
  for (int32_t i = 0; i < count; ++i)
    known[getInput(function, i).name] = true;
  for (Array &array : arrays) {
    StringRef number = array.name;
    int32_t index;
    if (!known.count(array.name)) {
      bool isNumbered = number.consume_front("arr_") &&
                        !number.getAsInteger(10, index) && index >= 0;
      if (array.name.empty() && arrays.size() == 1) {
        index = 0;
        isNumbered = true;
      }
      if (!isNumbered || index >= count)
        return createStringError("the model has no input '" + array.name +
                                 "': expected " + listInputs());
      array.name = getInput(function, index).name;
    }
    if (!seen.try_emplace(array.name, true).second)
      return createStringError("input '" + array.name + "' is given twice");
  }
  return Error::success();
}

static std::mt19937_64 &getRandom() {
  static std::mt19937_64 random(0);
  return random;
}

/// Fills floats, including parts of complex numbers, from -1 to 1, and integers
/// with 0 and 1, which are valid indices of most tables.
static void fillRandom(Array &array) {
  std::uniform_real_distribution<float> uniform(-1, 1);
  StringRef dtype = StringSwitch<StringRef>(array.dtype)
                        .Case("complex64", "float32")
                        .Case("complex128", "float64")
                        .Default(array.dtype);
  size_t size = getElementSize(dtype);
  for (size_t at = 0; at < array.data.size(); at += size) {
    float value = uniform(getRandom());
    uint64_t bits = value > 0;
    if (dtype == "float32") {
      std::memcpy(&bits, &value, 4);
    } else if (dtype == "float64") {
      double wide = value;
      std::memcpy(&bits, &wide, 8);
    } else if (dtype == "bfloat16") {
      uint32_t word;
      std::memcpy(&word, &value, 4);
      bits = word >> 16;
    } else if (dtype == "float16") {
      bits = value > 0 ? 0x3800 : 0xb800; // 0.5 and -0.5
    }
    std::memcpy(&array.data[at], &bits, size);
  }
}

Expected<Array>
Session::fillInput(const tvm_tensor_info &info, Fill fill,
                   const StringMap<SmallVector<int64_t>> &shapes) {
  Array array;
  array.name = info.name;
  array.dtype = tvm_data_type_name(info.dtype);
  auto given = shapes.find(info.name);
  if (given != shapes.end() &&
      given->second.size() != static_cast<size_t>(info.ndim))
    return createStringError(
        "--input-shapes gives " + Twine(given->second.size()) +
        " sizes for input '" + array.name + "', " + info.type);
  bool isString = array.dtype == "string";
  // Each string needs a std::string, even an empty one.
  uint64_t bytes = isString ? sizeof(std::string) : getElementSize(array.dtype);
  for (int32_t dim = 0; dim < info.ndim; ++dim) {
    int64_t size = info.shape[dim];
    if (size < 0 && given != shapes.end())
      size = given->second[dim];
    const char *name = size < 0 ? info.dim_names[dim] : nullptr;
    if (name && StringRef(name) != "?")
      size = symbols.try_emplace(name, 1).first->second;
    array.shape.push_back(size < 0 ? 1 : size);
    bytes = SaturatingMultiply<uint64_t>(bytes, array.shape.back());
  }
  if (bytes > (uint64_t(1) << 40))
    return createStringError("input '" + array.name + "' is too large");
  if (isString) {
    array.strings.resize(bytes / sizeof(std::string));
    return array;
  }
  if (Error error = resize(array.data, bytes))
    return createStringError("input '" + array.name +
                             "': " + toString(std::move(error)));
  if (fill == Fill::Random)
    fillRandom(array);
  return array;
}

/// Fills `data` with the addresses of the array's strings in `records`.
static void referToStrings(Array &array, std::vector<tvm_string> &records) {
  std::vector<const tvm_string *> addresses;
  records.reserve(array.strings.size());
  for (const std::string &text : array.strings) {
    records.push_back({text.data(), static_cast<int64_t>(text.size())});
    addresses.push_back(&records.back());
  }
  array.data.resize(addresses.size() * sizeof(addresses.front()));
  if (!addresses.empty())
    std::memcpy(array.data.data(), addresses.data(), array.data.size());
}

Error Session::bind(int32_t index, Array array) {
  tvm_tensor_info info = getInput(function, index);
  // NumPy has no names for ml_dtypes' types, so the number of bytes is
  // compared.
  StringRef expected = tvm_data_type_name(info.dtype);
  if (array.dtype == getFileType(expected))
    array.dtype = expected.str();
  inputs.push_back(std::move(array));
  Array &kept = inputs.back();
  DLTensor tensor;
  std::memset(&tensor, 0, sizeof(tensor));
  tensor.device = {kDLCPU, 0};
  tensor.ndim = kept.shape.size();
  tensor.shape = kept.shape.data();
  tensor.dtype = info.dtype;
  // The file's type is kept, and the runtime compares it.
  if (kept.dtype != expected)
    return createStringError("input '" + kept.name + "' has type " +
                             kept.dtype + ", expected " + info.type);
  if (kept.dtype == "string")
    referToStrings(kept, inputStrings.emplace_back());
  tensor.data = kept.data.data();
  return check(tvm_context_set_input_at(context, index, &tensor));
}

Error Session::setInputs(std::vector<Array> arrays, Fill fill,
                         const StringMap<SmallVector<int64_t>> &shapes) {
  if (Error error = nameArrays(arrays))
    return error;
  int32_t count = tvm_function_num_inputs(function);
  inputs.reserve(count);
  StringMap<Array *> given;
  for (Array &array : arrays)
    given[array.name] = &array;
  for (int32_t i = 0; i < count; ++i) {
    tvm_tensor_info info = getInput(function, i);
    for (int32_t dim = 0; dim < info.ndim; ++dim) {
      auto array = given.find(info.name);
      auto shape = shapes.find(info.name);
      if (info.shape[dim] >= 0)
        continue;
      if (array != given.end() &&
          array->second->shape.size() == static_cast<size_t>(info.ndim))
        symbols[info.dim_names[dim]] = array->second->shape[dim];
      else if (shape != shapes.end() &&
               shape->second.size() == static_cast<size_t>(info.ndim) &&
               shape->second[dim] >= 0)
        symbols[info.dim_names[dim]] = shape->second[dim];
    }
  }
  for (int32_t i = 0; i < count; ++i) {
    tvm_tensor_info info = getInput(function, i);
    auto array = given.find(info.name);
    if (array != given.end()) {
      if (Error error = bind(i, std::move(*array->second)))
        return error;
      continue;
    }
    if (fill == Fill::None)
      return createStringError("input '" + StringRef(info.name) +
                               "' is missing: expected " + listInputs() +
                               " in --inputs, or --fill=random|zeros");
    auto filled = fillInput(info, fill, shapes);
    if (!filled)
      return filled.takeError();
    if (Error error = bind(i, std::move(*filled)))
      return error;
  }
  return Error::success();
}

Error Session::run() { return check(tvm_context_run(context)); }

/// Copies the elements of `tensor`, compact and row-major.
static Error copyElements(const DLTensor &tensor, Array &array) {
  uint64_t count = 1;
  for (int64_t size : array.shape)
    count *= size;
  const char *data =
      static_cast<const char *>(tensor.data) + tensor.byte_offset;
  if (array.dtype != "string") {
    uint64_t bytes = count * getElementSize(array.dtype);
    if (Error error = resize(array.data, bytes))
      return error;
    std::copy_n(data, bytes, array.data.begin());
    return Error::success();
  }
  const auto *addresses = reinterpret_cast<const tvm_string *const *>(data);
  for (const tvm_string *text : ArrayRef(addresses, count))
    array.strings.push_back(text ? std::string(text->bytes, text->size) : "");
  return Error::success();
}

Expected<std::vector<Array>> Session::getOutputs() {
  std::vector<Array> outputs;
  for (int32_t i = 0; i < tvm_function_num_outputs(function); ++i) {
    tvm_tensor_info info = {sizeof(info)};
    (void)tvm_function_get_output_info(function, i, &info);
    DLTensor tensor;
    std::memset(&tensor, 0, sizeof(tensor));
    if (Error error = check(tvm_context_get_output_at(context, i, &tensor)))
      return std::move(error);
    Array array;
    array.name = info.name;
    array.dtype = tvm_data_type_name(info.dtype);
    array.shape.assign(tensor.shape, tensor.shape + tensor.ndim);
    if (Error error = copyElements(tensor, array))
      return createStringError("output '" + array.name +
                               "': " + toString(std::move(error)));
    outputs.push_back(std::move(array));
  }
  return outputs;
}

} // namespace tvm::tvmc
