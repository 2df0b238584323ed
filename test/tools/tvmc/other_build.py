# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Changes the build id of a program: other_build.py PROGRAM."""

import re
import sys
from pathlib import Path

path = Path(sys.argv[1])
content = bytearray(path.read_bytes())
# A note: sizes of name and id, the type NT_GNU_BUILD_ID, the name, the id.
note = re.search(rb"\x04\0\0\0[\x08\x14]\0\0\0\x03\0\0\0GNU\0", content)
content[note.end()] ^= 1
path.write_bytes(content)
