// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTATOKENS_TD
#define TVM_DIALECTS_VTA_VTATOKENS_TD

include "dialects/VTA/VTABase.td"

class VTA_TokenOp<string mnemonic> : VTA_Op<mnemonic, [
    HasParent<"ProgramOp">,
    DeclareOpInterfaceMethods<VTA_StreamOpInterface, ["getModule"]>]> {
  let arguments = !con((ins VTA_ModuleAttr:$from, VTA_ModuleAttr:$to), VTA_Line);
  let assemblyFormat = !strconcat("$from `->` $to ", VTA_LineFormat);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::tvm::runtime::vta::TokenQueue getQueue();
  }];
}

def VTA_PushOp : VTA_TokenOp<"push"> {
  let summary = "Gives a token when preceding instructions have finished";
  let description = [{
    Executed by module `from`. Tokens carry nothing and arrive in order. Folded
    into the bits of an instruction by `vta-fold-tokens`.
    (C1) There is a queue from `from` to `to`: compute has one to and from load,
         and one to and from store.

    ```mlir
    vta.program @example {
      vta.push load -> compute
      vta.pop load -> compute
    }
    ```
  }];
}

def VTA_PopOp : VTA_TokenOp<"pop"> {
  let summary = "Waits for a token before following instructions start";
  let description = [{
    Executed by module `to`: nothing behind it in that module starts before the
    token is there.
    (C1) There is a queue from `from` to `to`: compute has one to and from load,
         and one to and from store.

    ```mlir
    vta.program @example {
      vta.push compute -> store thread 0
      vta.pop compute -> store thread 0
    }
    ```
  }];
}

#endif
