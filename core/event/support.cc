#include "core/event/support.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/event/contact_gap.h"
#include "core/event/pocket_hole.h"
#include "core/event/predict/flight.h"
#include "core/motion/motion.h"

namespace carom {
namespace {

// By how much a ball at rest is put down to start it, m.
constexpr double kDrop_m = 1e-10;

// The directions in which the bodies that a ball touches may push it.
class Contacts {
 public:
  Contacts(const World& world, const TrajectoryTable& table, double now_s, int ball,
           const BallState& state)
      : world_(world), table_(table), now_s_(now_s), ball_(ball), state_(state) {
    Balls();
    Cushions();
    Plates();
    Holes();
  }

  static constexpr int kFixed = -1;

  // That of the contacts with all bodies but the ball `without`.
  Vec3 LeastSum(int without = kFixed) const;
  uint32_t Carriers() const;
  bool None() const { return count_ == 0; }

 private:
  static constexpr size_t kMost = kMaxBalls + 8;
  // Hops that count as rest are lower than this, m.
  static constexpr double kTouching_m = 1e-5;

  void Balls();
  void Cushions();
  void Plates();
  void Holes();
  void Improve(const Vec3& direction, int without, Vec3& best) const;
  void AddIfTouching(double gap_m, EventKind kind, size_t other);
  void Add(const Vec3& normal, int owner = kFixed) {
    if (count_ == kMost) return;
    owner_[count_] = owner;
    normal_[count_++] = normal;
  }
  bool Counts(size_t i, int without) const { return owner_[i] == kFixed || owner_[i] != without; }

  const World& world_;
  const TrajectoryTable& table_;
  double now_s_;
  int ball_;
  const BallState& state_;
  std::array<Vec3, kMost> normal_;
  std::array<int, kMost> owner_{};  // The ball touched, or kFixed.
  size_t count_ = 0;
};

void Contacts::AddIfTouching(double gap_m, EventKind kind, size_t other) {
  if (gap_m > kTouching_m) return;
  ImpactState impact;
  impact.ball[0] = ball_;
  impact.state[0] = state_;
  const Event event{now_s_, kind, static_cast<int16_t>(ball_), static_cast<int16_t>(other)};
  Add(MakeContact(world_, event, impact).normal);
}

void Contacts::Balls() {
  for (int other = 0; other < static_cast<int>(world_.balls.size()); ++other) {
    if (other == ball_ || !table_.InPlay(other)) continue;
    const BallState partner = StateAt(table_[other], now_s_);
    if (BallBallGap(world_, ball_, state_, other, partner) > kTouching_m) continue;
    Add((state_.position - partner.position).normalized(), other);
  }
}

void Contacts::Cushions() {
  for (size_t i = 0; i < world_.table->noses.size(); ++i) {
    AddIfTouching(NoseGap(world_, ball_, state_, i), EventKind::kBallCushion, i);
  }
  for (size_t i = 0; i < world_.table->jaws.size(); ++i) {
    AddIfTouching(JawGap(world_, ball_, state_, i), EventKind::kBallJaw, i);
  }
}

void Contacts::Plates() {
  const Vec2 above = state_.position.head<2>();
  const double bottom_m = state_.position.z() - world_.balls[static_cast<size_t>(ball_)].radius_m;
  for (const Solids::Plate& plate : world_.solids.rail_tops) {
    if (std::abs(bottom_m - plate.height_m) > kTouching_m) continue;
    if (OverPlate(plate, world_.table->pockets, above)) Add(Vec3::UnitZ());
  }
}

void Contacts::Holes() {
  const double radius_m = world_.balls[static_cast<size_t>(ball_)].radius_m;
  for (size_t i = 0; i < world_.table->pockets.size(); ++i) {
    const Pocket& pocket = world_.table->pockets[i];
    if (!HasHole(world_.settings->environment, pocket, radius_m)) continue;
    if (!AboveHole(pocket, state_.position.head<2>())) continue;
    AddIfTouching(NearestOnHole({pocket, world_.solids.rim_cosines[i]}, state_.position, radius_m)
                          .distance_m -
                      radius_m,
                  EventKind::kPocketRim, i);
  }
}

// Of all directions that lead into no contact the nearest to the weight's, in length its component
// there. It is the weight itself, or lies in the tangent plane of one contact, or of two.
Vec3 Contacts::LeastSum(int without) const {
  constexpr double kParallel = 1e-7;
  const Vec3 weight = -Vec3::UnitZ();
  Vec3 sum = Vec3::Zero();
  Improve(weight, without, sum);
  for (size_t i = 0; i < count_; ++i) {
    if (!Counts(i, without)) continue;
    Improve(weight - weight.dot(normal_[i]) * normal_[i], without, sum);
    for (size_t j = 0; j < i; ++j) {
      if (!Counts(j, without)) continue;
      const Vec3 along = normal_[i].cross(normal_[j]);
      if (along.norm() < kParallel) continue;
      const Vec3 unit = along.normalized();
      Improve(weight.dot(unit) * unit, without, sum);
    }
  }
  return sum;
}

// The longer, the nearer to the weight.
void Contacts::Improve(const Vec3& direction, int without, Vec3& best) const {
  constexpr double kInto = 1e-6;  // Rounding, and normals that are all but the same.
  if (direction.squaredNorm() <= best.squaredNorm()) return;
  for (size_t i = 0; i < count_; ++i) {
    if (Counts(i, without) && normal_[i].dot(direction) < -kInto) return;
  }
  best = direction;
}

// A contact that leans no more than kHeldSlope upwards pushes nothing up to speak of; it may still
// be what keeps the ball from rolling off.
uint32_t Contacts::Carriers() const {
  uint32_t carriers = 0;
  for (size_t i = 0; i < count_; ++i) {
    if (owner_[i] == kFixed) continue;
    const bool carries = normal_[i].z() > kHeldSlope || LeastSum(owner_[i]).norm() > kHeldSlope;
    if (carries) carriers |= 1u << owner_[i];
  }
  return carriers;
}

}  // namespace

Vec3 UnbalancedWeight(const World& world, const TrajectoryTable& table, double now_s, int ball,
                      const BallState& state) {
  return Contacts(world, table, now_s, ball, state).LeastSum();
}

uint32_t CarriersOf(const World& world, const TrajectoryTable& table, double now_s, int ball,
                    const BallState& state) {
  return Contacts(world, table, now_s, ball, state).Carriers();
}

bool TouchesAnything(const World& world, const TrajectoryTable& table, double now_s, int ball,
                     const BallState& state) {
  return !Contacts(world, table, now_s, ball, state).None();
}

bool AnyGoes(const TrajectoryTable& table, uint32_t balls) {
  for (int ball = 0; balls != 0; ++ball, balls >>= 1) {
    if ((balls & 1u) != 0 && (!table.InPlay(ball) || table.Translates(ball))) return true;
  }
  return false;
}

bool AreSpent(const World& world, const ImpactState& impact) {
  constexpr double kHardlyMoves = 0.01;  // Of what starts a ball.
  double start_J = 0.0;
  for (int i = 0; i < impact.count; ++i) {
    const double mass_kg =
        world.balls[static_cast<size_t>(impact.ball[static_cast<size_t>(i)])].mass_kg;
    start_J = std::max(start_J, mass_kg * world.settings->environment.gravity_m_s2 * kDrop_m);
  }
  return TotalEnergy(world, impact) <= kHardlyMoves * start_J;
}

void StartFromRest(const World& world, const TrajectoryTable& table, double now_s,
                   ImpactState& impact) {
  if (world.settings->environment.flight == Flight::kOff || !AreSpent(world, impact)) return;
  for (int i = 0; i < impact.count; ++i) {
    const auto k = static_cast<size_t>(i);
    BallState& state = impact.state[k];
    if (state.motion != MotionState::kAirborne) continue;
    const Vec3 push = UnbalancedWeight(world, table, now_s, impact.ball[k], state);
    const double slope = push.norm();
    if (slope <= kHeldSlope) continue;
    const double freed_m2_s2 = 2.0 * world.settings->environment.gravity_m_s2 * kDrop_m;
    state.position += (kDrop_m / (slope * slope)) * push;
    state.velocity = (std::sqrt(state.velocity.squaredNorm() + freed_m2_s2) / slope) * push;
  }
}

}  // namespace carom
