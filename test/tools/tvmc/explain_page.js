// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// node explain_page.js PAGE: runs the page's script and prints what was drawn, as
// JSON.
'use strict';
const byId = require('./page.js').run(process.argv[2]);

const graph = byId('graph-view');
const nodes = () => graph.all('node');
const isKernel = (node) => node.all('box').length > 0;
const boxOf = (node) => {
  const [x, y] = node.attributes.transform.match(/-?[\d.]+/g).map(Number);
  const size = [...node.all('box'), ...node.all('port')][0].attributes;
  return {x, y, right: x + Number(size.width), bottom: y + Number(size.height)};
};
const kernels = nodes().filter(isKernel).map((node) => node.textContent);
const collapsed = graph.all('small').length;
byId('expand').fire('click');
const boxes = nodes().map(boxOf);
const overlaps = [];
boxes.forEach((a, i) => boxes.slice(0, i).forEach((b, j) => {
  if (a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom)
    overlaps.push([i, j]);
}));
const upwards = graph.all('edge').map((edge) => edge.attributes.d).filter((d) => {
  const numbers = d.match(/-?[\d.]+/g).map(Number);
  return numbers[1] >= numbers[numbers.length - 1];
});
byId('search').value = 'PRODUCT';
byId('search').fire('input');
byId('search').fire('keydown', {key: 'Enter'});
const [head, body] = byId('kernel-table').children;
const flop = head.children[0].children.find((th) => th.textContent === 'FLOP');
flop.fire('click');
body.children[0].fire('click');

console.log(JSON.stringify({
  title: byId('title').textContent,
  kernels,
  ports: nodes().filter((node) => !isKernel(node)).length,
  rows: body.children.length,
  buffers: byId('memory-view').all('buffer').length,
  operators: graph.all('small').length - collapsed,
  found: byId('found').textContent,
  sortedByFlop: body.children.map((row) => row.children[0].textContent),
  overlaps,
  upwards,
}));
