// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The places of the values that loops carry.

#include "dialects/Graph/Control/GraphControl.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "transforms/Graph/Memory/HostBuffers.h"

using namespace mlir;

namespace tvm::graph {

/// The loop and the position among its values that `value`, an argument or a
/// result, belongs to.
static std::pair<scf::WhileOp, unsigned> getLoopValue(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return {dyn_cast<scf::WhileOp>(argument.getOwner()->getParentOp()),
            argument.getArgNumber()};
  return {value.getDefiningOp<scf::WhileOp>(),
          cast<OpResult>(value).getResultNumber()};
}

void HostBuffers::findBuffers(Value tensor, llvm::SetVector<unsigned> &found,
                              llvm::SmallPtrSetImpl<Value> &visited) {
  tensor = HostValues::getRoot(tensor);
  if (!visited.insert(tensor).second)
    return;
  auto it = bufferOf.find(tensor);
  if (it != bufferOf.end()) {
    const Buffer &buffer = buffers[it->second];
    found.insert(it->second);
    if (buffer.kind == Buffer::Carried) {
      found.insert(buffer.places.first);
      found.insert(buffer.places.second);
    }
    return;
  }
  if (auto insert = tensor.getDefiningOp<tensor::InsertSliceOp>())
    return findBuffers(insert.getDest(), found, visited);
  if (auto branch = tensor.getDefiningOp<scf::IfOp>()) {
    unsigned index = cast<OpResult>(tensor).getResultNumber();
    findBuffers(branch.thenYield().getOperand(index), found, visited);
    return findBuffers(branch.elseYield().getOperand(index), found, visited);
  }
  auto [loop, index] = getLoopValue(tensor);
  if (!loop)
    return;
  OpOperand &yielded = loop.getYieldOp()->getOpOperand(index);
  findBuffers(loop.getInits()[index], found, visited);
  auto carried = carriedOf.find(&yielded);
  if (carried == carriedOf.end())
    return findBuffers(yielded.get(), found, visited);
  found.insert(buffers[carried->second].places.first);
  found.insert(buffers[carried->second].places.second);
}

llvm::SetVector<unsigned> HostBuffers::getBuffers(Value tensor) {
  llvm::SetVector<unsigned> found;
  llvm::SmallPtrSet<Value, 8> visited;
  findBuffers(tensor, found, visited);
  return found;
}

/// Whether a kernel of the loop's body can write the next value where it is
/// wanted.
bool HostBuffers::computesInPlace(scf::WhileOp loop, unsigned index) {
  Value root = HostValues::getRoot(loop.getYieldOp()->getOperand(index));
  auto launch = root.getDefiningOp<LaunchOp>();
  return launch && launch->getBlock() == loop.getAfterBody() &&
         buffers[bufferOf.at(root)].kind != Buffer::Carried;
}

/// Whether the next value lies where no iteration writes another one: outside
/// of the loop, or where rows are appended.
bool HostBuffers::keepsMemory(scf::WhileOp loop, unsigned index) {
  return llvm::all_of(getBuffers(loop.getYieldOp()->getOperand(index)),
                      [&](unsigned buffer) {
                        Operation *definition = buffers[buffer].definition;
                        bool isAppended = isa<AppendOp>(definition) &&
                                          definition->getParentOp() == loop;
                        return isAppended || !loop->isAncestor(definition);
                      });
}

/// Two places for a value: one iteration reads the one and writes the other.
void HostBuffers::addCarried(scf::WhileOp loop, unsigned index) {
  OpOperand &yielded = loop.getYieldOp()->getOpOperand(index);
  Value root = HostValues::getRoot(yielded.get());
  bool isInPlace = computesInPlace(loop, index);
  Value tensor = isInPlace ? root : yielded.get();
  Buffer place;
  place.definition = loop;
  place.type = getMemoryType(tensor.getType());
  place.dims = values.getDims(tensor);
  Buffer carried = place;
  carried.kind = Buffer::Carried;
  carried.places = {buffers.size(), buffers.size() + 1};
  buffers.append({place, place});
  if (isInPlace) {
    carriedOf[&yielded] = bufferOf.at(root);
    buffers[bufferOf.at(root)] = carried;
    return;
  }
  carriedOf[&yielded] = buffers.size();
  buffers.push_back(carried);
}

void HostBuffers::collectCarried(scf::WhileOp loop) {
  SmallVector<unsigned> rest;
  for (auto [i, value] : llvm::enumerate(loop.getYieldOp()->getOperands())) {
    if (!isa<RankedTensorType>(value.getType()))
      continue;
    if (computesInPlace(loop, i))
      addCarried(loop, i);
    else
      rest.push_back(i);
  }
  // A value that moves may be another one's next.
  for (bool isChanged = true; isChanged;) {
    auto *moved =
        llvm::find_if(rest, [&](unsigned i) { return !keepsMemory(loop, i); });
    isChanged = moved != rest.end();
    if (isChanged) {
      addCarried(loop, *moved);
      rest.erase(moved);
    }
  }
}

} // namespace tvm::graph
