#ifndef CAROM_TESTS_CORE_MATH_IVP_SYSTEMS_H_
#define CAROM_TESTS_CORE_MATH_IVP_SYSTEMS_H_

#include <cmath>
#include <span>
#include <vector>

#include "core/math/ivp/integrator.h"

namespace carom {

inline constexpr IvpMethod kMethods[] = {IvpMethod::kRungeKutta4, IvpMethod::kDormandPrince54,
                                         IvpMethod::kAdamsPece, IvpMethod::kRadauIia5};

/// y'' = -y: (cos t, -sin t) from (1, 0).
class Oscillator : public OdeSystem {
 public:
  int size() const override { return 2; }
  void Slope(double /*t*/, std::span<const double> y, std::span<double> slope) override {
    slope[0] = y[1];
    slope[1] = -y[0];
  }
};

inline double OscillatorError(double t, std::span<const double> y) {
  return std::hypot(y[0] - std::cos(t), y[1] + std::sin(t));
}

/// y'' = ((1 - y^2) y' - y) / epsilon.
class VanDerPol : public OdeSystem {
 public:
  explicit VanDerPol(double epsilon) : epsilon_(epsilon) {}
  int size() const override { return 2; }
  void Slope(double /*t*/, std::span<const double> y, std::span<double> slope) override {
    slope[0] = y[1];
    slope[1] = ((1.0 - y[0] * y[0]) * y[1] - y[0]) / epsilon_;
  }

 private:
  double epsilon_;
};

/// Points that fall side by side, y = (heights, velocities), and bounce with restitution e at 0.
class FallingPoints : public OdeSystem {
 public:
  static constexpr double kGravity = 9.81;

  struct Bounce {
    double t;
    std::vector<int> points;
  };

  FallingPoints(int count, double restitution) : count_(count), restitution_(restitution) {}

  int size() const override { return 2 * count_; }
  void Slope(double /*t*/, std::span<const double> y, std::span<double> slope) override {
    for (int i = 0; i < count_; ++i) {
      slope[Height(i)] = y[Velocity(i)];
      slope[Velocity(i)] = -kGravity;
    }
  }
  int guard_count() const override { return count_; }
  void Guards(double /*t*/, std::span<const double> y, std::span<double> value,
              std::span<double> rate) override {
    for (int i = 0; i < count_; ++i) {
      value[Height(i)] = y[Height(i)];
      rate[Height(i)] = y[Velocity(i)];
    }
  }
  bool OnGuards(double t, std::span<double> y, std::span<const int> crossed) override {
    bounces.push_back({t, {crossed.begin(), crossed.end()}});
    for (const int i : crossed) y[Velocity(i)] *= -restitution_;
    return true;
  }

  std::vector<Bounce> bounces;

 private:
  static std::size_t Height(int i) { return static_cast<std::size_t>(i); }
  std::size_t Velocity(int i) const { return static_cast<std::size_t>(count_ + i); }

  int count_;
  double restitution_;
};

}  // namespace carom

#endif  // CAROM_TESTS_CORE_MATH_IVP_SYSTEMS_H_
