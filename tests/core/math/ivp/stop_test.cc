// A stop that is asked for in the middle of a step ends the integration there, not after it: steps
// of Radau on many equations take long.

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "core/math/ivp/integrator.h"

namespace carom {
namespace {

constexpr int kSize = 100;

// Decays, each component at a rate of its own; asks for a stop at one of its evaluations.
class StopsItself final : public OdeSystem {
 public:
  explicit StopsItself(int at) : at_(at) {}
  int size() const override { return kSize; }
  void Slope(double /*t*/, std::span<const double> y, std::span<double> slope) override {
    for (std::size_t i = 0; i < y.size(); ++i) slope[i] = -(1.0 + static_cast<double>(i)) * y[i];
    if (++evaluations_ == at_) stop_ = true;
  }
  StopToken token() const { return StopToken(&stop_); }
  int evaluations() const { return evaluations_; }

 private:
  const int at_;
  int evaluations_ = 0;
  std::atomic<bool> stop_{false};
};

IvpResult Integrate(StopsItself& system, IvpMethod method) {
  std::vector<double> y(kSize, 1.0);
  IvpObserver silent;
  IvpOptions options = {.method = method, .largest_step_s = 1e-3};
  options.stop = system.token();
  return Integrator().Run(system, 0.0, y, 1.0, options, {}, silent);
}

// At evaluation 20 Radau is within its first Jacobian of 100 columns.
TEST(Stop, EndsRadauWithinItsJacobian) {
  StopsItself system(20);
  const IvpResult result = Integrate(system, IvpMethod::kRadauIia5);
  EXPECT_EQ(result.end, IvpEnd::kAsked);
  EXPECT_EQ(result.t, 0.0);
  EXPECT_LE(system.evaluations(), 21);
}

TEST(Stop, EndsEveryMethodWithinAStep) {
  for (const IvpMethod method : {IvpMethod::kRungeKutta4, IvpMethod::kDormandPrince54,
                                 IvpMethod::kAdamsPece, IvpMethod::kRadauIia5}) {
    StopsItself system(1000);
    const IvpResult result = Integrate(system, method);
    EXPECT_EQ(result.end, IvpEnd::kAsked);
    EXPECT_LT(result.t, 1.0);
    EXPECT_LE(system.evaluations(), 1000 + 8) << static_cast<int>(method);
  }
}

// What Radau's decompositions cost counts: a cap on evaluations is one on work.
TEST(Stop, DecompositionsCount) {
  StopsItself system(0);
  const IvpResult result = Integrate(system, IvpMethod::kRadauIia5);
  EXPECT_EQ(result.end, IvpEnd::kComplete);
  EXPECT_GE(result.cost.evaluations, system.evaluations() + kSize * kSize / 25);
}

}  // namespace
}  // namespace carom
