#include "tests/papers/smooth/system_run.h"

#include <cmath>

namespace carom::papers {
namespace {

class Observer final : public IvpObserver {
 public:
  explicit Observer(const SystemSample& sample) : sample_(sample) {}
  void Sample(double t, std::span<const double> y) override { sample_(t, y); }

 private:
  const SystemSample& sample_;
};

}  // namespace

IvpResult RunSystem(MultibodySystem& system, std::span<const BodyMotion> start, double duration_s,
                    double period_s, const SystemSample& sample) {
  std::vector<double> times(static_cast<std::size_t>(std::llround(duration_s / period_s)));
  for (std::size_t i = 0; i < times.size(); ++i) times[i] = period_s * static_cast<double>(i + 1);
  times.back() = duration_s;
  std::vector<double> y = system.Start(start);
  Observer observer(sample);
  IvpOptions options;
  options.relative_tolerance = 1e-10;
  options.absolute_tolerance = 1e-12;
  return Integrator().Run(system, 0.0, y, duration_s, options, times, observer);
}

}  // namespace carom::papers
