#include "core/shot/drawn/drawn_world.h"

#include <variant>

namespace carom {
namespace {

template <class Law>
constexpr bool kHasRestitution = requires(Law law) {
  law.restitution;
};
template <class Law>
constexpr bool kHasFriction = requires(Law law) {
  law.friction;
};

// A law of two balls has a choice of frictions, that of a cushion a coefficient.
void SetFriction(double value, BallBallFriction& friction) { friction = ConstantFriction{value}; }
void SetFriction(double value, double& friction) { friction = value; }

template <class Law>
void TakeLaw(const double* restitution, const double* friction, Law& law) {
  if constexpr (kHasRestitution<Law>) {
    if (restitution != nullptr) law.restitution = *restitution;
  }
  if constexpr (kHasFriction<Law>) {
    if (friction != nullptr) SetFriction(*friction, law.friction);
  }
}

void Take(const double* value, double& parameter) {
  if (value != nullptr) parameter = *value;
}

}  // namespace

bool HasRestitution(const BallBallLaw& law) {
  return std::visit([]<class Law>(const Law&) { return kHasRestitution<Law>; }, law);
}

bool HasRestitution(const CushionLaw& law) {
  return std::visit([]<class Law>(const Law&) { return kHasRestitution<Law>; }, law);
}

bool HasFriction(const BallBallLaw& law) {
  return std::visit([]<class Law>(const Law&) { return kHasFriction<Law>; }, law);
}

bool HasFriction(const CushionLaw& law) {
  return std::visit([]<class Law>(const Law&) { return kHasFriction<Law>; }, law);
}

void TakeDrawn(const DrawnValues& values, Settings& settings) {
  Environment& environment = settings.environment;
  Take(values.Find({Quantity::kGravity}), environment.gravity_m_s2);
  Take(values.Find({Quantity::kSlidingFriction}), environment.cloth.sliding_friction);
  Take(values.Find({Quantity::kRollingFriction}), environment.cloth.rolling_friction);
  Take(values.Find({Quantity::kSpinningFriction}), environment.cloth.spinning_friction);
  const auto take_law = [&](Quantity restitution, Quantity friction, auto& law) {
    const double* const e = values.Find({restitution});
    const double* const mu = values.Find({friction});
    std::visit([&](auto& chosen) { TakeLaw(e, mu, chosen); }, law);
  };
  take_law(Quantity::kBallRestitution, Quantity::kBallFriction, settings.laws.ball_ball);
  take_law(Quantity::kCushionRestitution, Quantity::kCushionFriction, settings.laws.cushion);
}

void TakeDrawn(const DrawnValues& values, Table& table) {
  const double* const height_m = values.Find({Quantity::kNoseHeight});
  if (height_m == nullptr) return;
  for (Nose& nose : table.noses) {
    nose.height_m = *height_m;
    nose.rise_m = 0.0;
  }
  for (Jaw& jaw : table.jaws) jaw.height_m = *height_m;
}

void TakeDrawn(const DrawnValues& values, std::vector<BallSpec>& balls) {
  for (size_t i = 0; i < balls.size(); ++i) {
    const int ball = static_cast<int>(i);
    Take(values.Find({Quantity::kMass}), balls[i].mass_kg);
    Take(values.Find({Quantity::kRadius}), balls[i].radius_m);
    Take(values.Find({Quantity::kBallMass, ball}), balls[i].mass_kg);
    Take(values.Find({Quantity::kBallRadius, ball}), balls[i].radius_m);
  }
}

}  // namespace carom
