// Requests for mechanisms a few bytes beside good ones, taken as the service takes them: each is
// refused with the path of a field or answered with numbers, and ends.

#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

#include "core/base/random.h"
#include "server/convert/mechanism_convert.h"
#include "tests/fuzz/mutate.h"

namespace carom::testing {
namespace {

constexpr uint32_t kFewEvaluations = 5000;
constexpr double kShort_s = 0.5;

// Fields that are given are bytes that can change.
constexpr const char* kSeeds[] = {
    "double_pendulum { rod_1_length_m: 1 rod_2_mass_kg: 1 obstacle_distance_m: 1 restitution: 0.5 "
    "friction: 0.1 angle_1_rad: 0.4 torque_1_n_m: 1 integration { relative_tolerance: 1e-9 } }",
    "rolling_ball { ball_radius_m: 0.03 velocity_m_s { x: 0.5 y: 1 } spin_rad_s { z: 20 } "
    "patch { radius_m: 0.003 friction: 0.2 lean: 0.5 model: CONTENSOU_MODEL_FOUR_PARAMETER } }",
    "newtons_cradle { ball_count: 3 released: 1 rod_length_m: 0.15 gap_m: 1e-5 "
    "normal { flores { restitution: 0.9 } } material { name: 'steel' poisson: 0.3 } "
    "constraints { method: CONSTRAINT_METHOD_BAUMGARTE } }",
    "ball_bearing { ball_count: 6 outer_speed_rad_s: 100 interference_m: 1e-6 radial_load_n: 10 "
    "integration { method: INTEGRATION_METHOD_ADAMS_PECE relative_tolerance: 1e-5 } }",
    "ball_bearing { defect { place: DEFECT_PLACE_BALL width_m: 1e-3 depth_m: 1e-6 } } "
    "detail { spectrum { channels { body: 'ball_1' quantity: 'acceleration_x_m_s2' } "
    "period_s: 1e-3 segment: 64 overlap: 0.25 } }",
    "bouncing_balls { surface: BOUNCE_SURFACE_BOWL ball_mass_kg: 0.2 stiffness: 1e9 "
    "balls { position_m { z: 0.1 } spin_rad_s { x: 9 } } balls { position_m { z: 0.2 } } "
    "friction { coulomb {} } penetration_step_m: 1e-6 integration { max_tries: 3 } }",
    "linkage { links { mass_kg: 2 position_m { z: -0.5 } spin_rad_s { x: 1 y: 2 } } "
    "links { inertia_kg_m2 { x: 0.1 y: 0.2 z: 0.3 } position_m { z: -1.5 } rotation_rad { y: 1 } } "
    "joints { kind: JOINT_KIND_SPHERICAL } joints { link: 1 other: 0 point_m { z: -1 } } "
    "constraints { method: CONSTRAINT_METHOD_AUGMENTED_LAGRANGIAN } } "
    "detail { sample_period_s: 0.1 }",
    "patch_surface { model: CONTENSOU_MODEL_FOUR_PARAMETER smoothing_per_s: 0.1 "
    "blend { force { b: 0.7 m: 2.5 } } points { slip_per_s { x: 1 y: 2 } spin_rad_s: 3 "
    "shift { x: 0.5 } } }",
    "patch_pressure { radius_m: 0.003 normal_force_n: 1.7 lean: 0.3 direction_rad: 2 grid: 9 }",
    "patch_fit { rows { point { slip_per_s { x: 1 } spin_rad_s: 1 } force { x: 0.8 } moment: 0.2 } "
    "rows { point { slip_per_s { x: 1 } spin_rad_s: 2 } force { x: 0.6 } moment: 0.4 } "
    "rows { point { slip_per_s { x: 1 } spin_rad_s: 0.5 } force { x: 0.9 } moment: 0.1 } "
    "rows { point { slip_per_s { x: 1 } spin_rad_s: 4 } force { x: 0.3 } moment: 0.5 weight: 2 } }",
    "rolling_ball_aim { ball { velocity_m_s { x: 0.5 } } target_m { x: 0.3 y: 0.1 } grid: 4 }",
};

template <class System>
void MakeShort(System& system) {
  system.set_duration_s(
      system.has_duration_s() && system.duration_s() <= kShort_s ? system.duration_s() : kShort_s);
  auto& integration = *system.mutable_integration();
  integration.set_max_evaluations(
      std::min(integration.has_max_evaluations() ? integration.max_evaluations() : kFewEvaluations,
               kFewEvaluations));
}

void MakeShort(v1::SimulateMechanismRequest& request) {
  if (request.has_double_pendulum()) MakeShort(*request.mutable_double_pendulum());
  if (request.has_rolling_ball()) MakeShort(*request.mutable_rolling_ball());
  if (request.has_newtons_cradle()) MakeShort(*request.mutable_newtons_cradle());
  if (request.has_ball_bearing()) MakeShort(*request.mutable_ball_bearing());
  if (request.has_bouncing_balls()) MakeShort(*request.mutable_bouncing_balls());
  if (request.has_linkage()) MakeShort(*request.mutable_linkage());
  if (request.has_rolling_ball_aim()) {
    MakeShort(*request.mutable_rolling_ball_aim()->mutable_ball());
    request.mutable_rolling_ball_aim()->set_max_runs(3);
  }
}

void ExpectNumbers(const MechanismRecord& record) {
  const auto finite = [](double value) { return std::isfinite(value); };
  EXPECT_TRUE(std::all_of(record.samples.values.begin(), record.samples.values.end(), finite));
  EXPECT_TRUE(std::all_of(record.impacts.values.begin(), record.impacts.values.end(), finite));
  for (const Figure& figure : record.figures) EXPECT_TRUE(finite(figure.value)) << figure.name;
}

// What the service answers, without its answer's bytes.
absl::Status Play(const v1::SimulateMechanismRequest& request) {
  const auto converted = ConvertMechanism(request, ConvertLimits());
  if (!converted.ok()) return converted.status();
  if (const auto* aim = std::get_if<RollingBallAim>(&converted->task)) {
    const auto found = AimRollingBall(aim->ball, aim->aim, StopToken());
    return ToMechanismPath(found.status(), request);
  }
  if (const auto* surface = std::get_if<PatchSurface>(&converted->task)) {
    return ToMechanismPath(EvaluatePatch(*surface).status(), request);
  }
  if (const auto* fit = std::get_if<PatchFit>(&converted->task)) {
    return ToMechanismPath(FitPatch(*fit, StopToken()).status(), request);
  }
  if (const auto* pressure = std::get_if<PatchPressure>(&converted->task)) {
    return ToMechanismPath(EvaluatePressure(*pressure).status(), request);
  }
  MechanismRecord record;
  const absl::Status status = SimulateMechanism(std::get<Mechanism>(converted->task),
                                                converted->detail, StopToken(), record);
  if (status.ok()) ExpectNumbers(record);
  return ToMechanismPath(status, request);
}

TEST(MechanismMutants, AreRefusedByPathOrAnswered) {
  int played = 0;
  int refused = 0;
  for (uint64_t seed = 0; seed < std::size(kSeeds); ++seed) {
    v1::SimulateMechanismRequest good;
    ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(kSeeds[seed], &good)) << seed;
    const google::protobuf::LogSilencer silencer;  // It tells every string that is no UTF-8.
    CounterRandom random(20261121, seed);
    for (uint64_t i = 0; i < kMutantsPerSeed; ++i) {
      v1::SimulateMechanismRequest request;
      if (!request.ParseFromString(Mutate(good.SerializeAsString(), random))) continue;
      MakeShort(request);
      SCOPED_TRACE(request.ShortDebugString());
      const absl::Status status = Play(request);
      ++(status.ok() ? played : refused);
      if (status.ok()) continue;
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
      EXPECT_NE(status.message().find(": "), std::string::npos) << status;
    }
  }
  // Both ways out are taken.
  EXPECT_GT(played, 10);
  EXPECT_GT(refused, 10);
}

}  // namespace
}  // namespace carom::testing
