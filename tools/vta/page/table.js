// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Utilisation and stalls of each unit.

function percentOf(part, all) {
  return (all ? 100 * part / all : 0).toFixed(1) + ' %';
}

function drawUnits(report, table) {
  const number = (cycles) => [html('td', {'class': 'number'}, String(cycles)),
    html('td', {'class': 'number'}, percentOf(cycles, report.cycles))];
  const row = (name, what, cycles) =>
    html('tr', {'class': 'activity'}, html('td', {}, name),
        html('td', {}, what), ...number(cycles));
  const rows = report.units.flatMap((unit) => [
    row(unit.name, 'busy', unit.busy),
    ...(unit.channel_waits ?
        [row('', 'of these waiting for the channel', unit.channel_waits)] : []),
    ...unit.waits.map((wait) => row('', wait.for, wait.cycles)),
  ]);
  table.append(html('thead', {}, html('tr', {}, ...['unit', 'what', 'cycles',
    'share'].map((name) => html('th', {}, name)))), html('tbody', {}, ...rows));
}
