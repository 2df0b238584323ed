"""Times models, --dynamic models, --kernels or kernels --off-grid against ONNX Runtime
and OpenVINO."""

import argparse
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks import dynamic, machine, one_node, results  # noqa: E402
from benchmarks import whole_models  # noqa: E402
from benchmarks.arguments import parse, stem  # noqa: E402
from benchmarks.kernels import KERNELS, OFF_GRID  # noqa: E402
from benchmarks.limits import Limits  # noqa: E402
from benchmarks.measure import Settings  # noqa: E402
from benchmarks.models.cache import folder  # noqa: E402
from benchmarks.pinned import MeasureError  # noqa: E402
from benchmarks.results import Run  # noqa: E402
from benchmarks.table import Column, header, line  # noqa: E402

R = TypeVar(
    "R", whole_models.ModelRow, one_node.KernelRow, dynamic.DynamicRow
)


def measure_each(
    names: Iterable[str],
    columns: Sequence[Column[R]],
    measure: Callable[[str], R],
) -> list[R]:
    """Prints rows as they are measured, and the reasons for missing ones."""
    print(header(columns), flush=True)
    rows = []
    for name in names:
        try:
            rows.append(row := measure(name))
        except MeasureError as failure:
            print(f"{name}: {failure}", flush=True)
            continue
        print(line(columns, row), flush=True)
        for note in row.measured.notes:
            print(f"  note: {note}", flush=True)
    return rows


def run_models(
    args: argparse.Namespace, settings: Settings, scratch: Path
) -> Run:
    def measure(name: str) -> whole_models.ModelRow:
        return whole_models.measure_model(
            name, args.exported, scratch, settings
        )

    columns = whole_models.COLUMNS
    rows = measure_each(args.names, columns, measure)
    verdicts = whole_models.verdicts(rows, settings.threads)
    return Run(settings, {}, rows, columns, verdicts)


def run_dynamic(
    args: argparse.Namespace, settings: Settings, scratch: Path
) -> Run:
    def measure(name: str) -> dynamic.DynamicRow:
        return dynamic.measure_size(name, scratch, settings)

    columns = dynamic.COLUMNS
    rows = measure_each(args.names, columns, measure)
    return Run(settings, {}, rows, columns, dynamic.verdicts(rows))


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
        rows = measure_each(args.names, columns, measure)
    is_off_grid = args.kind == "off-grid"
    judge = one_node.off_grid_verdicts if is_off_grid else one_node.verdicts
    return Run(settings, limits.best, rows, columns, judge(rows))


def main() -> int:
    args, settings = parse(sys.argv[1:], __doc__)
    print(results.describe(settings.threads))
    measure_all = {
        "kernels": run_kernels,
        "off-grid": run_kernels,
        "dynamic": run_dynamic,
        "models": run_models,
    }[args.kind]
    with ExitStack() as stack:
        stack.enter_context(machine.alone(folder().parent / "bench.lock"))
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        run = measure_all(args, settings, scratch)
    print(f"\n{results.DIRECTION}")
    for verdict in run.verdicts:
        print(verdict)
    if run.rows:
        command = shlex.join(["./dev", "bench", *sys.argv[1:]])
        results.save(run, args.results, stem(args), command)
    return 0 if len(run.rows) == len(args.names) else 1


if __name__ == "__main__":
    sys.exit(main())
