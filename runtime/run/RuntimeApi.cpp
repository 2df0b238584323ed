// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C interface: checks handles and calls the classes behind them.
#include "runtime/include/tvm_mlir.h"

#include "runtime/artefact/ExternalFunctions.h"
#include "runtime/artefact/Module.h"
#include "runtime/core/ApiCall.h"
#include "runtime/core/DataType.h"
#include "runtime/core/ThreadPool.h"
#include "runtime/run/Context.h"

#include <cstring>

using namespace tvm::runtime;

struct tvm_context {
  tvm_context(const Function &function, const tvm_parallel &parallel)
      : context(function, parallel) {}

  Context context;
  std::string table;
};

static const Module *unwrap(const tvm_module *module) {
  return reinterpret_cast<const Module *>(module);
}

static const Function *unwrap(const tvm_function *function) {
  return reinterpret_cast<const Function *>(function);
}

static tvm_module *wrap(Module *module) {
  return reinterpret_cast<tvm_module *>(module);
}

static const tvm_function *wrap(const Function *function) {
  return reinterpret_cast<const tvm_function *>(function);
}

const char *tvm_last_error(void) { return lastErrorText(); }

const char *tvm_mlir_version(void) { return TVM_MLIR_VERSION; }

const char *tvm_data_type_name(DLDataType type) { return dataTypeName(type); }

tvm_status tvm_register_function(const char *name,
                                 tvm_extern_function function) {
  return call(
      [&]() -> Status {
        registerFunction(name, function);
        return TVM_OK;
      },
      name);
}

//===----------------------------------------------------------------------===//
// Modules and functions
//===----------------------------------------------------------------------===//

tvm_status tvm_module_load(const char *path, tvm_module **module) {
  return call(
      [&]() -> Status {
        Module *loaded;
        TVM_RETURN_IF_FAILED(Module::load(path, loaded));
        *module = wrap(loaded);
        return TVM_OK;
      },
      path, module);
}

tvm_status tvm_module_load_from_memory(const void *bytes, size_t size,
                                       tvm_module **module) {
  return call(
      [&]() -> Status {
        Module *loaded;
        TVM_RETURN_IF_FAILED(Module::loadFromMemory(bytes, size, loaded));
        *module = wrap(loaded);
        return TVM_OK;
      },
      static_cast<const char *>(bytes), module);
}

tvm_status tvm_module_save(const tvm_module *module, const char *path) {
  return call([&] { return unwrap(module)->save(path); }, module, path);
}

void tvm_module_retain(tvm_module *module) {
  if (module)
    unwrap(module)->retain();
}

void tvm_module_release(tvm_module *module) {
  if (module)
    unwrap(module)->release();
}

const char *tvm_module_manifest(const tvm_module *module, size_t *size) {
  if (!module)
    return nullptr;
  std::string_view text = unwrap(module)->getManifestText();
  if (size)
    *size = text.size();
  return text.data();
}

const char *tvm_module_cpu(const tvm_module *module) {
  return module ? unwrap(module)->getEntry().cpu.c_str() : nullptr;
}

tvm_status tvm_module_get_function(const tvm_module *module, const char *name,
                                   const tvm_function **function) {
  return call(
      [&]() -> Status {
        *function = wrap(unwrap(module)->getFunction(name));
        if (*function)
          return TVM_OK;
        return error(TVM_INVALID_ARGUMENT,
                     "no function is called '%s': the module has 'main'", name);
      },
      module, name, function);
}

static const std::vector<TensorType> &inputsOf(const tvm_function *function) {
  return unwrap(function)->module->getManifest().inputs;
}

static const std::vector<TensorType> &outputsOf(const tvm_function *function) {
  return unwrap(function)->module->getManifest().outputs;
}

int32_t tvm_function_num_inputs(const tvm_function *function) {
  return function ? inputsOf(function).size() : 0;
}

int32_t tvm_function_num_outputs(const tvm_function *function) {
  return function ? outputsOf(function).size() : 0;
}

/// Writes `value` to a structure of the caller's, as far as the caller knows
/// it.
template <typename T>
static Status fill(T &structure, T value, const char *name) {
  if (structure.struct_size < sizeof(T)) // of version 0.1.0
    return error(TVM_INVALID_ARGUMENT, "struct_size of %s is not set", name);
  value.struct_size = structure.struct_size;
  structure = value;
  return TVM_OK;
}

static Status getInfo(const char *kind, const std::vector<TensorType> &types,
                      int32_t index, tvm_tensor_info &info) {
  if (index < 0 || size_t(index) >= types.size())
    return error(TVM_INVALID_ARGUMENT,
                 "no %s has index %d: the model has %zu %ss", kind, index,
                 types.size(), kind);
  const TensorType &type = types[index];
  return fill(info,
              {sizeof(info), type.name.c_str(), type.dtype, type.rank(),
               type.shape.data(), type.dimNameTexts.data(), type.text.c_str()},
              "tvm_tensor_info");
}

tvm_status tvm_function_get_input_info(const tvm_function *function,
                                       int32_t index, tvm_tensor_info *info) {
  return call(
      [&] { return getInfo("input", inputsOf(function), index, *info); },
      function, info);
}

tvm_status tvm_function_get_output_info(const tvm_function *function,
                                        int32_t index, tvm_tensor_info *info) {
  return call(
      [&] { return getInfo("output", outputsOf(function), index, *info); },
      function, info);
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

static Status makeParallel(const tvm_context_options *given,
                           tvm_parallel &parallel) {
  tvm_context_options options = {sizeof(options), 0, nullptr};
  if (given) {
    if (given->struct_size < offsetof(tvm_context_options, parallel))
      return error(TVM_INVALID_ARGUMENT,
                   "struct_size of tvm_context_options is not set");
    std::memcpy(&options, given, std::min(given->struct_size, sizeof(options)));
  }
  if (options.parallel) {
    parallel = *options.parallel;
    if (parallel.num_threads < 1 || !parallel.parallel_for)
      return error(TVM_INVALID_ARGUMENT,
                   "expected a thread pool of at least one thread");
    return TVM_OK;
  }
  if (options.num_threads < 0 || options.num_threads > maxThreads)
    return error(TVM_INVALID_ARGUMENT, "expected 0 to %d threads, got %d",
                 maxThreads, options.num_threads);
  parallel = openMPParallel(options.num_threads ? options.num_threads
                                                : defaultThreadCount());
  return TVM_OK;
}

tvm_status tvm_context_create(const tvm_function *function,
                              const tvm_context_options *options,
                              tvm_context **context) {
  return call(
      [&]() -> Status {
        tvm_parallel parallel;
        TVM_RETURN_IF_FAILED(makeParallel(options, parallel));
        *context = new tvm_context(*unwrap(function), parallel);
        return TVM_OK;
      },
      function, context);
}

void tvm_context_free(tvm_context *context) { delete context; }

int32_t tvm_context_num_threads(const tvm_context *context) {
  return context ? context->context.getNumThreads() : 0;
}

/// Passes an input or output, found by name or index, to `use`.
template <typename Find, typename Use>
static Status with(Find *found, Use use) {
  return found ? Status(use(*found)) : Status(TVM_INVALID_ARGUMENT);
}

static Status bind(Output &output, const DLTensor *tensor) {
  if (tensor)
    return output.bind(*tensor);
  output.unbind();
  return TVM_OK;
}

tvm_status tvm_context_set_input(tvm_context *context, const char *name,
                                 const DLTensor *tensor) {
  return call(
      [&] {
        return with(context->context.getInput(name),
                    [&](Input &input) { return input.bind(*tensor); });
      },
      context, name, tensor);
}

tvm_status tvm_context_set_input_at(tvm_context *context, int32_t index,
                                    const DLTensor *tensor) {
  return call(
      [&] {
        return with(context->context.getInput(index),
                    [&](Input &input) { return input.bind(*tensor); });
      },
      context, tensor);
}

tvm_status tvm_context_set_output(tvm_context *context, const char *name,
                                  const DLTensor *tensor) {
  return call(
      [&] {
        return with(context->context.getOutput(name),
                    [&](Output &output) { return bind(output, tensor); });
      },
      context, name);
}

tvm_status tvm_context_set_output_at(tvm_context *context, int32_t index,
                                     const DLTensor *tensor) {
  return call(
      [&] {
        return with(context->context.getOutput(index),
                    [&](Output &output) { return bind(output, tensor); });
      },
      context);
}

tvm_status tvm_context_run(tvm_context *context) {
  return call([&] { return context->context.run(); }, context);
}

tvm_status tvm_context_get_output(tvm_context *context, const char *name,
                                  DLTensor *tensor) {
  return call(
      [&] {
        return with(context->context.getOutput(name),
                    [&](Output &output) { return output.get(*tensor); });
      },
      context, name, tensor);
}

tvm_status tvm_context_get_output_at(tvm_context *context, int32_t index,
                                     DLTensor *tensor) {
  return call(
      [&] {
        return with(context->context.getOutput(index),
                    [&](Output &output) { return output.get(*tensor); });
      },
      context, tensor);
}

tvm_status tvm_context_take_output(tvm_context *context, const char *name,
                                   DLManagedTensorVersioned **tensor) {
  return call(
      [&] {
        return with(context->context.getOutput(name),
                    [&](Output &output) { return output.take(*tensor); });
      },
      context, name, tensor);
}

tvm_status tvm_context_take_output_at(tvm_context *context, int32_t index,
                                      DLManagedTensorVersioned **tensor) {
  return call(
      [&] {
        return with(context->context.getOutput(index),
                    [&](Output &output) { return output.take(*tensor); });
      },
      context, tensor);
}

//===----------------------------------------------------------------------===//
// Profiling
//===----------------------------------------------------------------------===//

tvm_status tvm_context_set_profiling(tvm_context *context, int enabled) {
  return call(
      [&]() -> Status {
        context->context.setProfiling(enabled);
        return TVM_OK;
      },
      context);
}

int32_t tvm_context_num_kernels(const tvm_context *context) {
  return context ? context->context.getManifest().kernels.size() : 0;
}

tvm_status tvm_context_get_kernel_profile(const tvm_context *context,
                                          int32_t index,
                                          tvm_kernel_profile *profile) {
  return call(
      [&]() -> Status {
        const std::vector<Kernel> &kernels =
            context->context.getManifest().kernels;
        if (index < 0 || size_t(index) >= kernels.size())
          return error(TVM_INVALID_ARGUMENT,
                       "no kernel has index %d: the model has %zu kernels",
                       index, kernels.size());
        const Kernel &kernel = kernels[index];
        Profile::Totals totals = context->context.getProfile().getTotals(index);
        // FLOPs and bytes may differ from call to call.
        auto perCall = [&](double sum, int64_t fixed) -> int64_t {
          double mean = totals.calls ? sum / double(totals.calls) : 0;
          if (!totals.calls || mean >= 0x1p63)
            return totals.calls ? INT64_MAX : fixed;
          return int64_t(mean);
        };
        return fill(*profile,
                    {sizeof(*profile), kernel.name.c_str(),
                     kernel.nodes.c_str(), totals.calls, totals.total * 1e-9,
                     totals.min * 1e-9, totals.max * 1e-9,
                     perCall(totals.flops, kernel.flops),
                     perCall(totals.bytes, kernel.bytes)},
                    "tvm_kernel_profile");
      },
      context, profile);
}

const char *tvm_context_profile_table(tvm_context *context) {
  if (!context)
    return "";
  context->table.clear();
  (void)call(
      [&]() -> Status {
        MachineLimits limits = measureLimits(context->context.getParallel());
        context->table = context->context.getProfile().table(limits);
        return TVM_OK;
      },
      context);
  return context->table.c_str();
}

tvm_status tvm_context_write_trace(const tvm_context *context,
                                   const char *path) {
  return call([&] { return context->context.getProfile().writeTrace(path); },
              context, path);
}
