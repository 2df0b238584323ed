// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The picture of the fused graph.

const BOX = {width: 240, head: 34, line: 13};
const PORT = {width: 160, height: 30};

/** Boxes for kernels, inputs and outputs, and edges between them. */
function buildGraph(report) {
  const boxes = [], edges = [], producer = new Map();
  report.tensors.forEach((tensor, i) => {
    if (tensor.kind !== 'input')
      return;
    producer.set(i, boxes.length);
    boxes.push({name: tensor.name, tensor});
  });
  const numInputs = boxes.length;
  report.kernels.forEach((kernel, number) => {
    kernel.outputs.forEach((output) => producer.set(output, boxes.length));
    boxes.push({name: kernel.name, kernel, number});
  });
  const connect = (input, to) => {
    const from = producer.get(input);
    if (from !== undefined && from !== to)
      edges.push({ends: [from, to], tensor: report.tensors[input]});
  };
  report.kernels.forEach((kernel, i) =>
      new Set(kernel.inputs).forEach((input) => connect(input, numInputs + i)));
  report.tensors.forEach((tensor, i) => {
    if (!tensor.output)
      return;
    connect(i, boxes.length);
    boxes.push({name: tensor.output, tensor});
  });
  return {boxes, edges};
}

/** The text of a kernel that is searched. */
function searchText(box) {
  const kernel = box.kernel;
  const parts = !kernel ? [box.name] :
      [box.name, ...kernel.nodes, ...kernel.operators.map((op) => op.name)];
  return parts.join('\n').toLowerCase();
}

function describeKernel(kernel) {
  return [
    kernel.name,
    'nodes: ' + kernel.nodes.join(', '),
    (kernel.flops ? kernel.flops.text : 'unknown') + ' FLOP',
    kernel.bytes_read.text + ' B read, ' + kernel.bytes_written.text +
        ' B written',
  ].join('\n');
}

class GraphView {
  constructor(report, container) {
    this.report = report;
    this.graph = buildGraph(report);
    this.expanded = new Set();
    this.matches = [];
    this.root = svg('svg', {preserveAspectRatio: 'xMidYMin'});
    container.append(this.root);
    this.draw();
    this.fit();
    this.addMouse();
  }

  heightOf(box) {
    if (!box.kernel)
      return PORT.height;
    const lines = this.expanded.has(box) ? box.kernel.operators.length : 0;
    return BOX.head + lines * BOX.line + (lines ? 6 : 0);
  }

  draw() {
    const {boxes, edges} = this.graph;
    const sizes = boxes.map((box) =>
        ({width: (box.kernel ? BOX : PORT).width, height: this.heightOf(box)}));
    this.layout = layOut(sizes, edges.map((edge) => edge.ends));
    const labelled = new Set();
    const lines = edges.map((edge, i) => {
      const isFirst = !labelled.has(edge.tensor);
      labelled.add(edge.tensor);
      return this.drawEdge(edge, this.layout.lines[i], isFirst);
    });
    this.groups = boxes.map((box, i) => this.drawBox(box, sizes[i], i));
    this.root.replaceChildren(...lines, ...this.groups);
    this.mark();
  }

  /** Writes the shape of a tensor at one of its edges. */
  drawEdge(edge, points, hasLabel) {
    const start = points[0];
    let path = 'M' + start.x + ' ' + start.y;
    for (let i = 1; i < points.length; ++i) {
      const [a, b] = [points[i - 1], points[i]];
      const middle = (a.y + b.y) / 2;
      path += ` C${a.x} ${middle} ${b.x} ${middle} ${b.x} ${b.y}`;
    }
    const group = svg('g', {},
        svg('path', {'class': 'edge', 'd': path}),
        svg('title', {}, shapeOf(edge.tensor) + ' ' + edge.tensor.name));
    if (hasLabel)
      group.append(svg('text',
          {'class': 'small', 'x': start.x + 4, 'y': start.y + 11},
          shorten(edge.tensor.shape.join('×') || 'scalar', 32)));
    return group;
  }

  drawBox(box, size, i) {
    const {x, y} = this.layout.placed[i];
    const group = svg('g', {'class': 'node', 'transform': `translate(${x} ${y})`});
    if (box.kernel)
      this.fillKernel(group, box, size);
    else
      group.append(
          svg('rect', {'class': 'port', 'rx': 15, ...size}),
          svg('text', {'class': 'head', 'x': 10, 'y': 13}, shorten(box.name, 22)),
          svg('text', {'class': 'small', 'x': 10, 'y': 25},
              shorten(shapeOf(box.tensor), 28)),
          svg('title', {}, box.name + ' ' + shapeOf(box.tensor)));
    return group;
  }

  fillKernel(group, box, size) {
    const {kernel, number} = box;
    const share = kernel.flops && this.report.flops.value ?
        kernel.flops.value / this.report.flops.value : 0;
    const rect = svg('rect', {'class': 'box', 'rx': 4, ...size});
    if (kernel.supported)
      rect.setAttribute('fill',
          `hsl(212 60% ${96 - 30 * Math.min(1, share * 10)}%)`);
    else
      rect.classList.add('unsupported');
    const work = kernel.flops ? scaled(kernel.flops.value, 'FLOP') : '? FLOP';
    const bytes = kernel.bytes_read.value + kernel.bytes_written.value;
    group.append(
        rect,
        svg('text', {'class': 'head', 'x': 6, 'y': 14},
            shorten(number + ' ' + kernel.name.replace(/^fused_/, ''), 32)),
        svg('text', {'class': 'small', 'x': 6, 'y': 27}, kernel.supported ?
            `${work} · ${scaled(bytes, 'B')} · ${kernel.operators.length} op.` :
            'unsupported'),
        svg('title', {}, describeKernel(kernel)));
    if (this.expanded.has(box))
      this.drawOperators(group, kernel);
    group.addEventListener('click', () => this.toggle(box));
  }

  drawOperators(group, kernel) {
    kernel.operators.forEach((op, i) => {
      const tensor = this.report.tensors[op.outputs[0]];
      const shape = tensor ? '[' + tensor.shape.join(',') + ']' : '';
      const y = BOX.head + (i + 1) * BOX.line - 2;
      group.append(
          svg('text', {'class': 'small', 'x': 12, y},
              shorten(op.name + ' ' + shape, 42),
              svg('title', {}, op.nodes.join(', ') + ' ' + shape)));
    });
  }

  toggle(box) {
    if (this.wasDragged)
      return;
    if (!this.expanded.delete(box))
      this.expanded.add(box);
    this.draw();
  }

  expandAll(isExpanded) {
    this.expanded = new Set(isExpanded ?
        this.graph.boxes.filter((box) => box.kernel) : []);
    this.draw();
    this.fit();
  }

  //--- search ---------------------------------------------------------------

  /** Returns the number of boxes that `text` is found in. */
  search(text) {
    const wanted = text.trim().toLowerCase();
    this.matches = !wanted ? [] : this.graph.boxes.flatMap(
        (box, i) => searchText(box).includes(wanted) ? [i] : []);
    this.isSearching = wanted !== '';
    this.current = -1;
    this.mark();
    return this.matches.length;
  }

  showNext() {
    if (this.matches.length === 0)
      return;
    this.current = (this.current + 1) % this.matches.length;
    this.centre(this.matches[this.current]);
  }

  /** Shows the kernel of this number. */
  showKernel(number) {
    this.matches = [this.graph.boxes.findIndex((box) => box.number === number)];
    this.isSearching = false;
    this.current = 0;
    this.centre(this.matches[0]);
  }

  mark() {
    this.groups.forEach((group, i) => {
      group.classList.toggle('dimmed',
          this.isSearching === true && !this.matches.includes(i));
      group.classList.toggle('current', this.matches[this.current] === i);
    });
  }

  //--- view -----------------------------------------------------------------

  setView(view) {
    this.view = view;
    this.root.setAttribute('viewBox',
        [view.x, view.y, view.width, view.height].join(' '));
  }

  fit() {
    const margin = 20;
    const {width, height} = this.layout;
    // Shows the whole width, and as much of the height as stays readable.
    const shown = Math.max(width + 2 * margin, 900);
    this.setView({x: (width - shown) / 2, y: -margin, width: shown,
      height: Math.min(height + 2 * margin, shown * 0.6)});
  }

  centre(i) {
    const {x, y} = this.layout.placed[i];
    const width = 1000, height = 600;
    this.setView({x: x + BOX.width / 2 - width / 2, y: y - height / 3,
      width, height});
    this.mark();
  }

  /** Zooms around a point of the picture, by default its middle. */
  zoom(factor, x = this.view.x + this.view.width / 2,
      y = this.view.y + this.view.height / 2) {
    const view = this.view;
    this.setView({x: x + (view.x - x) * factor, y: y + (view.y - y) * factor,
      width: view.width * factor, height: view.height * factor});
  }

  addMouse() {
    let last = null;
    this.root.addEventListener('wheel', (event) => {
      event.preventDefault();
      const scale = this.getScale();
      if (!event.ctrlKey) {
        this.setView({...this.view, x: this.view.x + event.deltaX * scale,
          y: this.view.y + event.deltaY * scale});
        return;
      }
      const area = this.root.getBoundingClientRect();
      this.zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2,
          this.view.x + (event.clientX - area.left) * scale,
          this.view.y + (event.clientY - area.top) * scale);
    }, {passive: false});
    this.root.addEventListener('mousedown', (event) => {
      last = event;
      this.wasDragged = false;
    });
    window.addEventListener('mouseup', () => {
      last = null;
    });
    window.addEventListener('mousemove', (event) => {
      if (last)
        last = this.drag(last, event);
    });
  }

  drag(from, to) {
    const dx = to.clientX - from.clientX, dy = to.clientY - from.clientY;
    if (Math.abs(dx) + Math.abs(dy) < 3)
      return from;
    this.wasDragged = true;
    const scale = this.getScale();
    this.setView({...this.view, x: this.view.x - dx * scale,
      y: this.view.y - dy * scale});
    return to;
  }

  /** Units of the picture per pixel. */
  getScale() {
    const area = this.root.getBoundingClientRect();
    return Math.max(this.view.width / area.width,
        this.view.height / area.height);
  }
}
