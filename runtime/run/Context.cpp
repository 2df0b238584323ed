// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/run/Context.h"

#include "runtime/core/ApiCall.h"

#include <algorithm>

using namespace tvm::runtime;

Context::Context(const Function &function, const tvm_parallel &parallel)
    : module(*function.module), entry(function.entry), parallel(parallel),
      outputMemory(function.module->getManifest().outputs.size()),
      profile(getManifest().kernels) {
  const Manifest &manifest = getManifest();
  for (const TensorType &type : manifest.inputs) {
    inputs.emplace_back(type);
    inputDims.insert(inputDims.end(), type.shape.begin(), type.shape.end());
  }
  for (const TensorType &type : manifest.outputs)
    outputs.emplace_back(type);
  inputPointers.resize(inputs.size());
  symbols.resize(manifest.symbols.size());
  frame = {inputPointers.data(),
           inputDims.data(),
           module->getWeights(),
           this,
           allocateArena,
           allocatePool,
           allocateOutput,
           launch,
           fail,
           &this->parallel,
           growSlot};
}

void Context::setProfiling(bool enabled) {
  if (enabled)
    profile.start();
  frame.launch = enabled ? launchProfiled : launch;
}

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

template <typename T>
static T *findByIndex(const char *kind, std::vector<T> &all, int32_t index) {
  if (index >= 0 && size_t(index) < all.size())
    return &all[index];
  (void)error(TVM_INVALID_ARGUMENT, "no %s has index %d: the model has %zu %ss",
              kind, index, all.size(), kind);
  return nullptr;
}

template <typename T>
static T *findByName(const char *kind, std::vector<T> &all, const char *name) {
  for (T &one : all)
    if (one.getType().name == name)
      return &one;
  std::string names;
  for (T &one : all)
    names += (names.empty() ? "'" : ", '") + one.getType().name + "'";
  (void)error(TVM_INVALID_ARGUMENT, "no %s is called '%s': the model has %s",
              kind, name, names.empty() ? "none" : names.c_str());
  return nullptr;
}

Input *Context::getInput(int32_t index) {
  return findByIndex("input", inputs, index);
}
Input *Context::getInput(const char *name) {
  return findByName("input", inputs, name);
}
Output *Context::getOutput(int32_t index) {
  return findByIndex("output", outputs, index);
}
Output *Context::getOutput(const char *name) {
  return findByName("output", outputs, name);
}

//===----------------------------------------------------------------------===//
// A run
//===----------------------------------------------------------------------===//

Status Context::run() {
  if (isRunning.exchange(true, std::memory_order_acquire))
    return error(TVM_INVALID_ARGUMENT,
                 "the context is running on another thread: create one per "
                 "thread");
  for (Output &output : outputs)
    output.clear();
  Status status = withoutExceptions([&] { return runOnce(); });
  if (status.failed())
    for (Output &output : outputs)
      output.clear();
  pool.reset();
  referred.clear();
  isRunning.store(false, std::memory_order_release);
  return status;
}

Status Context::runOnce() {
  RunPool::Scope scope(referred);
  TVM_RETURN_IF_FAILED(prepareInputs());
  TVM_RETURN_IF_FAILED(outputMemory.check(outputs, inputs, inputPointers));
  return callEntry();
}

Status Context::prepareInputs() {
  std::fill(symbols.begin(), symbols.end(), Symbol{-1, 0, 0});
  int64_t *dims = inputDims.data();
  for (size_t i = 0; i < inputs.size(); ++i) {
    Input &input = inputs[i];
    const TensorType &type = input.getType();
    if (!input.isBound())
      return error(TVM_INVALID_ARGUMENT, "input '%s' is not set: expected %s",
                   type.name.c_str(), type.text.c_str());
    TVM_RETURN_IF_FAILED(bindSymbols(i));
    dims = std::copy_n(input.getDims(), type.rank(), dims);
    inputPointers[i] = input.prepare();
    if (!inputPointers[i])
      return error(TVM_OUT_OF_MEMORY, "input '%s': no memory to pack it",
                   type.name.c_str());
  }
  return TVM_OK;
}

Status Context::bindSymbols(int32_t index) {
  const TensorType &type = inputs[index].getType();
  const int64_t *dims = inputs[index].getDims();
  for (int32_t i = 0; i < type.rank(); ++i) {
    if (type.symbols[i] < 0)
      continue;
    Symbol &symbol = symbols[type.symbols[i]];
    if (symbol.value < 0)
      symbol = {dims[i], index, i};
    if (symbol.value != dims[i])
      return error(TVM_INVALID_ARGUMENT,
                   "input '%s': dim %d ('%s') is %lld, but dim %d of input "
                   "'%s' is %lld",
                   type.name.c_str(), i, type.dimNames[i].c_str(),
                   (long long)dims[i], symbol.dim,
                   inputs[symbol.input].getType().name.c_str(),
                   (long long)symbol.value);
  }
  return TVM_OK;
}

Status Context::callEntry() {
  bool isProfiling = frame.launch == launchProfiled;
  int64_t begin = isProfiling ? Profile::now() : 0;
  failure = TVM_OK;
  (void)takeFailure();
  int32_t result = entry(&frame);
  if (isProfiling)
    profile.recordRun(begin, Profile::now());
  // The callbacks have recorded the text.
  if (failure.failed())
    return failure;
  if (result)
    TVM_RETURN_IF_FAILED(module->takeFailure());
  if (result)
    return error(TVM_RUN_FAILED, "the model's code failed with status %d",
                 result);
  for (Output &output : outputs) {
    TVM_RETURN_IF_FAILED(output.checkAllocated());
    TVM_RETURN_IF_FAILED(output.keepReferred());
  }
  return TVM_OK;
}

//===----------------------------------------------------------------------===//
// Callbacks of the generated code
//===----------------------------------------------------------------------===//

void Context::recordFailure(Status status) { failure = status; }

/// The memory that `find` returns for generated code, which exceptions cannot
/// pass; null, with an error, if it fails or throws.
template <typename Find>
void *Context::allocate(void *context, const char *what, int64_t bytes,
                        Find find) {
  auto *self = static_cast<Context *>(context);
  void *memory = nullptr;
  (void)withoutExceptions([&]() -> Status {
    memory = find(*self);
    return TVM_OK;
  }).failed();
  if (!memory)
    self->recordFailure(error(TVM_OUT_OF_MEMORY,
                              "no memory for %s of %lld bytes", what,
                              (long long)bytes));
  return memory;
}

void *Context::allocateArena(void *context, int64_t bytes) {
  return allocate(context, "an arena", bytes, [&](Context &self) {
    return self.arena.reserve(bytes) ? self.arena.data() : nullptr;
  });
}

void *Context::allocatePool(void *context, int64_t bytes) {
  return allocate(context, "a temporary", bytes,
                  [&](Context &self) { return self.pool.allocate(bytes); });
}

void *Context::growSlot(void *context, int64_t slot, int64_t bytes,
                        int64_t kept) {
  return allocate(context, "a temporary", bytes, [&](Context &self) -> void * {
    if (slot < 0)
      return nullptr;
    if (size_t(slot) >= self.slots.size())
      self.slots.resize(slot + 1);
    Buffer &buffer = self.slots[slot];
    return buffer.extend(bytes, kept) ? buffer.data() : nullptr;
  });
}

void *Context::allocateOutput(void *context, int32_t index,
                              const int64_t *dims) {
  auto *self = static_cast<Context *>(context);
  void *memory = nullptr;
  Status status = withoutExceptions([&]() -> Status {
    Output *output = self->getOutput(index);
    if (!output)
      return TVM_RUN_FAILED;
    TVM_RETURN_IF_FAILED(output->allocate(dims));
    memory = output->getData();
    return TVM_OK;
  });
  if (status.failed())
    self->recordFailure(status);
  return memory;
}

int32_t Context::launch(void *, int32_t, tvm_kernel function,
                        const tvm_args *args) {
  return function(args);
}

int32_t Context::launchProfiled(void *context, int32_t kernel,
                                tvm_kernel function, const tvm_args *args) {
  auto *self = static_cast<Context *>(context);
  int64_t begin = Profile::now();
  int32_t result = function(args);
  if (kernel < 0 || size_t(kernel) >= self->getManifest().kernels.size())
    return result;
  Status status = withoutExceptions([&]() -> Status {
    self->profile.recordCall(kernel, begin, Profile::now(), args->dims);
    return TVM_OK;
  });
  if (!status.failed() || result)
    return result;
  self->recordFailure(status);
  return 1;
}

int32_t Context::fail(void *context, int32_t check, const int64_t *values) {
  auto *self = static_cast<Context *>(context);
  self->recordFailure(withoutExceptions([&] {
    return error(TVM_RUN_FAILED, "%s", self->checkText(check, values).c_str());
  }));
  return 1;
}

std::string Context::checkText(int32_t check, const int64_t *values) const {
  const std::vector<std::string> &checks = getManifest().checks;
  if (check < 0 || size_t(check) >= checks.size())
    return "run-time check " + std::to_string(check) + " failed";
  std::string text = checks[check];
  for (size_t at = 0; (at = text.find('{', at)) != std::string::npos; ++at)
    if (values && at + 2 < text.size() && text[at + 2] == '}' &&
        text[at + 1] >= '0' && text[at + 1] <= '3')
      text.replace(at, 3, std::to_string(values[text[at + 1] - '0']));
  return text;
}
