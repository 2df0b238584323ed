// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTAATTRIBUTES_TD
#define TVM_DIALECTS_VTA_VTAATTRIBUTES_TD

include "dialects/VTA/VTAEnums.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/CommonAttrConstraints.td"

def VTA_ConfigAttr : AttrDef<VTA_Dialect, "Config"> {
  let mnemonic = "config";
  let summary = "The parameters of an accelerator";
  let description = [{
    Contains the parameters that differ from their defaults, by their public
    names, which `runtime/vta/README.md` describes. Field widths, and numbers of
    elements in a memory, follow from them. `vta-set-config` reads a JSON file.
    (C1) Names are names of parameters. Values are integers, or strings for
         TARGET and HW_VER.
    (C2) Values are within their limits, together too: instructions fit into
         128 bits, micro-ops into 32.

    ```mlir
    #vta.config<LOG_BLOCK = 5, LOG_WGT_BUFF_SIZE = 19, LOG_INP_BUFF_SIZE = 16, LOG_ACC_BUFF_SIZE = 18>
    ```
  }];
  let parameters = (ins "::mlir::DictionaryAttr":$parameters);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [
    AttrBuilder<(ins "const ::tvm::runtime::vta::Configuration &":$configuration)>
  ];
  let extraClassDeclaration = [{
    ::tvm::runtime::vta::Configuration getConfiguration();
  }];
}

def VTA_SpaceAttr : AttrDef<VTA_Dialect, "Space"> {
  let mnemonic = "space";
  let summary = "The memory of a tile on the chip";
  let description = [{
    The memory space of memrefs that tile operations work on. `inp`, `wgt` and
    `acc` are such memories.

    ```mlir
    #vta.space<inp>
    ```
  }];
  let parameters = (ins EnumParameter<VTA_MemoryAttr>:$memory);
  let assemblyFormat = "`<` $memory `>`";
}

def VTA_RangeAttr : AttrDef<VTA_Dialect, "Range"> {
  let mnemonic = "range";
  let summary = "Elements of a named buffer, first to last";
  let description = [{
    Several intervals belong to the contexts of `vta.vthreads`; a single
    interval is shared by all contexts. Bounds are inclusive, as in listings.
    (C1) There is an interval, and each begins at 0 or above and not behind its
         end.

    ```mlir
    #vta.range<@ACTIV[0 to 24, 25 to 50]>
    ```
  }];
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$buffer,
                        ArrayRefParameter<"int64_t">:$bounds);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Number of intervals.
    unsigned size() { return getBounds().size() / 2; }
    int64_t first(unsigned interval = 0) { return getBounds()[2 * interval]; }
    int64_t last(unsigned interval = 0) {
      return getBounds()[2 * interval + 1];
    }
    /// The elements of one context.
    RangeAttr ofContext(unsigned context);
  }];
}

def VTA_TokenAttr : AttrDef<VTA_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "One of the tokens that go through a queue";
  let description = [{
    The token with number `index`, from 0 on: queues are first in, first out.

    ```mlir
    #vta.token<load -> compute, 2>
    ```
  }];
  let parameters = (ins EnumParameter<VTA_ModuleAttr>:$from,
                        EnumParameter<VTA_ModuleAttr>:$to, "int64_t":$index);
  let assemblyFormat = "`<` $from `->` $to `,` $index `>`";
}

def VTA_RemovedTokenAttr : AttrDef<VTA_Dialect, "RemovedToken"> {
  let mnemonic = "removed_token";
  let summary = "Why a token is not needed";
  let description = [{
    It ordered operations `push`, of module `from`, and `pop`, of `to`: numbers
    in the stream as it is now. The tokens of `path` order the same: each is
    given by the module that has taken the one before. Without a path, and with
    -1 for both, it ordered nothing that conflicts. `vta-verify-removed-tokens`
    proves it.

    ```mlir
    #vta.removed_token<load -> compute behind 2 before 9 via [<load -> compute, 2>]>
    ```
  }];
  let parameters = (ins EnumParameter<VTA_ModuleAttr>:$from,
                        EnumParameter<VTA_ModuleAttr>:$to, "int64_t":$push,
                        "int64_t":$pop,
                        OptionalArrayRefParameter<"TokenAttr">:$path);
  let assemblyFormat = [{
    `<` $from `->` $to `behind` $push `before` $pop
    (`via` `[` $path^ `]`)? `>`
  }];
}

def VTA_RangeArrayAttr : TypedArrayAttrBase<VTA_RangeAttr, "ranges of buffers">;

#endif
