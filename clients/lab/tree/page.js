// The page of `linemate lab tree` is whole without this, which lets the search be stepped
// through, and folds or unfolds a whole tree.
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
  const steps = JSON.parse(document.getElementById(`${tree.id}-steps`).textContent);
  const show = step => {
    const now = steps[step];
    if (steps[0].phase) showSample(tree, now ?? steps.at(-1), !!now);
    slider.value = step;
    tree.classList.toggle('stepping', !!now);
    tools.querySelector('output').textContent = now ? `${step + 1} of ${steps.length}. ${now.text}`
      : 'The finished tree. Press start, then step, to see how it came about.';
    for (const node of tree.querySelectorAll('.node')) {
      node.classList.toggle('later', +node.dataset.in > step);
      node.classList.toggle('pending', +node.dataset.out > step);
      node.classList.toggle('now', !!now && (now.node ?? now.path.at(-1)) === node.dataset.order);
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
  // A slide can link to one step: tree.html#step=12, and of the samples #sample-step=12
  const name = steps[0].phase ? 'sample-step' : 'step';
  const asked = location.hash.match(new RegExp(`^#${name}=([0-9]+)$`));
  if (asked) go(asked[1] - 1);
  else show(steps.length);
}

// A step of a tree search: the way of its sample, the figures of every node by then, which of the
// four steps it is and, once the game was played out, the board at its end.
function showSample(tree, now, stepping) {
  for (const node of tree.querySelectorAll('.node')) {
    const [visits, bound] = now.nodes[node.dataset.order];
    const box = node.querySelector('.box');
    box.querySelector('.value').textContent = visits;
    box.querySelector('.small').textContent = bound;
    node.classList.toggle('onpath', stepping && now.path.includes(node.dataset.order));
  }
  for (const phase of document.querySelectorAll('.phase')) {
    phase.classList.toggle('now', stepping && phase.dataset.phase === now.phase);
  }
  const played = stepping && (now.phase === 'simulation' || now.phase === 'backup');
  for (const board of document.querySelectorAll('.board')) {
    board.classList.toggle('shown', played && board.dataset.sample === now.sample);
  }
}
