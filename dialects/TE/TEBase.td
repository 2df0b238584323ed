// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_TE_TEBASE_TD
#define TVM_DIALECTS_TE_TEBASE_TD

include "dialects/TE/TEDialect.td"
include "mlir/IR/OpBase.td"

class TE_Op<string mnemonic, list<Trait> traits = []>
    : Op<TE_Dialect, mnemonic, traits>;

def TE_Tensor : RankedTensorOf<[AnyFloat, AnySignlessInteger], [], "tensor">;
def TE_Scalar : AnyTypeOf<[AnyFloat, AnySignlessInteger], "scalar">;

#endif
