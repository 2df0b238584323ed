// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A small document of its own, on which the script of a page runs.
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

/** Runs the script of the page at `path`; what it returns finds elements. */
exports.run = (path) => {
  const page = fs.readFileSync(path, 'utf8');
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
  return byId;
};
