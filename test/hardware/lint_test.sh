#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# lint_test.sh FILE.sv...: Verilator has no warning for the core.
set -euo pipefail
verilator --lint-only -Wall --top-module vta_core "$@"
