// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
'use strict';
// Elements, and numbers in readable form.

const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {}))
    node.setAttribute(name, value);
  // Strings become text: names of a model are never markup.
  node.append(...children);
  return node;
}

function html(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function svg(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function byId(id) {
  return document.getElementById(id);
}

/** Three digits and a prefix: "1.23 MB". */
function scaled(number, unit) {
  const prefixes = ['', 'k', 'M', 'G', 'T', 'P'];
  let i = 0;
  for (; number >= 999.5 && i + 1 < prefixes.length; ++i)
    number /= 1000;
  const digits = i === 0 ? 0 : number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
  return number.toFixed(digits) + ' ' + prefixes[i] + unit;
}

function shapeOf(tensor) {
  return tensor.dtype + '[' + tensor.shape.join(',') + ']';
}

/** Shortens a text to at most `length` characters. */
function shorten(text, length) {
  return text.length <= length ? text : text.slice(0, length - 1) + '…';
}
