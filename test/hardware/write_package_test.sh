#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# write_package_test.sh WRITE_PACKAGE: what it writes, and what it refuses.
set -euo pipefail
write_package=$1
cd "$TEST_TMPDIR"

fail() {
  echo "error: $*" >&2
  exit 1
}

# refused JSON TEXT
refused() {
  echo "$1" >c.json
  if "$OLDPWD/$write_package" c.json >out 2>err; then
    fail "accepted $1"
  fi
  grep -qF -- "$2" err || fail "expected '$2', got '$(cat err)'"
}

echo '{"BLOCK": 32, "LOG_WGT_BUFF_SIZE": 19}' >c.json
"$OLDPWD/$write_package" c.json >out
grep -q '^package vta_config;$' out || fail "no package"
grep -q 'localparam WGT_BYTES = 1024;$' out || fail "other weights"
grep -q 'localparam LOG_WGTS = 9;$' out || fail "other indices"
grep -q 'localparam LOG_UOP_BANKS = 1;$' out || fail "other banks"

refused '{"BLOCK": 12}' "BLOCK"
refused '{"LOG_UOP_BUFF_SIZE": 5, "MEM_READ_BYTES_PER_CYCLE": 128}' \
  "UOP: expected more than 32 elements, for a bus that moves as many in a cycle, got 8"
if "$OLDPWD/$write_package" 2>err; then
  fail "accepted nothing"
fi
grep -q '^usage: ' err || fail "no usage"
