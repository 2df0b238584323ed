#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# small_memory.sh COMMAND...: runs it with 3 GB of addresses.
ulimit -v 3000000
exec "$@"
