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
    What differs from the defaults, by the public names; `runtime/vta/README.md`
    says what each means. Field widths, and how many elements a memory holds,
    follow from them. `vta-set-config` makes one of a JSON file.
    (C1) Names are those of parameters, values integers, of TARGET and HW_VER
         strings.
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
    Several intervals are those of the contexts of `vta.vthreads`; one interval
    is what all of them share. Bounds are inclusive, as in listings.
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

def VTA_RangeArrayAttr : TypedArrayAttrBase<VTA_RangeAttr, "ranges of buffers">;

#endif
