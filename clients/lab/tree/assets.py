"""The style and the script of the page of `linemate lab tree`, both put inside it.

The style places the boxes and folds them. The page is whole without the script, which lets the
search be stepped through, and folds or unfolds a whole tree.
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
.tree, .tree ul { list-style: none; margin: 0; }
.tree { padding: .5rem; width: max-content; --reach: 1rem; --gap: 8px; --edge: 1.5px;
  --middle: 50%; }
.tree ul { position: relative; padding: 0 0 0 calc(2 * var(--reach)); display: flex;
  flex-direction: column; gap: var(--gap); }
.node { display: flex; align-items: center; position: relative; }
.tall { --middle: 28px; } .tall .node { align-items: flex-start; }
.tall ul { padding-bottom: 10px; }
.box { display: flex; align-items: center; gap: .4rem; min-width: 12.8rem; min-height: 56px;
  padding: 2px 6px; border: 1px solid var(--line); border-radius: 5px; white-space: nowrap;
  font-size: 12px; line-height: 15px; background: var(--paper);
  font-variant-numeric: tabular-nums; }
.lines { flex: 1; } .lines > span { display: block; }
.value { font-weight: 700; font-size: 13px; } .small { color: var(--muted); }
.why { color: var(--cut); } .head { font-size: 13px; }
/* The edges: out of a box, down past the children of a family, and into each of them. */
.tree ul::before, .tree ul > .node::before, .tree ul > .node::after { content: "";
  position: absolute; border: 0 solid var(--line); }
.tree ul::before { left: 0; width: var(--reach); top: var(--middle); border-top-width: 1.5px; }
.tree ul > .node::before { left: calc(-1 * var(--reach)); width: var(--reach);
  top: calc(var(--middle) - var(--edge) / 2 + .75px); border-top-width: var(--edge); }
.tree ul > .node::after { left: calc(-1 * var(--reach)); top: 0; bottom: calc(-1 * var(--gap));
  border-left-width: 1.5px; }
.tree ul > .node:first-child::after { top: var(--middle); }
.tree ul > .node:last-child::after { bottom: auto; height: var(--middle); }
.tree ul > .node:only-child::after { display: none; }
.tree input { position: absolute; opacity: 0; } .tree label { cursor: pointer; }
.tree input:focus-visible + label { outline: 3px solid var(--x); }
.tree input:checked + label { border: 1px dashed var(--ink); }
.tree input:checked ~ ul { display: none; }
.grid { stroke: var(--line); fill: none; } .mark { fill: none; stroke-width: 1.9; }
.mark.x { stroke: var(--x); } .mark.o { stroke: var(--o); }
.last { fill: var(--last); } .won { fill: var(--won); }
.vx > .box { background: var(--x-tint); } .vo > .box { background: var(--o-tint); }
.vd > .box { background: var(--draw-tint); }
.best > .box { border-color: var(--best); box-shadow: inset 0 0 0 1.5px var(--best); }
.tree ul > .best::before { border-color: var(--best); }
.note > .box { min-width: 0; border-color: transparent; background: none; }
.cut > .box { border: 1px dashed var(--cut); }
.tree ul > .cut::before { border-color: var(--cut); border-style: dashed; }
.lost > .box { opacity: .4; }
.bar { height: 3px; margin-top: 3px; background: linear-gradient(var(--best), var(--best)) 0 0 /
  calc(100% * var(--share)) 100% no-repeat var(--line); }
.later { visibility: hidden; } .pending > .box { background: var(--paper); }
.pending > .box .value { visibility: hidden; }
.stepping .best > .box { border-color: var(--line); box-shadow: none; }
.stepping ul > .best::before { border-color: var(--line); }
.stepping .now > .box { box-shadow: 0 0 0 3px var(--ink); }
@media print { .tools { display: none !important; } .scroll { overflow: visible; border: 0; } }
"""

SCRIPT = """
document.documentElement.classList.add('script');

for (const tools of document.querySelectorAll('.tools')) {
  const tree = document.getElementById(tools.dataset.tree);
  const fold = folded => {
    for (const box of tree.querySelectorAll('input')) box.checked = folded;
  };
  tools.querySelector('.fold').onclick = () => fold(true);
  tools.querySelector('.unfold').onclick = () => fold(false);
  const slider = tools.querySelector('input');
  if (slider) makeSteps(tree, tools, slider, () => fold(false));
}

function makeSteps(tree, tools, slider, unfold) {
  const steps = JSON.parse(document.getElementById('steps').textContent);
  const show = step => {
    const now = steps[step];
    slider.value = step;
    tree.classList.toggle('stepping', !!now);
    tools.querySelector('output').textContent = now ? `${step + 1} of ${steps.length}. ${now.text}`
      : 'The finished tree. Press start, then step, to see how it came about.';
    for (const node of tree.querySelectorAll('.node')) {
      node.classList.toggle('later', +node.dataset.in > step);
      node.classList.toggle('pending', +node.dataset.out > step);
      node.classList.toggle('now', !!now && now.node === node.dataset.order);
    }
    const place = tree.querySelector('.now > .box');
    if (place) place.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const go = step => {
    unfold();
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
"""
