// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layered drawings: nodes in rows, edges downwards.

/** Returns the row of every node, which is below the rows of its predecessors. */
function findRows(count, edges) {
  const before = Array.from({length: count}, () => []);
  for (const [from, to] of edges)
    before[to].push(from);
  const rows = new Array(count).fill(-1);
  const visit = (node) => {
    if (rows[node] < 0) {
      rows[node] = 0;
      for (const other of before[node])
        rows[node] = Math.max(rows[node], visit(other) + 1);
    }
    return rows[node];
  };
  for (let node = 0; node < count; ++node)
    visit(node);
  return rows;
}

/** Moves nodes without predecessors down to those that read them. */
function sinkSources(rows, edges) {
  const first = new Array(rows.length).fill(Infinity);
  const isSource = new Array(rows.length).fill(true);
  for (const [from, to] of edges) {
    first[from] = Math.min(first[from], rows[to]);
    isSource[to] = false;
  }
  return rows.map((row, node) =>
      isSource[node] && isFinite(first[node]) ? first[node] - 1 : row);
}

/** Nodes and bends of long edges in rows. Edges of one node share their bends. */
class Rows {
  constructor(nodes, edges) {
    this.widths = nodes.map((node) => node.width);
    this.rowOf = sinkSources(findRows(nodes.length, edges), edges);
    this.bends = new Map(); // "from/row" -> node
    this.links = [];        // between neighbouring rows
    this.linked = new Set();
    this.routes = edges.map(([from, to]) => this.route(from, to));
    const numRows = Math.max(0, ...this.rowOf) + 1;
    this.rows = Array.from({length: numRows}, () => []);
    this.rowOf.forEach((row, node) => this.rows[row].push(node));
    this.above = this.rowOf.map(() => []);
    this.below = this.rowOf.map(() => []);
    for (const [from, to] of this.links) {
      this.below[from].push(to);
      this.above[to].push(from);
    }
  }

  /** The nodes and bends from `from` to `to`. */
  route(from, to) {
    const way = [from];
    for (let row = this.rowOf[from] + 1; row < this.rowOf[to]; ++row)
      way.push(this.bend(from, row));
    way.push(to);
    for (let i = 1; i < way.length; ++i) {
      const key = way[i - 1] + '/' + way[i];
      if (!this.linked.has(key))
        this.links.push([way[i - 1], way[i]]);
      this.linked.add(key);
    }
    return way;
  }

  bend(from, row) {
    const key = from + '/' + row;
    if (!this.bends.has(key)) {
      this.bends.set(key, this.widths.length);
      this.widths.push(0);
      this.rowOf.push(row);
    }
    return this.bends.get(key);
  }

  /** Orders each row by the positions of its neighbours, so that few edges cross. */
  order() {
    const place = [];
    const number = (row) => row.forEach((node, i) => {
      place[node] = i;
    });
    this.rows.forEach(number);
    for (let sweep = 0; sweep < 12; ++sweep) {
      const isDown = sweep % 2 === 0;
      const neighbours = isDown ? this.above : this.below;
      const rows = isDown ? this.rows : [...this.rows].reverse();
      for (const row of rows) {
        const key = new Map(row.map((node) =>
            [node, mean(neighbours[node].map((n) => place[n]), place[node])]));
        row.sort((a, b) => key.get(a) - key.get(b));
        number(row);
      }
    }
  }

  /**
   * Places centres as close to the centres of neighbours as widths allow. A
   * slight pull to the middle keeps long graphs from drifting to a side.
   */
  placeAcross(gap, pull = 0.95) {
    const x = new Array(this.widths.length).fill(0);
    for (let sweep = 0; sweep < 20; ++sweep) {
      const neighbours = sweep % 2 ? this.below : this.above;
      for (const row of this.rows) {
        const wanted = row.map((node) =>
            pull * mean(neighbours[node].map((n) => x[n]), x[node]));
        const widths = row.map((node) => this.widths[node]);
        spread(wanted, widths, gap).forEach((value, i) => {
          x[row[i]] = value;
        });
      }
    }
    return x;
  }
}

function mean(numbers, otherwise) {
  if (numbers.length === 0)
    return otherwise;
  return numbers.reduce((a, b) => a + b, 0) / numbers.length;
}

/**
 * Returns centres of boxes in a row that do not overlap, with the least squared
 * distance to the wanted centres. This is isotonic regression of the wanted
 * centres less the widths of the boxes on their left: neighbours that are in the
 * wrong order are merged.
 */
function spread(wanted, widths, gap) {
  const offsets = [0];
  for (let i = 1; i < widths.length; ++i)
    offsets.push(offsets[i - 1] + (widths[i - 1] + widths[i]) / 2 + gap);
  const blocks = [];
  wanted.forEach((value, i) => {
    blocks.push({sum: value - offsets[i], count: 1});
    while (blocks.length > 1) {
      const [a, b] = blocks.slice(-2);
      if (a.sum / a.count <= b.sum / b.count)
        break;
      blocks.splice(-2, 2, {sum: a.sum + b.sum, count: a.count + b.count});
    }
  });
  const level = blocks.flatMap((block) =>
      new Array(block.count).fill(block.sum / block.count));
  return level.map((value, i) => value + offsets[i]);
}

/**
 * Places `nodes` ({width, height}) so that every edge ([from, to]) leads
 * downwards. Returns the nodes' left upper corners, the points of the edges'
 * lines, and the size of the drawing.
 */
function layOut(nodes, edges, {across = 24, down = 44} = {}) {
  const rows = new Rows(nodes, edges);
  rows.order();
  const centres = rows.placeAcross(across);
  const heights = rows.rows.map((row) => Math.max(0, ...row.map((node) =>
    node < nodes.length ? nodes[node].height : 0)));
  const top = [];
  let height = 0;
  for (const rowHeight of heights) {
    top.push(height);
    height += rowHeight + down;
  }
  const left = Math.min(0, ...centres.map((x, i) => x - rows.widths[i] / 2));
  const placed = nodes.map((node, i) => ({
    x: centres[i] - node.width / 2 - left,
    y: top[rows.rowOf[i]],
    row: rows.rowOf[i],
  }));
  // Bends are as high as their rows.
  const pointsAt = (node) => {
    const x = centres[node] - left, row = rows.rowOf[node];
    return [{x, y: top[row]}, {x, y: top[row] + heights[row]}];
  };
  const lines = rows.routes.map((route) => {
    const from = placed[route[0]], to = route[route.length - 1];
    const start = {x: pointsAt(route[0])[0].x,
      y: from.y + nodes[route[0]].height};
    return [start, ...route.slice(1, -1).flatMap(pointsAt), pointsAt(to)[0]];
  });
  const width = Math.max(0, ...centres.map((x, i) => x + rows.widths[i] / 2));
  return {placed, lines, width: width - left, height: height - down};
}
