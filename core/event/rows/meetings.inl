// MayMeet for one width of registers: one partner per lane (core/math/lanes/lanes.inl). Comparisons
// are written so that a NaN rejects nothing.

struct Line {
  Lanes c0, c1, c2;
};

// Motion1D::From (core/solid/centre_motion.h): the same motion counted from tau on.
inline Line From(Lanes c0, Lanes c1, Lanes c2, Lanes tau) {
  return {c0 + (c1 + c2 * tau) * tau, c1 + Splat(2.0) * c2 * tau, c2};
}

// How the partners' coordinates differ from the ball's, counted from the later of both epochs.
// BallGap (core/event/predict/gap.h) takes the lower index from the higher; the sign does not
// matter, since gaps consist of squares and products of two differences.
inline Line Between(const double* c0, const double* c1, const double* c2, int ball, int first,
                    Lanes tau_ball, Lanes tau) {
  const Line mine = From(Splat(c0[ball]), Splat(c1[ball]), Splat(c2[ball]), tau_ball);
  const Line theirs = From(Load(c0 + first), Load(c1 + first), Load(c2 + first), tau);
  return {theirs.c0 - mine.c0, theirs.c1 - mine.c1, theirs.c2 - mine.c2};
}

// The gap over [0, T] with t = s T: a[k] = c[k] T^k.
struct Terms {
  Lanes a0, a1, a2, a3, a4;
};

// CircleGap (core/solid/gap.h), with z for centres that differ in height.
inline Terms GapTerms(const Line& x, const Line& y, const Line& z, Lanes squared_reach,
                      Lanes window) {
  const Lanes two = Splat(2.0);
  const Lanes w2 = window * window;
  Terms t;
  t.a0 = x.c0 * x.c0 + y.c0 * y.c0 - squared_reach;
  t.a1 = two * (x.c0 * x.c1 + y.c0 * y.c1);
  t.a2 = x.c1 * x.c1 + y.c1 * y.c1 + two * (x.c0 * x.c2 + y.c0 * y.c2);
  t.a3 = two * (x.c1 * x.c2 + y.c1 * y.c2);
  t.a4 = x.c2 * x.c2 + y.c2 * y.c2;
  t.a0 = t.a0 + z.c0 * z.c0;
  t.a1 = t.a1 + two * (z.c0 * z.c1);
  t.a2 = t.a2 + (z.c1 * z.c1 + two * (z.c0 * z.c2));
  t.a3 = t.a3 + two * (z.c1 * z.c2);
  t.a4 = t.a4 + z.c2 * z.c2;
  t.a1 = t.a1 * window;
  t.a2 = t.a2 * w2;
  t.a3 = t.a3 * (w2 * window);
  t.a4 = t.a4 * (w2 * w2);
  return t;
}

// A bound on the rounding of Bernstein coefficients and of Horner's scheme, from the sizes of the
// terms (core/math/crossing_by_pieces.h).
constexpr double kRounding = 2e-15;

// What follows from the Bernstein coefficients b0 = a0, b1 .. b4 of the gap over its window. A
// polynomial lies within the hull of the points (k/4, b_k).
struct Hull {
  Test clear;      // All b_k are positive, whatever rounding did: the gap stays positive.
  Lanes steepest;  // The gap is above a0 - steepest s: no b_k lets it fall faster.
};

inline Hull HullOf(const Terms& t) {
  const Lanes b1 = t.a0 + Splat(0.25) * t.a1;
  const Lanes b2 = t.a0 + (Splat(0.5) * t.a1 + Splat(1.0 / 6.0) * t.a2);
  const Lanes b3 = t.a0 + (Splat(0.75) * t.a1 + (Splat(0.5) * t.a2 + Splat(0.25) * t.a3));
  const Lanes b4 = t.a0 + (t.a1 + (t.a2 + (t.a3 + t.a4)));
  const Lanes sizes = Size(t.a0) + Size(t.a1) + Size(t.a2) + Size(t.a3) + Size(t.a4);
  const Lanes rounding = Splat(kRounding) * sizes;
  const Lanes lowest = Smaller(Smaller(b1, b2), Smaller(b3, b4));
  const Lanes fall = Larger(Larger(Splat(4.0) * (t.a0 - b1), Splat(2.0) * (t.a0 - b2)),
                            Larger(Splat(4.0 / 3.0) * (t.a0 - b3), t.a0 - b4));
  const Test clear = (t.a0 > Splat(0.0)) & (lowest > rounding);
  return {clear, fall + Splat(8.0) * rounding};
}

// True for a pair whose gap only grows throughout the window, such as balls that leave a contact.
// The gap's rate must be above what WithoutContactNoise (core/solid/contact_noise.h) may take for
// rounding, which for balls of at most 1 m and 1000 m/s is 2e-11 m^2/s.
inline Test OnlyGrows(const Terms& t, Lanes window) {
  const Lanes d1 = t.a1 + Splat(2.0 / 3.0) * t.a2;
  const Lanes d2 = t.a1 + (Splat(4.0 / 3.0) * t.a2 + t.a3);
  const Lanes d3 = t.a1 + (Splat(2.0) * t.a2 + (Splat(3.0) * t.a3 + Splat(4.0) * t.a4));
  const Lanes sizes = Size(t.a1) + Size(t.a2) + Size(t.a3) + Size(t.a4);
  const Lanes lowest = Smaller(Smaller(d1, d2), Smaller(d3, t.a1));
  return (lowest > Splat(4.0 * kRounding) * sizes) & (lowest > Splat(1e-9) * window);
}

// The partners from `first` on. Inlined, so that what depends on the ball alone is loaded once for
// all of them.
[[gnu::always_inline]] inline unsigned MeetLanes(const BallColumns& balls, int ball, int first,
                                                 double* earliest_s) {
  const Lanes epoch_ball = Splat(balls.epoch_s[ball]);
  const Lanes epoch = Load(balls.epoch_s + first);
  const Lanes origin = Larger(epoch_ball, epoch);
  const Lanes window = Smaller(Splat(balls.until_s[ball]), Load(balls.until_s + first)) - origin;
  const Lanes tau_ball = origin - epoch_ball;
  const Lanes tau = origin - epoch;
  const Line x = Between(balls.x0, balls.x1, balls.x2, ball, first, tau_ball, tau);
  const Line y = Between(balls.y0, balls.y1, balls.y2, ball, first, tau_ball, tau);

  // Too far apart, seen from above, however they move. The margin is far above rounding.
  const Lanes radius = Load(balls.radius_m + first);
  const Lanes reach = Splat(balls.radius_m[ball]) + radius;
  const Lanes speed = Splat(balls.fastest_m_s[ball]) + Load(balls.fastest_m_s + first);
  const Lanes within = Splat(1.0 + 1e-9) * (reach + speed * window);
  const Test far = (x.c0 * x.c0 + y.c0 * y.c0 > within * within) | (window < Splat(0.0));
  const unsigned near = ~Bits(far) & kAllLanes;
  if (near == 0) return 0;

  // Balls on the cloth touch at the squared horizontal distance 4 R_a R_b (BallGapOnCloth), balls
  // in space at (R_a + R_b)^2. In space the exact search (BallBallCrossing3D) rounds its
  // coefficients differently, so the gap here is made smaller by 1e-9 of the squared reach.
  const Test flies =
      (Load(balls.off_cloth + first) > Splat(0.0)) | (Splat(balls.off_cloth[ball]) > Splat(0.0));
  const Lanes none = Splat(0.0);
  Line z{none, none, none};
  if (Bits(flies) != 0) {
    z = Between(balls.z0, balls.z1, balls.z2, ball, first, tau_ball, tau);
    z = {Choose(flies, z.c0, none), Choose(flies, z.c1, none), Choose(flies, z.c2, none)};
  }
  const Lanes touching = Choose(flies, Splat(1.0 + 1e-9) * (reach * reach),
                                Splat(4.0) * Splat(balls.radius_m[ball]) * radius);
  const Terms terms = GapTerms(x, y, z, touching, window);
  const Hull hull = HullOf(terms);
  const Test never = hull.clear | (OnlyGrows(terms, window) & Not(flies));
  const unsigned may = near & ~Bits(never);
  if (may == 0) return 0;

  // The gap is above a0 - steepest s, so it is positive until s = a0 / steepest. One part in 10^9
  // is taken off for the rounding here and that of the time. Balls in contact are excepted, because
  // the exact search removes from their gap what is only rounding (kContactNoise, 1e-14 m^2).
  const Lanes share = terms.a0 / hull.steepest;
  const Lanes until = origin + (Splat(1.0 - 1e-9) * share) * window;
  const Lanes early = until - Splat(0x1p-48) * Size(until);
  const Test known = (terms.a0 > Splat(2e-14)) & (share > none) & (share < Splat(1.0));
  Store(earliest_s + first, Choose(known, early, origin));
  return may;
}

inline unsigned Meetings(const BallColumns& balls, int ball, unsigned partners, int count,
                         double* earliest_s) {
  unsigned may = 0;
  for (int first = 0; first < count; first += kWidth) {
    if ((partners >> first & kAllLanes) == 0) continue;
    may |= MeetLanes(balls, ball, first, earliest_s) << first;
  }
  return may & partners;
}
