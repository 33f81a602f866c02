// What every compliant shot and every mechanism must hold, on random ones: no number that is not
// one, energy that never grows and whose balance closes, an end with a reason, and the same bits
// twice.
//
// CAROM_FUZZ=all plays 5 x 10^3 of each in place of a part.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <variant>

#include "core/shot/simulate.h"
#include "core/solid/plane_geometry.h"
#include "tests/testing/fuzz_share.h"
#include "tests/testing/shots/random_compliant.h"

namespace carom::testing {
namespace {

constexpr int kCompliantShards = 5;
constexpr uint64_t kCompliantSeed = 20261121;

// All, or `part` of them in a usual run.
uint64_t RunsPerShard(uint64_t part) {
  if (FuzzesAll()) return 1'000;
  return FuzzShare(part, 5);
}

double EnergyOf(const Scene& scene, const std::vector<BallState>& states) {
  double sum = 0.0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (!InPlay(states[i].motion)) continue;
    const BallSpec& ball = scene.balls()[i];
    const double gravity =
        scene.settings().compliant.horizontal ? 0.0 : scene.settings().environment.gravity_m_s2;
    sum += 0.5 * ball.mass_kg * states[i].velocity.squaredNorm() +
           0.5 * ball.Inertia() * states[i].spin.squaredNorm() +
           ball.mass_kg * gravity * (states[i].position.z() - ball.radius_m);
  }
  return sum;
}

bool AllFinite(const std::vector<BallState>& states) {
  return std::all_of(states.begin(), states.end(), [](const BallState& state) {
    return IsFinite(state.position) && IsFinite(state.velocity) && IsFinite(state.spin);
  });
}

// Whether a ball's centre is near the line of a nose or the circle of a jaw, or in the latter.
bool OneIsUnderANose(const Scene& scene, const std::vector<BallState>& states) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (!InPlay(states[i].motion)) continue;
    const Vec2 centre = states[i].position.head<2>();
    const double near_m = 0.5 * scene.balls()[i].radius_m;
    for (const Nose& nose : scene.table().noses) {
      if ((NearestOnSegment(centre, nose.start_m, nose.end_m) - centre).norm() < near_m)
        return true;
    }
    for (const Jaw& jaw : scene.table().jaws) {
      if ((centre - jaw.centre_m).norm() < jaw.radius_m + near_m) return true;
    }
  }
  return false;
}

class RandomCompliantShots : public ::testing::TestWithParam<int> {};

TEST_P(RandomCompliantShots, HoldTheInvariants) {
  Workspace workspace;
  Record record;
  Record again;
  Detail detail;
  detail.events = detail.event_states = detail.samples = true;
  detail.sample_period_s = 0.02;
  const uint64_t runs = RunsPerShard(30);
  uint64_t played = 0;
  uint64_t at_rest = 0;
  uint64_t pressed = 0;
  double worst_gain = -1.0;
  double worst_residual = 0.0;
  for (uint64_t index = 0; played < runs; ++index) {
    const uint64_t stream = static_cast<uint64_t>(GetParam()) << 32 | index;
    const auto random = MakeRandomCompliantShot(kCompliantSeed, stream);
    if (!random) continue;
    SCOPED_TRACE("shot " + std::to_string(stream) + ": " + random->what);
    const auto status =
        Simulate(random->scene, random->shot, detail, StopToken(), workspace, record);
    if (!status.ok()) {  // Layouts of the other engine may stand in these cushions.
      EXPECT_NE(status.message().find("position_m"), std::string::npos) << status;
      continue;
    }
    ++played;
    ASSERT_TRUE(AllFinite(record.final_states));
    ASSERT_TRUE(AllFinite(record.samples));
    // A fast ball may be pressed under a nose of soft rubber: PoolWatch::IsInsideACushion.
    if (record.stop_reason == StopReason::kNumericalFailure) {
      ++pressed;
      EXPECT_TRUE(OneIsUnderANose(random->scene, record.final_states));
    }
    EXPECT_TRUE(record.stop_reason == StopReason::kAtRest ||
                record.stop_reason == StopReason::kTimeLimit ||
                record.stop_reason == StopReason::kNumericalFailure)
        << static_cast<int>(record.stop_reason);
    if (record.stop_reason == StopReason::kAtRest) ++at_rest;

    std::vector<BallState> start = random->shot.start;
    if (random->shot.strike) {
      const auto ball = static_cast<std::size_t>(random->shot.strike->cue_ball);
      start[ball] = record.event_states[0].after;
    }
    const double before = EnergyOf(random->scene, start);
    const double after = EnergyOf(random->scene, record.final_states);
    // Tolerance of the integration, and what balls frozen with an overlap of 1e-9 m hold.
    EXPECT_LE(after, before + 1e-5 * before + 1e-9);
    worst_gain = std::max(worst_gain, (after - before) / std::max(before, 1e-6));
    // All that was lost is known where it went.
    const double residual = std::fabs(record.energy_residual_J);
    EXPECT_LE(residual, 1e-5 * before + 1e-9);
    worst_residual = std::max(worst_residual, residual / std::max(before, 1e-6));

    ASSERT_TRUE(
        Simulate(random->scene, random->shot, Detail{}, StopToken(), workspace, again).ok());
    EXPECT_EQ(again.hash, record.hash);
  }
  EXPECT_LE(pressed, 1 + runs / 100);
  std::printf(
      "%d shots, %d at rest by then, %d pressed under a nose, energy grows by at most %.1e of it, "
      "balance %.1e\n",
      static_cast<int>(played), static_cast<int>(at_rest), static_cast<int>(pressed), worst_gain,
      worst_residual);
}

INSTANTIATE_TEST_SUITE_P(Shard, RandomCompliantShots, ::testing::Range(0, kCompliantShards));

// J.
double Residual(const MechanismRecord& record) {
  for (const Figure& figure : record.figures) {
    if (figure.name == "greatest_balance_residual_J") return figure.value;
  }
  ADD_FAILURE() << "no balance of energy";
  return 0.0;
}

// Of all samples, J; 0 for a mechanism that does not sample its energy.
double GreatestEnergy(const MechanismRecord& record) {
  double greatest = 0.0;
  for (std::size_t c = 0; c < record.samples.channels.size(); ++c) {
    if (record.samples.channels[c].quantity != "energy_J") continue;
    for (int i = 0; i < static_cast<int>(record.samples.times_s.size()); ++i) {
      greatest = std::max(greatest, std::fabs(record.samples.Row(i)[c]));
    }
  }
  return greatest;
}

class RandomMechanisms : public ::testing::TestWithParam<int> {};

TEST_P(RandomMechanisms, HoldTheInvariants) {
  const uint64_t runs = RunsPerShard(10);
  MechanismDetail detail;
  detail.sample_period_s = 1e-2;
  uint64_t refused = 0;
  int reasons[16] = {};
  uint64_t played = 0;
  std::array<double, std::variant_size_v<Mechanism>> worst_residual = {};
  for (uint64_t index = 0; played < runs; ++index) {
    const uint64_t stream = static_cast<uint64_t>(GetParam()) << 32 | index;
    const Mechanism mechanism = MakeRandomMechanism(kCompliantSeed, stream);
    SCOPED_TRACE("mechanism " + std::to_string(stream) + ", arm " +
                 std::to_string(mechanism.index()));
    MechanismRecord record;
    const auto status = SimulateMechanism(mechanism, detail, StopToken(), record);
    if (!status.ok()) {
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
      EXPECT_NE(status.message().find(": "), std::string::npos) << status;
      ++refused;
      continue;
    }
    ++played;
    const auto finite = [](double value) { return std::isfinite(value); };
    EXPECT_TRUE(std::all_of(record.samples.values.begin(), record.samples.values.end(), finite));
    EXPECT_TRUE(std::all_of(record.impacts.values.begin(), record.impacts.values.end(), finite));
    for (const Figure& figure : record.figures) EXPECT_TRUE(finite(figure.value)) << figure.name;
    for (std::size_t i = 1; i < record.events.size(); ++i) {
      EXPECT_LE(record.events[i - 1].time_s, record.events[i].time_s);
    }
    EXPECT_NE(record.stop_reason, StopReason::kEvaluationLimit);
    EXPECT_NE(record.stop_reason, StopReason::kNumericalFailure);
    const double residual = Residual(record) / std::max(GreatestEnergy(record), 1e-3);
    EXPECT_LE(residual, 1e-5);
    double& worst = worst_residual[mechanism.index()];
    worst = std::max(worst, residual);
    ++reasons[static_cast<int>(record.stop_reason)];
    MechanismRecord again;
    ASSERT_TRUE(SimulateMechanism(mechanism, {}, StopToken(), again).ok());
    EXPECT_EQ(again.hash, record.hash);
  }
  std::printf(
      "%d mechanisms beside %d refused: %d ran their time, %d at rest, %d collapsed, %d failed\n",
      static_cast<int>(runs), static_cast<int>(refused),
      reasons[static_cast<int>(StopReason::kTimeLimit)],
      reasons[static_cast<int>(StopReason::kAtRest)],
      reasons[static_cast<int>(StopReason::kEventsAccumulate)],
      reasons[static_cast<int>(StopReason::kNumericalFailure)]);
  for (const double worst : worst_residual) std::printf(" %.1e", worst);
  std::printf(" of the energy, the balance of each kind is off by\n");
}

INSTANTIATE_TEST_SUITE_P(Shard, RandomMechanisms, ::testing::Range(0, kCompliantShards));

}  // namespace
}  // namespace carom::testing
