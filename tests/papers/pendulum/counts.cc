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
void CompareTimes(const Simulation& simulation, const char* file, const MechanismRecord& record,
                  Findings& findings) {
  double greatest = 0.0;
  size_t count = 0;
  for (const testing::CsvRow& row : testing::ReadCsv(file)) {
    if (row.Number("mu") != simulation.friction || count == record.events.size()) continue;
    greatest = std::max(greatest, std::fabs(record.events[count].time_s - row.Number("t")));
    ++count;
  }
  findings.SelfCheck(std::string(simulation.name) + ": greatest difference of " +
                         std::to_string(count) + " impact times",
                     {Source::kCatalogue, "P-05, P-06: 34-digit arithmetic"},
                     {{greatest, SizeWithin({1e-8, "s", "tolerance of the catalogue"}, 1.0)}});
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
    const Printed paper = {
        "the pendulum collides six times in time of simulation for the case mu = 0, and ten times, "
        "when mu = 0.15.",
        "4"};
    const Reference words = {Source::kPaper, "\"six\", \"ten\""};
    findings.Reproduced(
        std::string(simulation.name) + ": impacts in 6 s", paper,
        {{static_cast<double>(CountUntil(*record, 6.0)), Exactly(static_cast<double>(expected))}},
        words);
    const size_t last = static_cast<size_t>(expected - 1);
    findings.NotCheckable(
        std::string(simulation.name) + ": the time of simulation", {"in time of simulation", "4"},
        "how long it is; the count holds from " + Text(record->events[last].time_s) + " to " +
            Text(record->events[last + 1].time_s) + " s, and 6 s is the round value in both");
    findings.Reproduced(
        std::string(simulation.name) +
            ": of 60 runs with l_c, I_1, I_2 within their digits, those with that count",
        paper, {{static_cast<double>(Robust(simulation, expected, findings)), Exactly(60.0)}},
        words);
    if (simulation.friction == 0.0) {
      CompareTimes(simulation, "pendulum_impacts.csv", *record, findings);
    } else {
      CompareTimes(simulation, "pendulum_impacts_friction.csv", *record, findings);
    }
  }
}

namespace {

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

// After which collisions the difference is greater than before, and why that is not judged.
std::string ToldOfAll(const std::vector<Apart>& apart, int force) {
  std::string grows;
  std::string list;
  for (size_t i = 1; i < apart.size(); ++i) {
    const double now_N = apart[i].Rms(force);
    list += (i > 1 ? ", " : "") + Text(std::round(10.0 * now_N) / 10.0);
    if (now_N <= apart[i - 1].Rms(force)) continue;
    grows += (grows.empty() ? "" : ", ") + std::to_string(i);
  }
  return "the rms difference is " + list + " N after them, greater than before after " +
         (grows.empty() ? "none" : grows) +
         ": the swings lose their energy, and the forces and their difference shrink with it. "
         "The paper names no measure of \"visible\" and \"deepen\", and by this one neither holds "
         "over all ten";
}

}  // namespace

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
  const Printed grows = {"becomes more and more visible after each subsequent collision", "4"};
  const Printed deepens = {"deepen with time, i.e., with the growing number of collisions", "4"};
  for (int k = 0; k < kForces; ++k) {
    const Printed& paper = k < 2 ? grows : deepens;
    findings.SelfCheck(
        std::string(kForceNames[k]) + ": rms difference of the two runs before the first collision",
        {Source::kReferenceRun, "mu = 0"},
        {{apart[0].Rms(k), SizeWithin({1e-9, "N", "integration until the first impact"}, 69.0)}});
    findings.Tells(
        std::string(kForceNames[k]) + ": collisions 1 to " + std::to_string(apart.size() - 1),
        paper, ToldOfAll(apart, k));
  }
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
    const double limit_s = testing::FigureOf(*record, "accumulation_time_s");
    findings.Extension(
        std::string(simulation.name) + ", 60 s asked for, " + Text(CountOf(*record)) +
            " impacts: time from the stop to their limit",
        {Source::kClosedForm, "flights shorten as a geometric series"},
        {{limit_s - record->end_time_s, Above(0.0, 0.0, "s", "the sign: it lies ahead")}});
    if (simulation.friction == 0.0) continue;
    findings.Extension("mu = 0.15: when the last of them would be",
                       {Source::kCatalogue, "34-digit arithmetic over 300 impacts"},
                       {{limit_s, Around(6.955144022066, {1e-8, "s", "sum of the series"})}});
  }
  DoublePendulum lying = PaperPendulum(0.15);
  lying.restitution = 0.0;
  const auto record = Swing(lying, {}, findings);
  if (!record || record->events.empty()) return findings.Failed("k = 0", "no impact");
  findings.Extension(
      "k = 0: from its only impact to the stop", {Source::kClosedForm, "nothing separates again"},
      {{static_cast<double>(CountOf(*record)), Exactly(1.0), "impacts"},
       {record->end_time_s - record->events.back().time_s, Exactly(0.0, "s"), "time"}});
}

}  // namespace carom::papers
