// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fills the page.

function drawSummary(report) {
  const launches = report.kernels.filter((kernel) => kernel.supported);
  const isUnknown = launches.some((kernel) => !kernel.flops);
  byId('title').append(report.model.name || 'model');
  byId('summary').append([
    launches.length + ' kernels run',
    (isUnknown ? 'at least ' : '') + scaled(report.flops.value, 'FLOP'),
    scaled(report.bytes.value, 'B') + ' read and written',
    scaled(report.model.parameters.bytes, 'B') + ' of parameters',
    report.target ? 'for ' + report.target.split(',').slice(0, 2).join(' ') :
      'up to level ' + report.level,
  ].join(', '));
  if (report.flops.text !== String(report.flops.value) &&
      report.kernels.some((kernel) => /[^0-9]/.test(kernel.bytes_read.text)))
    byId('sample-note').append('Numbers are for ' + report.sample_dim +
        ' in every dimension that is not known; formulas appear when the ' +
        'mouse is over them.');
}

function drawProblems(report) {
  const items = report.missing.map((node) =>
      `'${node.node}' (${node.operator}): ${node.reason}`);
  items.push(...report.problems);
  byId('problems').hidden = items.length === 0;
  byId('problem-list').append(...items.map((item) => html('li', {}, item)));
}

function drawModel(model) {
  const rows = [
    ['made by', model.producer || '?'],
    ['operator sets',
      model.opsets.map((set) => set.domain + ' ' + set.version).join(', ')],
    ...model.inputs.map((input) => ['input', input.name + ': ' + input.type]),
    ...model.outputs.map((output) =>
      ['output', output.name + ': ' + output.type]),
    ['parameters', model.parameters.count + ' in ' + model.parameters.tensors +
      ' tensors, ' + scaled(model.parameters.bytes, 'B')],
  ];
  byId('model-table').append(...rows.map(([name, value]) =>
      html('tr', {}, html('td', {}, name), html('td', {}, value))));
  byId('operator-table').append(...model.operators.map((op) =>
      html('tr', {}, html('td', {}, op.family), html('td', {}, op.name),
          html('td', {'class': 'number'}, String(op.count)))));
}

function addGraph(report) {
  const view = new GraphView(report, byId('graph-view'));
  const search = byId('search');
  search.addEventListener('input', () => {
    const count = view.search(search.value);
    byId('found').textContent = search.value ? count + ' found' : '';
  });
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter')
      view.showNext();
  });
  byId('zoom-in').addEventListener('click', () => view.zoom(1 / 1.4));
  byId('zoom-out').addEventListener('click', () => view.zoom(1.4));
  byId('fit').addEventListener('click', () => view.fit());
  byId('expand').addEventListener('click', () => view.expandAll(true));
  byId('collapse').addEventListener('click', () => view.expandAll(false));
  return view;
}

function drawMemorySection(report) {
  if (!report.memory) {
    byId('memory').hidden = true;
    return;
  }
  const memory = report.memory;
  byId('memory-summary').append(
      `${scaled(memory.planned, 'B')} for ${memory.buffers.length} tensors ` +
      `and workspaces, ${scaled(memory.naive, 'B')} without sharing, at ` +
      `least ${scaled(memory.lower_bound, 'B')}.` + (memory.sample ?
          ` For ${report.sample_dim} in every dimension that is not known.` :
          '') + (memory.unplanned ? ` ${memory.unplanned} more have sizes ` +
          'that are known only when the model runs.' : ''));
  drawMemory(memory, report.kernels.length, byId('memory-view'));
}

function main() {
  const report = JSON.parse(byId('report').textContent);
  drawSummary(report);
  drawProblems(report);
  drawModel(report.model);
  const view = addGraph(report);
  drawKernels(report, byId('kernel-table'), (number) => {
    view.showKernel(number);
    byId('graph').scrollIntoView();
  });
  drawMemorySection(report);
}

main();
