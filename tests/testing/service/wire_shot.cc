#include "tests/testing/service/wire_shot.h"

#include <variant>

#include "server/convert/catalog_convert.h"

namespace carom::testing {
namespace {

template <class Wire>
void SetFriction(double friction, Wire& wire) {
  if (friction >= 0.0) wire.set_friction(friction);
}

template <class Wire>
void SetFriction(const BallBallFriction& friction, Wire& wire) {
  if (const auto* const constant = std::get_if<ConstantFriction>(&friction)) {
    wire.mutable_constant()->set_coefficient(constant->friction);
    return;
  }
  const auto& alciatore = std::get<AlciatoreFriction>(friction);
  wire.mutable_alciatore()->set_a(alciatore.a);
  wire.mutable_alciatore()->set_b(alciatore.b);
  wire.mutable_alciatore()->set_c_s_m(alciatore.c_s_per_m);
}

template <class Law, class Wire>
void SetParameters(const Law& law, Wire& wire) {
  if constexpr (requires { law.restitution; }) wire.set_restitution(law.restitution);
  if constexpr (requires { law.friction; }) SetFriction(law.friction, wire);
  if constexpr (requires { law.frequency_ratio; }) wire.set_frequency_ratio(law.frequency_ratio);
  if constexpr (requires { law.slate_friction; }) {
    if (law.slate_friction >= 0.0) wire.set_slate_friction(law.slate_friction);
  }
}

// The arm of each law: a new law is one more line.
auto& Arm(const ElasticBallBall&, v1::BallBallLaw& wire) { return *wire.mutable_elastic(); }
auto& Arm(const FrictionalBallBall&, v1::BallBallLaw& wire) { return *wire.mutable_frictional(); }
auto& Arm(const Mathavan2014&, v1::BallBallLaw& wire) { return *wire.mutable_mathavan2014(); }
auto& Arm(const RouthBallBall&, v1::BallBallLaw& wire) { return *wire.mutable_routh(); }
auto& Arm(const RestitutionCushion&, v1::CushionLaw& wire) { return *wire.mutable_restitution(); }
auto& Arm(const Han2005&, v1::CushionLaw& wire) { return *wire.mutable_han2005(); }
auto& Arm(const Mathavan2010&, v1::CushionLaw& wire) { return *wire.mutable_mathavan2010(); }
auto& Arm(const StrongeCompliant&, v1::CushionLaw& wire) { return *wire.mutable_stronge(); }
auto& Arm(const RouthCushion&, v1::CushionLaw& wire) { return *wire.mutable_routh(); }
auto& Arm(const FrictionalSlate&, v1::BallSlateLaw& wire) { return *wire.mutable_frictional(); }
auto& Arm(const RouthSlate&, v1::BallSlateLaw& wire) { return *wire.mutable_routh(); }
auto& Arm(const FrictionalSlate&, v1::BallLinerLaw& wire) { return *wire.mutable_frictional(); }
auto& Arm(const RouthSlate&, v1::BallLinerLaw& wire) { return *wire.mutable_routh(); }

template <class Choice, class Wire>
void SetLaw(const Choice& law, Wire& wire) {
  std::visit([&](const auto& chosen) { SetParameters(chosen, Arm(chosen, wire)); }, law);
}

// The wire's policies are the core's, counted from one.
template <class WireEnum, class CoreEnum>
WireEnum Policy(CoreEnum policy) {
  return static_cast<WireEnum>(static_cast<int>(policy) + 1);
}

void SetEnvironment(const Environment& environment, v1::Settings& wire) {
  wire.set_gravity_m_s2(environment.gravity_m_s2);
  wire.set_rest_hop_s(environment.rest_hop_s);
  wire.set_cluster_gap_m(environment.cluster_gap_m);
  wire.set_settle_speed_m_s(environment.settle_speed_m_s);
  wire.mutable_cloth()->set_sliding_friction(environment.cloth.sliding_friction);
  wire.mutable_cloth()->set_rolling_friction(environment.cloth.rolling_friction);
  wire.mutable_cloth()->set_spinning_friction(environment.cloth.spinning_friction);
  wire.set_nose_contact(Policy<v1::NoseContact>(environment.nose_contact));
  wire.set_flight(Policy<v1::Flight>(environment.flight));
  wire.set_pocket_model(Policy<v1::PocketModel>(environment.pocket_model));
  wire.set_simultaneous(Policy<v1::Simultaneous>(environment.simultaneous));
}

void SetVector(const Vec3& vector, v1::Vector3& wire) {
  wire.set_x(vector.x());
  wire.set_y(vector.y());
  wire.set_z(vector.z());
}

void AddBall(const BallSpec& ball, const BallState& state, v1::BallList& wire) {
  v1::LayoutBall& added = *wire.add_balls();
  added.mutable_ball()->set_mass_kg(ball.mass_kg);
  added.mutable_ball()->set_radius_m(ball.radius_m);
  SetVector(state.position, *added.mutable_state()->mutable_position_m());
  SetVector(state.velocity, *added.mutable_state()->mutable_velocity_m_s());
  SetVector(state.spin, *added.mutable_state()->mutable_angular_velocity_rad_s());
  added.mutable_state()->set_motion(Policy<v1::MotionState>(state.motion));
}

void SetStrike(const CueStrike& strike, v1::CueStrike& wire) {
  wire.set_cue_ball(static_cast<uint32_t>(strike.cue_ball));
  wire.set_speed_m_s(strike.speed_m_s);
  wire.set_azimuth_rad(strike.azimuth_rad);
  wire.set_elevation_rad(strike.elevation_rad);
  wire.set_side_offset(strike.side_offset);
  wire.set_height_offset(strike.height_offset);
}

}  // namespace

v1::SimulateRequest ToRequest(const Scene& scene, const Shot& shot) {
  v1::SimulateRequest request;
  *request.add_tables()->mutable_geometry() = TableToWire(scene.table(), "");
  v1::Settings& settings = *request.add_settings();
  SetEnvironment(scene.settings().environment, settings);
  SetLaw(scene.settings().laws.ball_ball, *settings.mutable_ball_ball());
  SetLaw(scene.settings().laws.cushion, *settings.mutable_cushion());
  SetLaw(scene.settings().laws.slate, *settings.mutable_slate());
  SetLaw(scene.settings().laws.liner, *settings.mutable_liner());
  v1::BallList& balls = *request.add_layouts()->mutable_balls();
  for (size_t i = 0; i < shot.start.size(); ++i) AddBall(scene.balls()[i], shot.start[i], balls);
  v1::Shot& wire = *request.add_shots();
  if (shot.strike) SetStrike(*shot.strike, *wire.mutable_strike());
  return request;
}

}  // namespace carom::testing
