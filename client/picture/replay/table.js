// The table from above and from the side, on canvases.

const CUSHION_M = 0.0508;  // As drawn: the shot tells where noses are, not what is behind them.
const FACING = 5;          // How much longer than deep a facing is drawn.
const SINK_S = 0.15;       // A ball that drops fades for so long.
const STYLE = {[SLIDING]: '--sliding', [ROLLING]: '--rolling', [AIRBORNE]: '--flying',
               [SPINNING]: '--spinning'};

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// A canvas as large as its element, in the device's pixels.
function fit(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  canvas.style.height = `${height}px`;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

class TableView {
  constructor(canvas, shot) {
    this.canvas = canvas;
    this.shot = shot;
    this.painters = shot.balls.map((ball) => new BallPainter(ball));
  }

  // On a narrow screen the table stands upright: its x axis then points upwards.
  resize() {
    const [left, right, bottom, top] = this.shot.table.bounds;
    const width = this.canvas.parentElement.clientWidth;
    this.upright = width < 560 && right - left > top - bottom;
    const [wide, high] = this.upright ? [top - bottom, right - left] : [right - left, top - bottom];
    this.scale = Math.min(width / wide, Math.max(300, window.innerHeight * 0.8) / high);
    this.context = fit(this.canvas, width, high * this.scale);
    this.offset = (width - wide * this.scale) / 2;
    this.background = null;
  }

  // World (m) to canvas (px).
  at(x, y) {
    const [left, , bottom, top] = this.shot.table.bounds, right = this.shot.table.bounds[1];
    return this.upright ? [this.offset + (top - y) * this.scale, (right - x) * this.scale]
                        : [this.offset + (x - left) * this.scale, (top - y) * this.scale];
  }

  trace(context, points, close) {
    context.beginPath();
    points.forEach(([x, y], i) => context[i ? 'lineTo' : 'moveTo'](...this.at(x, y)));
    if (close) context.closePath();
  }

  disc(context, [x, y, radius]) {
    context.beginPath();
    context.arc(...this.at(x, y), radius * this.scale, 0, 2 * Math.PI);
  }

  drawRails(context) {
    const {rails, noses} = this.shot.table;
    context.save();
    const all = new Path2D();
    for (const rail of rails) {
      this.trace(context, rail, true);
      context.fillStyle = context.strokeStyle = colour('--rail');
      context.fill();
      context.stroke();
      rail.forEach(([x, y], i) => all[i ? 'lineTo' : 'moveTo'](...this.at(x, y)));
      all.closePath();
    }
    context.clip(all);
    context.strokeStyle = colour('--cushion');
    context.lineCap = this.shot.table.pockets.length ? 'butt' : 'square';  // Corners meet.
    for (const [x0, y0, x1, y1] of noses) {
      const depth = Math.min(CUSHION_M, Math.hypot(x1 - x0, y1 - y0) / FACING);
      context.lineWidth = 2 * depth * this.scale;
      this.trace(context, [[x0, y0], [x1, y1]]);
      context.stroke();
    }
    context.restore();
  }

  drawTable(context) {
    const {bed, rails, noses, jaws, pockets, spots, bounds} = this.shot.table;
    const [left, right, bottom, top] = bounds;
    this.trace(context, bed.length ? bed
      : [[left, bottom], [right, bottom], [right, top], [left, top]], true);
    context.fillStyle = colour('--cloth');
    context.fill();
    if (rails.length) this.drawRails(context);
    context.fillStyle = context.strokeStyle = colour('--cushion');
    for (const jaw of jaws) { this.disc(context, jaw); context.fill(); }
    context.lineWidth = 2;
    for (const [x0, y0, x1, y1] of noses) {
      this.trace(context, [[x0, y0], [x1, y1]]);
      context.stroke();
    }
    for (const [x, y] of spots) { this.disc(context, [x, y, 1.8 / this.scale]); context.fill(); }
    context.fillStyle = colour('--pocket');
    for (const pocket of pockets) { this.disc(context, pocket); context.fill(); }
  }

  // An arc up to `time`: a quadratic Bezier curve, cut by de Casteljau's construction.
  drawArc(context, arc, time) {
    const end = Math.min(time, arc[1]), half = 0.5 * (end - arc[0]);
    if (!(half > 0) || !STYLE[arc[2]] || arc[2] === SPINNING) return;
    const to = placeOnArc(arc, end);
    context.beginPath();
    context.moveTo(...this.at(arc[3], arc[4]));
    context.quadraticCurveTo(...this.at(arc[3] + half * arc[6], arc[4] + half * arc[7]),
                             ...this.at(to[0], to[1]));
    context.strokeStyle = colour(STYLE[arc[2]]);
    context.setLineDash(arc[2] === AIRBORNE ? [6, 4] : []);
    context.stroke();
  }

  drawPaths(context, time, opacity) {
    context.save();
    context.globalAlpha = opacity;
    context.lineWidth = 2;
    for (const ball of this.shot.balls) {
      for (const arc of ball.arcs) {
        if (arc[0] >= time) break;
        this.drawArc(context, arc, time);
      }
    }
    context.restore();
  }

  drawBall(context, ball, painter, time) {
    const arc = arcAt(ball, time), [x, y, z] = placeOnArc(arc, time);
    const since = time - arc[0];
    if (arc[2] === LEFT) return;
    const gone = arc[2] === POCKETED ? Math.min(1, since / SINK_S) : 0;
    if (gone === 1) return;
    const [px, py] = this.at(x, y), ratio = window.devicePixelRatio || 1;
    const rise = Math.max(0, z - ball.radius), size = ball.radius * this.scale * (1 - 0.3 * gone);
    context.save();
    context.globalAlpha = 0.35 * (1 - gone);
    context.fillStyle = '#000';
    context.beginPath();  // The shadow, which moves away as the ball rises.
    context.arc(px + 2 + rise * this.scale * 0.3, py + 2 + rise * this.scale * 0.3, size, 0, 7);
    context.fill();
    context.globalAlpha = 1 - gone;
    const image = painter.paint(Math.max(3, ball.radius * this.scale * ratio),
                                axesOf(orientationAt(ball, time)));
    const drawn = image.width / ratio * size / (ball.radius * this.scale) * (1 + 0.6 * rise);
    context.translate(px, py);
    if (this.upright) context.rotate(-Math.PI / 2);
    context.drawImage(image, -drawn / 2, -drawn / 2, drawn, drawn);
    context.restore();
  }

  drawLabel(context, ball, time) {
    const arc = arcAt(ball, time);
    if (arc[2] === POCKETED || arc[2] === LEFT) return;
    const [x, y] = placeOnArc(arc, time), [px, py] = this.at(x, y);
    const up = py - ball.radius * this.scale - 7;
    context.lineWidth = 3;
    context.lineJoin = 'round';
    context.strokeStyle = colour('--page');
    context.strokeText(ball.name, px, up);
    context.fillStyle = colour('--text');
    context.fillText(ball.name, px, up);
  }

  draw(time, options) {
    const {context} = this;
    if (!this.background) this.background = this.makeBackground();
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.background, 0, 0);
    context.restore();
    if (options.paths) {
      this.drawPaths(context, Infinity, 0.28);
      this.drawPaths(context, time, 1);
    }
    this.shot.balls.forEach((ball, i) => this.drawBall(context, ball, this.painters[i], time));
    context.font = '12px system-ui, sans-serif';
    context.textAlign = 'center';
    if (options.labels) for (const ball of this.shot.balls) this.drawLabel(context, ball, time);
  }

  makeBackground() {
    const background = document.createElement('canvas');
    background.width = this.canvas.width;
    background.height = this.canvas.height;
    const context = background.getContext('2d');
    context.setTransform(this.context.getTransform());
    context.fillStyle = colour('--page');
    context.fillRect(0, 0, background.width, background.height);
    this.drawTable(context);
    return background;
  }
}
