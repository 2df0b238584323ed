# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times models, --dynamic models, --kernels or kernels --off-grid against ONNX Runtime
and OpenVINO, or what the --tuner gains and costs."""

import argparse
import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks import dynamic, machine, one_node, results  # noqa: E402
from benchmarks import whole_models  # noqa: E402
from benchmarks.arguments import parse, stem  # noqa: E402
from benchmarks.kernels import KERNELS, OFF_GRID  # noqa: E402
from benchmarks.rates.limits import Limits  # noqa: E402
from benchmarks.measure import Settings  # noqa: E402
from benchmarks.models.cache import folder  # noqa: E402
from benchmarks.overhead import measure_overheads  # noqa: E402
from benchmarks.results import RatioRow, Run, ratio_charts  # noqa: E402
from benchmarks.rows import measure_each  # noqa: E402
from benchmarks.table import Column  # noqa: E402
from benchmarks.tuner import parts  # noqa: E402
from benchmarks.verdict import Verdict  # noqa: E402


def usual_run(
    args: argparse.Namespace,
    settings: Settings,
    limits: dict[str, float],
    rows: Sequence[RatioRow],
    columns: Sequence[Column[Any]],
    verdicts: Sequence[Verdict],
) -> Run:
    missing = len(args.names) - len(rows)
    return Run(
        settings,
        limits,
        rows,
        columns,
        verdicts,
        ratio_charts(rows, limits),
        overheads=args.overheads,
        missing=missing,
    )


def run_models(
    args: argparse.Namespace, settings: Settings, scratch: Path
) -> Run:
    def measure(name: str) -> whole_models.ModelRow:
        return whole_models.measure_model(
            name, args.exported, scratch, settings
        )

    columns = whole_models.COLUMNS
    rows = measure_each(
        args.names, columns, measure, lambda row: row.measured.notes
    )
    verdicts = whole_models.verdicts(rows, settings.threads)
    return usual_run(args, settings, {}, rows, columns, verdicts)


def run_dynamic(
    args: argparse.Namespace, settings: Settings, scratch: Path
) -> Run:
    def measure(name: str) -> dynamic.DynamicRow:
        return dynamic.measure_size(name, scratch, settings)

    columns = dynamic.COLUMNS
    rows = measure_each(
        args.names, columns, measure, lambda row: row.measured.notes
    )
    verdicts = dynamic.verdicts(rows)
    return usual_run(args, settings, {}, rows, columns, verdicts)


def run_kernels(
    args: argparse.Namespace, settings: Settings, scratch: Path
) -> Run:
    with Limits(scratch) as limits:
        fma, fed, copy = map(limits.measure, ("fma", "fed", "copy"))
        print(
            f"one core: fma {fma:.1f} GFLOP/s, {fed:.1f} with operands from "
            f"the caches; copy {copy:.1f} GB/s"
        )

        def measure(name: str) -> one_node.KernelRow:
            kernel = {**KERNELS, **OFF_GRID}[name]
            return one_node.measure_kernel(kernel, scratch, settings, limits)

        columns = one_node.COLUMNS
        rows = measure_each(
            args.names, columns, measure, lambda row: row.measured.notes
        )
    is_off_grid = args.kind == "off-grid"
    judge = one_node.off_grid_verdicts if is_off_grid else one_node.verdicts
    return usual_run(args, settings, limits.best, rows, columns, judge(rows))


def each_run(
    args: argparse.Namespace, settings: Settings, scratch: Path
) -> Iterator[tuple[str, Run]]:
    """Yields the runs with base names of their files. All but --tuner have one."""
    if args.kind == "tuner":
        yield from parts.each_run(args.plan, settings, scratch)
        return
    measure_all = {
        "kernels": run_kernels,
        "off-grid": run_kernels,
        "dynamic": run_dynamic,
        "models": run_models,
    }[args.kind]
    args.overheads = measure_overheads(scratch, settings)
    yield stem(args), measure_all(args, settings, scratch)


def main() -> int:
    args, settings = parse(sys.argv[1:], __doc__)
    command = shlex.join(["./dev", "bench", *sys.argv[1:]])
    print(results.describe(settings.threads))
    verdicts: list[Verdict] = []
    is_complete = True
    with ExitStack() as stack:
        stack.enter_context(machine.alone(folder().parent / "bench.lock"))
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for name, run in each_run(args, settings, scratch):
            verdicts += run.verdicts
            is_complete = is_complete and not run.missing
            if run.rows:
                results.save(run, args.results, name, command)
    print(f"\n{results.DIRECTION}")
    for verdict in verdicts:
        print(verdict)
    return 0 if is_complete else 1


if __name__ == "__main__":
    sys.exit(main())
