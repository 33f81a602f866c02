#ifndef CAROM_TESTS_CORE_LAWS_GROUP_RIG_H_
#define CAROM_TESTS_CORE_LAWS_GROUP_RIG_H_

#include <cmath>
#include <memory>
#include <vector>

#include "core/laws/cluster/cluster.h"
#include "core/laws/cluster/contact_group.h"

namespace carom::testing {

/// Where lines of balls go.
inline const Vec3 kAhead(1.0, 0.0, 0.0);

/// A group of balls put together by hand. Contacts are those of places within `reach_m`.
struct GroupRig {
  double restitution = 1.0;
  BallBallFriction friction = ConstantFriction{0.0};
  std::vector<GroupBody> bodies;
  std::vector<Vec3> places_m;
  std::vector<GroupContact> contacts;
  std::shared_ptr<ClusterWorkspace> workspace = std::make_shared<ClusterWorkspace>();

  int Add(const Vec3& place_m, const Vec3& velocity = Vec3::Zero(), const BallSpec& ball = {}) {
    bodies.push_back({ball, velocity, Vec3::Zero()});
    places_m.push_back(place_m);
    return static_cast<int>(bodies.size()) - 1;
  }

  double Radius(size_t i) const { return bodies[i].ball.radius_m; }

  /// Joins two bodies at the gap that their places have (or 0 if they overlap).
  void Join(size_t a, size_t b) {
    const Vec3 between = places_m[b] - places_m[a];
    GroupContact contact;
    contact.a = static_cast<int>(a);
    contact.b = static_cast<int>(b);
    contact.normal = between.normalized();
    contact.gap_m = std::max(between.norm() - Radius(a) - Radius(b), 0.0);
    contact.restitution = restitution;
    contact.friction = friction;
    contact.stiffness = BallBallStiffness(Radius(a), Radius(b));
    contacts.push_back(contact);
  }

  void JoinAll(double reach_m) {
    for (size_t a = 0; a < bodies.size(); ++a) {
      for (size_t b = a + 1; b < bodies.size(); ++b) {
        const double gap_m = (places_m[b] - places_m[a]).norm() - Radius(a) - Radius(b);
        if (gap_m <= reach_m) Join(a, b);
      }
    }
  }

  /// A contact with something that does not move; `normal` from the ball to it.
  void JoinFixed(size_t a, const Vec3& normal, double stiffness) {
    GroupContact contact;
    contact.a = static_cast<int>(a);
    contact.normal = normal;
    contact.restitution = restitution;
    contact.friction = friction;
    contact.stiffness = stiffness;
    contacts.push_back(contact);
  }

  GroupImpulses Cluster() { return ResolveCluster(bodies, contacts, *workspace); }
  GroupImpulses Tied() { return ResolveTied(bodies, contacts, workspace->tied); }

  double WorstApproach() const {
    std::vector<GroupBody> copy = bodies;
    double worst = 0.0;
    for (const GroupContact& contact : contacts) {
      worst = std::max(worst, ContactSides(copy, contact).Approach());
    }
    return worst;
  }

  Vec3 Momentum() const {
    Vec3 momentum = Vec3::Zero();
    for (const GroupBody& body : bodies) momentum += body.ball.mass_kg * body.velocity;
    return momentum;
  }
};

/// Row by row from the apex, which is at the origin; rows follow in the direction of x. Returns the
/// mirror image, across the x axis, of each ball by index.
inline std::vector<size_t> AddTriangle(int rows, double pitch_m, GroupRig& rig) {
  std::vector<size_t> mirror;
  for (size_t i = 0; i < rig.bodies.size(); ++i) mirror.push_back(i);
  for (int row = 0; row < rows; ++row) {
    const size_t first = rig.bodies.size();
    for (int k = 0; k <= row; ++k) {
      rig.Add(pitch_m * Vec3(0.5 * std::sqrt(3.0) * row, k - 0.5 * row, 0.0));
      mirror.push_back(first + static_cast<size_t>(row - k));
    }
  }
  return mirror;
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_CORE_LAWS_GROUP_RIG_H_
