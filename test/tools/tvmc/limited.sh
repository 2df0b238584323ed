#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# limited.sh COMMAND...: runs it with files of at most 1 kB, as on a full disk;
# passes if it fails with status 1.
ulimit -f 1
"$@"
[ $? -eq 1 ]
