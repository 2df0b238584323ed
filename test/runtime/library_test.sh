#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# library_test.sh LIBRARY PREFIX [BYTES]: the library is small (1 MB if not said
# otherwise), exports its C interface only, whose names begin with PREFIX, and needs only libc, libstdc++ and libomp.
set -euo pipefail
library=$1 prefix=$2 most=${3:-1000000}

fail() {
  echo "error: $*" >&2
  exit 1
}

stripped=$TEST_TMPDIR/stripped.so
strip -o "$stripped" "$library"
size=$(stat -c %s "$stripped")
((size < most)) || fail "$size bytes when stripped"

others=$(nm -D --defined-only "$library" | awk -v prefix="^$prefix" '$3 !~ prefix {print $3}')
[[ -z $others ]] || fail "exports $others"

needed=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
for name in $needed; do
  case $name in
  libc.so.* | libm.so.* | libgcc_s.so.* | ld-linux*) ;; # libc and gcc's
  libstdc++.so.* | libomp.so.*) ;;
  *) fail "needs $name" ;;
  esac
done
