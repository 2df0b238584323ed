"""Times the ten models against ONNX Runtime and prints a ratio table."""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks import machine  # noqa: E402
from benchmarks.compare import error_in_tolerances  # noqa: E402
from benchmarks.compiler import (  # noqa: E402
    CompileError,
    compile_model,
    manifest,
)
from benchmarks.models import NAMES  # noqa: E402
from benchmarks.models.cache import cached, folder  # noqa: E402
from benchmarks.pinned import MeasureError, Peer  # noqa: E402
from benchmarks.report import (  # noqa: E402
    HEADER,
    Row,
    print_row,
    print_summary,
    save_json,
)

SETTLE = 0.3  # seconds until a peer's idle threads have stopped spinning


def best_median(rounds: list[list[float]]) -> float:
    """The median of the round that was disturbed least."""
    return min(median(times) for times in rounds)


def time_both(
    ours: Peer, ort: Peer, args: argparse.Namespace
) -> tuple[float, float]:
    """Rounds of both in turn, so that both see the same machine."""
    seconds = args.time_budget / (2 * args.rounds)
    times: tuple[list[list[float]], list[list[float]]] = ([], [])
    for _ in range(args.rounds):
        for peer, rounds in zip((ours, ort), times, strict=True):
            time.sleep(SETTLE if args.threads > 1 else 0)
            rounds.append(peer.round(seconds))
    return best_median(times[0]), best_median(times[1])


def measure(name: str, args: argparse.Namespace, scratch: Path) -> Row:
    model = cached(name, args.exported)
    inputs = model.with_suffix(".npz")
    try:
        compiled = compile_model(
            model, scratch / f"{name}.so", f"--threads={args.threads}"
        )
    except (CompileError, FileNotFoundError) as refusal:
        text = str(refusal).splitlines()[0]
        raise MeasureError(f"compile: {text}") from refusal
    busy = machine.wait_until_idle()
    if busy > 0.1:
        print(f"{name}: warning: {busy:.0%} of the machine is busy")
    with (
        Peer("tvm", compiled.artefact, inputs, args.threads) as ours,
        Peer("ort", model, inputs, args.threads) as ort,
    ):
        error = error_in_tolerances(ours.outputs(scratch), ort.outputs(scratch))
        if error > 1:
            raise MeasureError(f"wrong result: {error:.2g} times the tolerance")
        our_ms, ort_ms = time_both(ours, ort, args)
    memory = manifest(compiled.artefact).get("memory", {})
    compiled.artefact.unlink()
    return Row(
        model=name,
        ours=our_ms,
        ort=ort_ms,
        error=error,
        compile_s=compiled.seconds,
        compile_peak_mb=compiled.peak_bytes / 1e6,
        compile_limit_mb=3 * model.stat().st_size / 1e6 + 1000,
        load_and_first=sum(ours.start.values()),
        ort_load_and_first=sum(ort.start.values()),
        arena_mb=memory.get("planned", 0) / 1e6,
        arena_bound_mb=memory.get("lower_bound", 0) / 1e6,
    )


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./dev bench", description=__doc__.splitlines()[0]
    )
    add = parser.add_argument
    add(
        "--models",
        type=lambda text: text.split(","),
        default=list(NAMES),
        metavar="NAME,…",
        help="some of the ten",
    )
    add("--rounds", type=int, default=5, help="rounds of each side (5)")
    add(
        "--time-budget",
        type=float,
        default=6.0,
        metavar="SECONDS",
        help="per model, for both sides (6)",
    )
    add("--threads", type=int, default=1, help="cores to use (1)")
    add(
        "--exported",
        action="store_true",
        help="the models as PyTorch exports them",
    )
    add("--json", type=Path, metavar="FILE", help="write all numbers")
    args = parser.parse_args()
    if unknown := [name for name in args.models if name not in NAMES]:
        parser.error(f"unknown models {unknown}, expected {', '.join(NAMES)}")
    return args


def main() -> int:
    args = parse_arguments()
    rows: list[Row] = []
    failures = 0
    print(f"{machine.processor()}, {args.threads} thread(s), ONNX Runtime")
    print(HEADER)
    with (
        machine.alone(folder().parent / "bench.lock"),
        tempfile.TemporaryDirectory() as scratch,
    ):
        for name in args.models:
            try:
                rows.append(measure(name, args, Path(scratch)))
                print_row(rows[-1])
            except MeasureError as failure:
                failures += 1
                print(f"{name:14}{failure}", flush=True)
    print_summary(rows)
    if args.json:
        save_json(args.json, args, rows)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
