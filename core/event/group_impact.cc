#include "core/event/group_impact.h"

#include <algorithm>
#include <variant>

#include "core/event/impact.h"
#include "core/laws/cluster/contact_group.h"
#include "core/laws/impact.h"
#include "core/laws/settings.h"
#include "core/motion/motion.h"
#include "core/solid/primitives.h"
#include "core/solid/resolution.h"

namespace carom {
namespace {

// Contacts are simultaneous if their gaps are below this, in m. It covers the rounding of positions
// and of the time.
constexpr double kTie_m = kResolution_m / 1000.0;

bool CanLead(EventKind kind) {
  return kind == EventKind::kBallBall || kind == EventKind::kBallCushion ||
         kind == EventKind::kBallJaw;
}

Vec3 CushionNormal(const CushionLaw& law, const ContactFrame& geometry, const BallSpec& ball) {
  if (Horizontal(geometry.normal).isZero(0.0)) return geometry.normal;
  const CushionImpact impact = {ball, HorizontalDirection(geometry.normal), geometry.nose_height_m,
                                0.0};
  return std::visit(
      [&](const StatesContactNormal auto& chosen) { return ContactNormal(chosen, impact); }, law);
}

// The contact of an impact (of a ball with a ball, cushion, jaw or the slate) as a part of a group
// impact: its normal, restitution, friction and stiffness. The coefficients are those of the law
// that resolves the contact alone (core/laws/impact.h). The line of contact of a ball on the cloth
// with a cushion is the one that its law states; in flight it goes through the nose and the ball's
// centre. The caller sets the bodies and the gap.
GroupContact MakeGroupContact(const World& world, const Impact& impact) {
  const LawSet& laws = world.settings->laws;
  const double cloth_friction = world.settings->environment.cloth.sliding_friction;
  const BallSpec& ball = impact.Spec(world, 0);
  const ContactFrame& geometry = impact.frame;
  GroupContact contact;
  const auto set = [&](const GroupLaw auto& law) {
    const GroupCoefficients coefficients = CoefficientsOf(law, cloth_friction);
    contact.restitution = coefficients.restitution;
    contact.friction = coefficients.friction;
  };
  switch (geometry.partner) {
    case Partner::kBall: {
      const BallSpec& other = impact.Spec(world, 1);
      std::visit(set, laws.ball_ball);
      contact.normal = -geometry.normal;
      contact.stiffness = BallBallStiffness(ball.radius_m, other.radius_m);
      break;
    }
    case Partner::kCushion:
      std::visit(set, AtImpact(laws.cushion, laws.cushion_factors,
                               HorizontalDirection(geometry.normal), impact.state[0].velocity));
      contact.normal = OnCloth(impact.state[0].motion)
                           ? Vec3(-CushionNormal(laws.cushion, geometry, ball))
                           : Vec3(-geometry.normal);
      contact.stiffness = CushionStiffness(ball.radius_m);
      break;
    case Partner::kHard:
    case Partner::kLiner:
      // All these end a chain of contacts. The duration of the last contact of a chain does not
      // matter, so each gets the stiffness of slate.
      std::visit(set, geometry.partner == Partner::kHard ? laws.slate : laws.liner);
      contact.normal = -geometry.normal;
      contact.stiffness = SlateStiffness(ball.radius_m);
      break;
  }
  return contact;
}

// True when the pair closes faster than `speed_m_s` along the contact's own line, and faster than
// rounding may make it seem.
bool Approaches(const GroupContact& contact, const Impact& pair, double speed_m_s) {
  return pair.OpeningAlong(contact.normal) > std::max(speed_m_s, pair.OpeningNoise());
}

// Gathers the group of one event and resolves it.
class Gathering {
 public:
  Gathering(const World& world, const TrajectoryTable& table, const Event& event,
            GroupWorkspace& workspace)
      : world_(world), table_(table), event_(event), work_(workspace) {
    index_of_.fill(-1);
  }

  // False when the event's pair must be resolved alone.
  bool Gather();
  void ApplyGroupLaw();
  void Write(GroupImpact& impact) const;

 private:
  const Environment& environment() const { return world_.settings->environment; }
  const BallState& State(int ball) const { return work_.state[static_cast<size_t>(ball)]; }
  bool Tied() const { return environment().simultaneous == SimultaneousImpacts::kTied; }
  std::span<GroupBody> bodies() const { return {work_.body.data(), count_}; }
  std::span<GroupContact> contacts() const { return {work_.contact.data(), contact_count_}; }

  Impact PairOf(const Event& event) const;
  bool Slow() const;
  int Join(int ball);  // Returns its index among the bodies.
  void Add(EventKind kind, int ball, int other, double gap_m);
  void AddBallContacts(int ball);
  void AddCushionContacts(int ball);
  void AddSlateContacts();
  void EndVerticalMotion();

  const World& world_;
  const TrajectoryTable& table_;
  const Event& event_;
  GroupWorkspace& work_;
  std::array<int, kMaxBalls> index_of_;       // Of a ball in the group; -1: no member.
  std::array<int, kMaxBalls> member_{};       // The ball of each body.
  std::array<BallState, kMaxBalls> after_{};  // Of each body.
  std::size_t count_ = 0;
  std::size_t contact_count_ = 0;
  GroupImpulses impulses_;
};

bool Gathering::Gather() {
  for (std::size_t ball = 0; ball < world_.balls.size(); ++ball) {
    work_.state[ball] = StateAt(table_[static_cast<int>(ball)], event_.time_s);
  }
  if (Slow()) return false;
  Join(event_.ball);
  if (event_.kind == EventKind::kBallBall) Join(event_.other);
  for (std::size_t next = 0; next < count_; ++next) {  // Grows as balls join.
    AddCushionContacts(member_[next]);
    AddBallContacts(member_[next]);
  }
  if (contact_count_ < 2) return false;
  AddSlateContacts();
  return true;
}

Impact Gathering::PairOf(const Event& event) const {
  return Impact(world_, event, Recurrence::kIsolated, [this](int ball) { return State(ball); });
}

// With flight on, a pair that approaches more slowly than the settling speed is resolved alone. Its
// impact may end in a vertical velocity that settles, and the bodies of a group would then no
// longer separate. (ResolveImpact() handles this for a pair.)
bool Gathering::Slow() const {
  const double slow_m_s =
      environment().flight == Flight::kOn ? environment().settle_speed_m_s : 0.0;
  const Impact pair = PairOf(event_);
  return !Approaches(MakeGroupContact(world_, pair), pair, slow_m_s);
}

int Gathering::Join(int ball) {
  int& index = index_of_[static_cast<size_t>(ball)];
  if (index >= 0) return index;
  const BallState& state = State(ball);
  index = static_cast<int>(count_);
  member_[count_] = ball;
  work_.body[count_] = {world_.balls[static_cast<size_t>(ball)], state.velocity, state.spin};
  ++count_;
  return index;
}

// Adds a contact to the group if its gap is small enough. With kTied the contact must also
// approach.
void Gathering::Add(EventKind kind, int ball, int other, double gap_m) {
  const Event event{event_.time_s, kind, static_cast<int16_t>(ball), static_cast<int16_t>(other)};
  if (event == event_) gap_m = 0.0;  // It happens now; any gap left is rounding.
  const double reach_m = Tied() ? kTie_m : environment().cluster_gap_m;
  if (gap_m > reach_m || contact_count_ == kMaxGroupContacts) return;
  const Impact pair = PairOf(event);
  GroupContact contact = MakeGroupContact(world_, pair);
  if (Tied() && !Approaches(contact, pair, 0.0)) return;
  contact.gap_m = std::max(gap_m, 0.0);
  contact.a = Join(ball);
  contact.b = kind == EventKind::kBallBall ? Join(other) : kFixedBody;
  work_.contact[contact_count_] = contact;
  work_.event[contact_count_] = event;
  ++contact_count_;
}

// A pair of members is visited once, from the first of them.
void Gathering::AddBallContacts(int ball) {
  const int mine = index_of_[static_cast<size_t>(ball)];
  const auto radius_m = [&](int i) { return world_.balls[static_cast<size_t>(i)].radius_m; };
  for (int other = 0; other < static_cast<int>(world_.balls.size()); ++other) {
    if (other == ball || !InPlay(State(other).motion)) continue;
    const int theirs = index_of_[static_cast<size_t>(other)];
    if (theirs >= 0 && theirs < mine) continue;
    Add(EventKind::kBallBall, std::min(ball, other), std::max(ball, other),
        NearestOnBall(State(ball).position, radius_m(ball), State(other).position, radius_m(other))
            .gap_m);
  }
}

// Visits the solids in the order of the Table, which fixes the bits of a group.
void Gathering::AddCushionContacts(int ball) {
  const BallState& state = State(ball);
  const SolidSet& set = world_.solids.ForBall(ball);
  const Vec2 place_m = state.position.head<2>();
  const Box here = BoxAround(place_m, place_m, environment().cluster_gap_m);
  for (const std::vector<std::size_t>& places : set.place_of) {
    for (const std::size_t i : places) {
      if (i == SolidSet::kNowhere || !set.solids.vicinities.Overlaps(i, here)) continue;
      const Placed<Solid>& solid = set.solids.items[i];
      const EventKind kind = ImpactKind(solid.shape);
      if (!CanLead(kind)) continue;
      const Parts parts = PartsNear(solid.shape, state.position, OnCloth(state.motion));
      Add(kind, ball, solid.index, parts.Closest().gap_m);
    }
  }
}

void Gathering::AddSlateContacts() {
  if (environment().flight == Flight::kOff) return;
  for (std::size_t i = 0; i < count_; ++i) {
    if (OnCloth(State(member_[i]).motion)) Add(EventKind::kBallSlate, member_[i], -1, 0.0);
  }
}

void Gathering::ApplyGroupLaw() {
  if (Tied()) {
    impulses_ = ResolveTied(bodies(), contacts(), work_.cluster.tied);
  } else {
    impulses_ = ResolveCluster(bodies(), contacts(), work_.cluster);
  }
  if (environment().flight == Flight::kOff) EndVerticalMotion();
  for (std::size_t i = 0; i < count_; ++i) {
    after_[i] = State(member_[i]);
    if (after_[i].motion == MotionState::kSupported) after_[i].motion = MotionState::kAirborne;
    after_[i].velocity = bodies()[i].velocity;
    after_[i].spin = bodies()[i].spin;
    KeepOrDropFlight(environment(), after_[i]);
  }
}

// Drops vertical velocities. They may have kept touching bodies apart, so any approach that is left
// is removed.
void Gathering::EndVerticalMotion() {
  for (GroupBody& body : bodies()) body.velocity.z() = 0.0;
  std::size_t touching = 0;
  for (const GroupContact& contact : contacts()) {
    if (contact.gap_m > kResolution_m || Horizontal(contact.normal).isZero()) continue;
    work_.cluster.touching[touching] = contact;
    work_.cluster.touching[touching].normal = HorizontalDirection(contact.normal);
    ++touching;
  }
  GroupImpulses ignored;
  StopApproach(bodies(), {work_.cluster.touching.data(), touching}, work_.cluster.tied.problem,
               ignored);
}

void Gathering::Write(GroupImpact& impact) const {
  std::array<bool, kMaxBalls> moved{};
  std::array<std::size_t, kMaxGroupContacts> contact{};
  impact.event_count = 0;
  for (std::size_t c = 0; c < contact_count_; ++c) {
    if (!(impulses_.normal_Ns[c] > 0.0)) continue;
    contact[impact.event_count++] = c;
    moved[static_cast<size_t>(member_[static_cast<size_t>(work_.contact[c].a)])] = true;
    if (work_.contact[c].b == kFixedBody) continue;
    moved[static_cast<size_t>(member_[static_cast<size_t>(work_.contact[c].b)])] = true;
  }
  std::sort(contact.begin(), contact.begin() + static_cast<std::ptrdiff_t>(impact.event_count),
            [&](std::size_t a, std::size_t b) { return Earlier(work_.event[a], work_.event[b]); });
  for (std::size_t k = 0; k < impact.event_count; ++k) {
    impact.event[k] = work_.event[contact[k]];
    impact.impulse_Ns[k] = impulses_.normal_Ns[contact[k]];
  }
  impact.ball_count = 0;
  for (std::size_t ball = 0; ball < world_.balls.size(); ++ball) {
    if (!moved[ball]) continue;
    const std::size_t k = impact.ball_count++;
    impact.ball[k] = static_cast<int>(ball);
    impact.before[k] = work_.state[ball];
    impact.after[k] = after_[static_cast<size_t>(index_of_[ball])];
  }
}

}  // namespace

bool ResolveGroup(const World& world, const TrajectoryTable& table, const Event& event,
                  GroupWorkspace& workspace, GroupImpact& impact) {
  const SimultaneousImpacts policy = world.settings->environment.simultaneous;
  if (policy == SimultaneousImpacts::kSequential || !CanLead(event.kind)) return false;
  Gathering gathering(world, table, event, workspace);
  if (!gathering.Gather()) return false;
  gathering.ApplyGroupLaw();
  gathering.Write(impact);
  return true;
}

}  // namespace carom
