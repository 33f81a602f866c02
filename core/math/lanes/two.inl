// Two lanes, which every x86-64 and ARM64 has (core/math/lanes/lanes.inl).

using Lanes = double __attribute__((vector_size(16)));
using Test = long long __attribute__((vector_size(16)));

constexpr int kWidth = 2;
constexpr unsigned kAllLanes = 3u;

inline Lanes Load(const double* column) {
  Lanes lanes;
  __builtin_memcpy(&lanes, column, sizeof lanes);
  return lanes;
}
inline void Store(double* column, Lanes value) { __builtin_memcpy(column, &value, sizeof value); }
inline Lanes Splat(double x) { return Lanes{x, x}; }
inline Lanes Root(Lanes a) { return Lanes{__builtin_sqrt(a[0]), __builtin_sqrt(a[1])}; }
inline Lanes Choose(Test test, Lanes a, Lanes b) { return test ? a : b; }
inline Test Not(Test test) { return ~test; }
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

#include "core/math/lanes/lanes.inl"
