// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A schedule rule whose strategies do what no candidate of the tuner may do:
// each value of its parameter is another fault.

#include "dialects/Schedule/ScheduleQueries.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "transforms/Schedule/Rules/Rules.h"
#include "transforms/Schedule/Scripts.h"
#include "transforms/Schedule/Strategy/CustomRule.h"

#include <cstdlib>
#include <thread>

using namespace mlir;
using namespace tvm;
using namespace tvm::schedule;

/// The values of the parameter.
enum Fault {
  kNone,          // the loops as they are
  kHang,          // a loop without end
  kCrash,         // a store to address 16
  kBehind,        // a store behind the result
  kInFront,       // a store in front of the result
  kInput,         // a store to an input
  kWrong,         // another result
  kTrap,          // an instruction that ends the process
  kSlowCompiler,  // a compilation without end
  kLargeCompiler, // a compilation that needs all memory
  kLargeCode,     // a kernel of many instructions
  kReadInFront,   // a sum with what lies in front of an input
  kReadResult,    // a sum with what the result was before
  kSlow,          // a loop of a hundredth of a second
  kWrongForLarge, // another result for inputs that begin with a large number
  kSlowRule,      // an application without end
  kCrashingRule,  // a store to address 16 in the compiler
  kAbortingRule,  // an abort of the compiler
  kLargeRule,     // an application that needs all memory
  kNumFaults
};

/// The address of what lies `offset` bytes from the start of `buffer`.
static Value getPointer(OpBuilder &builder, Value buffer, int64_t offset) {
  Location loc = buffer.getLoc();
  Value base =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer);
  Value address = arith::AddIOp::create(
      builder, loc, base, arith::ConstantIndexOp::create(builder, loc, offset));
  address =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), address);
  return LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), address);
}

/// Adds a store of 3.0 at `offset` bytes from the start of `buffer`.
static void storeTo(OpBuilder &builder, Value buffer, int64_t offset) {
  Location loc = buffer.getLoc();
  Value pointer = getPointer(builder, buffer, offset);
  Value value = arith::ConstantOp::create(
      builder, loc, builder.getI32IntegerAttr(0x40400000)); // 3.0
  LLVM::StoreOp::create(builder, loc, value, pointer, /*alignment=*/4,
                        /*isVolatile=*/true);
}

/// Loads a float at `offset` bytes from the start of `buffer`.
static Value loadFrom(OpBuilder &builder, Value buffer, int64_t offset) {
  Location loc = buffer.getLoc();
  return LLVM::LoadOp::create(builder, loc, builder.getF32Type(),
                              getPointer(builder, buffer, offset),
                              /*alignment=*/4, /*isVolatile=*/true);
}

/// Adds `value` to the second element of `buffer`.
static void addTo(OpBuilder &builder, Value buffer, Value value) {
  constexpr int64_t kOffset = sizeof(float);
  Location loc = buffer.getLoc();
  Value sum = arith::AddFOp::create(builder, loc,
                                    loadFrom(builder, buffer, kOffset), value);
  LLVM::StoreOp::create(builder, loc, sum, getPointer(builder, buffer, kOffset),
                        /*alignment=*/4,
                        /*isVolatile=*/true);
}

/// A million if the first element of `input` exceeds 4, and 0 otherwise.
static Value makeWrongForLarge(OpBuilder &builder, Value input) {
  Location loc = input.getLoc();
  auto makeFloat = [&](float value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF32FloatAttr(value));
  };
  Value isLarge =
      arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGT,
                            loadFrom(builder, input, 0), makeFloat(4));
  return arith::SelectOp::create(builder, loc, isLarge, makeFloat(1e6),
                                 makeFloat(0));
}

static int64_t getSize(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getNumElements() * sizeof(float);
}

/// Adds a loop that never ends, and stores in each turn, so that nothing
/// removes it.
static void loopForEver(OpBuilder &builder, Value result) {
  Location loc = result.getLoc();
  scf::WhileOp::create(
      builder, loc, TypeRange(), ValueRange(),
      [](OpBuilder &body, Location loc, ValueRange) {
        Value yes =
            arith::ConstantOp::create(body, loc, body.getBoolAttr(true));
        scf::ConditionOp::create(body, loc, yes, ValueRange());
      },
      [&](OpBuilder &body, Location loc, ValueRange) {
        storeTo(body, result, 0);
        scf::YieldOp::create(body, loc);
      });
}

/// Adds a loop that loads from `result` very often.
static void loopLong(OpBuilder &builder, Value result) {
  Location loc = result.getLoc();
  Value start = arith::ConstantIndexOp::create(builder, loc, 0),
        step = arith::ConstantIndexOp::create(builder, loc, 1),
        end = arith::ConstantIndexOp::create(builder, loc, 20'000'000);
  scf::ForOp::create(builder, loc, start, end, step, ValueRange(),
                     [&](OpBuilder &body, Location loc, Value, ValueRange) {
                       loadFrom(body, result, 0);
                       scf::YieldOp::create(body, loc);
                     });
}

/// Takes more memory than a compilation may have.
static void takeMemory() {
  std::vector<std::unique_ptr<char[]>> blocks;
  constexpr size_t kSize = size_t(64) << 20;
  while (true) {
    blocks.emplace_back(new char[kSize]);
    std::fill_n(blocks.back().get(), kSize, 1);
  }
}

/// Does not return.
[[noreturn]] static void failToApply(Fault fault) {
  if (fault == kSlowRule)
    std::this_thread::sleep_for(std::chrono::hours(1));
  if (fault == kCrashingRule)
    *reinterpret_cast<volatile int *>(16) = 0;
  if (fault == kLargeRule)
    takeMemory();
  abort();
}

/// Gives the kernel a fault.
static void spoil(func::FuncOp kernel, Fault fault) {
  auto builder = OpBuilder(kernel.getBody().back().getTerminator());
  Value input = kernel.getArgument(0), result = kernel.getArguments().back();
  Location loc = kernel.getLoc();
  switch (fault) {
  case kHang:
    return loopForEver(builder, result);
  case kCrash: {
    Value address =
        LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(16));
    auto pointer = LLVM::IntToPtrOp::create(
        builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
        address);
    LLVM::StoreOp::create(builder, loc, address, pointer, 8, true);
    return;
  }
  case kBehind:
    return storeTo(builder, result, getSize(result));
  case kInFront:
    return storeTo(builder, result, -8);
  case kInput:
    return storeTo(builder, input, 4);
  case kWrong:
    return storeTo(builder, result, 4);
  case kTrap:
    LLVM::Trap::create(builder, loc);
    return;
  case kSlowCompiler:
    std::this_thread::sleep_for(std::chrono::hours(1));
    return;
  case kLargeCompiler:
    return takeMemory();
  case kLargeCode:
    for (int i = 0; i < 5'000; ++i)
      storeTo(builder, result, getSize(result) - 4);
    return;
  case kReadInFront: {
    constexpr int64_t kInFront = -static_cast<int64_t>(sizeof(float));
    return addTo(builder, result, loadFrom(builder, input, kInFront));
  }
  case kReadResult: {
    auto start = OpBuilder::atBlockBegin(&kernel.getBody().front());
    return addTo(builder, result, loadFrom(start, result, sizeof(float)));
  }
  case kSlow:
    return loopLong(builder, result);
  case kWrongForLarge:
    return addTo(builder, result, makeWrongForLarge(builder, input));
  default:
    return;
  }
}

/// The value that a test makes the default.
static int64_t getDefaultFault() {
  const char *name = std::getenv("TEST_DEFAULT_FAULT");
  return name ? std::atoi(name) : kNone;
}

namespace {
struct SpoilPass : PassWrapper<SpoilPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SpoilPass)

  SpoilPass() = default;
  SpoilPass(const SpoilPass &) : PassWrapper() {}
  StringRef getArgument() const override { return "test-spoil-kernel"; }
  StringRef getDescription() const override { return "a fault"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<LLVM::LLVMDialect, scf::SCFDialect>();
  }
  void runOnOperation() override {
    spoil(getOperation(), static_cast<Fault>(fault.getValue()));
  }
  Option<int> fault{*this, "fault"};
};

/// Takes blocks of kernels that have no other block.
struct FaultyRule : CustomRule {
  FaultyRule()
      : CustomRule("faulty", Scope::Block, Priority::kBlock + 1,
                   {{"fault", 0, kNumFaults - 1, getDefaultFault()}}) {}

  std::unique_ptr<StrategySpace>
  match(const Candidate &candidate) const override {
    te::BlockOp block = candidate.getBlock();
    if (block.getNumAxes() != 3)
      return nullptr;
    ParameterSpace space;
    space.add(makeParameter("fault",
                            llvm::to_vector(llvm::seq<int64_t>(0, kNumFaults)),
                            getDefaultFault()));
    auto build = [this,
                  context = block->getContext()](ArrayRef<int64_t> point) {
      return makeStrategy(context, point);
    };
    SmallVector<Strategy> preferred{build(space.getDefault())};
    return FunctionSpace::make(std::move(space), build, preferred);
  }

  double estimate(const BlockAccesses &, Strategy,
                  const MachineModel &) const override {
    return 1;
  }

  LogicalResult apply(ScheduleBuilder &schedule, const BlockAccesses &,
                      Strategy strategy) const override {
    int64_t fault = getValues(strategy)[0];
    if (fault == kNone)
      return success();
    if (fault >= kSlowRule)
      failToApply(static_cast<Fault>(fault));
    auto script = findScript(schedule.getModule());
    OpBuilder builder(script.getBody().front().getTerminator());
    auto any = transform::AnyOpType::get(builder.getContext());
    Value kernel = GetKernelOp::create(builder, script.getLoc(), any,
                                       schedule.getKernel().getSymName(),
                                       script.getBody().getArgument(0));
    transform::ApplyRegisteredPassOp::create(
        builder, script.getLoc(), any, kernel,
        builder.getStringAttr("test-spoil-kernel"),
        builder.getDictionaryAttr(
            builder.getNamedAttr("fault", builder.getI64IntegerAttr(fault))),
        ValueRange());
    return success();
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "faulty-rule", "0.1.0", [] {
            PassRegistration<SpoilPass>();
            registerScheduleRule(std::make_unique<FaultyRule>());
          }};
}
