// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lane per module, a bar per instruction, from left to right.

const LANE = {left: 70, top: 24, height: 34, bar: 24};

class Timeline {
  /** `onPoint(line)` and `onClick(line)` get the line of the bar at the mouse. */
  constructor(report, container, onPoint, onClick) {
    this.report = report;
    this.container = container;
    this.listeners = {onPoint, onClick};
    this.scale = 1000 / Math.max(1, report.cycles);
    this.bars = new Map();
    this.draw();
  }

  zoom(factor) {
    this.scale *= factor;
    this.draw();
  }

  x(cycle) {
    return LANE.left + cycle * this.scale;
  }

  draw() {
    const root = svg('svg', {width: this.x(this.report.cycles) + 20,
      height: LANE.top + 3 * LANE.height + 10});
    for (const unit of [0, 1, 2])
      root.append(svg('text', {x: 4, y: LANE.top + unit * LANE.height + 16},
          this.report.units[unit].name));
    root.append(...this.drawAxis());
    for (const slice of this.report.slices)
      root.append(this.drawSlice(slice));
    this.container.replaceChildren(root);
  }

  drawAxis() {
    const step = 10 ** Math.ceil(Math.log10(60 / this.scale));
    const marks = [];
    for (let cycle = 0; cycle <= this.report.cycles; cycle += step)
      marks.push(
          svg('line', {'class': 'axis', 'x1': this.x(cycle), 'y1': LANE.top - 6,
            'x2': this.x(cycle), 'y2': LANE.top + 3 * LANE.height,
            'stroke-opacity': 0.3}),
          svg('text', {'class': 'small', 'x': this.x(cycle), 'y': 12},
              String(cycle)));
    return marks;
  }

  drawSlice(slice) {
    const text = this.report.lines[slice.line].text;
    const bar = svg('rect', {
      'class': 'slice lane' + slice.unit,
      'x': this.x(slice.begin),
      'y': LANE.top + slice.unit * LANE.height,
      'width': Math.max(0.5, (slice.end - slice.begin) * this.scale),
      'height': LANE.bar,
    }, svg('title', {}, `${slice.line}: ${text}\n` +
        `cycles ${slice.begin} to ${slice.end}`));
    bar.addEventListener('mouseover', () => this.listeners.onPoint(slice.line));
    bar.addEventListener('click', () => this.listeners.onClick(slice.line));
    this.bars.set(slice.line, bar);
    return bar;
  }
}
