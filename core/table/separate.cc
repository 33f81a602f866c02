// Separation of overlapping balls as a projection onto the layouts without overlap.
//
// Each contact k has a gap g_k(x): the distance of a centre from another centre, nose or jaw less
// the distance at which they touch. The layout x sought is the nearest to the given x0 with all
// g_k >= 0. A gap is a distance from a convex body, hence convex in x, and never below its
// linearisation about any layout: what satisfies the linearised contacts satisfies the true ones.
// Two loops:
//   outer  linearise at the present layout, project x0, until the layout stays;
//   inner  Hildreth's projection onto half-spaces: a multiplier lambda_k >= 0 for each contact with
//          normal n_k, x = x0 + sum_k lambda_k n_k, swept in order.
// The order of all arithmetic is fixed, so the result is the same everywhere.

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/table/validate.h"

namespace carom {
namespace {

constexpr double kFarthestMove_m = 0.05;
constexpr double kRemainingOverlap_m = 0.01 * kOverlapTolerance;
constexpr double kSettled_m = 1e-13;
constexpr int kMostLinearisations = 100;
constexpr int kMostSweeps = 2000;           // per linearisation
constexpr size_t kMostUpdates = 5'000'000;  // of multipliers in all: about 0.1 s

// One contact, linearised: normal . (centre of ball - centre of other) >= offset_m. A cushion does
// not move and has no centre.
struct Contact {
  size_t ball = 0;
  int other = -1;
  double distance_m = 0.0;         // Of two balls: between their centres when they touch.
  const Solid* cushion = nullptr;  // Else: a nose or jaw.
  double height_m = 0.0;           // Of the ball's centre.

  Vec2 normal = Vec2::Zero();
  double offset_m = 0.0;
  double lambda_m = 0.0;
};

class Separation {
 public:
  Separation(const TableSolids& solids, const Environment& environment,
             const std::vector<BallSpec>& balls, const std::vector<BallState>& states);

  double DeepestOverlap() const;
  void Run();

  const Vec2& Centre(size_t ball) const { return centres_[ball]; }
  double Moved(size_t ball) const { return (centres_[ball] - start_[ball]).norm(); }
  double FarthestMove() const;

 private:
  void AddPairs(size_t ball, const std::vector<BallSpec>& balls,
                const std::vector<BallState>& states, Flight flight);
  void AddCushions(size_t ball, const SolidSet& set);
  void AddWithinReach(const Contact& contact, double reach_m);
  Nearest ToCushion(const Contact& contact) const;
  double Gap(const Contact& contact) const;
  void LinearisePair(Contact& contact);
  void LineariseCushion(Contact& contact);
  void Shift(const Contact& contact, double by_m);
  double Relax(Contact& contact);
  void Project(int sweeps);

  std::vector<Vec2> start_;
  std::vector<Vec2> centres_;
  std::vector<Contact> contacts_;
};

// Moves are horizontal; balls off the cloth are left to the checks of the layout.
bool Counts(const BallState& state, double radius_m, Flight flight) {
  if (!InPlay(state.motion) || !IsFinite(state.position)) return false;
  return flight == Flight::kOff || state.position.z() <= radius_m + kClothTolerance_m;
}

Separation::Separation(const TableSolids& solids, const Environment& environment,
                       const std::vector<BallSpec>& balls, const std::vector<BallState>& states) {
  const Flight flight = environment.flight;
  for (const BallState& state : states) start_.push_back(state.position.head<2>());
  centres_ = start_;
  for (size_t i = 0; i < states.size(); ++i) {
    if (!Counts(states[i], balls[i].radius_m, flight)) continue;
    AddPairs(i, balls, states, flight);
    AddCushions(i, solids.ForBall(static_cast<int>(i)));
  }
}

void Separation::AddPairs(size_t ball, const std::vector<BallSpec>& balls,
                          const std::vector<BallState>& states, Flight flight) {
  for (size_t other = 0; other < ball; ++other) {
    if (!Counts(states[other], balls[other].radius_m, flight)) continue;
    Contact contact;
    contact.ball = ball;
    contact.other = static_cast<int>(other);
    contact.distance_m = TouchingOnCloth(balls[ball].radius_m, balls[other].radius_m);
    AddWithinReach(contact, 2.0 * kFarthestMove_m);
  }
}

void Separation::AddCushions(size_t ball, const SolidSet& set) {
  for (const Placed<Solid>& solid : set.solids.items) {
    if (!IsCushion(solid.shape)) continue;
    Contact contact;
    contact.ball = ball;
    contact.cushion = &solid.shape;
    contact.height_m = set.radius_m;
    AddWithinReach(contact, kFarthestMove_m);
  }
}

void Separation::AddWithinReach(const Contact& contact, double reach_m) {
  if (Gap(contact) < reach_m) contacts_.push_back(contact);
}

Nearest Separation::ToCushion(const Contact& contact) const {
  const Vec2& centre = centres_[contact.ball];
  return PartsNear(*contact.cushion, Vec3(centre.x(), centre.y(), contact.height_m), true)
      .Closest();
}

double Separation::Gap(const Contact& contact) const {
  if (contact.cushion != nullptr) return ToCushion(contact).gap_m;
  const Vec2& other = centres_[static_cast<size_t>(contact.other)];
  return (centres_[contact.ball] - other).norm() - contact.distance_m;
}

double Separation::DeepestOverlap() const {
  double deepest_m = 0.0;
  for (const Contact& contact : contacts_) deepest_m = std::max(deepest_m, -Gap(contact));
  return deepest_m;
}

double Separation::FarthestMove() const {
  double farthest_m = 0.0;
  for (size_t i = 0; i < centres_.size(); ++i) farthest_m = std::max(farthest_m, Moved(i));
  return farthest_m;
}

// A step across changes the gap by no more than the normal's horizontal share of it.
void Separation::LineariseCushion(Contact& contact) {
  const Nearest nearest = ToCushion(contact);
  const double share = nearest.normal.head<2>().norm();
  contact.normal = share > 0.0 ? Vec2(nearest.normal.head<2>() / share) : Vec2(1.0, 0.0);
  contact.offset_m = contact.normal.dot(centres_[contact.ball]);
  if (share > 0.0) contact.offset_m -= nearest.gap_m / share;
}

void Separation::LinearisePair(Contact& contact) {
  const Vec2 apart = centres_[contact.ball] - centres_[static_cast<size_t>(contact.other)];
  const double distance = apart.norm();
  // Coinciding centres are separated along x; any fixed choice would do.
  contact.normal = distance > 0.0 ? Vec2(apart / distance) : Vec2(1.0, 0.0);
  contact.offset_m = contact.distance_m;
}

void Separation::Shift(const Contact& contact, double by_m) {
  centres_[contact.ball] += by_m * contact.normal;
  if (contact.other >= 0) centres_[static_cast<size_t>(contact.other)] -= by_m * contact.normal;
}

// Makes one contact exact, as far as its multiplier allows; returns the size of the step.
double Separation::Relax(Contact& contact) {
  double reached_m = contact.normal.dot(centres_[contact.ball]);
  double mobility = 1.0;
  if (contact.other >= 0) {
    reached_m -= contact.normal.dot(centres_[static_cast<size_t>(contact.other)]);
    mobility = 2.0;
  }
  const double step_m = std::max(-contact.lambda_m, (contact.offset_m - reached_m) / mobility);
  contact.lambda_m += step_m;
  if (step_m != 0.0) Shift(contact, step_m);
  return std::fabs(step_m);
}

void Separation::Project(int sweeps) {
  for (Contact& contact : contacts_) {
    contact.cushion != nullptr ? LineariseCushion(contact) : LinearisePair(contact);
  }
  // The multipliers of the last linearisation are a good start along the new normals.
  centres_ = start_;
  for (const Contact& contact : contacts_) Shift(contact, contact.lambda_m);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    double largest_step_m = 0.0;
    for (Contact& contact : contacts_) largest_step_m = std::max(largest_step_m, Relax(contact));
    if (largest_step_m < kSettled_m) return;
  }
}

void Separation::Run() {
  const size_t share = kMostUpdates / (kMostLinearisations * (contacts_.size() + 1));
  const int sweeps = std::clamp(static_cast<int>(share), 1, kMostSweeps);
  for (int i = 0; i < kMostLinearisations; ++i) {
    const std::vector<Vec2> before = centres_;
    Project(sweeps);
    double change_m = 0.0;
    for (size_t b = 0; b < centres_.size(); ++b) {
      change_m = std::max(change_m, (centres_[b] - before[b]).norm());
    }
    if (change_m < kOverlapTolerance && DeepestOverlap() < kRemainingOverlap_m) return;
  }
}

absl::Status CannotSeparate(const Separation& separation, const Environment& environment,
                            const std::vector<BallState>& states) {
  size_t farthest = 0;
  for (size_t i = 1; i < states.size(); ++i) {
    if (separation.Moved(i) > separation.Moved(farthest)) farthest = i;
  }
  return InvalidField(absl::StrCat("balls[", farthest, "].position_m"), states[farthest].position,
                      absl::StrCat("within max_separation_m = ", environment.max_separation_m,
                                   " m of a place without overlap"));
}

}  // namespace

absl::Status SeparateOverlaps(const TableSolids& solids, const Environment& environment,
                              const std::vector<BallSpec>& balls, std::vector<BallState>& states,
                              double* moved_m) {
  *moved_m = 0.0;
  if (states.size() != balls.size()) return absl::OkStatus();  // ValidatePlacement says so
  Separation separation(solids, environment, balls, states);
  if (separation.DeepestOverlap() <= kOverlapTolerance) return absl::OkStatus();

  separation.Run();
  const double farthest_m = separation.FarthestMove();
  if (!(farthest_m <= environment.max_separation_m) ||
      separation.DeepestOverlap() > kOverlapTolerance) {
    return CannotSeparate(separation, environment, states);
  }
  for (size_t i = 0; i < states.size(); ++i) {
    if (Counts(states[i], balls[i].radius_m, environment.flight)) {
      states[i].position.head<2>() = separation.Centre(i);
    }
  }
  *moved_m = farthest_m;
  return absl::OkStatus();
}

}  // namespace carom
