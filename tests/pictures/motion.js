// Checks of client/picture/replay/motion.js on its own; the value tells which hold.
//
// Closed forms: a ball that rolls 1 m, of radius 0.05 m, turns by 20 rad about y; one whose spin
// falls from 8 rad/s to 0 within 2 s turns by 8 rad about z; on an arc, x = v t + a t^2 / 2.

(() => {
const close = (a, b) => a.every((part, i) => Math.abs(part - b[i]) < 1e-9);
const about = (axis, angle) =>
  [Math.cos(angle / 2), ...axis.map((part) => part * Math.sin(angle / 2))];
const same = (p, q) => close(p, q) || close(p, q.map((part) => -part));
const ballOf = (spin, end) => {
  const ball = {spin, end};
  ball.keys = orientations(ball);
  return ball;
};
const rolling = ballOf([[0, 0, 20, 0], [1, 0, 20, 0]], 3);
const slowing = ballOf([[0, 0, 0, 8], [2, 0, 0, 0]], 2);
const turns = ballOf([[0, 3, 0, 0], [1, 3, 0, 0], [1, 0, 0, 5], [2, 0, 0, 5]], 2);
const arcs = [[0, 1, 2, 0, 0, 0, 1, 0, 0, -1, 0, 0], [1, 2, 3, 0.5, 0, 0, 0, 2, 0, 0, 0, 0]];
return {
  rolls: same(orientationAt(rolling, 1), about([0, 1, 0], 20)),
  halfway: same(orientationAt(rolling, 0.5), about([0, 1, 0], 10)),
  rests: same(orientationAt(rolling, 3), about([0, 1, 0], 20)),
  slows: same(orientationAt(slowing, 2), about([0, 0, 1], 8)),
  slowsHalfway: same(orientationAt(slowing, 1), about([0, 0, 1], 6)),
  turnsTwice: same(orientationAt(turns, 2), multiply(about([0, 0, 1], 5), about([1, 0, 0], 3))),
  axes: close(axesOf(about([0, 0, 1], Math.PI / 2))[0], [0, 1, 0]),
  arc: close(placeAt({arcs}, 0.5), [0.375, 0, 0]) && close(placeAt({arcs}, 1.5), [0.5, 1, 0]),
  past: close(placeAt({arcs}, 9), [0.5, 2, 0]),
};
})()
