// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C++17 interface of the tvm-mlir runtime: owners and exceptions around
// tvm_mlir.h, where everything is described. Header only.
//
//   tvm_mlir::Module module = tvm_mlir::Module::load("model.so");
//   tvm_mlir::Context context(module.getFunction());
//   std::vector<float> x(3 * 224 * 224);
//   context.setInput("x", tvm_mlir::TensorRef(x.data(), {1, 3, 224, 224}));
//   context.run();
//   tvm_mlir::Tensor y = context.takeOutput("y");
//   use(y.data<float>(), y.shape());
#ifndef TVM_MLIR_HPP
#define TVM_MLIR_HPP

#include "tvm_mlir.h"

#include <complex>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tvm_mlir {

/// The exception of a failed call; what() is tvm_last_error().
class Error : public std::runtime_error {
public:
  explicit Error(tvm_status status)
      : std::runtime_error(tvm_last_error()), code(status) {}

  tvm_status status() const { return code; }

private:
  tvm_status code;
};

/// Throws Error unless `status` is TVM_OK.
inline void check(tvm_status status) {
  if (status != TVM_OK)
    throw Error(status);
}

namespace detail {
/// The structures that `get(index, &structure)` fills in, for each index below
/// `count`.
template <typename T, typename Get>
std::vector<T> getAll(int32_t count, Get get) {
  T unfilled = {};
  unfilled.struct_size = sizeof(T);
  std::vector<T> all(size_t(count), unfilled);
  for (int32_t i = 0; i < count; ++i)
    check(get(i, &all[size_t(i)]));
  return all;
}
} // namespace detail

/// The data type of a C++ type; for float16 and the like write the DLDataType.
template <typename T> constexpr DLDataType dataTypeOf() {
  constexpr bool isComplex = std::is_same_v<T, std::complex<float>> ||
                             std::is_same_v<T, std::complex<double>>;
  static_assert(std::is_arithmetic_v<T> || isComplex,
                "no data type of a tensor");
  uint8_t code = isComplex                     ? kDLComplex
                 : std::is_same_v<T, bool>     ? kDLBool
                 : std::is_floating_point_v<T> ? kDLFloat
                 : std::is_unsigned_v<T>       ? kDLUInt
                                               : kDLInt;
  return {code, uint8_t(sizeof(T) * 8), 1};
}

/// A view of the caller's memory as a compact row-major tensor.
class TensorRef {
public:
  TensorRef(const void *data, DLDataType dtype, std::vector<int64_t> shape)
      : dims(std::move(shape)), tensor{const_cast<void *>(data),
                                       {kDLCPU, 0},
                                       int32_t(dims.size()),
                                       dtype,
                                       dims.data(),
                                       nullptr,
                                       0} {}
  template <typename T>
  TensorRef(const T *data, std::vector<int64_t> shape)
      : TensorRef(data, dataTypeOf<T>(), std::move(shape)) {}
  TensorRef(const TensorRef &) = delete;
  TensorRef &operator=(const TensorRef &) = delete;

  operator const DLTensor &() const { return tensor; }

private:
  std::vector<int64_t> dims;
  DLTensor tensor;
};

/// A tensor that owns its memory.
class Tensor {
public:
  explicit Tensor(DLManagedTensorVersioned *tensor) : tensor(tensor) {}

  const DLTensor &get() const { return tensor->dl_tensor; }
  DLDataType dtype() const { return get().dtype; }
  std::vector<int64_t> shape() const {
    return {get().shape, get().shape + get().ndim};
  }
  /// The first element, if the type is T.
  template <typename T> T *data() const {
    DLDataType expected = dataTypeOf<T>(), found = dtype();
    if (expected.code != found.code || expected.bits != found.bits)
      throw std::invalid_argument("the tensor has another data type");
    return reinterpret_cast<T *>(static_cast<char *>(get().data) +
                                 get().byte_offset);
  }
  /// Releases ownership of the tensor, which the caller deletes by its deleter.
  DLManagedTensorVersioned *release() { return tensor.release(); }

private:
  struct Deleter {
    void operator()(DLManagedTensorVersioned *tensor) const {
      tensor->deleter(tensor);
    }
  };
  std::unique_ptr<DLManagedTensorVersioned, Deleter> tensor;
};

/// A function of a module, which it does not outlive.
class Function {
public:
  explicit Function(const tvm_function *function) : function(function) {}

  std::vector<tvm_tensor_info> inputs() const {
    return describe(tvm_function_num_inputs, tvm_function_get_input_info);
  }
  std::vector<tvm_tensor_info> outputs() const {
    return describe(tvm_function_num_outputs, tvm_function_get_output_info);
  }
  const tvm_function *get() const { return function; }

private:
  template <typename Count, typename Get>
  std::vector<tvm_tensor_info> describe(Count count, Get get) const {
    return detail::getAll<tvm_tensor_info>(
        count(function), [&](int32_t index, tvm_tensor_info *info) {
          return get(function, index, info);
        });
  }

  const tvm_function *function;
};

/// A loaded artefact; copies share it.
class Module {
public:
  static Module load(const std::string &path) {
    tvm_module *module;
    check(tvm_module_load(path.c_str(), &module));
    return Module(module);
  }
  static Module loadFromMemory(const void *bytes, size_t size) {
    tvm_module *module;
    check(tvm_module_load_from_memory(bytes, size, &module));
    return Module(module);
  }

  void save(const std::string &path) const {
    check(tvm_module_save(module.get(), path.c_str()));
  }
  Function getFunction(const std::string &name = "main") const {
    const tvm_function *function;
    check(tvm_module_get_function(module.get(), name.c_str(), &function));
    return Function(function);
  }
  std::string_view manifest() const {
    size_t size;
    const char *text = tvm_module_manifest(module.get(), &size);
    return {text, size};
  }
  std::string cpu() const { return tvm_module_cpu(module.get()); }
  tvm_module *get() const { return module.get(); }

private:
  explicit Module(tvm_module *module) : module(module, tvm_module_release) {}

  std::shared_ptr<tvm_module> module;
};

/// State that one thread needs to run a function.
class Context {
public:
  /// `numThreads`: 0 for the default.
  explicit Context(Function function, int32_t numThreads = 0)
      : Context(function, options(numThreads)) {}
  Context(Function function, const tvm_context_options &options) {
    tvm_context *created;
    check(tvm_context_create(function.get(), &options, &created));
    context.reset(created);
  }

  void setInput(const char *name, const DLTensor &tensor) {
    check(tvm_context_set_input(get(), name, &tensor));
  }
  void setInput(int32_t index, const DLTensor &tensor) {
    check(tvm_context_set_input_at(get(), index, &tensor));
  }
  void setOutput(const char *name, const DLTensor &tensor) {
    check(tvm_context_set_output(get(), name, &tensor));
  }
  void setOutput(int32_t index, const DLTensor &tensor) {
    check(tvm_context_set_output_at(get(), index, &tensor));
  }

  void run() { check(tvm_context_run(get())); }

  /// A view, valid until the next run.
  DLTensor getOutput(const char *name) {
    DLTensor tensor;
    check(tvm_context_get_output(get(), name, &tensor));
    return tensor;
  }
  DLTensor getOutput(int32_t index) {
    DLTensor tensor;
    check(tvm_context_get_output_at(get(), index, &tensor));
    return tensor;
  }
  Tensor takeOutput(const char *name) {
    DLManagedTensorVersioned *tensor;
    check(tvm_context_take_output(get(), name, &tensor));
    return Tensor(tensor);
  }
  Tensor takeOutput(int32_t index) {
    DLManagedTensorVersioned *tensor;
    check(tvm_context_take_output_at(get(), index, &tensor));
    return Tensor(tensor);
  }

  void setProfiling(bool enabled) {
    check(tvm_context_set_profiling(get(), enabled));
  }
  std::vector<tvm_kernel_profile> profile() const {
    return detail::getAll<tvm_kernel_profile>(
        tvm_context_num_kernels(get()),
        [&](int32_t index, tvm_kernel_profile *kernel) {
          return tvm_context_get_kernel_profile(get(), index, kernel);
        });
  }
  std::string profileTable() { return tvm_context_profile_table(get()); }
  void writeTrace(const std::string &path) const {
    check(tvm_context_write_trace(get(), path.c_str()));
  }
  tvm_context *get() const { return context.get(); }

private:
  static tvm_context_options options(int32_t numThreads) {
    return {sizeof(tvm_context_options), numThreads, nullptr};
  }

  struct Deleter {
    void operator()(tvm_context *context) const { tvm_context_free(context); }
  };
  std::unique_ptr<tvm_context, Deleter> context;
};

/// TVM's name for an executor of a compiled graph.
using GraphExecutor = Context;

} // namespace tvm_mlir

#endif // TVM_MLIR_HPP
