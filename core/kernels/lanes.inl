// Registers of doubles. A kernel's file includes this text in an anonymous namespace, after it has
// defined CAROM_LANES: how many lanes, 1, 2 (every x86-64 and ARM64 has them), 4 (in files compiled
// for AVX2) or 8 (AVX-512 F, DQ and VL). It defines
//
//   Lanes            a double, or a vector of doubles
//   Test             what a comparison of Lanes gives; Choose(test, a, b) is a where it holds
//   kWidth           how many lanes; kAllLanes, a bit for each
//   Load, Store      kWidth doubles of a column
//   Splat(x)         x in every lane
//   Root(a)          the square root
//   Row, Transpose   with two and four lanes: vectors whose fourth number is zero, in kRowParts
//                    registers; from kWidth rows their four columns, and back
//   Not(test)
//   Bits(test)       the test's lanes as bits, the lowest for the first
//
// Every operation of a kernel is one of IEEE 754 in the order written, so that all widths give the
// same bits. Files of kernels include neither Eigen nor the standard library: the linker keeps only
// one copy of each inline function, and must not keep one that only some machines can run.

constexpr int kWidth = CAROM_LANES;
constexpr unsigned kAllLanes = (1u << kWidth) - 1u;
constexpr double kEpsilon = 0x1p-52;  // From 1 to the next double.

#if CAROM_LANES == 1
using Lanes = double;
using Test = bool;
inline Lanes Splat(double x) { return x; }
inline Lanes Root(Lanes a) { return __builtin_sqrt(a); }
inline Test Not(Test test) { return !test; }
inline unsigned Bits(Test test) { return test ? 1u : 0u; }
#else
using Lanes = double __attribute__((vector_size(8 * CAROM_LANES)));
using Test = long long __attribute__((vector_size(8 * CAROM_LANES)));
inline Test Not(Test test) { return ~test; }
#endif

#if CAROM_LANES == 2
inline Lanes Splat(double x) { return Lanes{x, x}; }
inline Lanes Root(Lanes a) { return Lanes{__builtin_sqrt(a[0]), __builtin_sqrt(a[1])}; }
inline unsigned Bits(Test test) { return static_cast<unsigned>((test[0] & 1) | (test[1] & 2)); }

constexpr int kRowParts = 2;
struct Row {
  Lanes part[kRowParts];
};

inline void Transpose(const Row (&rows)[2], Lanes (&columns)[4]) {
  for (int j = 0; j < 4; ++j) {
    columns[j] = Lanes{rows[0].part[j / 2][j % 2], rows[1].part[j / 2][j % 2]};
  }
}
inline void Transpose(const Lanes (&columns)[4], Row (&rows)[2]) {
  for (int i = 0; i < 2; ++i) {
    rows[i].part[0] = Lanes{columns[0][i], columns[1][i]};
    rows[i].part[1] = Lanes{columns[2][i], columns[3][i]};
  }
}
#elif CAROM_LANES == 4
inline Lanes Splat(double x) { return Lanes{x, x, x, x}; }
inline Lanes Root(Lanes a) { return __builtin_ia32_sqrtpd256(a); }
inline unsigned Bits(Test test) {
  return static_cast<unsigned>(__builtin_ia32_movmskpd256(reinterpret_cast<Lanes>(test)));
}

constexpr int kRowParts = 1;
struct Row {
  Lanes part[kRowParts];
};

// A matrix of four by four: first the pairs of rows, then the pairs of these.
inline void Transpose(const Lanes (&from)[4], Lanes (&to)[4]) {
  const Lanes even_01 = __builtin_shufflevector(from[0], from[1], 0, 4, 2, 6);
  const Lanes odd_01 = __builtin_shufflevector(from[0], from[1], 1, 5, 3, 7);
  const Lanes even_23 = __builtin_shufflevector(from[2], from[3], 0, 4, 2, 6);
  const Lanes odd_23 = __builtin_shufflevector(from[2], from[3], 1, 5, 3, 7);
  to[0] = __builtin_shufflevector(even_01, even_23, 0, 1, 4, 5);
  to[1] = __builtin_shufflevector(odd_01, odd_23, 0, 1, 4, 5);
  to[2] = __builtin_shufflevector(even_01, even_23, 2, 3, 6, 7);
  to[3] = __builtin_shufflevector(odd_01, odd_23, 2, 3, 6, 7);
}
inline void Transpose(const Row (&rows)[4], Lanes (&columns)[4]) {
  const Lanes from[4] = {rows[0].part[0], rows[1].part[0], rows[2].part[0], rows[3].part[0]};
  Transpose(from, columns);
}
inline void Transpose(const Lanes (&columns)[4], Row (&rows)[4]) {
  Lanes to[4];
  Transpose(columns, to);
  for (int i = 0; i < 4; ++i) rows[i].part[0] = to[i];
}
#elif CAROM_LANES == 8
inline Lanes Splat(double x) { return Lanes{x, x, x, x, x, x, x, x}; }
inline Lanes Root(Lanes a) {
  Lanes root = a;
  for (int i = 0; i < kWidth; ++i) root[i] = __builtin_sqrt(a[i]);
  return root;
}
inline unsigned Bits(Test test) { return __builtin_ia32_cvtq2mask512(test); }
#endif

inline Lanes Load(const double* column) {
  Lanes lanes;
  __builtin_memcpy(&lanes, column, sizeof lanes);
  return lanes;
}
inline void Store(double* column, Lanes value) { __builtin_memcpy(column, &value, sizeof value); }
inline Lanes Choose(Test test, Lanes a, Lanes b) { return test ? a : b; }
inline Lanes Larger(Lanes a, Lanes b) { return Choose(a > b, a, b); }
inline Lanes Smaller(Lanes a, Lanes b) { return Choose(a < b, a, b); }
inline Lanes Size(Lanes a) { return Larger(a, -a); }

// Of lanes that are at least 0.
inline double LargestLane(Lanes a) {
  double lanes[kWidth];
  Store(lanes, a);
  double largest = 0.0;
  for (const double lane : lanes) largest = lane > largest ? lane : largest;
  return largest;
}

template <int kNumber>
struct Count {
  static constexpr int kCount = kNumber;
};

// Calls `run` with the count as a type, so that loops over the terms of a sum are unrolled.
template <class Run>
void ForCount(int count, const Run& run) {
  switch (count) {
    case 1:
      return run(Count<1>());
    case 2:
      return run(Count<2>());
    case 3:
      return run(Count<3>());
    case 4:
      return run(Count<4>());
    case 5:
      return run(Count<5>());
    case 6:
      return run(Count<6>());
    default:
      return run(Count<7>());
  }
}

#if CAROM_LANES == 2 || CAROM_LANES == 4

inline Row LoadRow(const double* row) {
  Row loaded;
  for (int i = 0; i < kRowParts; ++i) loaded.part[i] = Load(row + i * kWidth);
  return loaded;
}
inline void StoreRow(double* row, const Row& value) {
  for (int i = 0; i < kRowParts; ++i) Store(row + i * kWidth, value.part[i]);
}
inline Row operator+(const Row& a, const Row& b) {
  Row sum;
  for (int i = 0; i < kRowParts; ++i) sum.part[i] = a.part[i] + b.part[i];
  return sum;
}
inline Row operator-(const Row& a, const Row& b) {
  Row difference;
  for (int i = 0; i < kRowParts; ++i) difference.part[i] = a.part[i] - b.part[i];
  return difference;
}
inline Row operator*(double factor, const Row& a) {
  Row scaled;
  for (int i = 0; i < kRowParts; ++i) scaled.part[i] = Splat(factor) * a.part[i];
  return scaled;
}

#endif

#undef CAROM_LANES
