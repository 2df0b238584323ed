#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A C program with what runtime/install has installed: VTA's JIT, each device.
set -euo pipefail

prefix=$TEST_TMPDIR/prefix
runtime/install "$prefix"
cc test/runtime/vta/jit/use_jit.c -o "$TEST_TMPDIR/use_jit" \
  -I "$prefix/include" -L "$prefix/lib" -lvta_jit
for device in fsim cycle; do
  LD_LIBRARY_PATH=$prefix/lib "$TEST_TMPDIR/use_jit" "libvta_$device.so"
done
