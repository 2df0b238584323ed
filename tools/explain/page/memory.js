// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plan of the arena: kernels from left to right, addresses upwards.

function describeBuffer(buffer) {
  return (buffer.workspace ? 'workspace of ' : '') + buffer.name + '\n' +
      scaled(buffer.size, 'B') + ' at ' + buffer.offset + ', kernels ' +
      buffer.first + ' to ' + buffer.last;
}

function drawMemory(memory, numKernels, container) {
  const margin = {left: 70, bottom: 24, top: 10}, height = 420;
  const step = Math.max(14, Math.min(60, 1300 / Math.max(1, numKernels)));
  const across = (kernel) => margin.left + kernel * step;
  const up = (offset) => margin.top +
      height * (1 - offset / Math.max(1, memory.planned));
  const root = svg('svg', {
    width: margin.left + numKernels * step + 20,
    height: height + margin.top + margin.bottom,
  });
  for (let i = 0; i <= 4; ++i) {
    const offset = memory.planned * i / 4;
    root.append(
        svg('line', {'class': 'axis', 'x1': margin.left - 4, 'x2': across(numKernels),
          'y1': up(offset), 'y2': up(offset), 'stroke-opacity': i ? 0.3 : 1}),
        svg('text', {'class': 'small', 'text-anchor': 'end', 'x': margin.left - 8,
          'y': up(offset) + 3}, scaled(offset, 'B')));
  }
  for (let i = 0; i < numKernels; i += Math.ceil(30 / step))
    root.append(svg('text', {'class': 'small', 'text-anchor': 'middle',
      'x': across(i + 0.5), 'y': height + margin.top + 14}, String(i)));
  for (const buffer of memory.buffers)
    root.append(...drawBuffer(buffer, across, up));
  container.append(root);
}

function drawBuffer(buffer, across, up) {
  const x = across(buffer.first), y = up(buffer.offset + buffer.size);
  const width = across(buffer.last + 1) - x, height = up(buffer.offset) - y;
  const rect = svg('rect', {
    'class': 'buffer ' + (buffer.workspace ? 'workspace' : 'tensor'),
    x, y, width, height}, svg('title', {}, describeBuffer(buffer)));
  const letters = Math.floor((width - 4) / 5.5);
  if (height < 11 || letters < 3)
    return [rect];
  return [rect, svg('text', {'class': 'small', 'x': x + 3, 'y': y + 10,
    'pointer-events': 'none'},
  shorten(buffer.name + ' ' + scaled(buffer.size, 'B'), letters))];
}
