// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TVMC_SESSION_H
#define TVM_TOOLS_TVMC_SESSION_H

#include "runtime/include/tvm_abi.h"
#include "runtime/include/tvm_mlir.h"
#include "tools/npz/Npz.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <vector>

namespace tvm::tvmc {

/// The contents of inputs that no file contains.
enum class Fill { None, Random, Zeros };

/// A loaded artefact with its inputs.
class Session {
public:
  ~Session();
  llvm::Error load(llvm::StringRef path, unsigned threads);

  /// Binds `arrays` by name (or as arr_0 ... in the model's order); the other
  /// inputs are filled, with `shapes` for their dynamic sizes (1 by default).
  llvm::Error
  setInputs(std::vector<Array> arrays, Fill fill,
            const llvm::StringMap<llvm::SmallVector<int64_t>> &shapes);
  llvm::Error run();
  llvm::Expected<std::vector<Array>> getOutputs();
  /// The bound inputs.
  const std::vector<Array> &getInputs() const { return inputs; }

  const tvm_function *getFunction() const { return function; }
  tvm_context *getContext() const { return context; }

private:
  llvm::Error nameArrays(std::vector<Array> &arrays);
  llvm::Expected<Array>
  fillInput(const tvm_tensor_info &info, Fill fill,
            const llvm::StringMap<llvm::SmallVector<int64_t>> &shapes);
  /// Fails if an input or output is a sequence or an optional.
  llvm::Error checkTensors() const;
  llvm::Error bind(int32_t index, Array array);
  std::string listInputs() const;

  tvm_module *module = nullptr;
  const tvm_function *function = nullptr;
  tvm_context *context = nullptr;
  std::vector<Array> inputs;
  std::vector<std::vector<tvm_string>> inputStrings; // of `inputs`
  llvm::StringMap<int64_t> symbols; // sizes of named dimensions
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TVMC_SESSION_H
