// The kernels of HertzChain and GroupMotion for one width of registers: one contact per lane, one
// body per row (core/kernels/lanes.inl). The formulas of motion are those of
// core/laws/cluster/contact_group.h.

void Combine(const ChainColumns& chain, const WeightedForces& forces, double* sum) {
  ForCount(forces.count, [&](auto count) {
    for (long c = 0; c < chain.width; c += kWidth) {
      Lanes total = Splat(forces.weight[0]) * Load(forces.force_N + c);
      for (int j = 1; j < decltype(count)::kCount; ++j) {
        total = total + Splat(forces.weight[j]) * Load(forces.force_N + j * kChainColumn + c);
      }
      Store(sum + c, total);
    }
  });
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
    const Lanes mean_rate = Splat(node) * Load(chain.rate_m_s + c) - h * Load(opening + c);
    const Lanes d = Load(chain.penetration_m + c) + h * mean_rate;
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
  return LargestLane(largest);
}

// A vector for each lane.
struct Vectors {
  Lanes x, y, z;
};

inline Vectors operator-(const Vectors& a, const Vectors& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vectors operator+(const Vectors& a, const Vectors& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vectors operator*(Lanes factor, const Vectors& a) {
  return {factor * a.x, factor * a.y, factor * a.z};
}
inline Vectors operator/(const Vectors& a, Lanes divisor) {
  return {a.x / divisor, a.y / divisor, a.z / divisor};
}
inline Lanes Dot(const Vectors& a, const Vectors& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vectors Cross(const Vectors& a, const Vectors& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

inline Vectors LoadVectors(const double (&columns)[3][MotionContacts::kMost], long c) {
  return {Load(columns[0] + c), Load(columns[1] + c), Load(columns[2] + c)};
}
inline void StoreVectors(double (&columns)[3][MotionContacts::kMost], long c,
                         const Vectors& value) {
  Store(columns[0] + c, value.x);
  Store(columns[1] + c, value.y);
  Store(columns[2] + c, value.z);
}

inline Vectors FromRows(const Row (&rows)[kWidth]) {
  Lanes columns[4];
  Transpose(rows, columns);
  return {columns[0], columns[1], columns[2]};
}

inline void ToRows(const Vectors& value, Row (&rows)[kWidth]) {
  const Lanes columns[4] = {value.x, value.y, value.z, Splat(0.0)};
  Transpose(columns, rows);
}

// v_a - v_b
inline Vectors Relative(const MotionBodies& bodies, const MotionContacts& contacts, long c) {
  Row rows[kWidth];
  for (int i = 0; i < kWidth; ++i) {
    rows[i] =
        LoadRow(bodies.velocity[contacts.a[c + i]]) - LoadRow(bodies.velocity[contacts.b[c + i]]);
  }
  return FromRows(rows);
}

// R_a w_a + R_b w_b
inline Vectors Surface(const MotionBodies& bodies, const MotionContacts& contacts, long c) {
  Row rows[kWidth];
  for (int i = 0; i < kWidth; ++i) {
    rows[i] =
        LoadRow(bodies.surface[contacts.a[c + i]]) + LoadRow(bodies.surface[contacts.b[c + i]]);
  }
  return FromRows(rows);
}

// s = (v_a - v_b)_t + (R_a w_a + R_b w_b) x n
inline Vectors Slip(const MotionBodies& bodies, const MotionContacts& contacts, long c) {
  const Vectors n = LoadVectors(contacts.normal, c);
  const Vectors relative = Relative(bodies, contacts, c);
  return relative - Dot(n, relative) * n + Cross(Surface(bodies, contacts, c), n);
}

void Approaches(const MotionBodies& bodies, const MotionContacts& contacts, double* approach_m_s) {
  for (long c = 0; c < contacts.width; c += kWidth) {
    Store(approach_m_s + c, Dot(LoadVectors(contacts.normal, c), Relative(bodies, contacts, c)));
  }
}

void Slips(const MotionBodies& bodies, const MotionContacts& contacts, const double* impulse_Ns,
           double* slip2_m2_s2) {
  for (long c = 0; c < contacts.width; c += kWidth) {
    if (Bits(Load(impulse_Ns + c) > Splat(0.0)) == 0) continue;
    const Vectors slip = Slip(bodies, contacts, c);
    Store(slip2_m2_s2 + c, Dot(slip, slip));
  }
}

inline void Add(double* row, const Row& change) { StoreRow(row, LoadRow(row) + change); }
inline void Subtract(double* row, const Row& change) { StoreRow(row, LoadRow(row) - change); }

void Push(const MotionContacts& contacts, const double* impulse_Ns, MotionBodies& bodies) {
  for (long c = 0; c < contacts.width; c += kWidth) {
    const unsigned pressed = Bits(Load(impulse_Ns + c) > Splat(0.0));
    if (pressed == 0) continue;
    Row normal[kWidth];
    ToRows(LoadVectors(contacts.normal, c), normal);
    for (int i = 0; i < kWidth; ++i) {
      if ((pressed >> i & 1u) == 0) continue;
      const double impulse = impulse_Ns[c + i];
      Subtract(bodies.velocity[contacts.a[c + i]],
               impulse * contacts.inverse_mass_a[c + i] * normal[i]);
      Add(bodies.velocity[contacts.b[c + i]], impulse * contacts.inverse_mass_b[c + i] * normal[i]);
    }
  }
}

// The impulse, shortened to the disc of Coulomb's law.
inline Vectors WithinDisc(const Vectors& impulse, Lanes radius) {
  const Lanes squared = Dot(impulse, impulse);
  const Test within = squared <= radius * radius;
  const Vectors on_edge = (radius / Root(squared)) * impulse;
  return {Choose(within, impulse.x, on_edge.x), Choose(within, impulse.y, on_edge.y),
          Choose(within, impulse.z, on_edge.z)};
}

// p_c = the point of the disc nearest to p_c - s_c / D_c. Gives the lanes that have not settled.
inline unsigned Improve(const MotionBodies& bodies, MotionFriction& friction, double tolerance,
                        long c) {
  const Vectors impulse = LoadVectors(friction.impulse, c);
  const Lanes limit = Load(friction.limit_Ns + c);
  const Vectors wanted = impulse - Slip(bodies, friction.contacts, c) / Load(friction.bound + c);
  const Vectors change = WithinDisc(wanted, limit) - impulse;
  StoreVectors(friction.change, c, change);
  StoreVectors(friction.impulse, c, impulse + change);
  const Lanes least = Splat(tolerance) * limit;
  return Bits(Not(Dot(change, change) <= least * least));
}

// v += p / m,  R w += 5/2 (n x p) / m, for the changes of p.
inline void Apply(const MotionFriction& friction, long c, MotionBodies& bodies) {
  const MotionContacts& contacts = friction.contacts;
  const Vectors change = LoadVectors(friction.change, c);
  Row impulse[kWidth];
  Row turn[kWidth];
  ToRows(change, impulse);
  ToRows(Splat(2.5) * Cross(LoadVectors(contacts.normal, c), change), turn);
  for (int i = 0; i < kWidth; ++i) {
    const int a = contacts.a[c + i];
    const int b = contacts.b[c + i];
    const double inverse_mass_a = contacts.inverse_mass_a[c + i];
    const double inverse_mass_b = contacts.inverse_mass_b[c + i];
    Add(bodies.velocity[a], inverse_mass_a * impulse[i]);
    Subtract(bodies.velocity[b], inverse_mass_b * impulse[i]);
    Add(bodies.surface[a], inverse_mass_a * turn[i]);
    Add(bodies.surface[b], inverse_mass_b * turn[i]);
  }
}

void ApplyFriction(MotionFriction& friction, int max_rounds, double tolerance,
                   MotionBodies& bodies) {
  const long width = friction.contacts.width;
  const Vectors zero = {Splat(0.0), Splat(0.0), Splat(0.0)};
  for (long c = 0; c < width; c += kWidth) StoreVectors(friction.impulse, c, zero);
  unsigned moving = 1;
  for (int round = 0; round < max_rounds && moving != 0; ++round) {
    moving = 0;
    for (long c = 0; c < width; c += kWidth) moving |= Improve(bodies, friction, tolerance, c);
    for (long c = 0; c < width; c += kWidth) Apply(friction, c, bodies);
  }
}
