// The balls from the side, x to the right and z upwards, where any of them flies.

class SideView {
  constructor(canvas, shot) {
    this.canvas = canvas;
    this.shot = shot;
  }

  resize() {
    const [left, right] = this.shot.table.bounds;
    const width = this.canvas.parentElement.clientWidth;
    this.scale = width / (right - left);
    const height = (this.shot.highest + 0.05) * this.scale + 24;
    this.ground = height - 8;
    this.context = fit(this.canvas, width, height);
    this.size = [width, height];
  }

  at(x, z) {
    return [(x - this.shot.table.bounds[0]) * this.scale, this.ground - z * this.scale];
  }

  drawTrack(ball) {
    const {context} = this;
    for (const arc of ball.arcs) {
      if (arc[2] !== AIRBORNE) continue;
      const half = 0.5 * (arc[1] - arc[0]), to = placeOnArc(arc, arc[1]);
      context.beginPath();
      context.moveTo(...this.at(arc[3], arc[5]));
      context.quadraticCurveTo(...this.at(arc[3] + half * arc[6], arc[5] + half * arc[8]),
                               ...this.at(to[0], to[2]));
      context.stroke();
    }
  }

  drawBall(ball, time) {
    const {context} = this, arc = arcAt(ball, time);
    if (arc[2] === POCKETED || arc[2] === LEFT) return;
    const [x, , z] = placeOnArc(arc, time);
    context.beginPath();
    context.arc(...this.at(x, z), Math.max(2.5, ball.radius * this.scale), 0, 7);
    context.fillStyle = ball.colour;
    context.fill();
    context.stroke();
  }

  draw(time) {
    const {context} = this, [width, height] = this.size;
    context.fillStyle = colour('--page');
    context.fillRect(0, 0, width, height);
    context.fillStyle = colour('--cloth');
    context.fillRect(0, this.ground, width, height - this.ground);
    context.fillStyle = colour('--cushion');
    for (const [x0, , x1, , high] of this.shot.table.noses) {
      if (x0 !== x1) continue;  // The end cushions, which close the view.
      context.fillRect(...this.at(x0 < 0 ? x0 - CUSHION_M : x0, high), CUSHION_M * this.scale,
                       high * this.scale);
    }
    context.strokeStyle = colour('--flying');
    context.lineWidth = 1.5;
    context.setLineDash([5, 4]);
    for (const ball of this.shot.balls) this.drawTrack(ball);
    context.setLineDash([]);
    context.lineWidth = 0.8;
    context.strokeStyle = colour('--outline');
    for (const ball of this.shot.balls) this.drawBall(ball, time);
  }
}
