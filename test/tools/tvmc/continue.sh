#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# continue.sh DUMPS ARTEFACT: tvm-opt prints every dump as it is, and tvmc
# compiles every one to ARTEFACT.
set -eu
for dump in "$1"/*.mlir; do
  tvm-opt --mlir-print-debuginfo "$dump" | cmp - "$dump"
  tvmc compile "$dump" -o "$1/again.so" -q
  cmp "$1/again.so" "$2"
done
