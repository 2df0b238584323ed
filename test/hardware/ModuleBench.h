// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A module that Verilator has translated, alone.
#ifndef TEST_HARDWARE_MODULEBENCH_H
#define TEST_HARDWARE_MODULEBENCH_H

#include <memory>
#include <verilated.h>

namespace tvm::test {

/// `Model` is Verilator's class.
template <typename Model> class ModuleBench {
public:
  ModuleBench() {
    context.randReset(2);
    model = std::make_unique<Model>(&context);
  }

  Model *operator->() { return model.get(); }

  /// Propagates the inputs within the cycle.
  void settle() { model->eval(); }

  /// To the next cycle.
  void tick() {
    model->clock = 0;
    model->eval();
    model->clock = 1;
    model->eval();
  }

private:
  VerilatedContext context;
  std::unique_ptr<Model> model;
};

} // namespace tvm::test

#endif // TEST_HARDWARE_MODULEBENCH_H
