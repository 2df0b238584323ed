// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Kernels/KernelEvaluator.h"
#include "conversion/KernelToNVVM/KernelToNVVM.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "test/transforms/Schedule/fuzz/Case.h"
#include "transforms/GPU/Passes.h"
#include "transforms/Schedule/Passes.h"
#include "transforms/TE/Passes.h"
#include "transforms/Target/TargetSpec.h"
#include "transforms/Vectorize/Passes.h"

#include <cstring>

using namespace mlir;

namespace tvm::fuzz {

namespace {
/// A buffer as kernels take it.
struct NativeBuffer {
  NativeBuffer(const Buffer &buffer, Type type) : type(type) {
    size_t width = type.isInteger(64) ? 8 : 4;
    memory.resize(buffer.data.size() * width + 64);
    auto address = reinterpret_cast<uintptr_t>(memory.data());
    data = memory.data() + (64 - address % 64);
    for (auto [i, value] : llvm::enumerate(buffer.data)) {
      if (type.isF32())
        store<float>(i, value);
      else if (type.isInteger(32))
        store<int32_t>(i, value);
      else
        store<int64_t>(i, value);
    }
  }
  template <typename T> void store(size_t i, int64_t value) {
    T element = static_cast<T>(value);
    std::memcpy(data + i * sizeof(T), &element, sizeof(T));
  }
  template <typename T> T load(size_t i) const {
    T element;
    std::memcpy(&element, data + i * sizeof(T), sizeof(T));
    return element;
  }
  bool holds(size_t i, int64_t value) const {
    if (type.isF32())
      return load<float>(i) == static_cast<float>(value);
    if (type.isInteger(32))
      return load<int32_t>(i) == value;
    return load<int64_t>(i) == value;
  }
  bool holds(const Buffer &buffer) const {
    return llvm::all_of(llvm::enumerate(buffer.data), [&](auto element) {
      return holds(element.index(), element.value());
    });
  }

  Type type;
  std::vector<char> memory;
  char *data;
};

/// Arguments of a compiled kernel.
struct NativeArguments {
  NativeArguments(func::FuncOp kernel, const RunOptions &options) {
    std::vector<Buffer> contents = makeArguments(kernel, options);
    buffers.reserve(contents.size()); // pointers stay valid
    for (auto [buffer, type] : llvm::zip(contents, kernel.getArgumentTypes())) {
      auto memref = cast<MemRefType>(type);
      buffers.emplace_back(buffer, memref.getElementType());
      pointers.push_back(buffers.back().data);
      dims.insert(dims.end(), memref.getNumDynamicDims(), options.symbol);
    }
  }

  std::vector<NativeBuffer> buffers;
  std::vector<void *> pointers;
  std::vector<int64_t> dims;
};
} // namespace

/// Without the intrinsics, which are in their places.
static OwningOpRef<ModuleOp> cloneKernel(ModuleOp module) {
  OwningOpRef<ModuleOp> clone = module.clone();
  for (auto intrin :
       llvm::make_early_inc_range(clone->getOps<te::TensorIntrinOp>()))
    intrin.erase();
  return clone;
}

static LogicalResult vectorize(ModuleOp module, unsigned vectorBits,
                               unsigned numRegisters) {
  Builder builder(module.getContext());
  auto entry = [&](StringRef key, int64_t value) {
    return builder.getNamedAttr(key, builder.getI64IntegerAttr(value));
  };
  target::setProperties(module, target::kCPU,
                        {entry("max_vector_op_width", vectorBits),
                         entry("vector_registers", numRegisters)});
  PassManager manager(module.getContext());
  auto &function = manager.nest<func::FuncOp>();
  function.addPass(te::createLowerBlocksPass());
  function.addPass(createCanonicalizerPass());
  function.addPass(createCSEPass());
  function.addPass(schedule::createUnrollConditionsPass());
  function.addPass(schedule::createVectorizeLoopsPass());
  function.addPass(schedule::createLowerLoopKindsPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  return manager.run(module);
}

void Case::compareCompiled(ModuleOp lowered, unsigned optLevel,
                           const Twine &how) {
  codegen::CompileOptions compileOptions;
  compileOptions.optLevel = optLevel;
  for (auto [symbol, reference] : llvm::zip(program.symbols, expected)) {
    NativeArguments arguments(getKernel(lowered), optionsFor(symbol));
    if (llvm::Error error = codegen::evaluateKernel(
            lowered, arguments.pointers, arguments.dims, compileOptions))
      return fail(how + ": " + llvm::toString(std::move(error)) + "\n" +
                  print(lowered));
    for (auto [i, native, buffer] :
         llvm::enumerate(arguments.buffers, reference))
      if (!isLaidOut(getKernel(*module), i) && !native.holds(buffer))
        return fail(how + ": wrong result in argument " + Twine(i) + "\n" +
                    print(lowered));
  }
}

/// The way that a kernel takes to machine code.
void Case::compileAndCompare() {
  OwningOpRef<ModuleOp> lowered = cloneKernel(*module);
  unsigned vectorBits = 64 << random.between(0, 3);
  unsigned numRegisters = 16 << random.between(0, 1);
  if (failed(vectorize(*lowered, vectorBits, numRegisters)))
    return fail("the pipeline to vector code fails");
  ++statistics.compiled;
  unsigned optLevel = random.between(0, 1) * 3;
  compareCompiled(*lowered, optLevel,
                  "compiled with " + Twine(numRegisters) + " registers of " +
                      Twine(vectorBits) + " bits at -O" + Twine(optLevel));
}

/// All the way to a GPU, or to what is in its place.
void Case::launchOnDevice() {
  OwningOpRef<ModuleOp> lowered = cloneKernel(*module);
  PassManager manager(context);
  buildKernelToDevicePipeline(manager, KernelToNVVMOptions());
  if (failed(manager.run(*lowered)))
    return fail("the pipeline to code for a GPU fails");
  ++statistics.onDevice;
  compareCompiled(*lowered, codegen::CompileOptions().optLevel, "on a GPU");
}

} // namespace tvm::fuzz
