// One lane, for machines without wide registers (core/math/lanes/lanes.inl).

using Lanes = double;
using Test = bool;

constexpr int kWidth = 1;
constexpr unsigned kAllLanes = 1u;

inline Lanes Load(const double* column) { return *column; }
inline void Store(double* column, Lanes value) { *column = value; }
inline Lanes Splat(double x) { return x; }
inline Lanes Root(Lanes a) { return __builtin_sqrt(a); }
inline Lanes Choose(Test test, Lanes a, Lanes b) { return test ? a : b; }
inline Test Not(Test test) { return !test; }
inline unsigned Bits(Test test) { return test ? 1u : 0u; }

#include "core/math/lanes/lanes.inl"
