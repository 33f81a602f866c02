// The kernels of HertzChain for one width of registers: one contact per lane
// (core/math/lanes/lanes.inl).

template <int kCount>
void Combine(const ChainColumns& chain, const WeightedForces& forces, double* sum) {
  for (long c = 0; c < chain.width; c += kWidth) {
    Lanes total = Splat(forces.weight[0]) * Load(forces.force_N + c);
    for (int j = 1; j < kCount; ++j) {
      total = total + Splat(forces.weight[j]) * Load(forces.force_N + j * kChainColumn + c);
    }
    Store(sum + c, total);
  }
}

void Combine(const ChainColumns& chain, const WeightedForces& forces, double* sum) {
  switch (forces.count) {
    case 1:
      return Combine<1>(chain, forces, sum);
    case 2:
      return Combine<2>(chain, forces, sum);
    case 3:
      return Combine<3>(chain, forces, sum);
    case 4:
      return Combine<4>(chain, forces, sum);
    case 5:
      return Combine<5>(chain, forces, sum);
    default:
      return Combine<6>(chain, forces, sum);
  }
}

// opening_c = sum_k A_ck q_k, a block of k at a time. Blocks without a force are skipped: most of a
// group is not compressed for most of the time.
void Openings(const ChainColumns& chain, const double* q, double* opening) {
  const long width = chain.width;
  for (long c = 0; c < width; c += kWidth) Store(opening + c, Splat(0.0));
  for (long k = 0; k < width; k += kChainBlock) {
    if (q[k] == 0.0 && q[k + 1] == 0.0 && q[k + 2] == 0.0 && q[k + 3] == 0.0) continue;
    const Lanes q0 = Splat(q[k]);
    const Lanes q1 = Splat(q[k + 1]);
    const Lanes q2 = Splat(q[k + 2]);
    const Lanes q3 = Splat(q[k + 3]);
    const double* const a0 = chain.coupling + k * width;
    const double* const a1 = a0 + width;
    const double* const a2 = a1 + width;
    const double* const a3 = a2 + width;
    for (long c = 0; c < width; c += kWidth) {
      const Lanes first = q0 * Load(a0 + c) + q1 * Load(a1 + c);
      const Lanes second = q2 * Load(a2 + c) + q3 * Load(a3 + c);
      Store(opening + c, Load(opening + c) + (first + second));
    }
  }
}

// HertzHysteresis::Force without a branch:
//
//   F(d; m) = K d_+^(3/2)                            d >= m
//           = (K/e^3) (d - (1 - e^2) m)_+^(3/2)      d < m
inline Lanes ForceAt(const ChainColumns& chain, Lanes d, long c) {
  const Test virgin = d >= Load(chain.deepest + c);
  const Lanes beyond = Choose(virgin, d, d - Load(chain.onset + c));
  const Lanes stiffness = Choose(virgin, Load(chain.virgin + c), Load(chain.elastic + c));
  const Test presses = beyond > Splat(0.0);
  if (Bits(presses) == 0) return Splat(0.0);  // Roots cost more than the rest.
  const Lanes compressed = Choose(presses, beyond, Splat(0.0));
  return stiffness * compressed * Root(compressed);
}

void Forces(const ChainColumns& chain, const double* penetration_m, double* force_N) {
  for (long c = 0; c < chain.width; c += kWidth) {
    Store(force_N + c, ForceAt(chain, Load(penetration_m + c), c));
  }
}

void Stage(const ChainColumns& chain, const WeightedForces& forces, double node, double step_s,
           double* stage_m, double* force_N) {
  double sum[kChainColumn];
  double opening[kChainColumn];
  Combine(chain, forces, sum);
  Openings(chain, sum, opening);
  const Lanes h = Splat(step_s);
  for (long c = 0; c < chain.width; c += kWidth) {
    const Lanes way = Splat(node) * Load(chain.rate_m_s + c) - h * Load(opening + c);
    const Lanes d = Load(chain.penetration_m + c) + h * way;
    Store(stage_m + c, d);
    Store(force_N + c, ForceAt(chain, d, c));
  }
}

// A number that is not one stays: nothing is larger.
double Largest(const ChainColumns& chain, const double* column) {
  Lanes largest = Splat(0.0);
  for (long c = 0; c < chain.width; c += kWidth) {
    const Lanes size = Size(Load(column + c));
    largest = Choose((size <= largest) | (largest != largest), largest, size);
  }
  double lanes[kWidth];
  Store(lanes, largest);
  double one = 0.0;
  for (const double lane : lanes) one = lane <= one || one != one ? one : lane;
  return one;
}
