// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/Roles.h"

#include "conversion/GraphToTE/Definition.h"
#include "dialects/Graph/GraphDecisions.h"
#include "dialects/TE/TERoles.h"

using namespace mlir;

namespace tvm {

namespace attention = te::roles::attention;
namespace chain = te::roles::depthwise_chain;

/// The role of the computation that is the operator of role `role`, or, for the
/// softmax, one of its steps.
static te::RoleAttr getRoleOfStage(MLIRContext *context, graph::Role role) {
  auto get = [&](StringRef algorithm, StringRef part) {
    return te::RoleAttr::get(context, algorithm, part);
  };
  switch (role) {
  case graph::Role::AttentionScores:
    return get(attention::kAlgorithm, attention::kScores);
  case graph::Role::AttentionSoftmax:
    return get(attention::kAlgorithm, attention::kSoftmax);
  case graph::Role::AttentionValues:
    return get(attention::kAlgorithm, attention::kValues);
  case graph::Role::ChainDepthwise:
    return get(chain::kAlgorithm, chain::kDepthwise);
  case graph::Role::ChainPointwise:
    return get(chain::kAlgorithm, chain::kPointwise);
  }
  llvm_unreachable("all roles handled");
}

void Definition::setRole(Value stage) {
  if (auto role = op->getAttrOfType<graph::RoleAttr>(graph::kRoleAttrName))
    stage.getDefiningOp<te::ComputeOp>().setRoleAttr(
        getRoleOfStage(op->getContext(), role.getValue()));
}

static bool isScores(te::ComputeOp compute) {
  return te::roles::isPart(compute.getRoleAttr(), attention::kAlgorithm,
                           attention::kScores);
}

/// Whether `compute` reads a tensor of `tensors`.
static bool readsAny(te::ComputeOp compute, const DenseSet<Value> &tensors) {
  return compute.getBody()
      .walk([&](te::ReadOp read) {
        return WalkResult(failure(tensors.contains(read.getTensor())));
      })
      .wasInterrupted();
}

void setOperandRoles(func::FuncOp function) {
  auto role = te::RoleAttr::get(function.getContext(), attention::kAlgorithm,
                                attention::kOperand);
  auto computes =
      llvm::to_vector(function.getBody().front().getOps<te::ComputeOp>());
  if (llvm::none_of(computes, isScores))
    return;
  DenseSet<Value> ofScores; // tensors that depend on the scores
  for (te::ComputeOp compute : computes)
    if (isScores(compute) || readsAny(compute, ofScores))
      ofScores.insert_range(compute.getResults());
    else if (!compute.getRoleAttr() && compute.getNumReduction() == 0)
      compute.setRoleAttr(role);
}

} // namespace tvm
