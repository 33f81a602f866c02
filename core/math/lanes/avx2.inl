// Four lanes, for files compiled for AVX2 (core/math/lanes/lanes.inl).

using Lanes = double __attribute__((vector_size(32)));
using Test = long long __attribute__((vector_size(32)));

constexpr int kWidth = 4;
constexpr unsigned kAllLanes = (1u << kWidth) - 1u;

inline Lanes Load(const double* column) {
  Lanes lanes;
  __builtin_memcpy(&lanes, column, sizeof lanes);
  return lanes;
}
inline void Store(double* column, Lanes value) { __builtin_memcpy(column, &value, sizeof value); }
inline Lanes Splat(double x) { return Lanes{x, x, x, x}; }
inline Lanes Root(Lanes a) { return __builtin_ia32_sqrtpd256(a); }
inline Lanes Choose(Test test, Lanes a, Lanes b) { return test ? a : b; }
inline Test Not(Test test) { return ~test; }
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

#include "core/math/lanes/lanes.inl"
