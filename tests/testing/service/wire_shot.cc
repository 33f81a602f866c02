#include "tests/testing/service/wire_shot.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <variant>

#include "server/convert/request_convert.h"

namespace carom::testing {
namespace {

// Sets the fields of a message to the parameters of a law. A visitor.
class FieldSetter {
 public:
  explicit FieldSetter(google::protobuf::Message& wire) : wire_(wire) {}

  void operator()(const char* name, double value, const Interval& /*range*/) const {
    wire_.GetReflection()->SetDouble(&wire_, wire_.GetDescriptor()->FindFieldByName(name), value);
  }
  void Optional(const char* name, double value, const Interval& range) const {
    if (value >= 0.0) (*this)(name, value, range);
  }
  template <class Choice>
  void OneOf(const char* name, const Choice& choice) const;

 private:
  google::protobuf::Message& wire_;
};

// Chooses the arm of this choice, with its parameters.
template <class Choice>
void SetChoice(const Choice& choice, google::protobuf::Message& wire) {
  std::visit(
      [&]<class Chosen>(const Chosen& chosen) {
        const auto* const arm = wire.GetDescriptor()->FindFieldByName(Chosen::kName);
        const FieldSetter setter(*wire.GetReflection()->MutableMessage(&wire, arm));
        Chosen::Parameters(chosen, setter);
      },
      choice);
}

template <class Choice>
void FieldSetter::OneOf(const char* /*name*/, const Choice& choice) const {
  SetChoice(choice, wire_);
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
  SetChoice(scene.settings().laws.ball_ball, *settings.mutable_ball_ball());
  SetChoice(scene.settings().laws.cushion, *settings.mutable_cushion());
  SetChoice(scene.settings().laws.slate, *settings.mutable_slate());
  SetChoice(scene.settings().laws.liner, *settings.mutable_liner());
  v1::BallList& balls = *request.add_layouts()->mutable_balls();
  for (size_t i = 0; i < shot.start.size(); ++i) AddBall(scene.balls()[i], shot.start[i], balls);
  v1::Shot& wire = *request.mutable_shots()->add_shots();
  if (shot.strike) SetStrike(*shot.strike, *wire.mutable_strike());
  return request;
}

}  // namespace carom::testing
