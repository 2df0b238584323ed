#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# exports_test.sh LIBRARY: it exports C interfaces only, its own and MLIR's, whose C++ is that of the shared library.
set -euo pipefail
library=$1

fail() {
  echo "error: $*" >&2
  exit 1
}

names=$(nm -D --defined-only "$library" | awk '{print $3}')
others=$(grep -v -e '^tvm_' -e '^mlir[A-Z]' <<<"$names" || true)
[[ -z $others ]] || fail "exports $others"

for name in tvm_compile tvm_run_passes tvm_tuner_open tvm_register_all mlirContextCreate mlirPassManagerRunOnOp mlirApplyPatternsAndFoldGreedily; do
  grep -qx "$name" <<<"$names" || fail "does not export $name"
done

readelf -d "$library" | grep -q 'NEEDED.*libMLIR\.so' || fail "does not need libMLIR.so"
# Symbols that only MLIR's own source files define: a second copy would have its own contexts.
for name in _ZN4mlir11MLIRContextC2 _ZN4mlir9Operation6create _ZN4mlir11PassManager3run; do
  copies=$(nm --defined-only "$library" | awk -v name="^$name" '$3 ~ name {print $3}')
  [[ -z $copies ]] || fail "has MLIR's $copies"
done
