// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Kernels/MaskedLoads.h"

#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

using namespace llvm;

namespace tvm::codegen {

namespace {
/// Copies the result of every masked load: what uses the copy has no load that
/// could be folded into it. Registers of both become one later.
class KeepMaskedLoadsPass : public MachineFunctionPass {
public:
  KeepMaskedLoadsPass() : MachineFunctionPass(id) {}

  StringRef getPassName() const override { return "Keep masked loads"; }
  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(usage);
  }
  bool runOnMachineFunction(MachineFunction &function) override;

  static char id;
};
} // namespace

char KeepMaskedLoadsPass::id = 0;

/// Whether `instruction` loads under a mask, and zeroes the other lanes.
static bool isMaskedLoad(const MachineInstr &instruction,
                         const TargetInstrInfo &info) {
  return instruction.canFoldAsLoad() && instruction.mayLoad() &&
         info.getName(instruction.getOpcode()).ends_with("rmkz");
}

bool KeepMaskedLoadsPass::runOnMachineFunction(MachineFunction &function) {
  const TargetInstrInfo &info = *function.getSubtarget().getInstrInfo();
  MachineRegisterInfo &registers = function.getRegInfo();
  bool isChanged = false;
  for (MachineBasicBlock &block : function)
    for (MachineInstr &instruction : make_early_inc_range(block)) {
      if (!isMaskedLoad(instruction, info))
        continue;
      MachineOperand &result = instruction.getOperand(0);
      Register used = result.getReg();
      Register loaded =
          registers.createVirtualRegister(registers.getRegClass(used));
      result.setReg(loaded);
      BuildMI(block, std::next(instruction.getIterator()),
              instruction.getDebugLoc(), info.get(TargetOpcode::COPY), used)
          .addReg(loaded);
      isChanged = true;
    }
  return isChanged;
}

/// Adds the pass in front of LLVM's peephole optimisations, which fold loads.
static void addPass(TargetMachine &machine, PassManagerBase &,
                    TargetPassConfig *passes) {
  if (machine.getTargetTriple().isX86() &&
      machine.getOptLevel() != CodeGenOptLevel::None)
    passes->insertPass(&MachineSinkingLegacyID, new KeepMaskedLoadsPass());
}

void keepMaskedLoads() {
  static RegisterTargetPassConfigCallback callback(addPass);
}

} // namespace tvm::codegen
