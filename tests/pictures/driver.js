// Steers the replay page as a user does; the value is a report of what it then shows.

(() => {

const id = (name) => document.getElementById(name);
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
// A browser on a busy machine may draw its first frame seconds late.
const until = async (holds) => {
  for (let i = 0; i < 1000 && !holds(); ++i) await wait(20);
};
const data = JSON.parse(id('shot').textContent);
const seconds = () => parseFloat(id('clock').textContent);
const press = (key) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));

function slide(time) {
  id('time').value = time;
  id('time').dispatchEvent(new Event('input', {bubbles: true}));
}

// The points of the table about where the ball rests at the end: red, green, blue, opacity of each.
// A copy is read: the page's canvas is not made for it.
function pointsOfBall(ball) {
  const canvas = id('table'), copy = document.createElement('canvas');
  const [left, right, bottom, top] = data.table.bounds;
  const upright = canvas.width < canvas.height;
  const scale = canvas.height / (upright ? right - left : top - bottom);
  const offset = (canvas.width - scale * (upright ? top - bottom : right - left)) / 2;
  const [, , , x, y] = ball.arcs[ball.arcs.length - 1];
  const at = upright ? [offset + (top - y) * scale, (right - x) * scale]
                     : [offset + (x - left) * scale, (top - y) * scale];
  const radius = Math.max(2, Math.floor(ball.radius * scale));
  copy.width = copy.height = 2 * radius;
  const context = copy.getContext('2d', {willReadFrequently: true});
  context.drawImage(canvas, radius - at[0], radius - at[1]);
  return context.getImageData(0, 0, 2 * radius, 2 * radius).data;
}

// How many of the points have about the ball's own colour.
function shareLike(ball, points) {
  const wanted = [1, 3, 5].map((from) => parseInt(ball.colour.slice(from, from + 2), 16));
  let like = 0;
  for (let i = 0; i < points.length; i += 4) {
    const off = Math.max(...wanted.map((part, c) => Math.abs(part - points[i + c])));
    if (off < 80) ++like;
  }
  return like / (points.length / 4);
}

// How many of the points have another colour than before.
function shareChanged(before, after) {
  let changed = 0;
  for (let i = 0; i < after.length; i += 4) {
    if ([0, 1, 2].some((c) => Math.abs(before[i + c] - after[i + c]) > 12)) ++changed;
  }
  return changed / (after.length / 4);
}

async function steer(report) {
  report.width = window.innerWidth;
  report.overflow = document.documentElement.scrollWidth - window.innerWidth;
  report.upright = id('table').width < id('table').height;
  report.start = seconds();
  report.events = document.querySelectorAll('#events li').length;
  report.marks = document.querySelectorAll('#marks i').length;
  report.side = !id('side-part').hidden;
  report.forces = document.querySelectorAll('.forces img').length;
  report.smallest = Math.min(...[...document.querySelectorAll('.bar button')]
    .map((button) => button.getBoundingClientRect().height));

  const before = id('table').toDataURL();
  slide(data.end / 2);
  report.slid = seconds();
  report.slideDraws = id('table').toDataURL() !== before;

  const plain = id('table').toDataURL();
  id('labels').click();
  report.labelsDraw = id('table').toDataURL() !== plain;
  id('labels').click();
  report.labelsGo = id('table').toDataURL() === plain;
  id('paths').click();
  report.pathsGo = id('table').toDataURL() !== plain;
  id('paths').click();

  slide(0);
  const began = performance.now();
  id('play').click();
  report.playing = id('play').textContent;
  await wait(600);
  await until(() => seconds() > 0);
  report.played = seconds();
  report.playedFor = (performance.now() - began) / 1000;
  id('play').click();
  report.paused = id('play').textContent;
  const stopped = seconds();
  await wait(300);
  report.stays = seconds() === stopped;

  press('Home');
  report.home = seconds();
  press(' ');
  report.spacePlays = id('play').textContent;
  press(' ');
  press('Home');
  press('ArrowRight');
  report.arrow = seconds();
  press('.');
  report.nextEvent = seconds();
  press('Home');
  press('+');
  report.faster = Number(id('speed').value);
  document.querySelectorAll('#events button')[1].click();
  report.secondEvent = seconds();
  report.now = id('now').textContent;
  report.current = document.querySelectorAll('#events li.current').length;

  const ball = data.balls.filter((one) => one.arcs[one.arcs.length - 1][2] < 6  // Still in play,
    && one.arcs.some((arc) => arc[6] !== 0)).pop();                              // and was moved.
  slide(0);
  const without = pointsOfBall(ball);
  slide(data.end);
  const points = pointsOfBall(ball);
  report.ballChanged = shareChanged(without, points);
  report.ballLike = shareLike(ball, points);
  report.end = seconds();
  id('play').click();  // From the end it begins again.
  await until(() => seconds() < data.end);
  report.again = seconds();
  id('play').click();
}

const report = {};
return steer(report).then(() => report, (error) => ({...report, error: String(error)}));
})()
