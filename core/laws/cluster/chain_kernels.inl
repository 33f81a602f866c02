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

// The contacts of a block that have a force, as bits: their number and their order in the sum. The
// two of one half come first.
struct Pressed {
  int count;
  int contact[kChainBlock];
};
constexpr Pressed kPressed[1 << kChainBlock] = {
    {0, {}},     {1, {0}},       {1, {1}},       {2, {0, 1}},     //
    {1, {2}},    {2, {0, 2}},    {2, {1, 2}},    {3, {0, 1, 2}},  //
    {1, {3}},    {2, {0, 3}},    {2, {1, 3}},    {3, {0, 1, 3}},  //
    {2, {2, 3}}, {3, {2, 3, 0}}, {3, {2, 3, 1}}, {4, {0, 1, 2, 3}}};

inline unsigned PressedBits(const double* q) {
  unsigned bits = 0;
  for (int i = 0; i < kChainBlock; i += kWidth) bits |= Bits(Load(q + i) != Splat(0.0)) << i;
  return bits;
}

// Adds to the openings what kCount contacts of the block that begins at k do, where it is felt.
template <int kCount>
inline void AddOpenings(const ChainColumns& chain, const double* q, long k, const Pressed& pressed,
                        double* opening) {
  const double* row[kCount];
  Lanes force[kCount];
  for (int i = 0; i < kCount; ++i) {
    const long contact = k + pressed.contact[i];
    row[i] = chain.coupling + contact * chain.width;
    force[i] = Splat(q[contact]);
  }
  const FeltRange felt = chain.felt[k / kChainBlock];
  for (long c = felt.begin; c < felt.end; c += kWidth) {
    Lanes sum = force[0] * Load(row[0] + c);
    if constexpr (kCount > 1) sum = sum + force[1] * Load(row[1] + c);
    if constexpr (kCount == 3) sum = sum + force[2] * Load(row[2] + c);
    if constexpr (kCount == 4) {
      sum = sum + (force[2] * Load(row[2] + c) + force[3] * Load(row[3] + c));
    }
    Store(opening + c, Load(opening + c) + sum);
  }
}

// opening_c = sum_k A_ck q_k, a block of k at a time: (A_c0 q_0 + A_c1 q_1) + (A_c2 q_2 + A_c3
// q_3). Terms that are zero are left out, which changes no bit of a finite sum that begins with 0:
// most of a group is not compressed for most of the time, and most contacts share no body.
void Openings(const ChainColumns& chain, const double* q, double* opening) {
  for (long c = 0; c < chain.width; c += kWidth) Store(opening + c, Splat(0.0));
  for (long k = 0; k < chain.width; k += kChainBlock) {
    const Pressed& pressed = kPressed[PressedBits(q + k)];
    switch (pressed.count) {
      case 0:
        break;
      case 1:
        AddOpenings<1>(chain, q, k, pressed, opening);
        break;
      case 2:
        AddOpenings<2>(chain, q, k, pressed, opening);
        break;
      case 3:
        AddOpenings<3>(chain, q, k, pressed, opening);
        break;
      default:
        AddOpenings<4>(chain, q, k, pressed, opening);
    }
  }
}

// The force of HertzHysteresis (core/laws/cluster/hertz_chain.h) without a branch:
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

void Advance(const ChainColumns& chain, const double* opening, double node, double step_s,
             double* stage_m, double* force_N) {
  const Lanes h = Splat(step_s);
  for (long c = 0; c < chain.width; c += kWidth) {
    const Lanes way = Splat(node) * Load(chain.rate_m_s + c) - h * Load(opening + c);
    const Lanes d = Load(chain.penetration_m + c) + h * way;
    Store(stage_m + c, d);
    Store(force_N + c, ForceAt(chain, d, c));
  }
}

double Largest(const ChainColumns& chain, const double* column) {
  Lanes largest = Splat(0.0);
  Test numbers = largest == largest;
  for (long c = 0; c < chain.width; c += kWidth) {
    const Lanes value = Load(column + c);
    largest = Larger(Size(value), largest);
    numbers &= value == value;
  }
  if (Bits(numbers) != kAllLanes) return __builtin_nan("");
  double lanes[kWidth];
  Store(lanes, largest);
  double one = 0.0;
  for (const double lane : lanes) one = lane > one ? lane : one;
  return one;
}
