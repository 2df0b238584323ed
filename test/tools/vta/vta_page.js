// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// node vta_page.js PAGE: runs the page's script and prints what was drawn, and
// what the mouse does, as JSON.
'use strict';
const byId = require('../tvmc/page.js').run(process.argv[2]);

const lines = () => byId('line-table').all('line');
const bars = () => byId('timeline').all('slice');
const currentOf = (elements) => elements.flatMap((element, i) =>
    element.classes().has('current') ? [i] : []);
const scrolled = [];
const watch = (element, name) => {
  element.scrollIntoView = () => scrolled.push(name);
};

const boxes = bars().map((bar) => bar.attributes).map((box) => ({
  lane: box.class.match(/lane(\d)/)[1],
  x: Number(box.x), right: Number(box.x) + Number(box.width)}));
const widths = boxes.map((box) => box.right - box.x);
bars()[1].fire('mouseover');
const pointed = {lines: currentOf(lines()), bars: currentOf(bars())};
lines()[0].fire('mouseover');
const moved = {lines: currentOf(lines()), bars: currentOf(bars())};
lines().forEach((line, i) => watch(line, 'line ' + i));
bars().forEach((bar, i) => watch(bar, 'bar ' + i));
bars()[1].fire('click');
byId('zoom-in').fire('click');
const zoomed = bars().map((bar) => Number(bar.attributes.width));

console.log(JSON.stringify({
  title: byId('title').textContent,
  summary: byId('summary').textContent,
  problem: byId('problem').hidden ? null : byId('problem').textContent,
  lines: lines().map((line) => line.textContent),
  bars: bars().map((bar) => bar.textContent),
  activities: byId('unit-table').all('activity').map((row) =>
      row.children.map((cell) => cell.textContent)),
  boxes, pointed, moved, scrolled,
  kept: currentOf(bars()),
  growth: zoomed.map((width, i) => width / widths[i]),
}));
