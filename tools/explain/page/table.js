// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of kernels.

function kernelColumns(report) {
  const total = report.flops.value;
  const bytesOf = (kernel) =>
      kernel.bytes_read.value + kernel.bytes_written.value;
  const amount = (unit) => (value) =>
      value === null ? '–' : scaled(value, unit);
  const number = (value, show, formula) =>
      ({value, text: show(value), title: formula, 'class': 'number'});
  const flopsOf = (kernel) => kernel.flops ? kernel.flops.value : null;
  const cyclesOf = ({schedule}) => schedule.some(({cycles}) => cycles !== null) ?
      schedule.reduce((sum, {cycles}) => sum + cycles, 0) : null;
  return [
    ['#', (kernel, i) => number(i, String)],
    ['kernel', (kernel) => ({value: kernel.name})],
    ['operators', (kernel) =>
      ({value: kernel.operators.map((op) => op.name).join(', ')})],
    ['decisions', (kernel) => ({value: Object.entries(kernel.decisions)
        .map(([name, text]) => `${name} ${text}`).join(', '),
      title: kernel.reasons.join('\n')})],
    ['nodes', (kernel) => ({value: kernel.nodes.join(', ')})],
    ['FLOP', (kernel) => number(flopsOf(kernel), amount(''),
        kernel.flops ? kernel.flops.text : 'not known')],
    ['share', (kernel) => number(total ? flopsOf(kernel) / total : 0,
        (share) => (100 * share).toFixed(1) + ' %')],
    ['read', (kernel) => number(kernel.bytes_read.value, amount('B'),
        kernel.bytes_read.text)],
    ['written', (kernel) => number(kernel.bytes_written.value, amount('B'),
        kernel.bytes_written.text)],
    ['share', (kernel) => number(bytesOf(kernel) / (report.bytes.value || 1),
        (share) => (100 * share).toFixed(1) + ' %')],
    ['FLOP/B', (kernel) => number(kernel.intensity,
        (value) => value === null ? '–' : value.toFixed(2))],
    ['cycles', (kernel) => number(cyclesOf(kernel), amount(''),
        'estimated, on all cores')],
    ['rules', (kernel) => ({
      value: [...new Set(kernel.schedule.map((block) => block.rule))].join(', '),
      title: kernel.schedule.map(
          (block) => `${block.block}: ${block.rule}`).join('\n')})],
    ['record', (kernel) => ({value: kernel.record ? kernel.record.words : '',
      title: kernel.record ? kernel.record.strategy : ''})],
    ['output', (kernel) => ({value: kernel.outputs.map(
        (output) => shapeOf(report.tensors[output])).join(', ')})],
    ['runs', (kernel) => ({value: !kernel.supported ? 'unsupported' :
        {always: 'once', branch: 'in a branch', loop: 'in a loop'}[kernel.place]})],
  ];
}

function compareCells(a, b) {
  if (typeof a === 'number' || typeof b === 'number')
    return (a ?? -1) - (b ?? -1);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `onKernel` is called with the number of a kernel whose row is clicked. */
function drawKernels(report, table, onKernel) {
  const columns = kernelColumns(report);
  const rows = report.kernels.map((kernel, i) => {
    const cells = columns.map(([, cell]) => cell(kernel, i));
    const row = html('tr', {}, ...cells.map((cell) =>
        html('td', {'class': cell['class'] || '', 'title': cell.title || ''},
            cell.text ?? cell.value)));
    row.addEventListener('click', () => onKernel(i));
    return {row, cells};
  });
  const body = html('tbody', {}, ...rows.map((row) => row.row));
  let sorted = null, direction = 1;
  const heads = columns.map(([name], column) => {
    const head = html('th', {}, name);
    head.addEventListener('click', () => {
      // Numbers begin with the largest.
      const isNumber = rows.some((row) =>
          typeof row.cells[column].value === 'number');
      direction = sorted === column ? -direction : isNumber ? -1 : 1;
      sorted = column;
      rows.sort((a, b) => direction *
          compareCells(a.cells[column].value, b.cells[column].value));
      body.replaceChildren(...rows.map((row) => row.row));
    });
    return head;
  });
  table.append(html('thead', {}, html('tr', {}, ...heads)), body);
}
