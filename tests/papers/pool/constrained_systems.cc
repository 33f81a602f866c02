#include "tests/papers/pool/constrained_systems.h"

#include <cmath>

namespace carom::papers {
namespace {

class Onlooker final : public IvpObserver {
 public:
  explicit Onlooker(const StateLook& look) : look_(look) {}
  bool Step(double t, std::span<const double> y) override {
    look_(t, y);
    return true;
  }

 private:
  const StateLook& look_;
};

}  // namespace

ConstrainedSystem PendulumOnRod(ConstraintMethod method, double angle_rad, double length_m) {
  ConstrainedSystem pendulum;
  pendulum.spec.bodies = {RigidBody{}};
  pendulum.spec.constraints = {KeepDistance{.length_m = length_m},
                               KeepInPlane{.normal = Vec3(0.0, 1.0, 0.0)}};
  pendulum.spec.constraint_options.method = method;
  BodyMotion bob;
  bob.position_m = length_m * Vec3(std::sin(angle_rad), 0.0, -std::cos(angle_rad));
  pendulum.start = {bob};
  return pendulum;
}

IvpResult RunConstrained(MultibodySystem& system, std::span<const BodyMotion> start,
                         double duration_s, const IvpOptions& options, const StateLook& look) {
  std::vector<double> y = system.Start(start);
  look(0.0, y);
  Onlooker onlooker(look);
  return Integrator().Run(system, 0.0, y, duration_s, options, {}, onlooker);
}

}  // namespace carom::papers
