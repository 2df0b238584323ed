// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/HostToLLVM/HostToLLVM.h"

#include "conversion/HostToLLVM/HostConverter.h"
#include "conversion/HostToLLVM/Manifest.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_CONVERTHOSTTOLLVMPASS
#include "conversion/HostToLLVM/Passes.h.inc"

uint64_t layOutWeights(ArrayRef<Attribute> weights,
                       SmallVectorImpl<uint64_t> &offsets) {
  uint64_t size = 0;
  for (Attribute weight : weights) {
    offsets.push_back(size);
    size += llvm::alignTo(
        graph::getStorageSize(cast<graph::WeightAttr>(weight).getType()),
        kHostAlignment);
  }
  return size;
}

bool HostConverter::convertMemory(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](memref::ViewOp view) {
        values.map(
            view.getResult(),
            LLVM::GEPOp::create(b, pointer, b.getI8Type(),
                                values.lookup(view.getSource()),
                                toInteger(values.lookup(view.getByteShift()))));
        return true;
      })
      .Case([&](graph::ViewOp view) {
        values.map(view.getMemory(), values.lookup(view.getSource()));
        return true;
      })
      .Case([&](memref::CastOp cast) {
        values.map(cast.getResult(), values.lookup(cast.getSource()));
        return true;
      })
      .Case([&](graph::ByteSizeOp size) { return convertByteSize(size), true; })
      .Case([&](graph::ArenaOp arena) {
        return convertAllocation(arena, AllocateArena), true;
      })
      .Case([&](graph::PoolOp pool) {
        return convertAllocation(pool, AllocatePool), true;
      })
      .Case([&](graph::SlotOp slot) { return convertSlot(slot), true; })
      .Case([&](graph::OutputOp output) { return convertOutput(output), true; })
      .Case([&](graph::GetWeightOp op) { return convertWeight(op), true; })
      .Case([&](graph::CopyOp copy) { return convertCopy(copy), true; })
      .Default(false);
}

bool HostConverter::convertControl(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](graph::CheckOp check) {
        convertCheck(check.getCondition(), check.getTextAttr(),
                     check.getValues());
        return true;
      })
      .Case([&](cf::AssertOp check) {
        return convertCheck(check.getArg(), check.getMsgAttr(), {}), true;
      })
      .Case([&](graph::CallOp call) { return convertCall(call), true; })
      .Case([&](graph::NumThreadsOp threads) {
        // num_threads follows the pool's pointer in tvm_parallel.
        Value count = load(i32, loadField(Parallel), 2);
        values.map(threads.getResult(),
                   arith::IndexCastOp::create(b, b.getIndexType(), count));
        return true;
      })
      .Case<cf::BranchOp, cf::CondBranchOp>(
          [&](auto branch) { return convertBranch(branch), true; })
      .Case([&](func::ReturnOp) {
        LLVM::ReturnOp::create(
            b, LLVM::ConstantOp::create(b, i32, b.getI32IntegerAttr(0)));
        return true;
      })
      .Default(false);
}

LogicalResult HostConverter::convert(Operation *op) {
  b.setLoc(op->getLoc());
  if (convertMemory(op) || convertControl(op))
    return success();
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](memref::DimOp dim) { return convertDim(dim); })
      .Case([&](memref::LoadOp load) { return convertLoad(load); })
      .Case([&](memref::StoreOp store) { return convertStore(store); })
      .Case([&](arith::MulIOp product) {
        return convertProduct(product), success();
      })
      .Default([&](Operation *other) -> LogicalResult {
        if (!isMemoryEffectFree(other) || other->getNumRegions() != 0 ||
            llvm::any_of(other->getResultTypes(), llvm::IsaPred<ShapedType>))
          return other->emitOpError("cannot be part of the host function");
        b.clone(*other, values);
        return success();
      });
}

LogicalResult HostConverter::run() {
  for (Type type : main.getArgumentTypes())
    if (!isa<MemRefType>(type))
      return main.emitOpError("expected memory as arguments, got ") << type;
  // Weights that other code of the artefact uses come first.
  if (Attribute attribute = main->getParentOp()->getAttr(kWeightsAttrName)) {
    auto known = dyn_cast<ArrayAttr>(attribute);
    if (!known || !llvm::all_of(known, llvm::IsaPred<graph::WeightAttr>))
      return main->getParentOp()->emitError("expected '")
             << kWeightsAttrName << "' to be an array of #graph.weight, got "
             << attribute;
    for (auto weight : known.getAsRange<graph::WeightAttr>())
      if (weightIndex.try_emplace(getPlace(weight), weights.size()).second)
        weights.push_back(weight);
  }
  main.walk([&](graph::GetWeightOp op) {
    if (weightIndex.try_emplace(getPlace(op.getValue()), weights.size()).second)
      weights.push_back(op.getValue());
  });
  layOutWeights(weights, weightOffsets);
  createEntry();
  createBlocks();
  // Blocks are visited such that values are converted before their uses.
  for (Block *block :
       llvm::ReversePostOrderTraversal<Region *>(&main.getBody())) {
    if (Block *converted = blocks.lookup(block))
      b.setInsertionPointToEnd(converted);
    for (Operation &op : *block)
      if (failed(convert(&op)))
        return failure();
  }
  Operation *module = main->getParentOp();
  module->setAttr(kManifestAttrName,
                  describeHost(main, calls, checks.getArrayRef()));
  module->setAttr(kWeightsAttrName, b.getArrayAttr(weights));
  main.erase();
  return success();
}

LogicalResult convertHostToLLVM(func::FuncOp main, StringRef symbol) {
  return HostConverter(main, symbol).run();
}

namespace {
struct ConvertHostToLLVMPass
    : impl::ConvertHostToLLVMPassBase<ConvertHostToLLVMPass> {
  using ConvertHostToLLVMPassBase::ConvertHostToLLVMPassBase;
  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    if (main && !main.isExternal() && failed(convertHostToLLVM(main, symbol)))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm
