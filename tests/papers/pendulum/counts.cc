// How many impacts, and where friction leads: pendulum-13, -17.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "tests/papers/pendulum/experiments.h"
#include "tests/papers/pendulum/setup.h"
#include "tests/testing/channels.h"

namespace carom::papers {
namespace {

int CountUntil(const MechanismRecord& record, double time_s) {
  return static_cast<int>(std::count_if(record.events.begin(), record.events.end(),
                                        [&](const Event& e) { return e.time_s <= time_s; }));
}

// Of 60 runs, those that keep the count when lc, I1 and I2 move within the digits printed.
int Robust(const Simulation& simulation, int count, Findings& findings) {
  CounterRandom random(52, simulation.friction == 0.0 ? 2 : 3);
  int same = 0;
  for (int i = 0; i < 60; ++i) {
    DoublePendulum pendulum = PaperPendulum(simulation.friction);
    pendulum.rod_2_centre_m += random.Uniform(-0.5e-4, 0.5e-4);
    pendulum.rod_1_inertia_kg_m2 += random.Uniform(-0.5e-4, 0.5e-4);
    pendulum.rod_2_inertia_kg_m2 += random.Uniform(-0.5e-3, 0.5e-3);
    pendulum.integration.relative_tolerance = pendulum.integration.absolute_tolerance = 1e-9;
    const auto record = Swing(pendulum, {}, findings);
    if (record && CountOf(*record) == count) ++same;
  }
  return same;
}

constexpr int kForces = 4;
const Channel kForceChannels[kForces] = {{"joint_O", "force_P_N"},
                                         {"joint_O", "force_R_N"},
                                         {"joint_A", "force_V_N"},
                                         {"joint_A", "force_H_N"}};
const char* const kForceNames[kForces] = {"P", "R", "V", "H"};

// How far two runs are apart over the time from one impact to the next.
struct Apart {
  double from_s = 0.0;
  int samples = 0;
  double square_N2[kForces] = {};  // Sums.

  double Rms(int force) const { return std::sqrt(square_N2[force] / samples); }
};

// Between the impacts of `with`; both have samples at the same times.
std::vector<Apart> Compare(const MechanismRecord& without, const MechanismRecord& with) {
  std::vector<Apart> all(1);
  for (int row = 0; row < static_cast<int>(with.samples.times_s.size()); ++row) {
    const size_t impact = all.size() - 1;
    if (impact < with.impacts.times_s.size() &&
        with.samples.times_s[static_cast<size_t>(row)] >= with.impacts.times_s[impact]) {
      all.push_back({with.impacts.times_s[impact]});
    }
    for (int k = 0; k < kForces; ++k) {
      const double apart_N = testing::At(with.samples, row, kForceChannels[k]) -
                             testing::At(without.samples, row, kForceChannels[k]);
      all.back().square_N2[k] += apart_N * apart_N;
    }
    ++all.back().samples;
  }
  return all;
}

// Kendall's S of numbers in order over its deviation without a trend, (S - 1)/sigma for S > 0.
double KendallZ(const std::vector<double>& values) {
  double s = 0.0;
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t k = 0; k < i; ++k) s += values[i] > values[k] ? 1.0 : -1.0;
  }
  const auto n = static_cast<double>(values.size());
  const double deviation = std::sqrt(n * (n - 1.0) * (2.0 * n + 5.0) / 18.0);
  return s == 0.0 ? 0.0 : (s - std::copysign(1.0, s)) / deviation;
}

}  // namespace

void PendulumImpactCounts(Findings& findings) {
  findings.sheet() = Sheet({"simulation", "T_s", "impacts"});
  double begin_s = 0.0;  // Of the time with both printed counts.
  double end_s = 1e9;
  for (const Simulation& simulation : kSimulations) {
    DoublePendulum pendulum = PaperPendulum(simulation.friction);
    pendulum.duration_s = 6.5;
    const auto record = Swing(pendulum, {}, findings);
    if (!record) return;
    for (int i = 0; i <= 65; ++i) {
      findings.sheet().Add(simulation.name, 0.1 * i, CountUntil(*record, 0.1 * i));
    }
    const int count = simulation.friction == 0.0 ? 6 : 10;
    const auto last = static_cast<size_t>(count);
    if (record->events.size() <= last) return findings.Failed(simulation.name, "too few impacts");
    begin_s = std::max(begin_s, record->events[last - 1].time_s);
    end_s = std::min(end_s, record->events[last].time_s);
    findings.Tell("pendulum-13", std::string(simulation.name) +
                                     ": of 60 runs of 6 s with l_c, I_1 and I_2 within " +
                                     "their digits " +
                                     std::to_string(Robust(simulation, count, findings)) +
                                     " have " + std::to_string(count) + " impacts");
  }
  findings.Measure("pendulum-13", end_s - begin_s);
  findings.Tell("pendulum-13", "from " + Text(begin_s) + " to " + Text(end_s) + " s");
}

void PendulumGrowingInfluence(Findings& findings) {
  const auto without = Swing(PaperPendulum(0.0), Every(0.001), findings);
  const auto with = Swing(PaperPendulum(0.15), Every(0.001), findings);
  if (!without || !with) return;
  const std::vector<Apart> apart = Compare(*without, *with);
  findings.sheet() = Sheet({"impact", "from_s", "rms_P_N", "rms_R_N", "rms_V_N", "rms_H_N"});
  for (size_t i = 0; i < apart.size(); ++i) {
    findings.sheet().Add(i, apart[i].from_s, apart[i].Rms(0), apart[i].Rms(1), apart[i].Rms(2),
                         apart[i].Rms(3));
  }
  Plot plot{"Forces of the two simulations apart, from one impact with friction to the next",
            "impacts with friction",
            "difference, rms, N",
            {}};
  for (const char* name : kForceNames) {
    plot.curves.push_back({name, "impact", std::string("rms_") + name + "_N"});
  }
  findings.SetPlot(plot);
  for (int k = 0; k < kForces; ++k) {
    std::vector<double> after;
    double least_N = 1e9;
    for (size_t i = 1; i < apart.size(); ++i) {
      after.push_back(apart[i].Rms(k));
      if (i > 1) least_N = std::min(least_N, apart[i].Rms(k) - apart[i - 1].Rms(k));
    }
    if (k < 2) findings.Measure("pendulum-17a", {{least_N, kForceNames[k]}});
    if (k >= 2) findings.Measure("pendulum-17b", {{KendallZ(after), kForceNames[k]}});
  }
}

}  // namespace carom::papers
