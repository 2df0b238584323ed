# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A roofline of convolutions with one and with two virtual threads.

    bazel run -c opt //benchmarks/vta:latency_hiding_benchmark -- /tmp/layers.json
    python3 benchmarks/vta/roofline.py /tmp/layers.json /tmp/roofline.png
"""

import argparse
import json
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib as mpl

mpl.use("Agg")

from matplotlib import pyplot as plt  # noqa: E402

SERIES = {
    "one_thread": ("one virtual thread", "#c45a1b", "x"),
    "two_threads": ("two virtual threads", "#1f6fb2", "o"),
}
LINE = "#555555"


class Point(NamedTuple):
    """A layer: its operations per byte read, and its operations per cycle."""

    name: str
    intensity: float
    speed: float


def points(measured: dict[str, Any], series: str) -> list[Point]:
    return [
        Point(
            layer["name"],
            layer["operations"] / layer[series]["bytes_read"],
            layer["operations"] / layer[series]["cycles"],
        )
        for layer in measured["layers"]
    ]


def utilisation(measured: dict[str, Any], series: str) -> float:
    """Returns the share of the core's peak that all layers together reach."""
    operations = sum(layer["operations"] for layer in measured["layers"])
    cycles = sum(layer[series]["cycles"] for layer in measured["layers"])
    return operations / cycles / measured["operations_per_cycle"]


def roof(measured: dict[str, Any], intensity: float) -> float:
    return min(
        measured["operations_per_cycle"], measured["bytes_per_cycle"] * intensity
    )


def draw(measured: dict[str, Any], path: Path) -> None:
    figure, axes = plt.subplots(figsize=(9, 6))
    drawn = {series: points(measured, series) for series in SERIES}
    intensities = [p.intensity for series in drawn.values() for p in series]
    ridge = measured["operations_per_cycle"] / measured["bytes_per_cycle"]
    xs = sorted({min(*intensities, ridge) / 2, ridge, max(intensities) * 2})
    axes.loglog(xs, [roof(measured, x) for x in xs], color=LINE, linewidth=1)
    for series, (label, colour, marker) in SERIES.items():
        percent = 100 * utilisation(measured, series)
        axes.scatter(
            [p.intensity for p in drawn[series]],
            [p.speed for p in drawn[series]],
            s=24,
            c=colour,
            marker=marker,
            label=f"{label}: {percent:.1f} % of the core",
        )
        for name, intensity, speed in drawn[series]:
            axes.annotate(name, (intensity, speed), fontsize=7, color=colour)
    axes.set_xlabel("operations per byte read")
    axes.set_ylabel("operations per cycle")
    axes.set_title("ResNet-18 in VTA's cycle model, shift and clip included", fontsize=9)
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(path, dpi=130)
    plt.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("measured", type=Path, help="JSON of the benchmark")
    parser.add_argument("image", type=Path)
    arguments = parser.parse_args()
    draw(json.loads(arguments.measured.read_text()), arguments.image)


if __name__ == "__main__":
    main()
