# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the rows of both tables with made-up times, without a compiler."""

import json
from pathlib import Path

import pytest
from benchmarks import one_node, whole_models
from benchmarks.arguments import parse, stem
from benchmarks.compiler import Compiled
from benchmarks.kernels import KERNELS, OFF_GRID
from benchmarks.kernels.convolution import SHAPES
from benchmarks.measure import Measurement, Settings
from benchmarks.models import NAMES
from benchmarks.one_node import KernelRow
from benchmarks.results import Run, ratio_charts, save
from benchmarks.rounds import Times
from benchmarks.table import header, line, markdown
from benchmarks.whole_models import ModelRow


def measurement(**times: float) -> Measurement:
    compiled = Compiled(Path("model.so"), seconds=21.0, peak_bytes=10**8)
    start = {"tvm": {"load_ms": 10.0, "first_ms": 2.5}}
    both = {name: Times(ms, 0.9 * ms) for name, ms in times.items()}
    errors = {"tvm": 2e-7, "ort": 3e-7, "openvino": 1e-6}
    return Measurement(compiled, both, start, error=0.5, notes=[], errors=errors)


def model_row(name: str, **times: float) -> ModelRow:
    return ModelRow(name, measurement(**times), 10**8, 3 * 10**6, 2 * 10**6)


def kernel_row(name: str, limit: float | None, **times: float) -> KernelRow:
    return KernelRow(KERNELS[name], measurement(**times), limit)


def test_model_row() -> None:
    row = model_row("dqn", tvm=2.0, ort=3.0, openvino=1.0)
    columns = whole_models.COLUMNS
    expected = (
        "dqn 2.00 1.80 = 3.00 1.00 0.50 0.50 0.50 2e-07 3e-07 1e-06 21.0 100 1300 12.5 "
        "52.6 3.00 2.00"
    )
    assert line(columns, row).split() == expected.split()
    titles = header(columns).splitlines()[0]
    assert len(titles.split()) == len(columns)
    faster = model_row("dqn", tvm=2.0, direct=2.5, ort=3.0, openvino=1.0)
    assert line(columns, faster).split()[3:8] == ["2.50", "3.00", "1.00", "0.50", "0.40"]
    assert len(titles) == len(line(columns, row))


def test_a_peer_without_times_is_left_out() -> None:
    row = model_row("dqn", tvm=2.0, ort=3.0)
    assert row.ratio == 1.5
    assert line(whole_models.COLUMNS, row).split()[5] == "–"


def test_models_are_judged_together() -> None:
    rows = [model_row(name, tvm=2.0, ort=1.9) for name in NAMES]
    judge = whole_models.verdicts
    assert [v.met for v in judge(rows, 1)] == [True, True, None, False]
    assert [v.met for v in judge(rows, 4)] == [None, None, None, False]
    assert [v.met for v in judge(rows[1:], 1)] == [None, None, None]
    assert judge([], 1) == []


def test_kernel_row_of_flops() -> None:
    # C2 has 0.231 GFLOP, so 2 ms are 115.6 GFLOP/s.
    row = kernel_row("C2_direct", 144.5, tvm=2.0, ort=1.0, openvino=3.0)
    text = line(one_node.COLUMNS, row)
    assert "  0.50  115.6 GFLOP/s   144.5 fma     80%" in text
    assert text.endswith("fma ≥ 90%: not met")
    assert kernel_row("C2_direct", 128.0, tvm=2.0, ort=1.0).met


def test_kernel_row_of_bytes() -> None:
    row = kernel_row("elementwise_chain", 20.0, tvm=10.0, ort=20.0)
    assert row.rate == pytest.approx(13.42, rel=1e-3)
    assert row.share == pytest.approx(0.671, rel=1e-3)
    assert "13.4 GB/s" in line(one_node.COLUMNS, row)
    assert not row.met


def test_kernel_row_against_one_peer() -> None:
    times = {"tvm": 1.0, "ort": 1.2, "openvino": 0.8}
    row = kernel_row("softmax_128x768", None, **times)
    assert (row.ratio, row.met, row.share) == (0.8, True, None)


@pytest.mark.parametrize(("ours", "met"), [(1.02, True), (1.03, False)])
def test_kernel_row_against_the_bare_one(ours: float, met: bool) -> None:
    row = kernel_row("C2_bias_residual_relu", 150, tvm=ours, ort=1, bare=1)
    assert row.met is met


def test_kernels_are_judged_by_complete_groups() -> None:
    rows = [kernel_row(name, 150, tvm=1, ort=1.1) for name in SHAPES]
    rows.append(kernel_row("gemm_1024x1024x1024", 150, tvm=1, ort=2))
    mean, gemm = one_node.verdicts(rows)
    assert (mean.met, gemm.met) == (True, None)
    assert mean.value == pytest.approx(1.1)
    assert one_node.verdicts(rows[1:])[0].met is None


def test_kernels_off_the_grid_are_judged_if_they_are_many() -> None:
    rows = [
        KernelRow(OFF_GRID[name], measurement(tvm=1, ort=1 + i / 100), None)
        for i, name in enumerate(list(OFF_GRID)[:60], start=-9)
    ]
    mean, worst = one_node.off_grid_verdicts(rows)
    assert (mean.met, worst.met) == (None, True)
    assert worst.value == pytest.approx(0.91)
    assert worst.note.count(",") == 9
    assert one_node.off_grid_verdicts(rows[:59])[1].met is None
    assert one_node.off_grid_verdicts([]) == []


def test_markdown() -> None:
    row = kernel_row("D9", 144.5, tvm=1.0, ort=1.0)
    first, rule, body = markdown(one_node.COLUMNS[:2], [row]).splitlines()
    assert (first, rule) == ("| kernel | ours, ms |", "| --- | ---: |")
    assert body == "| D9 | 1.000 |"


def test_results_are_written(tmp_path: Path) -> None:
    rows = [kernel_row("C2_direct", 144.5, tvm=2.0, ort=1.0)]
    settings = Settings(1, 5, 3.0, 2.0)
    limits = {"fma": 144.5, "copy": 20.0}
    verdicts = one_node.verdicts(rows)
    drawn = ratio_charts(rows, limits)
    overheads = {"tvm": 4e-4, "ort": 5e-3}
    columns = one_node.COLUMNS
    run = Run(settings, limits, rows, columns, verdicts, drawn, overheads=overheads)
    save(run, tmp_path, "kernels", "./dev bench --kernels")
    text = (tmp_path / "kernels.md").read_text()
    assert "a run of an empty model: ours 0.4 µs, ONNX Runtime 5.0 µs." in text
    content = json.loads((tmp_path / "kernels.json").read_text())
    assert content["rows"][0]["times"]["ort"] == {
        "median": 1.0,
        "best": 0.9,
        "rounds": [],
    }
    assert content["rows"][0]["met"] is False
    assert content["limits"] == limits
    text = (tmp_path / "kernels.md").read_text()
    for name in ("kernels-ratios.png", "kernels-roofline.png"):
        assert (tmp_path / name).stat().st_size > 0
        assert f"]({name})" in text


@pytest.mark.parametrize(
    ("arguments", "names", "files"),
    [
        (["--filter=resnet"], ["resnet18", "resnet50"], "models-filtered"),
        (["--threads=2"], list(NAMES), "models-2-threads"),
        (["--kernels", "--filter=^C9$"], ["C9"], "kernels-filtered"),
        (["--kernels"], list(KERNELS), "kernels"),
        (["--off-grid"], list(OFF_GRID)[:60], "off-grid"),
        (["--off-grid=8"], list(OFF_GRID)[:8], "off-grid-8"),
    ],
)
def test_arguments(arguments: list[str], names: list[str], files: str) -> None:
    args, _ = parse(arguments, "")
    assert args.names == names
    assert stem(args) == files


@pytest.mark.parametrize(
    "arguments",
    [
        ["--filter=nothing"],
        ["--kernels", "--threads=2"],
        ["--off-grid", "--threads=2"],
        ["--off-grid", "--kernels"],
        ["--dynamic", "--exported"],
    ],
)
def test_wrong_arguments(arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        parse(arguments, "")
