// How many impacts, where friction leads, and where it ends: pendulum-13, -17, -19.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "tests/papers/pendulum/experiments.h"
#include "tests/papers/pendulum/setup.h"
#include "tests/testing/channels.h"
#include "tests/testing/csv.h"

namespace carom::papers {
namespace {

// Greatest difference of our impacts' times from those stored for this friction.
void CompareTimes(const Simulation& simulation, const char* file, double tolerance_s,
                  const MechanismRecord& record, Findings& findings) {
  double greatest = 0.0;
  size_t count = 0;
  for (const testing::CsvRow& row : testing::ReadCsv(file)) {
    if (row.Number("mu") != simulation.friction || count == record.events.size()) continue;
    greatest = std::max(greatest, std::fabs(record.events[count].time_s - row.Number("t")));
    ++count;
  }
  findings.Reproduces(std::string(simulation.name) + ": greatest difference of " +
                          std::to_string(count) + " impact times from 34-digit arithmetic, s",
                      "not printed", 0.0, greatest, tolerance_s);
}

int CountUntil(const MechanismRecord& record, double time_s) {
  return static_cast<int>(std::count_if(record.events.begin(), record.events.end(),
                                        [&](const Event& e) { return e.time_s <= time_s; }));
}

// Of 60 runs, those that keep the count when lc, I1 and I2 move within the digits printed.
int Robust(const Simulation& simulation, int expected, Findings& findings) {
  CounterRandom random(52, simulation.friction == 0.0 ? 2 : 3);
  int same = 0;
  for (int i = 0; i < 60; ++i) {
    DoublePendulum pendulum = PaperPendulum(simulation.friction);
    pendulum.rod_2_centre_m += random.Uniform(-0.5e-4, 0.5e-4);
    pendulum.rod_1_inertia_kg_m2 += random.Uniform(-0.5e-4, 0.5e-4);
    pendulum.rod_2_inertia_kg_m2 += random.Uniform(-0.5e-3, 0.5e-3);
    pendulum.integration.relative_tolerance = pendulum.integration.absolute_tolerance = 1e-9;
    const auto record = Swing(pendulum, {}, findings);
    if (record && CountOf(*record) == expected) ++same;
  }
  return same;
}

}  // namespace

void PendulumImpactCounts(Findings& findings) {
  findings.sheet() = Sheet({"simulation", "T_s", "impacts"});
  for (const Simulation& simulation : kSimulations) {
    DoublePendulum pendulum = PaperPendulum(simulation.friction);
    pendulum.duration_s = 6.5;
    const auto record = Swing(pendulum, {}, findings);
    if (!record) return;
    for (int i = 0; i <= 65; ++i) {
      findings.sheet().Add(simulation.name, 0.1 * i, CountUntil(*record, 0.1 * i));
    }
    const int expected = simulation.friction == 0.0 ? 6 : 10;
    findings.Reproduces(std::string(simulation.name) + ": impacts in 6 s", expected,
                        CountUntil(*record, 6.0), 0.0);
    const size_t last = static_cast<size_t>(expected - 1);
    findings.NotCheckable(std::string(simulation.name) + ": the time of simulation", "a count only",
                          "not stated; the count holds from " + Text(record->events[last].time_s) +
                              " to " + Text(record->events[last + 1].time_s) +
                              " s, and 6 s is the round value in both");
    const int same = Robust(simulation, expected, findings);
    findings.Reproduces(std::string(simulation.name) +
                            ": of 60 runs with lc, I1, I2 within their digits, the same count",
                        "approximate parameters", 60.0, same, 0.0);
    if (simulation.friction == 0.0) {
      CompareTimes(simulation, "pendulum_impacts.csv", 1e-9, *record, findings);
    } else {
      CompareTimes(simulation, "pendulum_impacts_friction.csv", 1e-8, *record, findings);
    }
  }
}

namespace {

// How far two runs are apart over the time from one impact to the next.
struct Apart {
  double from_s = 0.0;
  double rates_rad_s = 0.0;  // Root mean square.
  double energy_J = 0.0;     // Mean.
};

double SquareOfRates(const MechanismRecord& a, const MechanismRecord& b, int row) {
  double square = 0.0;
  for (const char* rod : {"rod_1", "rod_2"}) {
    const Channel rate = {rod, "angular_velocity_rad_s"};
    const double apart = testing::At(a.samples, row, rate) - testing::At(b.samples, row, rate);
    square += apart * apart;
  }
  return square;
}

// Between the impacts of `with`; both have samples at the same times.
std::vector<Apart> Compare(const MechanismRecord& without, const MechanismRecord& with) {
  const Channel energy = {"system", "energy_J"};
  std::vector<Apart> all(1);
  int count = 0;
  const auto close = [&] {
    all.back().rates_rad_s = std::sqrt(all.back().rates_rad_s / count);
    all.back().energy_J /= count;
    count = 0;
  };
  for (int row = 0; row < static_cast<int>(with.samples.times_s.size()); ++row) {
    const size_t impact = all.size() - 1;
    if (impact < with.impacts.times_s.size() &&
        with.samples.times_s[static_cast<size_t>(row)] >= with.impacts.times_s[impact]) {
      close();
      all.push_back({with.impacts.times_s[impact], 0.0, 0.0});
    }
    all.back().rates_rad_s += SquareOfRates(without, with, row);
    all.back().energy_J += std::fabs(testing::At(without.samples, row, energy) -
                                     testing::At(with.samples, row, energy));
    ++count;
  }
  close();
  return all;
}

}  // namespace

void PendulumGrowingInfluence(Findings& findings) {
  const auto without = Swing(PaperPendulum(0.0), Every(0.001), findings);
  const auto with = Swing(PaperPendulum(0.15), Every(0.001), findings);
  if (!without || !with) return;
  const std::vector<Apart> apart = Compare(*without, *with);
  findings.sheet() = Sheet({"impact", "from_s", "rms_rates_rad_s", "mean_energy_J"});
  for (size_t i = 0; i < apart.size(); ++i) {
    findings.sheet().Add(i, apart[i].from_s, apart[i].rates_rad_s, apart[i].energy_J);
  }
  findings.SetPanels(
      {{"The two simulations apart, from one impact with friction to the next",
        "impacts with friction",
        "angular velocities, rms, rad/s",
        {{"angular velocities", "impact", "rms_rates_rad_s"}}},
       {"", "impacts with friction", "energy, mean, J", {{"energy", "impact", "mean_energy_J"}}}});
  findings.Reproduces("distance of the angular velocities before the first impact, rad/s",
                      "the same until then", 0.0, apart[0].rates_rad_s, 1e-12);
  const bool grows =
      std::is_sorted(apart.begin(), apart.begin() + 6,
                     [](const Apart& a, const Apart& b) { return a.energy_J < b.energy_J; });
  findings.Reproduces(
      "difference of energy after 1 and after 5 impacts, J", "differences deepen with time",
      Text(apart[1].energy_J) + " and " + Text(apart[5].energy_J) + ", growing with each", grows);
  const auto furthest = std::max_element(
      apart.begin(), apart.end(),
      [](const Apart& a, const Apart& b) { return a.rates_rad_s < b.rates_rad_s; });
  findings.Differs("rms distance of the angular velocities after the last impact, rad/s",
                   "more visible after each subsequent collision",
                   Text(apart.back().rates_rad_s) + ", but " + Text(furthest->rates_rad_s) +
                       " after impact " + Text(static_cast<double>(furthest - apart.begin())),
                   furthest - apart.begin() < 5 && apart.back().rates_rad_s < furthest->rates_rad_s,
                   "two impacts part the runs for good; from then on their distance is that of two "
                   "unrelated swings, and shrinks with their energy");
}

void PendulumAccumulation(Findings& findings) {
  findings.sheet() = Sheet({"simulation", "impact", "t_s", "closing_after_m_s"});
  for (const Simulation& simulation : kSimulations) {
    DoublePendulum pendulum = PaperPendulum(simulation.friction);
    pendulum.duration_s = 60.0;
    const auto record = Swing(pendulum, {}, findings);
    if (!record) return;
    for (int i = 0; i < CountOf(*record); ++i) {
      findings.sheet().Add(simulation.name, i + 1, record->impacts.times_s[static_cast<size_t>(i)],
                           OfImpact(*record, i, {"contact", "closing_after_m_s"}));
    }
    findings.Differs(std::string(simulation.name) + ", 60 s asked for",
                     "not said; each collision is followed by a phase of motion",
                     "stops at " + Text(record->end_time_s) + " s after " + Text(CountOf(*record)) +
                         " impacts: events accumulate",
                     record->stop_reason == StopReason::kEventsAccumulate,
                     "flights shorten as a geometric series: infinitely many in finite time");
    if (simulation.friction == 0.0) continue;
    // Expected: 34-digit arithmetic followed over 300 impacts.
    findings.Differs("mu = 0.15: when the last of them would be, s", "not said", 6.955144022066,
                     testing::FigureOf(*record, "accumulation_time_s"), 1e-8,
                     "the sum of the series; then the disc lies on the obstacle");
  }
  DoublePendulum lying = PaperPendulum(0.15);
  lying.restitution = 0.0;
  const auto record = Swing(lying, {}, findings);
  if (!record) return;
  findings.Differs(
      "k = 0", "not said",
      "stops at its impact " + Text(CountOf(*record)) + ", at " + Text(record->end_time_s) + " s",
      record->stop_reason == StopReason::kEventsAccumulate &&
          record->end_time_s == record->events.back().time_s,
      "nothing separates again: a contact that lasts is not in the model");
}

}  // namespace carom::papers
