# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m tvm_mlir.fleet`: `tvmc tune --workers=ADDRESS`, which runs it.

It takes the arguments of `tvmc tune`. With --json it prints an object of JSON per line,
whose "event" is
  "trial"   after each result: trials, known, failed, refused, noisy, kernel, share of
            its best strategy, speedup of the model, seconds;
  "kernel"  for each kernel at the end: kernel, launches, default (seconds), share;
  "model"   at last: is_equal (no gain was found), takes_tuned, share; of models
            that differ default, tuned, lower, upper (seconds), rounds, or failure,
            or is_noisy;
as `tvmc tune --json` does. Otherwise standard error has a line of progress, every second
on a terminal, and standard output a table. The exit status is 0, 1 for an error, 2 for
wrong usage. The first interrupt ends the search; the artefact is still written. The second
one ends the command, with status 130.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from typing import Any, Callable, Sequence

from .options import Option
from .errors import Diagnostic, TvmError
from .progress_line import ProgressLine
from .tuning import Failure, Limits, Noise, Progress, TuneResult, tune
from .tuning.measuring import COMPILING, RUNNING, Result
from .tuning.models import parse_seconds


_INTERRUPTED = 128 + signal.SIGINT


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tvm_mlir.fleet", allow_abbrev=False)
    parser.add_argument("model")
    parser.add_argument("--workers", required=True, help="address of a Dask scheduler")
    parser.add_argument("--device", default="measure", help="resource of measuring workers")
    parser.add_argument("-o", dest="output")
    parser.add_argument("--database")
    parser.add_argument("--trials", type=int)
    parser.add_argument("--budget", type=parse_seconds)
    parser.add_argument("--search", default="evolutionary")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--time", type=int, default=100)
    parser.add_argument("--max-spread", type=float, default=0.25)
    _add_limits(parser)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("-q", "--quiet", action="store_true")
    return parser


def _add_limits(parser: argparse.ArgumentParser) -> None:
    seconds = {"--max-compile-time": COMPILING.seconds, "--max-run-time": RUNNING.seconds}
    for name, limit in seconds.items():
        parser.add_argument(name, type=parse_seconds, default=limit)
    parser.add_argument("--max-compile-memory", type=int, default=COMPILING.megabytes)


def _compile_options(arguments: Sequence[str]) -> dict[str, Any]:
    """Options of `tvmc compile` as keywords of compile()."""
    options: dict[str, Option] = {}
    for argument in arguments:
        if argument.startswith("-O"):
            options["opt_level"] = int(argument[2:])
            continue
        if not argument.startswith("--"):
            raise ValueError(f"expected an option, got {argument!r}")
        name, given, value = argument[2:].partition("=")
        name = name.replace("-", "_")
        known = options.get(name)
        if isinstance(known, list):
            known.append(value)
        elif known is not None:
            options[name] = [known, value]
        else:
            options[name] = value if given else True
    return options


def _describe(comparison: Result | None) -> dict[str, Any]:
    """The fields of the event "model"."""
    if comparison is None:
        return {"share": 1}
    if isinstance(comparison, Failure):
        return {"failure": comparison.cause}
    if isinstance(comparison, Noise):
        return {"is_noisy": True}
    return {
        "default": comparison.reference,
        "tuned": comparison.median,
        "lower": comparison.lower,
        "upper": comparison.upper,
        "share": comparison.share,
        "rounds": comparison.runs,
    }


def _describe_in_words(comparison: Result | None) -> str:
    if comparison is None:
        return "no gain was found"
    if isinstance(comparison, Failure):
        return f"the tuned one fails ({comparison.cause})"
    if isinstance(comparison, Noise):
        return "the machine is too noisy to compare the tuned one"
    return (
        f"{1e3 * comparison.reference:.4f} ms by default, {1e3 * comparison.median:.4f} ms "
        f"tuned, {100 * comparison.share:.1f}% of the time"
    )


def _describe_state(progress: Progress) -> Callable[[], str]:
    """The text of a state, with the time that is left when it is called."""
    start = time.monotonic()

    def describe() -> str:
        left = []
        if progress.trials_left is not None:
            left.append(f"{progress.trials_left} trials left")
        if progress.seconds_left is not None:
            seconds = progress.seconds_left - (time.monotonic() - start)
            left.append(f"{max(seconds, 0):.0f} s left")
        noisy = f", {progress.noisy} noisy" if progress.noisy else ""
        return (
            f"trial {progress.trial} ({progress.known} known, {progress.failures} failed, "
            f"{progress.refused} refused{noisy}), model {progress.gain:.3f} times as fast, "
            f"{', '.join(left)}, {progress.kernel} at {100 * progress.best:.1f}%"
        )

    return describe


class Report:
    """Prints the state of a tuning, and asks whether it goes on."""

    def __init__(self, as_json: bool, is_quiet: bool) -> None:
        self._as_json, self._is_quiet = as_json, is_quiet
        self._interrupted = False
        self._line = ProgressLine(sys.stderr, as_json or is_quiet)
        signal.signal(signal.SIGINT, self._interrupt)

    def _interrupt(self, number: int, frame: object) -> None:
        self._interrupted = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def _event(self, event: str, **fields: object) -> None:
        print(json.dumps({"event": event, **fields}), flush=True)

    def hear_diagnostic(self, diagnostic: Diagnostic) -> None:
        if diagnostic.severity == "warning" and not self._is_quiet:
            self._line.print(f"warning: {diagnostic.text}")

    def begin(self, step: str) -> None:
        self._line.begin(step)

    def close(self) -> None:
        self._line.finish()

    def hear(self, progress: Progress) -> bool:
        if self._as_json:
            self._event(
                "trial",
                trials=progress.trial,
                known=progress.known,
                failed=progress.failures,
                refused=progress.refused,
                noisy=progress.noisy,
                kernel=progress.kernel,
                share=progress.best,
                speedup=progress.gain,
                seconds=progress.seconds,
            )
        else:
            self._line.set_state(_describe_state(progress))
        return not self._interrupted

    def finish(self, result: TuneResult) -> None:
        self.close()
        if self._as_json:
            self._finish_json(result)
        elif not self._is_quiet:
            self._finish_text(result)

    def _finish_json(self, result: TuneResult) -> None:
        for kernel in result.kernels:
            self._event(
                "kernel",
                kernel=kernel.name,
                launches=kernel.launches,
                default=kernel.default_seconds,
                share=kernel.share,
            )
        found = {"is_equal": result.comparison is None, "takes_tuned": result.is_tuned}
        self._event("model", **found, **_describe(result.comparison))

    def _finish_text(self, result: TuneResult) -> None:
        print(f"{'launches':>8} {'default ms':>12} {'tuned ms':>12} {'share':>7} kernel")
        for kernel in result.kernels:
            seconds = kernel.default_seconds
            print(
                f"{kernel.launches:>8} {1e3 * seconds:>12.6f} "
                f"{1e3 * seconds * kernel.share:>12.6f} {100 * kernel.share:>6.1f}% "
                f"{kernel.name}"
            )
        taken = "tuned" if result.is_tuned else "default"
        found = _describe_in_words(result.comparison)
        print(f"model: {found}: {taken} strategies are taken")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    given, others = parser.parse_known_args(arguments)
    report = Report(given.json, given.quiet)
    report.begin("measuring on the cluster")
    try:
        result = tune(
            given.model,
            budget=given.budget,
            trials=given.trials,
            database=given.database,
            callback=report.hear,
            output=given.output,
            cluster=given.workers,
            device=given.device,
            search=given.search,
            seed=given.seed,
            num_threads=given.threads,
            milliseconds=given.time,
            max_spread=given.max_spread,
            compiling=Limits(given.max_compile_time, given.max_compile_memory),
            running=Limits(given.max_run_time),
            on_diagnostic=report.hear_diagnostic,
            **_compile_options(others),
        )
    except ValueError as error:
        report.close()
        parser.error(str(error))
    except (TvmError, OSError) as error:
        report.close()
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        report.close()
        return _INTERRUPTED
    report.finish(result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
