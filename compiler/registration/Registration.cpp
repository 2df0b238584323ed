// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/registration/Registration.h"

#include "compiler/constants/KernelConstantEvaluator.h"
#include "compiler/pipelines/Pipelines.h"
#include "conversion/GraphToTE/GraphToTE.h"
#include "conversion/HostToLLVM/HostToLLVM.h"
#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "conversion/KernelToNVVM/KernelToNVVM.h"
#include "conversion/LinalgToTE/LinalgToTE.h"
#include "conversion/TEToLinalg/TEToLinalg.h"
#include "conversion/TEToLoops/TEToLoops.h"
#include "conversion/TosaToGraph/TosaToGraph.h"
#include "dialects/Graph/GraphDialect.h"
#include "dialects/Schedule/ScheduleDialect.h"
#include "dialects/TE/TEDialect.h"
#include "dialects/VTA/VTADialect.h"
#include "transforms/GPU/Passes.h"
#include "transforms/Graph/Gradient/Gradient.h"
#include "transforms/Graph/Layout/LayoutConverter.h"
#include "transforms/Graph/Passes.h"
#include "transforms/Schedule/Passes.h"
#include "transforms/TE/Passes.h"
#include "transforms/Target/Passes.h"
#include "transforms/VTA/Passes.h"
#include "transforms/Vectorize/Passes.h"

void tvm::registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<graph::GraphDialect, schedule::ScheduleDialect, te::TEDialect,
                  vta::VTADialect>();
  registerGraphTEDefinitions(registry);
  graph::registerGradients(registry);
  graph::registerLayouts(registry);
  compiler::registerConstantEvaluator(registry);
  registerNVVMTranslation(registry);
}

void tvm::registerAllPasses() {
  registerGraphToTEPasses();
  registerLinalgToTEPasses();
  registerTEToLinalgPasses();
  registerTEToLoopsPasses();
  registerTosaToGraphPasses();
  graph::registerGraphPasses();
  target::registerTargetPasses();
  te::registerTEPasses();
  schedule::registerSchedulePasses();
  schedule::registerVectorizePasses();
  schedule::registerGPUPasses();
  vta::registerVTAPasses();
  registerHostToLLVMPasses();
  registerKernelToLLVMPasses();
  registerKernelToLLVMPipelines();
  registerKernelToNVVMPasses();
  registerKernelToNVVMPipelines();
  compiler::registerPipelines();
}
