#ifndef CAROM_CORE_TANGENT_EVENT_RESPONSE_H_
#define CAROM_CORE_TANGENT_EVENT_RESPONSE_H_

#include <array>
#include <cstddef>
#include <optional>

#include "core/base/vec3.h"
#include "core/event/impact.h"
#include "core/event/world.h"
#include "core/record/event.h"
#include "core/record/shot_recorder.h"
#include "core/table/shot.h"
#include "core/tangent/perturbations.h"

namespace carom {

/// How the velocities and spins right after an event change with something, per unit of it.
struct Response {
  std::array<Vec3, 2> velocity = {Vec3::Zero(), Vec3::Zero()};
  std::array<Vec3, 2> spin = {Vec3::Zero(), Vec3::Zero()};
};

/// What the law of one event, a strike or an impact, makes of its balls, and how this changes with
/// the states before, with the normal of the contact and with numbers of strike and settings. The
/// law is asked as it is, for central differences; each only once, when it is first wanted, however
/// many columns it serves. Not thread-safe.
class EventResponse {
 public:
  /// All arguments must outlive the shot.
  void Begin(const World& world, const Shot& shot);

  /// An event of the shot, by its place in the log, and the states of its balls before it. Does
  /// nothing if it is the last one.
  void SetEvent(int index, const Event& event, const BallPair& before);

  size_t count() const { return count_; }
  double radius_m(size_t side) const { return radius_m_[side]; }
  /// Whether the ball rolls before: its spin then follows its velocity.
  bool Rolls(size_t side) const { return before_[side].motion == MotionState::kRolling; }
  /// Of an impact.
  const Impact& contact() const { return *contact_; }
  const BallPair& after() const { return after_; }

  /// How the normal rotates while the first ball moves against its partner: the angle towards a
  /// direction per metre along it.
  struct NormalRotation {
    Vec3 towards = Vec3::Zero();
    double rad_per_m = 0.0;
  };
  size_t rotations() const { return rotations_; }
  const NormalRotation& rotation(size_t i) const { return rotation_[i]; }

  /// To a component of the velocity (m/s) of the ball on this side, or of the spin, as the speed of
  /// its surface (m/s); to an angle of the normal. Null at a kink: the one-sided differences
  /// disagree, the balls begin another kind of motion, or a step leads out of the law's domain.
  const Response* ToVelocity(size_t side, size_t axis);
  const Response* ToSurfaceSpeed(size_t side, size_t axis);
  const Response* ToRotation(size_t i);
  /// To the number of a column itself; false at a kink.
  bool ResponseToNumber(const Perturbations& perturbations, size_t column, Response& response);
  /// Whether the law of this event may depend on the number itself.
  bool MayDependOn(const Perturbation& perturbation) const {
    return perturbation.step != 0.0 && (perturbation.affects & event_class_) != 0;
  }

 private:
  // Along which states before and normal are perturbed, per unit of a step.
  struct Direction {
    std::array<Vec3, 2> velocity = {Vec3::Zero(), Vec3::Zero()};
    std::array<Vec3, 2> spin = {Vec3::Zero(), Vec3::Zero()};
    Vec3 normal = Vec3::Zero();
  };
  struct CachedResponse {
    bool taken = false;
    bool smooth = false;
    Response response;
  };

  // Both return what the next call with the same `to` (0: up, 1: down) overwrites.
  const BallPair& Outcome(size_t to, const World& world, const CueStrike& strike);
  const BallPair& OutcomeAt(size_t to, const Direction& direction, double step);
  const BallPair& PerturbedOutcome(size_t to, const Perturbation& perturbation);
  void MoveShape(const World& world, const Perturbation& perturbation, double step,
                 Impact& moved) const;
  void Move(const Direction& direction, double step, BallPair& states) const;
  const Response* Differentiate(const Direction& direction, double step, CachedResponse& cached);
  bool Difference(const BallPair& up, const BallPair& down, double step, double least_m_s,
                  Response& response) const;
  void FindRotations();

  const World* world_ = nullptr;
  CueStrike strike_;
  int index_ = -1;
  size_t count_ = 0;
  unsigned event_class_ = kNoEvent;
  std::array<double, 2> radius_m_{};
  std::array<double, 2> per_m_{};  // 1 / radius_m_
  BallPair before_;
  BallPair after_;
  std::optional<Impact> contact_;
  std::array<std::optional<Impact>, 2> moved_;  // The contact a step up and a step down.
  std::array<BallPair, 2> struck_;
  double step_m_s_ = 0.0;  // Relative to what moves fastest, before or after.
  size_t rotations_ = 0;
  std::array<NormalRotation, 2> rotation_;
  std::array<std::array<CachedResponse, 3>, 2> to_velocity_;
  std::array<std::array<CachedResponse, 3>, 2> to_spin_;
  std::array<CachedResponse, 2> to_rotation_;
};

}  // namespace carom

#endif  // CAROM_CORE_TANGENT_EVENT_RESPONSE_H_
