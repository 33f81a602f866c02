// What kernels of all widths share: this text is included after the lanes of one width, which
// define, in an anonymous namespace,
//
//   Lanes            a double, or a vector of doubles
//   Test             what a comparison of Lanes gives; Choose(test, a, b) is a where it holds
//   kWidth           how many lanes; kAllLanes, a bit for each
//   Load, Store      kWidth doubles of a column
//   Splat(x)         x in every lane
//   Root(a)          the square root
//   Row, Transpose   see rows.inl; only for two and avx2
//   Not(test)
//   Bits(test)       the test's lanes as bits, the lowest for the first
//
// Every operation of a kernel is one of IEEE 754 in the order written, so that all widths give the
// same bits. Files of kernels include neither Eigen nor the standard library: the linker keeps only
// one copy of each inline function, and must not keep one that only some machines can run.

constexpr double kEpsilon = 0x1p-52;  // From 1 to the next double.

inline Lanes Larger(Lanes a, Lanes b) { return Choose(a > b, a, b); }
inline Lanes Smaller(Lanes a, Lanes b) { return Choose(a < b, a, b); }
inline Lanes Size(Lanes a) { return Larger(a, -a); }
