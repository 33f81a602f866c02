// Balls, painted point by point: what is seen of a sphere that has turned. Each has a number at two
// poles and dots between them, a cue ball six dots, so that a turn shows.

const POLE_DISC = 0.86;   // Points nearer to a pole than acos of this are in the number's disc.
const CUE_DOT = 0.95, DOT = 0.975;
const BAND = 0.5;         // A striped ball is coloured where it is nearer to its middle than this.
const GLYPH_PX = 48;

const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
const WHITE = [251, 250, 242], BLACK = [22, 22, 22], RED = [195, 32, 31];

// The label as a square of numbers from 0 (paper) to 1 (ink).
function glyphOf(label) {
  if (!label) return null;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = GLYPH_PX;
  const context = canvas.getContext('2d');
  context.font = `700 ${label.length > 1 ? 30 : 38}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(label, GLYPH_PX / 2, GLYPH_PX / 2 + 2);
  const points = context.getImageData(0, 0, GLYPH_PX, GLYPH_PX).data;
  return Float32Array.from({length: GLYPH_PX * GLYPH_PX}, (_, i) => points[4 * i + 3] / 255);
}

// The ink at (u, v) of the disc, from -1 to 1, v upwards.
function ink(glyph, u, v) {
  const column = Math.floor((u + 1) * 0.5 * GLYPH_PX), row = Math.floor((1 - v) * 0.5 * GLYPH_PX);
  const inside = column >= 0 && column < GLYPH_PX && row >= 0 && row < GLYPH_PX;
  return inside ? glyph[row * GLYPH_PX + column] : 0;
}

// The colour of the surface at a unit vector in the ball's own frame.
function surface(look, x, y, z) {
  const ax = Math.abs(x), ay = Math.abs(y), az = Math.abs(z);
  if (!look.glyph) return Math.max(ax, ay, az) > CUE_DOT ? RED : look.base;
  if (az > POLE_DISC) {
    const dark = ink(look.glyph, z > 0 ? x / 0.5 : -x / 0.5, y / 0.5);
    return WHITE.map((white, i) => white + dark * (BLACK[i] - white));
  }
  if (Math.max(ax, ay) > DOT) return look.striped && ax > DOT ? BLACK : WHITE;
  return look.striped && ay > BAND ? WHITE : look.base;
}

function lookOf(ball) {
  return {base: rgb(ball.colour), striped: ball.striped, glyph: glyphOf(ball.label)};
}

// A picture of the ball, `radius` px, seen from above, as its axes lie.
class BallPainter {
  constructor(ball) {
    this.look = lookOf(ball);
    this.canvas = document.createElement('canvas');
    this.radius = 0;
    this.told = '';
  }

  resize(radius) {
    if (radius === this.radius) return;
    this.radius = radius;
    this.size = 2 * Math.ceil(radius + 1);
    this.canvas.width = this.canvas.height = this.size;
    this.context = this.canvas.getContext('2d');
    this.image = this.context.createImageData(this.size, this.size);
    this.told = '';
  }

  // Light falls from the upper left.
  paint(radius, axes) {
    this.resize(radius);
    const told = axes.flat().map((part) => part.toFixed(3)).join();
    if (told === this.told) return this.canvas;
    this.told = told;
    const [ex, ey, ez] = axes, data = this.image.data, middle = this.size / 2;
    for (let row = 0, at = 0; row < this.size; ++row) {
      for (let column = 0; column < this.size; ++column, at += 4) {
        const x = (column + 0.5 - middle) / radius, y = (middle - row - 0.5) / radius;
        const off = Math.hypot(x, y);
        data[at + 3] = 255 * Math.min(1, Math.max(0, (1 - off) * radius + 0.5));
        if (data[at + 3] === 0) continue;
        const z = Math.sqrt(Math.max(0, 1 - off * off));
        const colour = surface(this.look, ex[0] * x + ex[1] * y + ex[2] * z,
                               ey[0] * x + ey[1] * y + ey[2] * z,
                               ez[0] * x + ez[1] * y + ez[2] * z);
        const light = 0.55 + 0.45 * Math.max(0, -0.4 * x + 0.45 * y + 0.8 * z);
        const shine = 110 * Math.max(0, -0.42 * x + 0.46 * y + 0.78 * z) ** 40;
        for (let i = 0; i < 3; ++i) data[at + i] = Math.min(255, colour[i] * light + shine);
      }
    }
    this.context.putImageData(this.image, 0, 0);
    return this.canvas;
  }
}
