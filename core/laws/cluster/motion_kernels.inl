// The kernels of GroupMotion for one width of registers: one contact per lane
// (core/math/lanes/lanes.inl), one body per row (core/math/lanes/rows.inl). The formulas are those
// of core/laws/cluster/group_friction.h.

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
inline Vectors Choose(Test test, const Vectors& a, const Vectors& b) {
  return {Choose(test, a.x, b.x), Choose(test, a.y, b.y), Choose(test, a.z, b.z)};
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
  return Choose(squared <= radius * radius, impulse, (radius / Root(squared)) * impulse);
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

void Rub(MotionFriction& friction, int max_rounds, double tolerance, MotionBodies& bodies) {
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
