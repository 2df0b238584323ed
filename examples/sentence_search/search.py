# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the sentences nearest in meaning to a query; see README.md."""

import argparse
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from encoder import Encoder, package_folder
from rich.console import Console
from rich.table import Table
from tokenizers import Tokenizer

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
QUERY = "How is the weather going to be in the mountains?"
BATCH = 8
MAX_TOKENS = 256
TOLERANCE = 1e-4

Run = Callable[[dict[str, np.ndarray]], dict[str, np.ndarray]]

console = Console(highlight=False)


def build_model(folder: Path) -> Path:
    """Writes the ONNX model, unless the folder has this version of it."""
    key = hashlib.sha256((HERE / "encoder.py").read_bytes()).hexdigest()[:12]
    path = folder / f"all-MiniLM-L6-v2-{key}.onnx"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".partial")
        partial.write_bytes(
            Encoder(package_folder()).build().SerializeToString()
        )
        partial.rename(path)
    return path


def compile_model(model: Path, threads: int) -> Run:
    """Compiles with tvmc, which prints its progress, and loads the result."""
    tvmc = Path(os.environ.get("TVMC") or ROOT / "bazel-bin/tools/tvmc/tvmc")
    if not tvmc.exists():
        sys.exit(f"error: expected the compiler at {tvmc}: run ./dev build")
    artefact = model.with_suffix(".so")
    arguments = ["compile", model, "-o", artefact, f"--threads={threads}"]
    console.print("[bold]$[/] tvmc", *arguments, soft_wrap=True)
    sys.stdout.flush()
    status = subprocess.run([tvmc, *arguments]).returncode
    if status != 0:
        sys.exit(status)
    sys.path.append(str(ROOT / "python"))
    import tvm_mlir

    return tvm_mlir.load(str(artefact)).run


def load_ort(model: Path, threads: int) -> Run:
    """Loads the same model in ONNX Runtime."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(
        str(model), options, ["CPUExecutionProvider"]
    )
    return lambda feeds: {"embedding": session.run(None, feeds)[0]}


class Search:
    """An encoder of sentences: it tokenises, batches by length, and runs the model."""

    def __init__(self) -> None:
        path = package_folder() / "tokenizer.json"
        self._tokenizer = Tokenizer.from_file(str(path))
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._tokenizer.enable_padding()

    def feeds(self, sentences: list[str]) -> dict[str, np.ndarray]:
        """Returns inputs [batch, sequence], padded to the longest sentence."""
        encodings = self._tokenizer.encode_batch(sentences)
        return {
            "input_ids": np.array([e.ids for e in encodings], np.int64),
            "attention_mask": np.array(
                [e.attention_mask for e in encodings], np.int64
            ),
        }

    def batches(self, sentences: list[str]) -> Iterator[list[int]]:
        """Yields the indices of sentences of similar length."""
        order = sorted(range(len(sentences)), key=lambda i: len(sentences[i]))
        for start in range(0, len(order), BATCH):
            yield order[start : start + BATCH]

    def encode(self, run: Run, sentences: list[str]) -> np.ndarray:
        """Returns an embedding of length 1 for each sentence."""
        rows: dict[int, np.ndarray] = {}
        for numbers in self.batches(sentences):
            feeds = self.feeds([sentences[i] for i in numbers])
            rows.update(zip(numbers, run(feeds)["embedding"], strict=True))
        return np.stack([rows[i] for i in range(len(sentences))])


def timed(function: Callable[[], np.ndarray]) -> tuple[np.ndarray, float]:
    """Returns the result, and the time in milliseconds."""
    start = time.perf_counter()
    result = function()
    return result, 1e3 * (time.perf_counter() - start)


def print_answer(
    query: str, sentences: list[str], scores: np.ndarray, top: int, ms: float
) -> None:
    table = Table(title=f"{query}  ({ms:.1f} ms)", title_justify="left")
    table.add_column("score", justify="right")
    table.add_column("sentence")
    for number in np.argsort(-scores)[:top]:
        table.add_row(f"{scores[number]:.3f}", sentences[number])
    console.print(table)


def check(ours: np.ndarray, reference: np.ndarray) -> bool:
    """Whether our embeddings equal ONNX Runtime's."""
    error = float(np.abs(ours - reference).max())
    good = bool(error <= TOLERANCE)  # false for NaN
    verdict = "[green]equal[/]" if good else "[red]differ[/]"
    console.print(
        f"embeddings {verdict} ONNX Runtime's: "
        f"max |Δ| {error:.1e}, limit {TOLERANCE:.0e}"
    )
    return good


def parse_arguments() -> argparse.Namespace:
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(cache) / "tvm-mlir" / "sentence_search"
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("query", nargs="?", default=QUERY, metavar="QUERY")
    add("--sentences", type=Path, default=HERE / "sentences.txt")
    add("--top", type=int, default=5, help="number of answers")
    add("--threads", type=int, default=len(os.sched_getaffinity(0)))
    add("--check", action="store_true", help="compare with ONNX Runtime")
    add("--backend", choices=("tvm", "ort"), default="tvm")
    add("--work-dir", type=Path, default=folder, help=f"default: {folder}")
    return parser.parse_args()


def main() -> int:
    args = parse_arguments()
    sentences = args.sentences.read_text().splitlines()
    model = build_model(args.work_dir)
    console.print(
        f"[bold]all-MiniLM-L6-v2[/] {model.stat().st_size / 1e6:.0f} MB, "
        "dynamic batch and sequence length"
    )
    load = load_ort if args.backend == "ort" else compile_model
    run = load(model, args.threads)
    search = Search()
    embeddings, ms = timed(lambda: search.encode(run, sentences))
    console.print(
        f"encoded {len(sentences)} sentences in {ms:.1f} ms "
        f"({ms / len(sentences):.2f} ms each, {args.threads} threads)"
    )
    query, ms = timed(lambda: search.encode(run, [args.query]))
    print_answer(args.query, sentences, embeddings @ query[0], args.top, ms)
    if not args.check:
        return 0
    everything = [*sentences, args.query]
    reference = search.encode(load_ort(model, args.threads), everything)
    return 0 if check(np.vstack([embeddings, query]), reference) else 1


if __name__ == "__main__":
    sys.exit(main())
