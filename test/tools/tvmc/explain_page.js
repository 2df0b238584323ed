// node explain_page.js PAGE: runs the page's script on a small document of its
// own and prints what was drawn, as JSON.
'use strict';
const fs = require('fs');
const vm = require('vm');

class Element {
  constructor(name) {
    this.name = name;
    this.attributes = {};
    this.children = [];
    this.listeners = {};
    this.style = {};
    this.classList = {
      add: (name) => this.classes().add(name),
      toggle: (name, isOn) => {
        isOn ? this.classes().add(name) : this.classes().delete(name);
      },
    };
  }
  classes() {
    this.classSet ??= new Set((this.attributes['class'] ?? '').split(' '));
    return this.classSet;
  }
  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }
  append(...children) {
    this.children.push(...children);
  }
  replaceChildren(...children) {
    this.children = children;
  }
  addEventListener(name, listener) {
    this.listeners[name] = listener;
  }
  fire(name, event = {}) {
    this.listeners[name](event);
  }
  set textContent(text) {
    this.children = [text];
  }
  get textContent() {
    return this.children.map((child) =>
        typeof child === 'string' ? child : child.textContent).join('');
  }
  scrollIntoView() {}
  getBoundingClientRect() {
    return {left: 0, top: 0, width: 1000, height: 600};
  }
  /** All elements inside of this class. */
  all(name) {
    return this.children.flatMap((child) => typeof child === 'string' ? [] :
      [...(child.classes().has(name) ? [child] : []), ...child.all(name)]);
  }
}

const page = fs.readFileSync(process.argv[2], 'utf8');
const [, json, script] = page.match(
    /id="report">(.*?)<\/script>\s*<script>(.*)<\/script>/s);
const elements = new Map();
const byId = (id) => {
  if (!elements.has(id))
    elements.set(id, new Element(id));
  return elements.get(id);
};
byId('report').append(json);
vm.runInNewContext(script, {
  document: {
    getElementById: byId,
    createElement: (name) => new Element(name),
    createElementNS: (space, name) => new Element(name),
  },
  window: new Element('window'),
});

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
