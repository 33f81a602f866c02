// The forces of balls on the flat of the cloth for one width of registers: one contact per lane
// (core/kernels/lanes.inl). Each formula is that of a function for one contact, with the same
// operations in the same order; where that function branches, a lane chooses.

struct Vector2 {
  Lanes x, y;
};

// `a` where it is not 0, else 1: a divisor of zeros.
inline Lanes OrOne(Lanes a) { return Choose(a != Splat(0.0), a, Splat(1.0)); }

// NormalForceLaw::Force: F = K d^(3/2) (1 + h d'/v), with the penetration d = R - z and its rate
// d' = -v_z. Also the power that is lost beside the elastic part.
inline Lanes NormalForce(ClothColumns& cloth, int i) {
  const Lanes none = Splat(0.0);
  const Lanes d = -(Load(cloth.z + i) - Load(cloth.radius_m + i));
  const Lanes rate = -Load(cloth.vz + i);
  const Lanes approach = Load(cloth.approach_m_s + i);
  const Test touches = d > none;
  const Lanes positive = Choose(touches, d, none);
  const Lanes elastic = Load(cloth.stiffness + i) * (positive * Root(positive));
  const Test began = approach >= Splat(cloth.least_ratio_approach_m_s);
  const Lanes ratio =
      Choose(began, rate, Load(cloth.ratio_at_rest + i)) / Choose(began, approach, Splat(1.0));
  const Lanes damped = elastic * (Splat(1.0) + Load(cloth.damping + i) * ratio);
  const Lanes force = Choose(touches, Larger(Load(cloth.least_force_N + i), damped), none);
  Store(cloth.normal_N + i, force);
  Store(cloth.contact_loss_W + i, (force - elastic) * rate);
  return force;
}

// LeanOf (core/laws/friction/contensou.cc): d v / sqrt(v^2 + eps^2), Eq. (14), scaled by the
// largest of its parts.
inline Vector2 Lean(Lanes lean, const Vector2& rate, Lanes smoothing) {
  const Lanes scale = Larger(Larger(Size(rate.x), Size(rate.y)), smoothing);
  const Lanes divisor = OrOne(scale);
  const Lanes x = rate.x / divisor;
  const Lanes y = rate.y / divisor;
  const Lanes eps = smoothing / divisor;
  const Lanes speed = Root(x * x + y * y + eps * eps);
  const Lanes factor = lean / Choose(scale != Splat(0.0), speed, Splat(1.0));
  return {x * factor, y * factor};
}

// The shift (d_c, d_s) of Eqs. (2), (14): the lean by the ball's velocity over the cloth, and by
// that of its own surface.
inline Vector2 Shift(const ClothColumns& cloth, const Vector2& slip, int i) {
  const Lanes patch = Load(cloth.patch_m + i);
  const Lanes vx = Load(cloth.vx + i);
  const Lanes vy = Load(cloth.vy + i);
  const Lanes smoothing = Load(cloth.rolling_smoothing + i);
  const Vector2 over_cloth = Lean(Load(cloth.lean + i), {vx / patch, vy / patch}, smoothing);
  Vector2 shift = {Splat(0.0) + over_cloth.x, Splat(0.0) + over_cloth.y};
  if (!cloth.balls_deform) return shift;
  const Vector2 over_ball =
      Lean(Load(cloth.other_lean + i), {(vx - slip.x) / patch, (vy - slip.y) / patch}, smoothing);
  return {shift.x + over_ball.x, shift.y + over_ball.y};
}

// ApproximateFriction for the blend of Eq. (17) with m = 2, and the load of Eqs. (3), (4), (15).
// The slip is that of the ball's lowest point, v + w x (0, 0, -z).
inline void Friction(ClothColumns& cloth, Lanes normal, int i) {
  const Lanes z = Load(cloth.z + i);
  const Lanes wx = Load(cloth.wx + i);
  const Lanes wy = Load(cloth.wy + i);
  const Lanes wz = Load(cloth.wz + i);
  const Vector2 slip = {Load(cloth.vx + i) + wy * -z, Load(cloth.vy + i) - wx * -z};
  const Vector2 d = Shift(cloth, slip, i);

  const Lanes a = Load(cloth.patch_m + i);
  const Lanes smoothing = Load(cloth.slip_smoothing + i);
  const Lanes rate_x = slip.x / a;
  const Lanes rate_y = slip.y / a;
  const Lanes scale = Larger(Larger(Larger(Size(rate_x), Size(rate_y)), Size(wz)), smoothing);
  const Test moves = scale != Splat(0.0);
  const Lanes divisor = OrOne(scale);
  const Lanes x = rate_x / divisor;
  const Lanes y = rate_y / divisor;
  const Lanes spin = wz / divisor;
  const Lanes eps = smoothing / divisor;
  const Lanes v = Root(x * x + y * y);
  const Lanes w = Size(spin);
  const Lanes force_blend = Load(cloth.force_blend + i);
  const Lanes moment_blend = Load(cloth.moment_blend + i);
  const Lanes by_spin = force_blend * Splat(cloth.force_by_shift) * spin;
  const Lanes force_spin = force_blend * w;
  const Lanes force_divisor = Root(v * v + force_spin * force_spin + eps * eps);
  const Lanes moment_spin = moment_blend * w;
  const Lanes moment_divisor = Root(v * v + moment_spin * moment_spin + eps * eps);
  const Lanes by_shift = Splat(cloth.moment_by_shift);
  const Lanes moment =
      moment_blend * Splat(cloth.moment_of_spin) * spin - by_shift * d.y * x + by_shift * d.x * y;
  const Lanes one = Splat(1.0);
  const Lanes force_x = (x - d.y * by_spin) / Choose(moves, force_divisor, one);
  const Lanes force_y = (y + d.x * by_spin) / Choose(moves, force_divisor, one);
  const Lanes scaled_moment = moment / Choose(moves, moment_divisor, one);

  const Lanes friction_N = Load(cloth.friction + i) * normal;
  const Lanes lever_N_m = by_shift * a * normal;
  const Lanes friction_x = -friction_N * force_x;
  const Lanes friction_y = -friction_N * force_y;
  const Lanes moment_x = lever_N_m * d.y;
  const Lanes moment_y = lever_N_m * -d.x;
  const Lanes moment_z = -friction_N * a * scaled_moment;
  Store(cloth.friction_x_N + i, friction_x);
  Store(cloth.friction_y_N + i, friction_y);
  Store(cloth.moment_x + i, moment_x);
  Store(cloth.moment_y + i, moment_y);
  Store(cloth.moment_z + i, moment_z);
  Store(cloth.friction_loss_W + i, -(friction_x * slip.x + friction_y * slip.y) -
                                       (moment_x * wx + moment_y * wy + moment_z * wz));
}

// Of the contacts from `first` to `end`, and of those that fill the last register.
inline void FindForces(ClothColumns& cloth, int first, int end) {
  for (int i = first; i < end; i += kWidth) Friction(cloth, NormalForce(cloth, i), i);
}
