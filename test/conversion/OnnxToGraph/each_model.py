# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""each_model.py FILE DIR COMMAND...: runs COMMAND on each model in FILE.

The models are in ONNX's textual form, or in protobuf's where that cannot say
it, separated by lines `# -----`. Each prints a line `== NAME`, then what
COMMAND MODEL says. Models are DIR/NAME.onnx.
"""

import pathlib
import subprocess
import sys

import onnx.parser
from google.protobuf import text_format


def parse(text):
    if "graph {" in text:
        return text_format.Parse(text, onnx.ModelProto())
    return onnx.parser.parse_model(text)


def main():
    text, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for part in text.read_text().split("\n# -----\n"):
        model = parse(part)
        path = folder / f"{model.graph.name}.onnx"
        path.write_bytes(model.SerializeToString())
        print("==", model.graph.name, flush=True)
        subprocess.run([*sys.argv[3:], path], stderr=subprocess.STDOUT)


if __name__ == "__main__":
    main()
