#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# yosys_test.sh BITS FILE.sv...: Yosys takes the core, whose memories have as
# many bits as they should; prints the cells before these are mapped.
set -euo pipefail
expected=$1
shift
yosys -q -p "read_verilog -sv $*; hierarchy -check -top vta_core; proc; check -assert; flatten; opt_clean; tee -q -o $TEST_TMPDIR/cells stat"
cat "$TEST_TMPDIR/cells"
bits=$(sed -n 's/.*Number of memory bits: *//p' "$TEST_TMPDIR/cells" | tail -1)
if ((bits != expected)); then
  echo "error: expected $expected bits of memory, got $bits" >&2
  exit 1
fi
