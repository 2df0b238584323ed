// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TRANSFORMS_SCHEDULE_OPENSCRIPTS_SCRIPTTEST_H
#define TVM_TEST_TRANSFORMS_SCHEDULE_OPENSCRIPTS_SCRIPTTEST_H

#include "dialects/Schedule/ScheduleDialect.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/TuneExtension/TuneExtension.h"
#include "gtest/gtest.h"

namespace tvm::schedule {

/// A context that knows the steps of scripts.
class ScriptTest : public testing::Test {
protected:
  ScriptTest() {
    mlir::DialectRegistry registry;
    registry.insert<mlir::transform::TransformDialect, ScheduleDialect>();
    mlir::transform::registerTuneExtension(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  mlir::MLIRContext context;
};

} // namespace tvm::schedule

#endif // TVM_TEST_TRANSFORMS_SCHEDULE_OPENSCRIPTS_SCRIPTTEST_H
