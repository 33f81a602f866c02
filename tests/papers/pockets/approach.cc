#include "tests/papers/pockets/approach.h"

#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "core/base/demand.h"
#include "core/shot/simulate.h"
#include "core/table/catalog.h"

namespace carom::papers {
namespace {

constexpr double kRun_m = 0.5;

// core/table/catalog.cc, by WPA: mouth and facings.
constexpr double kCornerMouth_m = 0.1155;
constexpr double kSideMouth_m = 0.1285;
constexpr double kCornerFacing_rad = DegreesToRadians(142.0 - 135.0);
constexpr double kSideFacing_rad = DegreesToRadians(104.0 - 90.0);

const Table& TheTable() { return FindTable("pool_9ft")->table; }

// From the corner of the table, or the nose line, along the pocket's axis.
double MouthFromPocket(PocketKind kind, const Pocket& pocket) {
  const Vec2 half(0.5 * TheTable().length_m, 0.5 * TheTable().width_m);
  if (kind == PocketKind::kSide) return std::fabs(pocket.centre_m.y()) - half.y();
  return (pocket.centre_m.cwiseAbs() - half).norm() + 0.5 * kCornerMouth_m;
}

}  // namespace

StudiedPocket Studied(PocketKind kind) {
  StudiedPocket studied;
  const bool corner = kind == PocketKind::kCorner;
  studied.kind = kind;
  studied.index = corner ? 2 : 4;  // foot_left_corner, left_side
  const Pocket& pocket = TheTable().pockets[static_cast<size_t>(studied.index)];
  const double behind_m = MouthFromPocket(kind, pocket);
  studied.axis = -pocket.opening;
  studied.mouth_m = pocket.centre_m + behind_m * pocket.opening;
  studied.measures = {corner ? kCornerMouth_m : kSideMouth_m,
                      corner ? kCornerFacing_rad : kSideFacing_rad,
                      pocket.radius_m,
                      behind_m - pocket.radius_m,
                      BallSpec().radius_m,
                      TheTable().length_m};
  return studied;
}

Approaches::Approaches(const StudiedPocket& pocket, const Settings& settings)
    : pocket_(pocket),
      deceleration_m_s2_(settings.environment.cloth.rolling_friction *
                         settings.environment.gravity_m_s2),
      settings_(std::make_shared<Settings>(settings)) {}

bool Approaches::Takes(double angle_rad, double offset_m, double speed_m_s) {
  const double c = std::cos(angle_rad);
  const double s = std::sin(angle_rad);
  const Vec2& axis = pocket_.axis;
  const Vec2 along(c * axis.x() + s * axis.y(), c * axis.y() - s * axis.x());
  const Vec2 left(-along.y(), along.x());
  const Vec2 from_m = pocket_.mouth_m - kRun_m * along + offset_m * left;
  const double start_m_s = std::sqrt(speed_m_s * speed_m_s + 2.0 * deceleration_m_s2_ * kRun_m);

  const BallSpec ball;
  BallState state;
  state.position = Vec3(from_m.x(), from_m.y(), ball.radius_m);
  state.velocity = start_m_s * Vec3(along.x(), along.y(), 0.0);
  state.spin = start_m_s / ball.radius_m * Vec3(-along.y(), along.x(), 0.0);
  state.motion = MotionState::kRolling;
  // From the mouth on, longer than a ball takes to fall, rattle or roll in, and shorter than one
  // that comes back needs for the way to another rail and back.
  const double arrives_s = 2.0 * kRun_m / (start_m_s + speed_m_s);
  settings_->environment.stop.at_time_s = arrives_s + 0.8 + 0.5 / speed_m_s;

  auto scene = Scene::Make(std::make_shared<Table>(TheTable()), settings_, {ball});
  CAROM_DEMAND(scene.ok(), std::string(scene.status().message()));
  Shot shot;
  shot.start = {state};
  Record record;
  const absl::Status status = Simulate(*scene, shot, {}, StopToken(), workspace_, record);
  if (!status.ok()) return false;
  return record.outcome.pocketed.size() == 1 && record.outcome.pocketed[0].where == pocket_.index;
}

}  // namespace carom::papers
