"""The README's section on tensor expressions runs as it stands."""

import re
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"


def test_snippet(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    section = README.read_text().split("## Tensor expressions")[1]
    (code,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    exec(compile(code, str(README), "exec"), {})
    printed = capsys.readouterr().out
    assert "schedule.compute_at %C, %i1.outer" in printed
    assert 'te.kind = "parallel"' in printed
    assert (tmp_path / "product.so").exists()
