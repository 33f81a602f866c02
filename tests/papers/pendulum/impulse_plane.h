#ifndef CAROM_TESTS_PAPERS_PENDULUM_IMPULSE_PLANE_H_
#define CAROM_TESTS_PAPERS_PENDULUM_IMPULSE_PLANE_H_

#include <vector>

#include "core/models/pendulum/double_pendulum.h"

namespace carom::papers {

/// One impact on the half-plane of the impulses F >= 0 and T, Fig. 4: everything that decides how
/// its lines lie.
struct ImpulsePlane {
  double alpha = 0.0;
  double gamma = 0.0;
  double epsilon = 0.0;
  double slip = 0.0;     ///< s(0), m/s, not 0.
  double closing = 0.0;  ///< c(0) < 0, m/s.
  double friction = 0.0;
  double restitution = 0.0;

  /// T at F on the line of sticking, s = 0, and F at T on that of maximum compression, c = 0.
  double Sticking(double f) const { return -(slip + epsilon * f) / alpha; }
  double Compression(double t) const { return -(closing + epsilon * t) / gamma; }
};

struct ImpulsePoint {
  double f = 0.0;  ///< N s.
  double t = 0.0;
};

/// Whether a vanished slip stays so.
enum class StickTest {
  kAbsolute,  ///< |T| <= mu F.
  kPrinted,   ///< T <= mu F, the second half of Eq. (30).
};

struct ImpulsePath {
  std::vector<ImpulsePoint> points;  ///< Origin, where the slip vanished if it did, end.
  double compression_impulse = 0.0;  ///< F at the point Gamma_m.
};

/// |s| at the end of an impact with friction integrated over the impulse, m/s.
double SlipByIntegration(const PendulumImpact& impact, const DoublePendulum& pendulum);

/// The path by ruler and compasses, as the paper constructs it; without a word from the solver.
ImpulsePath DrawPath(const ImpulsePlane& plane, StickTest test);

}  // namespace carom::papers

#endif  // CAROM_TESTS_PAPERS_PENDULUM_IMPULSE_PLANE_H_
