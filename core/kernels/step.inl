// The kernels of steppers for one width of registers (core/kernels/lanes.inl). Components that
// do not fill a register are treated one by one with the same operations, or with others that
// change nothing.

inline double LoadOne(const double* column) { return *column; }

// sum_j weight_j slope_j of the components that `load` takes from `i` on.
template <int kCount, class Numbers>
inline Numbers Sum(const WeightedSlopes& sum, long i, Numbers (*load)(const double*)) {
  Numbers total = sum.weight[0] * load(sum.slope[0] + i);
  for (int j = 1; j < kCount; ++j) total = total + sum.weight[j] * load(sum.slope[j] + i);
  return total;
}

void Advance(long n, const double* y, double h, const WeightedSlopes& sum, double* to) {
  ForCount(sum.count, [&](auto count) {
    constexpr int kCount = decltype(count)::kCount;
    long i = 0;
    for (; i + kWidth <= n; i += kWidth) {
      Store(to + i, Load(y + i) + Splat(h) * Sum<kCount>(sum, i, Load));
    }
    for (; i < n; ++i) to[i] = y[i] + h * Sum<kCount>(sum, i, LoadOne);
  });
}

void Weigh(long n, double h, const WeightedSlopes& sum, double* to) {
  ForCount(sum.count, [&](auto count) {
    constexpr int kCount = decltype(count)::kCount;
    long i = 0;
    for (; i + kWidth <= n; i += kWidth) Store(to + i, Splat(h) * Sum<kCount>(sum, i, Load));
    for (; i < n; ++i) to[i] = h * Sum<kCount>(sum, i, LoadOne);
  });
}

// |error| over its tolerance. An `after` that is no number does not count: the error of such a step
// is no number either.
inline Lanes Ratios(Lanes error, Lanes before, Lanes after, const Tolerances& tolerances) {
  const Lanes size = Larger(Size(after), Size(before));
  const Lanes tolerance = Larger(Splat(tolerances.relative) * size, Splat(tolerances.absolute));
  return Size(error) / tolerance;
}

double Worst(long n, const double* error, const double* before, const double* after,
             const Tolerances& tolerances) {
  constexpr double kLargest = 1.7976931348623157e308;
  const auto ratios = [&](const double* e, const double* b, const double* a) {
    return Ratios(Load(e), Load(b), Load(a), tolerances);
  };
  Lanes worst = Splat(0.0);
  unsigned finite = kAllLanes;
  const auto take = [&](Lanes ratio) {
    finite &= Bits(ratio <= Splat(kLargest));
    worst = Larger(ratio, worst);
  };
  long i = 0;
  for (; i + kWidth <= n; i += kWidth) take(ratios(error + i, before + i, after + i));
  if (i < n) {
    double e[kWidth] = {};  // No error of a component of size 1.
    double b[kWidth] = {};
    double a[kWidth] = {};
    for (double& size : b) size = 1.0;
    for (long k = 0; i + k < n; ++k) {
      e[k] = error[i + k];
      b[k] = before[i + k];
      a[k] = after[i + k];
    }
    take(ratios(e, b, a));
  }
  if (finite != kAllLanes) return __builtin_inf();
  return LargestLane(worst);
}

long NextReached(long n, const double* value, long from) {
  long i = from;
  while (i + kWidth <= n && Bits(Load(value + i) <= Splat(0.0)) == 0) i += kWidth;
  while (i < n && !(value[i] <= 0.0)) ++i;
  return i;
}

long NextTurned(long n, const double* start_rate, const double* end_rate, long from) {
  const auto turned = [&](long i) {
    return Bits((Load(start_rate + i) < Splat(0.0)) & (Load(end_rate + i) > Splat(0.0)));
  };
  long i = from;
  while (i + kWidth <= n && turned(i) == 0) i += kWidth;
  while (i < n && !(start_rate[i] < 0.0 && end_rate[i] > 0.0)) ++i;
  return i;
}
