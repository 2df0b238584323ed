# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bar charts, a roofline of kernels, and curves of searches."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

from matplotlib import pyplot as plt  # noqa: E402

OURS, THEIRS, LINE = "#1f6fb2", "#c45a1b", "#555555"


def bars(
    path: Path,
    title: str,
    bars: Mapping[str, float],
    label: str = "faster peer ÷ ours",
    line: float = 1,
) -> None:
    """Draws a bar for each value, in another colour where it is below `line`."""
    figure, axes = plt.subplots(figsize=(max(8, 1.5 + 0.4 * len(bars)), 4.5))
    colours = [OURS if value >= line else THEIRS for value in bars.values()]
    drawn = axes.bar(list(bars), list(bars.values()), color=colours)
    axes.bar_label(drawn, fmt="%.2f", fontsize=7)
    axes.axhline(line, color=LINE, linewidth=1)
    axes.set_ylabel(label)
    axes.set_title(title, fontsize=9)
    axes.tick_params(axis="x", rotation=90, labelsize=8)
    _save(figure, path)


def roofline(
    path: Path,
    title: str,
    limits: Mapping[str, float],
    points: Mapping[str, tuple[float, float, float]],
) -> None:
    """Draws a roofline. `points` have FLOP/byte, our GFLOP/s and the faster peer's
    GFLOP/s; `limits` has GFLOP/s ("fma") and GB/s ("copy")."""
    intensities = [point[0] for point in points.values()]
    low, high = min(intensities) / 2, max(intensities) * 2
    ridge = limits["fma"] / limits["copy"]
    xs = sorted({low, *([ridge] if low < ridge < high else []), high})
    roof = [min(limits["fma"], limits["copy"] * x) for x in xs]
    figure, axes = plt.subplots(figsize=(9, 6))
    axes.loglog(xs, roof, color=LINE, linewidth=1, label="FMA peak, copy")
    _scatter(axes, intensities, [p[2] for p in points.values()], "faster peer")
    _scatter(axes, intensities, [p[1] for p in points.values()], "ours")
    for name, (intensity, ours, _) in points.items():
        axes.annotate(name, (intensity, ours), fontsize=7, alpha=0.8)
    axes.set_xlabel("FLOP/byte, each tensor moved once")
    axes.set_ylabel("GFLOP/s")
    axes.set_title(title, fontsize=9)
    axes.legend()
    _save(figure, path)


def curves(
    path: Path,
    title: str,
    panels: Mapping[str, Mapping[str, Sequence[Sequence[float]]]],
    label: str,
) -> None:
    """Draws a panel with the curves of searches, over the number of trials. A panel
    has several curves of a name, which are those of seeds."""
    figure, row = plt.subplots(
        1, len(panels), figsize=(5 * len(panels), 4), squeeze=False
    )
    for axes, (name, curves_of) in zip(row[0], panels.items(), strict=True):
        for number, (search, seeds) in enumerate(curves_of.items()):
            for seed, values in enumerate(seeds):
                axes.plot(
                    range(1, len(values) + 1),
                    values,
                    color=f"C{number}",
                    linewidth=1,
                    label="" if seed else search,
                )
        axes.set_title(name, fontsize=9)
        axes.set_xlabel("trials")
        axes.legend()
    row[0][0].set_ylabel(label)
    figure.suptitle(title, fontsize=9)
    _save(figure, path)


def _scatter(
    axes: plt.Axes, xs: Sequence[float], ys: Sequence[float], label: str
) -> None:
    colour, marker = (OURS, "o") if label == "ours" else (THEIRS, "x")
    axes.scatter(xs, ys, s=22, c=colour, marker=marker, label=label)


def _save(figure: plt.Figure, path: Path) -> None:
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    plt.close(figure)
