"""The style and the script of the page of `linemate lab tree`, both put inside it.

The page is whole without the script; with it, subtrees fold and the search can be stepped through.
"""

from __future__ import annotations

STYLE = """
:root { color-scheme: light dark;
  --paper: #ffffff; --ink: #1b2330; --muted: #5d6878; --line: #c3cad5; --panel: #f4f6f9;
  --x: #1558c0; --o: #b3400a; --x-tint: #e3edfc; --o-tint: #fdeadd; --draw-tint: #eef0f3;
  --cut: #b00037; --best: #12823c; --last: #ffe08a; --won: #9be3b0; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #14181f; --ink: #e8ecf2; --muted: #a3adbb; --line: #4a5565; --panel: #1d232d;
  --x: #7db4ff; --o: #ffa26b; --x-tint: #182c4a; --o-tint: #46280f; --draw-tint: #2a313c;
  --cut: #ff6b8f; --best: #4fd07f; --last: #6b5710; --won: #1c6b36; } }
html { scroll-padding-top: 8rem; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 2rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 .3rem; } h2 { font-size: 1.3rem; margin: 2.5rem 0 .4rem; }
p, ul { max-width: 62rem; margin: .4rem 0; } ul { padding-left: 1.3rem; }
header { display: flex; gap: 2rem; align-items: center; flex-wrap: wrap; }
header pre { font: 15px/1.3 "DejaVu Sans Mono", monospace; margin: 0; }
table { border-collapse: collapse; } td, th { padding: .15rem .9rem .15rem 0; text-align: left; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
.share { display: inline-block; height: .7rem; background: var(--x); border-radius: 2px; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; margin: .6rem 0; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.3rem; font-size: .9rem;
  color: var(--muted); margin: .5rem 0; }
.legend i { display: inline-block; width: 1.1rem; height: .8rem; border-radius: 3px;
  vertical-align: -1px; margin-right: .35rem; border: 1.5px solid var(--line); }
.legend .vx { background: var(--x-tint); } .legend .vo { background: var(--o-tint); }
.legend .vd { background: var(--draw-tint); } .legend .best { border-color: var(--best); }
.legend .cut { border: 1.5px dashed var(--cut); }
.legend .lost { background: var(--x-tint); opacity: .45; }
.tools { display: none; position: sticky; top: 0; z-index: 1; background: var(--panel);
  border: 1px solid var(--line); border-radius: 8px; padding: .5rem .8rem; gap: .6rem;
  align-items: center; flex-wrap: wrap; }
.script .tools { display: flex; }
.tools button { font: inherit; padding: .1rem .7rem; cursor: pointer; }
.tools input { flex: 1 1 12rem; max-width: 26rem; }
.tools output { flex: 1 1 100%; min-height: 1.5em; }
svg text { font: 12px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; fill: var(--ink);
  font-variant-numeric: tabular-nums; }
svg text.value { font-weight: 700; font-size: 13px; } svg text.small { fill: var(--muted); }
svg .why { fill: var(--cut); } svg .head { font-size: 13px; }
.grid { stroke: var(--line); fill: none; } .mark { fill: none; stroke-width: 1.9; }
.mark.x { stroke: var(--x); } .mark.o { stroke: var(--o); }
.last { fill: var(--last); } .won { fill: var(--won); }
.box { fill: var(--paper); stroke: var(--line); }
.vx .box { fill: var(--x-tint); } .vo .box { fill: var(--o-tint); }
.vd .box { fill: var(--draw-tint); } .best .box { stroke: var(--best); stroke-width: 2.5; }
.edge { fill: none; stroke: var(--line); } .edge.best { stroke: var(--best); }
.edge.cut { stroke: var(--cut); stroke-dasharray: 4 3; }
.note .box { fill: none; stroke: none; } .note.cutting .box { stroke: var(--cut);
  stroke-dasharray: 4 3; }
.lost, .edge.lost { opacity: .38; }
.track { fill: var(--line); } .bar { fill: var(--best); }
.script .inner { cursor: pointer; }
.folded .box { stroke-dasharray: 2 2; stroke: var(--ink); }
.best.folded .box { stroke: var(--best); }
.later, .away { display: none; } .pending .value { visibility: hidden; }
.stepping .best .box { stroke: var(--line); stroke-width: 1; }
.stepping .edge.best { stroke: var(--line); } .pending .box { fill: var(--paper); }
.stepping .now .box { stroke: var(--ink); stroke-width: 3; }
@media print { .tools { display: none !important; } .scroll { overflow: visible; border: 0; } }
"""

SCRIPT = """
document.documentElement.classList.add('script');
const ROWS_AT_FIRST = 60;

function makeTree(svg) {
  const byId = new Map();
  const [row, family, box, margin, lead] =
    ['row', 'family', 'box', 'margin', 'lead'].map(name => +svg.dataset[name]);
  for (const g of svg.querySelectorAll('.node')) {
    const node = {
      g, x: g.transform.baseVal[0].matrix.e, y: 0, depth: +g.dataset.depth,
      width: +g.querySelector('.box').getAttribute('width'), folded: false,
      edge: document.getElementById(g.id + 'e'), up: byId.get(g.dataset.up), children: [],
    };
    if (node.up) node.up.children.push(node);
    byId.set(g.id, node);
    g.addEventListener('click', () => {
      node.folded = node.children.length > 0 && !node.folded;
      arrange();
    });
  }
  const all = [...byId.values()];

  // The same rule as that of the drawing, for what is not folded away.
  function arrange() {
    let cursor = margin + box / 2 - row, bottom = 0;
    const place = (node, away) => {
      node.g.classList.toggle('away', away);
      node.g.classList.toggle('folded', node.folded);
      if (node.edge) node.edge.classList.toggle('away', away);
      if (away || node.folded) for (const child of node.children) place(child, true);
      if (away) return;
      if (node.folded || !node.children.length) {
        cursor += row;
        node.y = cursor;
      } else {
        for (const child of node.children) place(child, false);
        const first = node.children[0].y, last = node.children.at(-1).y;
        node.y = first + lead * (last - first);
        cursor += family;
      }
      bottom = Math.max(bottom, node.y + box / 2);
      node.g.setAttribute('transform', `translate(${node.x} ${node.y - box / 2})`);
    };
    place(all[0], false);
    for (const { edge, up, x, y } of all) {
      if (!edge || edge.classList.contains('away')) continue;
      const start = up.x + up.width, middle = (start + x) / 2;
      edge.setAttribute('d', `M${start} ${up.y}C${middle} ${up.y} ${middle} ${y} ${x} ${y}`);
    }
    svg.setAttribute('height', bottom + margin);
    svg.setAttribute('viewBox', `0 0 ${svg.viewBox.baseVal.width} ${bottom + margin}`);
  }

  function foldFrom(depth) {
    for (const node of all) node.folded = node.children.length > 0 && node.depth >= depth;
    arrange();
  }

  const rowsTo = depth => all.filter(node =>
    node.depth === depth || node.depth < depth && !node.children.length).length;
  const deepest = Math.max(...all.map(node => node.depth));
  let depth = 1;
  while (depth < deepest && rowsTo(depth + 1) <= ROWS_AT_FIRST) depth++;
  if (depth < deepest) foldFrom(depth);
  return { all, foldFrom };
}

function makeSteps(svg, tree, tools) {
  const steps = JSON.parse(document.getElementById('steps').textContent);
  const slider = tools.querySelector('input'), say = tools.querySelector('output');
  const show = step => {
    const now = steps[step];
    slider.value = step;
    svg.classList.toggle('stepping', !!now);
    say.textContent = now ? `${step + 1} of ${steps.length}. ${now.text}`
      : 'The finished tree. Press start, then step, to see how it came about.';
    for (const { g, edge } of tree.all) {
      const later = +g.dataset.in > step;
      g.classList.toggle('later', later);
      if (edge) edge.classList.toggle('later', later);
      g.classList.toggle('pending', +g.dataset.out > step);
      g.classList.toggle('now', !!now && now.node === g.dataset.order);
      if (g.classList.contains('now')) g.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  };
  const go = step => {
    tree.foldFrom(Infinity);
    show(Math.max(0, Math.min(steps.length, step)));
  };
  slider.max = steps.length;
  slider.oninput = () => go(+slider.value);
  tools.querySelector('.first').onclick = () => go(0);
  tools.querySelector('.back').onclick = () => go(+slider.value - 1);
  tools.querySelector('.on').onclick = () => go(+slider.value + 1);
  tools.querySelector('.end').onclick = () => go(steps.length);
  // A slide can link to one step: tree.html#step=12
  const asked = location.hash.match(/^#step=([0-9]+)$/);
  if (asked) go(asked[1] - 1);
  else show(steps.length);
}

for (const svg of document.querySelectorAll('svg.tree')) {
  const tree = makeTree(svg), tools = document.querySelector(`.tools[data-tree="${svg.id}"]`);
  tools.querySelector('.unfold').onclick = () => tree.foldFrom(Infinity);
  tools.querySelector('.fold').onclick = () => tree.foldFrom(1);
  if (tools.querySelector('input')) makeSteps(svg, tree, tools);
}
"""
