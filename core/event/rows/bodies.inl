// MayTouch for one width of registers: one body per lane (core/math/lanes/lanes.inl).
//
// Two convex sets have no point in common if their projections on some axis have none [theorem of
// the separating axis]. One set is the hull of the path's three points, the other all places within
// reach of a segment. The axes tried are x and y, the one across the path's chord, and the one
// across the segment. Comparisons are written so that a NaN separates nothing.

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
