#include "core/laws/double_contact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/laws/validate.h"

namespace carom::internal {
namespace {

// Whether a contact obeys the principle of maximum dissipation: it rests inside its cone, or its
// force is on the cone and against the rate of its slip, to a few hundred roundings.
void ExpectDissipation(double force_x, double force_y, double rate_x, double rate_y, double limit) {
  constexpr double kExact = 1e-12;
  const double force = std::hypot(force_x, force_y);
  const double rate = std::hypot(rate_x, rate_y);
  EXPECT_LE(force, limit + kExact);
  if (rate <= kExact) return;
  EXPECT_NEAR(force, limit, kExact);
  EXPECT_NEAR(force_x * rate_x + force_y * rate_y, -force * rate, kExact);
}

// Also for noses below the ball's centre, and near the soft slate, where the contacts are strongly
// coupled and a sweep over them takes off no more than a tenth of the error.
TEST(DoubleContact, AtZeroSlipBothContactsDissipateMost) {
  CounterRandom random(61, 0);
  int slides = 0;
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(i);
    const double sine = random.Uniform(-0.2, 0.6);
    const double cosine = std::sqrt(1.0 - sine * sine);
    const double slate = random.Uniform(0.0, kTrustedShare * SoftSlateFriction(sine, 0.0));
    const double nose = random.Uniform(0.0, 1.0);
    const DoubleContact ball(sine, cosine, nose, slate);
    const Friction force = ball.ForcesAtZeroSlip({}, {true, true});
    const Slip rate = ball.SlipChange(1.0, force);
    const double pressed = std::max(0.0, sine - cosine * force.cushion_up);
    ExpectDissipation(force.cushion_x, force.cushion_up, rate.cushion_x, rate.cushion_up, nose);
    ExpectDissipation(force.slate_x, force.slate_y, rate.slate_x, rate.slate_y, slate * pressed);
    slides += std::hypot(rate.cushion_x, rate.cushion_up) > 1e-9;
  }
  EXPECT_GT(slides, 200);
}

}  // namespace
}  // namespace carom::internal
