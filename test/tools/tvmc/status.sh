#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# status.sh N COMMAND...: passes if the command ends with status N.
expected=$1
shift
"$@"
actual=$?
[ "$actual" -eq "$expected" ] || {
  echo "expected status $expected, got $actual"
  exit 1
}
