// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fills the page, and couples its two views.

function drawLines(report, table, onPoint, onClick) {
  const rows = report.lines.map((line, i) => {
    const row = html('tr', {'class': 'line'}, html('td', {}, String(i)),
        html('td', {}, report.units[line.module].name),
        html('td', {}, line.text));
    row.addEventListener('mouseover', () => onPoint(i));
    row.addEventListener('click', () => onClick(i));
    return row;
  });
  table.append(html('tbody', {}, ...rows));
  return rows;
}

function main() {
  const report = JSON.parse(byId('report').textContent);
  byId('title').append(report.name);
  byId('summary').append(`${report.lines.length} instructions, ` +
      `${report.cycles} cycles in the cycle model, ${report.key}`);
  byId('problem').hidden = !report.problem;
  byId('problem').append(report.problem);
  drawUnits(report, byId('unit-table'));

  let current = null;
  let rows = null, timeline = null;
  const mark = (line, isOn) => {
    rows[line].classList.toggle('current', isOn);
    timeline.bars.get(line)?.classList.toggle('current', isOn);
  };
  const point = (line) => {
    if (current !== null)
      mark(current, false);
    current = line;
    mark(line, true);
  };
  const show = (line, view) => {
    point(line);
    view?.scrollIntoView({block: 'nearest', inline: 'center'});
  };
  timeline = new Timeline(report, byId('timeline'), point,
      (line) => show(line, rows[line]));
  rows = drawLines(report, byId('line-table'), point,
      (line) => show(line, timeline.bars.get(line)));
  const zoom = (factor) => {
    timeline.zoom(factor);
    if (current !== null)
      mark(current, true);
  };
  byId('zoom-in').addEventListener('click', () => zoom(2));
  byId('zoom-out').addEventListener('click', () => zoom(0.5));
}

main();
