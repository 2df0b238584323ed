// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/Steps.h"

#include "transforms/Schedule/Analysis/Accesses.h"

using namespace mlir;

namespace tvm::fuzz {

using schedule::Loop;

static constexpr StringLiteral kNames[kNumPrimitives] = {
    "split",
    "fuse",
    "reorder",
    "loop_partition",
    "loop_distribute",
    "parallel",
    "vectorize",
    "unroll",
    "compute_at",
    "cache_write",
    "decompose_reduction",
    "blockize",
    "virtual_thread",
    "software_pipeline",
    "double_buffer",
    "tile",
    "add_unit_loop",
    "reverse_compute_at",
    "compute_inline",
    "reverse_compute_inline",
    "cache_read",
    "rfactor",
    "storage_align",
    "prefetch",
    "rolling_buffer",
    "decompose_padding",
    "pad_einsum",
    "merge",
    "compute_in_place",
    "spread_prefetch",
    "skip_zeros",
    "compact_buffer",
    "drop_predicate",
    "prefetch_during",
    "bind",
    "set_scope",
    "transform_layout",
    "tensorize",
    "sample_perfect_tile",
    "sample_categorical",
    "sample_compute_location"};

StringRef getName(Primitive primitive) {
  return kNames[static_cast<int>(primitive)];
}

Subject getSubject(Primitive primitive) {
  switch (primitive) {
  case Primitive::Split:
  case Primitive::Fuse:
  case Primitive::Reorder:
  case Primitive::Tile:
  case Primitive::LoopPartition:
  case Primitive::LoopDistribute:
  case Primitive::AddUnitLoop:
  case Primitive::Merge:
  case Primitive::SoftwarePipeline:
    return Subject::Loops;
  case Primitive::Parallel:
  case Primitive::Vectorize:
  case Primitive::Unroll:
  case Primitive::VirtualThread:
  case Primitive::Bind:
    return Subject::Marks;
  case Primitive::ComputeAt:
  case Primitive::ReverseComputeAt:
  case Primitive::ComputeInline:
  case Primitive::ReverseComputeInline:
  case Primitive::ComputeInPlace:
  case Primitive::DecomposeReduction:
  case Primitive::DecomposePadding:
  case Primitive::RFactor:
  case Primitive::Blockize:
  case Primitive::Tensorize:
  case Primitive::PadEinsum:
  case Primitive::SkipZeros:
  case Primitive::DropPredicate:
    return Subject::Blocks;
  case Primitive::CacheRead:
  case Primitive::CacheWrite:
  case Primitive::DoubleBuffer:
  case Primitive::StorageAlign:
  case Primitive::Prefetch:
  case Primitive::SpreadPrefetch:
  case Primitive::PrefetchDuring:
  case Primitive::CompactBuffer:
  case Primitive::RollingBuffer:
  case Primitive::SetScope:
  case Primitive::TransformLayout:
    return Subject::Memory;
  case Primitive::SamplePerfectTile:
  case Primitive::SampleCategorical:
  case Primitive::SampleComputeLocation:
    return Subject::Samples;
  }
  llvm_unreachable("all primitives are above");
}

bool marksLoop(Primitive primitive) {
  return primitive == Primitive::Parallel ||
         primitive == Primitive::Vectorize || primitive == Primitive::Unroll;
}

bool isForGPU(Primitive primitive) {
  return primitive == Primitive::Bind || primitive == Primitive::SetScope;
}

/// Position of an operation among those of its kind in the function.
template <typename OpTy> static int position(OpTy op) {
  int position = 0, found = -1;
  op->template getParentOfType<func::FuncOp>()
      ->template walk<WalkOrder::PreOrder>([&](OpTy other) {
        if (other == op)
          found = position;
        ++position;
      });
  return found;
}

std::string Step::describe() const {
  std::string text = getName(primitive).str();
  te::BlockOp target = block;
  if (target)
    text += " '" + target.getName().str() + "'";
  for (Loop loop : loops)
    text += " loop" + std::to_string(position(loop));
  for (int64_t number : numbers)
    text += " " + std::to_string(number);
  return text;
}

static StringAttr getScope(const Step &step) {
  static const StringLiteral kScopes[] = {"shared", "local", "global"};
  te::BlockOp block = step.block;
  return StringAttr::get(block.getContext(), kScopes[step.numbers[0]]);
}

/// One of some for the rank of what is captured, number `numbers[1]`.
static AffineMap getLayout(const Step &step) {
  te::BlockOp block = step.block;
  auto captures = block.getCaptures();
  size_t capture = step.numbers[0];
  auto type = capture < captures.size()
                  ? dyn_cast<MemRefType>(captures[capture].getType())
                  : MemRefType();
  int64_t rank = type ? type.getRank() : 1, number = step.numbers[1];
  MLIRContext *context = block.getContext();
  SmallVector<AffineExpr> places;
  for (int64_t d = 0; d < rank; ++d)
    places.push_back(getAffineDimExpr(d, context));
  if (number >= 4 && rank > 0) // not for some shapes, or all
    places[0] = number == 4 ? places[0] * 2 + 1 : places[0] + places.back();
  if (number % 2)
    std::reverse(places.begin(), places.end());
  if (number == 2 || number == 3) {
    AffineExpr tiled = rank > 0 ? places[0] : getAffineConstantExpr(0, context);
    places.push_back(tiled % number);
    places[0] = tiled.floorDiv(number);
  }
  return AffineMap::get(rank, 0, places, context);
}

/// The module's intrinsic of that number, of any where it has fewer.
static te::TensorIntrinOp getIntrinsic(const Step &step) {
  auto module = step.loops[0]->getParentOfType<ModuleOp>();
  auto all = llvm::to_vector(module.getOps<te::TensorIntrinOp>());
  return all[step.numbers[0] % all.size()];
}

/// The block of a step that caches what it reads and, where that says so, all
/// others that read the same buffer.
static SmallVector<te::BlockOp> getReaders(const Step &step) {
  te::BlockOp block = step.block;
  SmallVector<te::BlockOp> readers{block};
  SmallVector<Value> buffers = schedule::getReadBuffers(block);
  uint64_t index = step.numbers[0];
  if (step.numbers.size() < 2 || !step.numbers[1] || index >= buffers.size())
    return readers;
  block->getParentOfType<func::FuncOp>().walk([&](te::BlockOp other) {
    if (other != block &&
        llvm::is_contained(schedule::getReadBuffers(other), buffers[index]))
      readers.push_back(other);
  });
  return readers;
}

static DiagnosedSilenceableFailure changeLoops(const Step &step,
                                               RewriterBase &rewriter) {
  SmallVector<Loop> results, others;
  Loop loop;
  switch (step.primitive) {
  case Primitive::Split:
    return schedule::split(rewriter, step.loops[0], step.numbers, results);
  case Primitive::Fuse:
    return schedule::fuse(rewriter, step.loops[0], step.loops[1], loop);
  case Primitive::Reorder:
    return schedule::reorder(rewriter, step.loops);
  case Primitive::Tile:
    return schedule::tile(rewriter, step.loops, step.numbers, results, others);
  case Primitive::LoopPartition:
    if (step.numbers.size() == 1)
      return schedule::loopPartition(rewriter, step.loops[0], step.numbers[0],
                                     results);
    return schedule::loopPartition(rewriter, step.loops[0],
                                   ArrayRef(step.numbers), results);
  case Primitive::LoopDistribute:
    return schedule::loopDistribute(rewriter, step.loops[0], results);
  case Primitive::AddUnitLoop:
    return schedule::addUnitLoop(rewriter, step.loops[0], loop);
  case Primitive::Merge:
    return schedule::merge(rewriter, step.loops[0], step.loops[1]);
  case Primitive::SoftwarePipeline: {
    ArrayRef<int64_t> numbers = step.numbers;
    size_t count = numbers.size() / 2;
    return schedule::softwarePipeline(rewriter, step.loops[0],
                                      numbers.take_front(count),
                                      numbers.drop_front(count));
  }
  default:
    llvm_unreachable("the primitive has another subject");
  }
}

static DiagnosedSilenceableFailure markLoop(const Step &step) {
  switch (step.primitive) {
  case Primitive::Parallel:
    return schedule::parallel(step.loops[0]);
  case Primitive::Vectorize:
    return schedule::vectorize(step.loops[0]);
  case Primitive::Unroll:
    return step.numbers.empty()
               ? schedule::unroll(step.loops[0])
               : schedule::unrollUpTo(step.loops[0], step.numbers[0]);
  case Primitive::VirtualThread:
    return schedule::virtualThread(step.loops[0]);
  case Primitive::Bind:
    return schedule::bind(step.loops[0],
                          static_cast<schedule::GPUAxis>(step.numbers[0]));
  default:
    llvm_unreachable("the primitive has another subject");
  }
}

static DiagnosedSilenceableFailure changeBlock(const Step &step,
                                               RewriterBase &rewriter) {
  te::BlockOp block;
  switch (step.primitive) {
  case Primitive::ComputeAt:
    return schedule::computeAt(rewriter, step.block, step.loops[0], block);
  case Primitive::ReverseComputeAt:
    return schedule::reverseComputeAt(rewriter, step.block, step.loops[0]);
  case Primitive::ComputeInline:
    return schedule::computeInline(rewriter, step.block);
  case Primitive::ReverseComputeInline:
    return schedule::reverseComputeInline(rewriter, step.block);
  case Primitive::ComputeInPlace:
    return schedule::computeInPlace(rewriter, step.block, step.numbers[0]);
  case Primitive::DecomposeReduction:
    return schedule::decomposeReduction(rewriter, step.block, step.loops[0],
                                        block);
  case Primitive::DecomposePadding:
    return schedule::decomposePadding(rewriter, step.block, step.loops[0],
                                      block);
  case Primitive::RFactor:
    return schedule::rfactor(rewriter, step.block, step.loops[0],
                             step.numbers[0], block);
  case Primitive::Blockize:
    return schedule::blockize(rewriter, step.loops[0], block);
  case Primitive::Tensorize:
    return schedule::tensorize(rewriter, step.loops[0], getIntrinsic(step),
                               block);
  case Primitive::PadEinsum:
    return schedule::padEinsum(rewriter, step.block, step.numbers);
  case Primitive::SkipZeros:
    return schedule::skipZeros(rewriter, step.block, step.numbers[0],
                               step.loops[0]);
  case Primitive::DropPredicate:
    return schedule::dropPredicate(step.block);
  default:
    llvm_unreachable("the primitive has another subject");
  }
}

static DiagnosedSilenceableFailure changeMemory(const Step &step,
                                                RewriterBase &rewriter) {
  te::BlockOp block;
  switch (step.primitive) {
  case Primitive::CacheRead:
    return schedule::cacheRead(rewriter, getReaders(step), step.numbers[0],
                               step.loops.empty() ? Loop() : step.loops[0],
                               /*memorySpace=*/{}, block);
  case Primitive::CacheWrite:
    return schedule::cacheWrite(rewriter, step.block, block);
  case Primitive::DoubleBuffer:
    return schedule::doubleBuffer(rewriter, step.block);
  case Primitive::StorageAlign:
    return schedule::storageAlign(rewriter, step.block, step.numbers[0],
                                  step.numbers[1], step.numbers[2]);
  case Primitive::Prefetch:
    return schedule::prefetch(rewriter, step.block, step.numbers[0],
                              step.loops[0], step.numbers[1],
                              /*isPerElement=*/step.numbers[1] == 2, block);
  case Primitive::SpreadPrefetch:
    return schedule::spreadPrefetch(rewriter, step.block, step.numbers[0],
                                    step.loops[0], step.numbers[1],
                                    step.loops[1], step.loops[2], block);
  case Primitive::PrefetchDuring:
    return schedule::prefetchDuring(rewriter, step.block, step.numbers[0],
                                    step.loops[0],
                                    ArrayRef(step.loops).drop_front(), block);
  case Primitive::CompactBuffer:
    return schedule::compactBuffer(rewriter, step.block, step.loops[0]);
  case Primitive::RollingBuffer:
    return schedule::rollingBuffer(rewriter, step.block);
  case Primitive::SetScope:
    return schedule::setScope(step.block, getScope(step));
  case Primitive::TransformLayout:
    return schedule::transformLayout(rewriter, step.block, step.numbers[0],
                                     getLayout(step));
  default:
    llvm_unreachable("the primitive has another subject");
  }
}

DiagnosedSilenceableFailure apply(const Step &step, RewriterBase &rewriter) {
  switch (getSubject(step.primitive)) {
  case Subject::Loops:
    return changeLoops(step, rewriter);
  case Subject::Marks:
    return markLoop(step);
  case Subject::Blocks:
    return changeBlock(step, rewriter);
  case Subject::Memory:
    return changeMemory(step, rewriter);
  case Subject::Samples:
    return applySample(step, rewriter);
  }
  llvm_unreachable("all subjects are above");
}

} // namespace tvm::fuzz
