#ifndef CAROM_CORE_MULTIBODY_MULTIBODY_SYSTEM_H_
#define CAROM_CORE_MULTIBODY_MULTIBODY_SYSTEM_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/base/constants.h"
#include "core/math/ivp/integrator.h"
#include "core/multibody/body.h"
#include "core/multibody/constraint.h"
#include "core/multibody/constraint_solver.h"
#include "core/multibody/contact.h"
#include "core/multibody/open_field.h"
#include "core/record/record.h"

namespace carom {

/// A spring with a damper between two centres of mass.
struct Spring {
  int body_a = 0;
  int body_b = 0;
  double stiffness_N_m = 0.0;
  double damping_N_s_m = 0.0;
  double rest_length_m = 0.0;
};

/// Bodies, what holds them together and what they may touch.
struct MultibodySpec {
  std::vector<RigidBody> bodies;
  std::vector<Constraint> constraints;
  ConstraintOptions constraint_options;
  std::vector<ContactPair> contacts;
  std::vector<Spring> springs;
  std::vector<Watch> watches;
  Vec3 gravity_m_s2 = Vec3(0.0, 0.0, -9.81);
  bool horizontal = false;  ///< No vertical forces; see ForcesOf.
  /// > 0: at the present rate a step ends at the latest where a pair touches, and changes what is
  /// nearer or deeper by this, m, at most: [Smooth contact] 6, "penetration-dependent".
  double penetration_step_m = 0.0;
  /// Further loads on the bodies at a time; adds to what is there.
  std::function<void(double t, std::span<const BodyMotion>, std::span<Load>)> loads;
};

/// Learns of contacts as they begin and end, at the times that the integrator found. May read the
/// system, and take bodies out of it.
class ContactListener {
 public:
  virtual ~ContactListener() = default;
  virtual void Began(int /*pair*/, double /*t*/, std::span<const BodyMotion> /*motions*/) {}
  virtual void Ended(int /*pair*/, double /*t*/, std::span<const BodyMotion> /*motions*/) {}
  /// Returns false to end the run.
  virtual bool Passed(int /*watch*/, double /*t*/, std::span<const BodyMotion> /*motions*/) {
    return true;
  }
};

/// Logs contacts as they begin and end. The sphere of a pair is the event's ball; for the ground
/// stands the number `ground`.
class ContactEvents : public ContactListener {
 public:
  /// All arguments outlive it.
  ContactEvents(const std::vector<ContactPair>& pairs, int ground, std::vector<Event>& events)
      : pairs_(pairs), ground_(ground), events_(events) {}

  void Began(int pair, double t, std::span<const BodyMotion> /*motions*/) override {
    Add(EventKind::kContactBegin, pair, t);
  }
  void Ended(int pair, double t, std::span<const BodyMotion> /*motions*/) override {
    Add(EventKind::kContactEnd, pair, t);
  }

 private:
  void Add(EventKind kind, int pair, double t) {
    const ContactPair& parts = pairs_[Index(pair)];
    const int other = parts.other == kGround ? ground_ : parts.other;
    events_.push_back({t, kind, static_cast<int16_t>(parts.sphere), static_cast<int16_t>(other)});
  }

  const std::vector<ContactPair>& pairs_;
  const int ground_;
  std::vector<Event>& events_;
};

/// The equations of motion of a multibody system with compliant contacts, for the integrators. Its
/// state: 13 numbers a body (body.h), then the energies lost in contacts and to friction. Guards:
/// a gap for each pair that is apart, a penetration for each that touches (and 1e-12 m for one
/// that began at rest, so that rounding does not end it), then the watches.
///
/// Allocates when made, never afterwards, but in Remove. Not thread-safe.
class MultibodySystem : public OdeSystem {
 public:
  explicit MultibodySystem(MultibodySpec spec, ContactListener* listener = nullptr);

  /// A state with these motions and nothing lost. Pairs that overlap touch from the start, with
  /// their rate of penetration as approach; not those of a body that has been taken out.
  std::vector<double> Start(std::span<const BodyMotion> motions);

  int size() const override;
  void Slope(double t, std::span<const double> y, std::span<double> slope) override;
  int guard_count() const override;
  /// Without location, a pair that overlaps at an evaluation pushes at once: until a step has ended
  /// in contact, with its rate of that moment as approach.
  void LocatesGuards(bool located) override { located_ = located; }
  void Guards(double t, std::span<const double> y, std::span<double> value,
              std::span<double> rate) override;
  bool OnGuards(double t, std::span<double> y, std::span<const int> crossed) override;
  bool AfterStep(double t, std::span<double> y) override;
  double WantedStep(double t, std::span<const double> y) override;
  double LimitStep(double t, std::span<const double> y, double step) override;

  /// Takes a body out: it stops, nothing touches it any more, and no constraint ties it. For
  /// listeners.
  void Remove(int body);

  const MultibodySpec& spec() const { return spec_; }
  int body_count() const { return static_cast<int>(spec_.bodies.size()); }
  /// The pairs that touch, ascending.
  std::span<const int> touching() const { return touching_; }
  const ContactState& contact(int pair) const { return contacts_[static_cast<std::size_t>(pair)]; }
  /// Forces of a pair at a state; default when it does not touch.
  ContactForces ForcesAt(int pair, std::span<const double> y);
  /// But for what MultibodySpec::loads do, of which the system knows nothing.
  EnergyAccount Energy(std::span<const double> y);
  Violation MeasureConstraints(std::span<const double> y);
  /// Accelerations at a state.
  std::span<const Acceleration> AccelerationsAt(double t, std::span<const double> y);
  ConstraintSolver* constraints() { return solver_ ? &*solver_ : nullptr; }
  /// Set once positions could not be corrected, or a contact began that its law leaves undefined;
  /// slopes are no numbers then. (Nor is a slope where accelerations cannot be solved for.)
  bool failed() const { return failed_; }

 private:
  // What tells without a close look that a guard is far from 0: then bounds_m_ stands for its
  // value, and 0 for its rate.
  struct GuardBound {
    enum class Kind : uint8_t { kNone, kField, kDistance } kind = Kind::kNone;
    int body = 0;
    int other = 0;
    double reach_m = 0.0;  // The other body is further away, seen from above.
  };
  // Watches of one body, one after the other.
  struct WatchRun {
    int body = 0;
    bool by_field = true;  // All of them.
    std::ptrdiff_t first = 0;
    std::ptrdiff_t count = 0;
  };

  void FindGuardBounds();
  void FindWatchRuns();
  bool IsFarFromZero(std::size_t guard) const;
  void LookAtWatch(std::size_t guard, std::span<double> value, std::span<double> rate) const;
  void Read(std::span<const double> y) { ReadBodies(y, motions_); }
  void Untie(int body);
  void AddContacts(double& contact_loss, double& friction_loss);
  void AddContact(const ContactPair& pair, const ContactState& state, double& contact_loss,
                  double& friction_loss);
  void AddCloth(int pair, double& contact_loss, double& friction_loss);
  ContactState StateNow(int pair) const;
  GapAndRate LeftOf(const Watch& watch) const;
  void AddSprings(double& loss);
  const BodyMotion& MotionOf(int body) const {
    return body == kGround ? ground_ : motions_[Index(body)];
  }
  bool Apart(const ContactPair& pair) const;
  double ElasticEnergy(int pair) const;

  MultibodySpec spec_;
  ContactListener* listener_;
  std::optional<ConstraintSolver> solver_;
  std::vector<ContactState> contacts_;
  ClothRow cloth_;
  std::vector<OpenField> open_;     // by body
  std::vector<char> in_open_;       // bodies in it at motions_, when guards were asked
  std::vector<Vec2> places_m_;      // of bodies then, seen from above
  std::vector<GuardBound> bounds_;  // by guard
  std::vector<double> bounds_m_;    // by guard
  std::vector<WatchRun> watch_runs_;
  std::vector<Box> near_;      // by guard: outside of this, too, a bound by field holds
  std::vector<int> touching_;  // ascending
  std::vector<char> passed_;   // watches that have spoken
  std::vector<char> out_;
  double least_radius_m_ = 0.0;  // of the spheres of all pairs
  double removed_J_ = 0.0;
  BodyMotion ground_;
  std::vector<BodyMotion> motions_;
  std::vector<Load> loads_;
  std::vector<Acceleration> accelerations_;
  std::vector<double> unused_slope_;  // of AccelerationsAt
  bool located_ = true;               // Whether contacts begin and end at their own times.
  bool failed_ = false;
};

}  // namespace carom

#endif  // CAROM_CORE_MULTIBODY_MULTIBODY_SYSTEM_H_
