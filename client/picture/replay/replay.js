// The page: what is played, by whom it is steered.
//
// #t=SECONDS in the address opens the page at that time.

const shot = JSON.parse(document.getElementById('shot').textContent);
for (const ball of shot.balls) {
  ball.end = shot.end;
  ball.keys = orientations(ball);
}

const byId = (id) => document.getElementById(id);
const views = [new TableView(byId('table'), shot)];
if (shot.highest > 0) views.push(new SideView(byId('side'), shot));
byId('side-part').hidden = !(shot.highest > 0);

const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4];
const state = {time: 0, playing: false, last: 0, current: -2};  // No event yet told of.

const told = (time) => `${time.toFixed(3)} s`;

// The last marked event that has happened.
function currentEvent() {
  let current = -1;
  shot.events.forEach((event, i) => { if (event.t <= state.time + 1e-9) current = i; });
  return current;
}

function show() {
  const options = {paths: byId('paths').checked, labels: byId('labels').checked};
  for (const view of views) view.draw(state.time, options);
  byId('time').value = state.time;
  byId('clock').textContent = `${told(state.time)} of ${told(shot.end)}`;
  const current = currentEvent();
  if (current !== state.current) tell(current);
}

// Shows which event is the last one, also in a list that scrolls.
function tell(current) {
  state.current = current;
  const list = byId('events');
  [...list.children].forEach((item, i) => {
    item.classList.toggle('current', i === current);
    if (i === current) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
  });
  byId('now').textContent = current < 0 ? '' : shot.events[current].caption;
}

function seek(time) {
  state.time = Math.min(Math.max(time, 0), shot.end);
  show();
}

function frame(now) {
  if (!state.playing) return;
  const elapsed = Math.min(0.1, (now - state.last) / 1000);
  state.last = now;
  seek(state.time + elapsed * Number(byId('speed').value));
  if (state.time >= shot.end) play(false); else requestAnimationFrame(frame);
}

function play(on) {
  if (on && state.time >= shot.end) state.time = 0;
  state.playing = on;
  byId('play').textContent = on ? 'Pause' : 'Play';
  byId('play').setAttribute('aria-pressed', String(on));
  if (!on) { show(); return; }
  state.last = performance.now();
  requestAnimationFrame(frame);
}

// To the next marked event, or the one before.
function step(forward) {
  play(false);
  const times = shot.events.map((event) => event.t);
  const next = forward ? times.find((time) => time > state.time + 1e-6)
                       : times.reverse().find((time) => time < state.time - 1e-6);
  seek(next === undefined ? (forward ? shot.end : 0) : next);
}

function changeSpeed(by) {
  const at = SPEEDS.indexOf(Number(byId('speed').value));
  byId('speed').value = SPEEDS[Math.min(Math.max(at + by, 0), SPEEDS.length - 1)];
}

function addEvents() {
  shot.events.forEach((event, i) => {
    const mark = document.createElement('i');
    mark.style.left = `${100 * event.t / Math.max(shot.end, 1e-9)}%`;
    mark.title = event.caption;
    byId('marks').append(mark);
    const item = document.createElement('li');
    const button = document.createElement('button');
    const clock = document.createElement('span');
    clock.textContent = told(event.t);
    button.append(clock, event.caption);
    button.addEventListener('click', () => { play(false); seek(event.t); });
    item.append(button);
    byId('events').append(item);
  });
}

const KEYS = {
  ' ': () => play(!state.playing),
  ArrowRight: () => { play(false); seek(state.time + 0.02); },
  ArrowLeft: () => { play(false); seek(state.time - 0.02); },
  '.': () => step(true),
  ',': () => step(false),
  Home: () => seek(0),
  End: () => seek(shot.end),
  '+': () => changeSpeed(1),
  '-': () => changeSpeed(-1),
  l: () => byId('labels').click(),
  p: () => byId('paths').click(),
};

function onKey(event) {
  const does = KEYS[event.key];
  if (!does || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.tagName === 'SELECT') return;
  event.preventDefault();
  does();
}

function layOut() {
  for (const view of views) view.resize();
  show();
}

function start() {
  byId('time').max = shot.end;
  for (const speed of SPEEDS) {
    byId('speed').append(new Option(`${speed} x`, speed, speed === 1, speed === 1));
  }
  addEvents();
  byId('time').addEventListener('input', () => {
    const time = Number(byId('time').value);
    play(false);
    seek(time);
  });
  byId('play').addEventListener('click', () => play(!state.playing));
  byId('back').addEventListener('click', () => step(false));
  byId('on').addEventListener('click', () => step(true));
  byId('table').addEventListener('click', () => play(!state.playing));
  for (const id of ['paths', 'labels']) byId(id).addEventListener('change', show);
  document.addEventListener('keydown', onKey);
  window.addEventListener('resize', layOut);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', layOut);
  const wanted = /^#t=([0-9.]+)$/.exec(location.hash);
  state.time = wanted ? Math.min(Number(wanted[1]) || 0, shot.end) : 0;
  layOut();
}

start();
