// The kernels of prediction for one width of registers (core/kernels/lanes.inl). Comparisons are
// written so that a NaN rejects nothing.

// MayCollide: one partner per lane.

struct Line {
  Lanes c0, c1, c2;
};

// Motion1D::From (core/solid/gap.h): the same motion counted from tau on.
inline Line From(Lanes c0, Lanes c1, Lanes c2, Lanes tau) {
  return {c0 + (c1 + c2 * tau) * tau, c1 + Splat(2.0) * c2 * tau, c2};
}

// How the partners' coordinates differ from the ball's, counted from the ball's epoch. BallGap
// (core/event/predict/predict.h) takes the lower index from the higher; the sign does not matter,
// since gaps consist of squares and products of two differences.
inline Line Between(const double* c0, const double* c1, const double* c2, int ball, int first,
                    Lanes tau) {
  const Line theirs = From(Load(c0 + first), Load(c1 + first), Load(c2 + first), tau);
  return {theirs.c0 - Splat(c0[ball]), theirs.c1 - Splat(c1[ball]), theirs.c2 - Splat(c2[ball])};
}

// The gap over [0, T] with t = s T: a[k] = c[k] T^k.
struct Terms {
  Lanes a0, a1, a2, a3, a4;
};

// CircleGap (core/solid/gap.h), in time.
inline Terms GapTerms(const Line& x, const Line& y, Lanes squared_reach) {
  const Lanes two = Splat(2.0);
  Terms t;
  t.a0 = x.c0 * x.c0 + y.c0 * y.c0 - squared_reach;
  t.a1 = two * (x.c0 * x.c1 + y.c0 * y.c1);
  t.a2 = x.c1 * x.c1 + y.c1 * y.c1 + two * (x.c0 * x.c2 + y.c0 * y.c2);
  t.a3 = two * (x.c1 * x.c2 + y.c1 * y.c2);
  t.a4 = x.c2 * x.c2 + y.c2 * y.c2;
  return t;
}

// Adds what centres that differ in height contribute.
inline void AddHeight(const Line& z, Terms& t) {
  const Lanes two = Splat(2.0);
  t.a0 = t.a0 + z.c0 * z.c0;
  t.a1 = t.a1 + two * (z.c0 * z.c1);
  t.a2 = t.a2 + (z.c1 * z.c1 + two * (z.c0 * z.c2));
  t.a3 = t.a3 + two * (z.c1 * z.c2);
  t.a4 = t.a4 + z.c2 * z.c2;
}

// The gap as a function of the share of the window that has passed.
inline Terms OverWindow(Terms t, Lanes window) {
  const Lanes w2 = window * window;
  t.a1 = t.a1 * window;
  t.a2 = t.a2 * w2;
  t.a3 = t.a3 * (w2 * window);
  t.a4 = t.a4 * (w2 * w2);
  return t;
}

// A bound on the rounding of Bernstein coefficients and of Horner's scheme, from the sizes of the
// terms (core/math/first_crossing.cc).
constexpr double kRounding = 9.0 * kEpsilon;

// The sizes of the terms that change with time, and of all.
struct Sizes {
  Lanes changing, all;
};

inline Sizes SizesOf(const Terms& t) {
  const Lanes changing = (Size(t.a1) + Size(t.a2)) + (Size(t.a3) + Size(t.a4));
  return {changing, Size(t.a0) + changing};
}

// Until when a parabola that lies below the gap stays positive.
struct Parabola {
  Test stays_positive;  // Throughout the window.
  Test reaches_zero;    // It is positive at first and has a root in the window.
  Lanes first_root;     // This root, as a share of the window.
};

// The gap is a0 + a1 s + (a2 + a3 s + a4 s^2) s^2. The parabola replaces the bracket by its
// smallest Bernstein coefficient. It is lowered by 72 roundings of all terms: TermsAfter() and the
// sums here err by less than 20, and the exact search rounds too. Its first root is written without
// cancellation for a falling gap. The discriminant is rounded up, so that the root is early. A
// negative root belongs to a parabola that rises from 0 on.
inline Parabola ParabolaBelow(const Terms& t, const Sizes& sizes) {
  const Lanes none = Splat(0.0);
  const Lanes a0 = t.a0 - Splat(8.0 * kRounding) * sizes.all;
  const Lanes middle = t.a2 + Splat(0.5) * t.a3;
  const Lanes bend = Smaller(Smaller(t.a2, middle), t.a2 + (t.a3 + t.a4));
  const Lanes squared = t.a1 * t.a1;
  const Lanes product = Splat(4.0) * a0 * bend;
  const Lanes discriminant = (squared - product) + Splat(kRounding) * (squared + Size(product));
  const Lanes root = (a0 + a0) / (Root(discriminant) - t.a1);
  const Test above = a0 > none;
  const Test stays = above & ((discriminant < none) | (root < none) | (root >= Splat(1.0)));
  const Test reaches_zero = above & (root >= none) & (root < Splat(1.0));
  return {stays, reaches_zero, root};
}

// The same gap over what is left of the window after a share of it.
inline Terms TermsAfter(const Terms& t, Lanes s) {
  const Lanes rest = Splat(1.0) - s;
  const Lanes a4s = t.a4 * s;
  Terms after;
  after.a0 = t.a0 + s * (t.a1 + s * (t.a2 + s * (t.a3 + a4s)));
  after.a1 = t.a1 + s * (Splat(2.0) * t.a2 + s * (Splat(3.0) * t.a3 + Splat(4.0) * a4s));
  after.a2 = t.a2 + s * (Splat(3.0) * t.a3 + Splat(6.0) * a4s);
  after.a3 = t.a3 + Splat(4.0) * a4s;
  const Lanes squared = rest * rest;
  after.a1 = after.a1 * rest;
  after.a2 = after.a2 * squared;
  after.a3 = after.a3 * (squared * rest);
  after.a4 = t.a4 * (squared * squared);
  return after;
}

// True for a pair whose gap only grows throughout the window, such as balls that leave a contact.
// The gap's rate must be above what WithoutContactNoise (core/solid/resolution.h) may take for
// rounding, which for balls of at most 1 m and 1000 m/s is 2e-11 m^2/s.
inline Test OnlyGrows(const Terms& t, const Sizes& sizes, Lanes window) {
  const Lanes d1 = t.a1 + Splat(2.0 / 3.0) * t.a2;
  const Lanes d2 = t.a1 + (Splat(4.0 / 3.0) * t.a2 + t.a3);
  const Lanes d3 = (t.a1 + Splat(2.0) * t.a2) + (Splat(3.0) * t.a3 + Splat(4.0) * t.a4);
  const Lanes lowest = Smaller(Smaller(d1, d2), Smaller(d3, t.a1));
  return (lowest > Splat(4.0 * kRounding) * sizes.changing) & (lowest > Splat(1e-9) * window);
}

// Balls whose boxes are apart do not touch. That is so for most partners.
inline unsigned NearLanes(const BallColumns& balls, int ball, int first) {
  const Test apart = (Load(balls.x_low + first) > Splat(balls.x_high[ball])) |
                     (Splat(balls.x_low[ball]) > Load(balls.x_high + first)) |
                     (Load(balls.y_low + first) > Splat(balls.y_high[ball])) |
                     (Splat(balls.y_low[ball]) > Load(balls.y_high + first));
  return ~Bits(apart) & kAllLanes;
}

// The same for one partner.
inline unsigned IsNear(const BallColumns& balls, int ball, int partner) {
  const bool apart =
      balls.x_low[partner] > balls.x_high[ball] || balls.x_low[ball] > balls.x_high[partner] ||
      balls.y_low[partner] > balls.y_high[ball] || balls.y_low[ball] > balls.y_high[partner];
  return apart ? 0u : 1u;
}

// Balls that fill one register at most are compared one by one: a load of several boxes would wait
// for that of the ball itself, which has just been stored.
inline unsigned NearPartners(const BallColumns& balls, int ball, unsigned partners, int count) {
  unsigned near = 0;
  if (count <= kWidth) {
    for (unsigned left = partners; left != 0; left &= left - 1) {
      const int partner = __builtin_ctz(left);
      near |= IsNear(balls, ball, partner) << partner;
    }
    return near;
  }
  for (int first = 0; first < count; first += kWidth) {
    near |= NearLanes(balls, ball, first) << first;
  }
  return near & partners;
}

// The gaps to the partners from `first` on.
struct Gaps {
  Lanes origin, window;
  Terms terms;
  Test flies;
};

// Balls on the cloth touch at the squared horizontal distance 4 R_a R_b (BallGapOnCloth), balls in
// space at (R_a + R_b)^2. In space the exact search (BallBallCrossing3D) rounds its coefficients
// differently, so the gap here is made smaller by 1e-9 of the squared reach.
[[gnu::always_inline]] inline Gaps GapsTo(const BallColumns& balls, int ball, int first) {
  const Lanes origin = Splat(balls.epoch_s[ball]);
  const Lanes tau = origin - Load(balls.epoch_s + first);
  const Lanes window =
      Smaller(Splat(balls.horizon_s[ball]), Load(balls.horizon_s + first)) - origin;
  const Line x = Between(balls.x0, balls.x1, balls.x2, ball, first, tau);
  const Line y = Between(balls.y0, balls.y1, balls.y2, ball, first, tau);
  const Lanes radius = Load(balls.radius_m + first);
  const Lanes reach = Splat(balls.radius_m[ball]) + radius;
  const Lanes none = Splat(0.0);
  const Test flies = (Load(balls.off_cloth + first) > none) | (Splat(balls.off_cloth[ball]) > none);
  const Lanes touching = Choose(flies, Splat(1.0 + 1e-9) * (reach * reach),
                                Splat(4.0) * Splat(balls.radius_m[ball]) * radius);
  Terms terms = GapTerms(x, y, touching);
  if (Bits(flies) != 0) {
    const Line z = Between(balls.z0, balls.z1, balls.z2, ball, first, tau);
    AddHeight({Choose(flies, z.c0, none), Choose(flies, z.c1, none), Choose(flies, z.c2, none)},
              terms);
  }
  return {origin, window, OverWindow(terms, window), flies};
}

// The partners from `first` on, of which those of `near` are asked for. Inlined, so that what
// depends on the ball alone is loaded once for all of them.
[[gnu::always_inline]] inline unsigned CollideLanes(const BallColumns& balls, int ball, int first,
                                                    unsigned near, double* earliest_s) {
  const Gaps gaps = GapsTo(balls, ball, first);
  const Sizes sizes = SizesOf(gaps.terms);
  const Test grows = OnlyGrows(gaps.terms, sizes, gaps.window) & Not(gaps.flies);

  // Balls in contact are excepted from the bound, because the exact search removes from their gap
  // what is only rounding (kRounding_m, for balls of up to 1 m 3.6e-13 m^2).
  const Test apart = gaps.terms.a0 > Splat(4e-13);
  const Parabola whole = ParabolaBelow(gaps.terms, sizes);
  const Test bounded = apart & whole.reaches_zero;
  Test never = (apart & whole.stays_positive) | grows | (gaps.window < Splat(0.0));
  Lanes share = whole.first_root;
  if ((Bits(bounded & Not(never)) & near) != 0) {  // A second parabola comes closer to the gap.
    const Parabola rest = ParabolaBelow(TermsAfter(gaps.terms, share), sizes);
    never = never | (bounded & rest.stays_positive);
    share = Choose(rest.reaches_zero, share + (Splat(1.0) - share) * rest.first_root, share);
  }

  // One part in 10^9 is taken off for the rounding of the time.
  const Lanes earliest = gaps.origin + share * (Splat(1.0 - 1e-9) * gaps.window);
  Store(earliest_s + first, Choose(bounded, Splat(1.0 - 0x1p-48) * earliest, gaps.origin));
  return ~Bits(never) & near;
}

inline unsigned Collisions(const BallColumns& balls, int ball, unsigned partners, int count,
                           double* earliest_s) {
  const unsigned near = NearPartners(balls, ball, partners, count);
  unsigned may = 0;
  for (unsigned left = near; left != 0;) {
    const int first = __builtin_ctz(left) & -kWidth;
    may |= CollideLanes(balls, ball, first, near >> first & kAllLanes, earliest_s) << first;
    left &= ~(kAllLanes << first);
  }
  return may;
}

// MayTouch: one body per lane.
//
// Two convex sets have no point in common if their projections on some axis have none [theorem of
// the separating axis]. One set is the hull of the path's three points, the other all places within
// reach of a segment. The axes tried are x and y, the one across the path's chord, and the one
// across the segment.

inline unsigned TouchLanes(const VicinityBlock& bodies, const SweptPath& path, int first) {
  const Test apart_x = (Load(bodies.x_low + first) > Splat(path.x_high)) |
                       (Splat(path.x_low) > Load(bodies.x_high + first));
  const Test apart_y = (Load(bodies.y_low + first) > Splat(path.y_high)) |
                       (Splat(path.y_low) > Load(bodies.y_high + first));
  const Test above = Splat(path.lowest_m) > Load(bodies.highest_m + first);
  const Test boxed = apart_x | apart_y | above;
  if (Bits(boxed) == kAllLanes) return 0;

  // Across the chord; both sides are multiplied by the chord's length.
  const Lanes reach = Load(bodies.reach_m + first);
  const Lanes middle_x = Load(bodies.middle_x + first);
  const Lanes middle_y = Load(bodies.middle_y + first);
  const Lanes across_x = Splat(path.across_x);
  const Lanes across_y = Splat(path.across_y);
  const Lanes middle =
      across_x * (middle_x - Splat(path.x[0])) + across_y * (middle_y - Splat(path.y[0]));
  const Lanes half =
      Size(across_x * Load(bodies.half_x + first) + across_y * Load(bodies.half_y + first));
  const Lanes wide = half + Splat(path.length_m) * reach;
  const Test apart_chord =
      (middle - wide > Splat(path.across_high)) | (Splat(path.across_low) > middle + wide);

  // Across the segment.
  const Lanes normal_x = Load(bodies.normal_x + first);
  const Lanes normal_y = Load(bodies.normal_y + first);
  const Lanes d0 =
      normal_x * (Splat(path.x[0]) - middle_x) + normal_y * (Splat(path.y[0]) - middle_y);
  const Lanes d1 =
      normal_x * (Splat(path.x[1]) - middle_x) + normal_y * (Splat(path.y[1]) - middle_y);
  const Lanes d2 =
      normal_x * (Splat(path.x[2]) - middle_x) + normal_y * (Splat(path.y[2]) - middle_y);
  const Test apart_segment = ((d0 > reach) & (d1 > reach) & (d2 > reach)) |
                             ((-reach > d0) & (-reach > d1) & (-reach > d2));
  return ~Bits(boxed | apart_chord | apart_segment) & kAllLanes;
}

inline unsigned long long Touches(const VicinityRows& bodies, const SweptPath& path, int first) {
  constexpr int kRows = VicinityBlock::kRows;
  const int left = bodies.block_count - first;
  const int blocks = left < kBlocksAsked ? left : kBlocksAsked;
  unsigned long long may = 0;
  for (int k = 0; k < blocks; ++k) {
    unsigned near = 0;
    for (int row = 0; row < kRows; row += kWidth) {
      near |= TouchLanes(bodies.blocks[first + k], path, row) << row;
    }
    may |= static_cast<unsigned long long>(near) << (k * kRows);
  }
  return may;
}
