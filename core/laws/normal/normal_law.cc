#include "core/laws/normal/normal_law.h"

#include "core/base/demand.h"

namespace carom {
namespace {

// (x - ln(1 + x))/x^2 for x > -1, smooth through 0, where the quotient has no digits left.
double LogDefect(double x) {
  if (std::fabs(x) > 0.125) return (x - Log(1.0 + x)) / (x * x);
  double sum = 0.0;
  for (int k = 20; k >= 2; --k) sum = 1.0 / k - x * sum;  // 1/2 - x/3 + x^2/4 - ...
  return sum;
}

// The condition of the header, divided by h^2: the integral over compression less that over
// restitution. It falls as e or h grows.
double Balance(double h, double e) { return LogDefect(h) - e * e * LogDefect(-h * e); }

}  // namespace

double DampingOfRestitution(double restitution) {
  CAROM_DEMAND(restitution > 0.0 && restitution <= 1.0, "no finite damping gives that");
  if (restitution == 1.0) return 0.0;
  double low = 0.0;
  double high = 1.0 / restitution;
  for (;;) {
    const double middle = low + 0.5 * (high - low);
    if (middle <= low || middle >= high) return middle;
    (Balance(middle, restitution) > 0.0 ? low : high) = middle;
  }
}

namespace {

NormalForceLaw Make(const HertzLaw& law, double stiffness) {
  return {.stiffness = stiffness, .exponent = law.exponent};
}

template <class Damped>
NormalForceLaw Make(const Damped& law, double stiffness) {
  return {.stiffness = stiffness,
          .exponent = law.exponent,
          .damping = law.exact ? DampingOfRestitution(law.restitution) : PrintedDamping(law),
          .policy = law.policy,
          .clip = law.clip};
}

}  // namespace

NormalForceLaw MakeNormalForce(const NormalLaw& law, double stiffness) {
  return std::visit([stiffness](const auto& chosen) { return Make(chosen, stiffness); }, law);
}

}  // namespace carom
