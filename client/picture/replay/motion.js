// The motion of the balls: places from arcs, as client/picture/track.h has them, and orientations
// from angular velocities.
//
// An arc is [begin, end, state, x, y, z, vx, vy, vz, ax, ay, az] in s and m, a point of spin
// [time, wx, wy, wz] in rad/s. Axes: x along the table, y to its left, z up.

const STATIONARY = 1, SPINNING = 2, SLIDING = 3, ROLLING = 4, AIRBORNE = 5, POCKETED = 6, LEFT = 7;

// The last index whose key(item) <= value; 0 if there is none.
function lastAtMost(items, value, key) {
  let low = 0, high = items.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (key(items[middle]) <= value) low = middle; else high = middle;
  }
  return low;
}

const arcAt = (ball, time) => ball.arcs[lastAtMost(ball.arcs, time, (arc) => arc[0])];

function placeOnArc(arc, time) {
  const s = Math.min(Math.max(time, arc[0]), arc[1]) - arc[0];
  return [0, 1, 2].map((i) => arc[3 + i] + s * (arc[6 + i] + 0.5 * s * arc[9 + i]));
}

const placeAt = (ball, time) => placeOnArc(arcAt(ball, time), time);

// Quaternions [w, x, y, z].
function multiply(a, b) {
  return [a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
          a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]];
}

// The turn by omega (rad/s, world frame) for `s` seconds.
function turn(omega, s) {
  const rate = Math.hypot(omega[0], omega[1], omega[2]);
  if (rate * Math.abs(s) < 1e-12) return [1, 0, 0, 0];
  const half = 0.5 * rate * s, scale = Math.sin(half) / rate;
  return [Math.cos(half), omega[0] * scale, omega[1] * scale, omega[2] * scale];
}

function normalised(q) {
  const length = Math.hypot(q[0], q[1], q[2], q[3]);
  return q.map((part) => part / length);
}

function spinBetween(from, to, time) {
  const share = (time - from[0]) / (to[0] - from[0]);
  return [1, 2, 3].map((i) => from[i] + share * (to[i] - from[i]));
}

// How a ball has turned at times at most STEP_S apart, so that a single turn by the mean angular
// velocity leads from one to any time before the next (the midpoint rule on the group).
const STEP_S = 0.01;

function orientations(ball) {
  const keys = [{time: 0, q: [1, 0, 0, 0], omega: [0, 0, 0], slope: [0, 0, 0]}];
  let q = [1, 0, 0, 0];
  for (let i = 0; i + 1 < ball.spin.length; ++i) {
    const from = ball.spin[i], to = ball.spin[i + 1], lasts = to[0] - from[0];
    if (!(lasts > 0)) continue;
    const steps = Math.max(1, Math.ceil(lasts / STEP_S));
    for (let k = 0; k < steps; ++k) {
      const time = from[0] + lasts * k / steps;
      const omega = spinBetween(from, to, time);
      const slope = [1, 2, 3].map((c) => (to[c] - from[c]) / lasts);
      const key = {time, q, omega, slope, end: time + lasts / steps};
      keys.push(key);
      q = normalised(turned(key, lasts / steps));
    }
  }
  keys.push({time: ball.end, q, omega: [0, 0, 0], slope: [0, 0, 0]});
  return keys;
}

const turned = (key, s) =>
  multiply(turn(key.omega.map((w, i) => w + 0.5 * s * key.slope[i]), s), key.q);

function orientationAt(ball, time) {
  const key = ball.keys[lastAtMost(ball.keys, time, (item) => item.time)];
  const end = key.end === undefined ? key.time : key.end;
  return turned(key, Math.min(time, end) - key.time);
}

// The columns of the rotation of a quaternion: where the ball's own axes point.
function axesOf([w, x, y, z]) {
  return [[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
          [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
          [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]];
}
