#include "core/models/linkage/linkage.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/base/portable_math.h"
#include "core/multibody/multibody_system.h"

namespace carom {
namespace {

// The equations are dense: their cost grows with the cube of the rows.
constexpr std::size_t kMostLinks = 10;
constexpr std::size_t kMostJoints = 16;
// Ten links in sixteen welds take 0.26 ms an evaluation, and a run then some four minutes.
constexpr int64_t kMostEvaluations = 1'000'000;
// Its direction is known to a part in 1e7 where the ends are some metres from the origin.
constexpr double kShortestRod_m = 1e-9;

// Each principal moment is at most the sum of the other two, since I_x + I_y - I_z = 2 sum m z^2
// [Goldstein, Classical Mechanics, 5.3]; a lamina or a thin rod has the sum itself.
absl::Status CheckLink(const Link& link) {
  constexpr double kRounding = 1e-12;
  if (absl::Status bad = CheckParameters(link); !bad.ok()) return bad;
  const Vec3& moments = link.inertia_kg_m2;
  if (2.0 * moments.maxCoeff() <= moments.sum() * (1.0 + kRounding)) return absl::OkStatus();
  return InvalidField("inertia_kg_m2", moments,
                      "moments of which none is above the sum of the other two");
}

absl::Status CheckJoint(const Joint& joint, int links) {
  if (absl::Status bad = CheckParameters(joint); !bad.ok()) return bad;
  const std::string known = "below " + std::to_string(links) + ", the number of links";
  if (joint.link < 0 || joint.link >= links) return InvalidField("link", joint.link, known);
  const bool plane = joint.kind == JointKind::kPlane;
  if (plane && joint.other != kGround) {
    return InvalidField("other", joint.other, "absent: planes are fixed to the ground");
  }
  if (joint.other != kGround && (joint.other < 0 || joint.other >= links)) {
    return InvalidField("other", joint.other, known);
  }
  if (joint.other == joint.link) {
    return InvalidField("other", joint.other, "another link than the first");
  }
  if ((plane || joint.kind == JointKind::kRevolute) && joint.axis.isZero(0.0)) {
    return InvalidField("axis", joint.axis, "of some length");
  }
  if (joint.kind == JointKind::kRod &&
      (joint.point_m - joint.other_point_m).norm() < kShortestRod_m) {
    return InvalidField("other_point_m", joint.other_point_m, "at least 1e-9 m from point_m");
  }
  return absl::OkStatus();
}

std::string PathOf(const char* list, std::size_t i) {
  return std::string(list) + "[" + std::to_string(i) + "]";
}

}  // namespace

absl::Status Validate(const Linkage& linkage, const MechanismDetail& detail) {
  const std::size_t links = linkage.links.size();
  if (links < 1 || links > kMostLinks) {
    return InvalidField("links", static_cast<int>(links), "1 to 10 in number");
  }
  if (linkage.joints.size() > kMostJoints) {
    return InvalidField("joints", static_cast<int>(linkage.joints.size()), "at most 16 in number");
  }
  for (std::size_t i = 0; i < links; ++i) {
    absl::Status bad = CheckLink(linkage.links[i]);
    if (!bad.ok()) return UnderPath(PathOf("links", i), bad);
  }
  for (std::size_t i = 0; i < linkage.joints.size(); ++i) {
    absl::Status bad = CheckJoint(linkage.joints[i], static_cast<int>(links));
    if (!bad.ok()) return UnderPath(PathOf("joints", i), bad);
  }
  if (absl::Status bad = CheckParameters(linkage); !bad.ok()) return bad;
  if (absl::Status bad = CheckParameters(linkage.constraints); !bad.ok()) {
    return UnderPath("constraints", bad);
  }
  if (linkage.integration.max_evaluations > kMostEvaluations) {
    return InvalidField("integration.max_evaluations",
                        static_cast<double>(linkage.integration.max_evaluations),
                        "in [1, 1e6] of links in joints");
  }
  return ValidateRun(linkage.duration_s, linkage.integration, detail);
}

namespace {

BodyMotion StartOf(const Link& link) {
  return {link.position_m, RotationBy(link.rotation_rad), link.velocity_m_s, link.spin_rad_s};
}

// Where the joints are on their bodies.
class Assembly {
 public:
  explicit Assembly(const Linkage& linkage) {
    for (const Link& link : linkage.links) start.push_back(StartOf(link));
  }

  Constraint ConstraintOf(const Joint& j) const {
    const Vec3 arm = Arm(j.link, j.point_m);
    switch (j.kind) {
      case JointKind::kSpherical:
        return SphericalJoint{j.link, arm, j.other, Arm(j.other, j.point_m)};
      case JointKind::kRod:
        return KeepDistance{j.link, arm, j.other, Arm(j.other, j.other_point_m),
                            (j.point_m - j.other_point_m).norm()};
      case JointKind::kPlane: {
        const Vec3 normal = j.axis.stableNormalized();
        return KeepInPlane{j.link, normal, normal.dot(start[Index(j.link)].position_m)};
      }
      case JointKind::kWeld:
        return Weld{j.link, arm, j.other, Arm(j.other, j.point_m), TurnOf(j, start)};
      case JointKind::kRevolute:
        break;
    }
    const Vec3 axis = j.axis.stableNormalized();
    return RevoluteJoint{
        j.link, arm, Inward(j.link, axis), j.other, Arm(j.other, j.point_m), Inward(j.other, axis)};
  }

  // How a joint's link is turned from the frame of what it is tied to.
  static EulerParameters TurnOf(const Joint& j, std::span<const BodyMotion> motions) {
    const EulerParameters& link = motions[Index(j.link)].orientation;
    if (j.other == kGround) return link;
    return Product(Inverse(motions[Index(j.other)].orientation), link);
  }

  std::vector<BodyMotion> start;

 private:
  // A vector of frame W in that of a body.
  Vec3 Inward(int body, const Vec3& v) const {
    if (body == kGround) return v;
    return RotationMatrix(start[Index(body)].orientation).transpose() * v;
  }
  Vec3 Arm(int body, const Vec3& point_m) const {
    return body == kGround ? point_m : Inward(body, point_m - start[Index(body)].position_m);
  }
};

MultibodySpec PartsOf(const Linkage& linkage) {
  const Assembly assembly(linkage);
  MultibodySpec spec;
  spec.gravity_m_s2 = Vec3(0.0, 0.0, -linkage.gravity_m_s2);
  spec.constraint_options = linkage.constraints;
  for (const Link& link : linkage.links) spec.bodies.push_back({link.mass_kg, link.inertia_kg_m2});
  for (const Joint& joint : linkage.joints) {
    spec.constraints.push_back(assembly.ConstraintOf(joint));
  }
  return spec;
}

// What a joint does to its link.
struct Reaction {
  Vec3 force_N = Vec3::Zero();
  Vec3 moment_N_m = Vec3::Zero();  // About the joint's point.
};

// g^(c) = D^T lambda, (2.19), on the first body.
Reaction ReactionOf(const Constraint& constraint, std::span<const double> multipliers,
                    std::span<const BodyMotion> motions) {
  const ConstraintRows at = Evaluate(constraint, motions);
  Reaction reaction;
  for (int row = 0; row < at.rows; ++row) {
    reaction.force_N += multipliers[Index(row)] * at.jacobian_a.row(row).head<3>().transpose();
    reaction.moment_N_m += multipliers[Index(row)] * at.jacobian_a.row(row).tail<3>().transpose();
  }
  const auto arm_of = [](const auto& c) {
    if constexpr (requires { c.arm_a; }) return c.arm_a;
    return Vec3(Vec3::Zero());
  };
  const BodyMotion& body = motions[Index(BodiesOf(constraint)[0])];
  const Vec3 arm = RotationMatrix(body.orientation) * std::visit(arm_of, constraint);
  reaction.moment_N_m -= arm.cross(reaction.force_N);
  return reaction;
}

// The linkage, and what it watches from step to step.
class LinkageSystem final : public MultibodySystem {
 public:
  LinkageSystem(const Linkage& linkage, const MechanismRecord& record)
      : MultibodySystem(PartsOf(linkage)),
        linkage_(linkage),
        record_(record),
        motions_(Assembly(linkage).start),
        start_(motions_),
        slope_(Index(size()), 0.0) {}

  std::vector<double> Release() {
    if (constraints() != nullptr) constraints()->ShareMomentum(motions_);
    std::vector<double> y = Start(motions_);
    start_energy_J_ = Energy(y).Total();
    return y;
  }

  bool AfterStep(double t, std::span<double> y) override {
    const bool changed = MultibodySystem::AfterStep(t, y);
    const Violation violation = MeasureConstraints(y);
    greatest_violation_ = std::max(greatest_violation_, violation.position);
    greatest_rate_ = std::max(greatest_rate_, violation.velocity);
    greatest_residual_J_ =
        std::max(greatest_residual_J_, std::fabs(Energy(y).Total() - start_energy_J_));
    return changed;
  }

  void WriteSample(double t, std::span<const double> y, ChannelWriter& to) {
    ReadBodies(y, motions_);
    for (std::size_t i = 0; i < motions_.size(); ++i) Write(record_.bodies[i], motions_[i], to);
    Slope(t, y, slope_);  // Solves for the reactions.
    for (int j = 0; j < static_cast<int>(linkage_.joints.size()); ++j) WriteJoint(j, to);
    const Violation violation = MeasureConstraints(y);
    to.Add("constraints", "violation", violation.position);
    to.Add("constraints", "velocity_violation", violation.velocity);
    to.Add(EnergyRowOf(Energy(y), start_energy_J_));
  }

  void WriteFigures(std::span<const double> /*y*/, std::vector<Figure>& figures) const {
    figures.push_back({"greatest_violation", greatest_violation_});
    figures.push_back({"greatest_velocity_violation", greatest_rate_});
    figures.push_back({"greatest_balance_residual_J", greatest_residual_J_});
  }

 private:
  static void Write(const std::string& name, const BodyMotion& link, ChannelWriter& to) {
    to.Add(name, "position", "m", link.position_m);
    for (int i = 0; i < 4; ++i) {
      to.Add(name, "orientation_e" + std::to_string(i), link.orientation[i]);
    }
    to.Add(name, "velocity", "m_s", link.velocity_m_s);
    to.Add(name, "spin", "rad_s", link.spin_rad_s);
  }

  void WriteJoint(int j, ChannelWriter& to) {
    const Joint& joint = linkage_.joints[Index(j)];
    Reaction reaction;
    if (std::isfinite(slope_[0])) {  // Else nothing could be solved for.
      reaction = ReactionOf(spec().constraints[Index(j)], constraints()->Multipliers(j), motions_);
    }
    const std::string name = "joint_" + std::to_string(j + 1);
    to.Add(name, "force", "N", reaction.force_N);
    to.Add(name, "moment", "N_m", reaction.moment_N_m);
    if (joint.kind == JointKind::kRevolute) to.Add(name, "angle_rad", AngleOf(j));
  }

  double AngleOf(int j) const {
    const Joint& joint = linkage_.joints[Index(j)];
    const EulerParameters turned =
        Product(Assembly::TurnOf(joint, motions_), Inverse(Assembly::TurnOf(joint, start_)));
    const Vec3& axis = std::get<RevoluteJoint>(spec().constraints[Index(j)]).axis_b;
    const double sine = turned.tail<3>().dot(axis);
    const bool far = turned[0] < 0.0;  // The same rotation is the negative quaternion's too.
    return 2.0 * Atan2(far ? -sine : sine, std::fabs(turned[0]));
  }

  const Linkage& linkage_;
  const MechanismRecord& record_;
  std::vector<BodyMotion> motions_;  // At the start, then at the sample.
  std::vector<BodyMotion> start_;
  std::vector<double> slope_;
  double start_energy_J_ = 0.0;
  double greatest_violation_ = 0.0;
  double greatest_rate_ = 0.0;
  double greatest_residual_J_ = 0.0;
};

}  // namespace

absl::Status Simulate(const Linkage& linkage, const MechanismDetail& detail, StopToken stop,
                      MechanismRecord& record) {
  if (absl::Status bad = Validate(linkage, detail); !bad.ok()) return bad;
  record.Clear();
  for (std::size_t i = 1; i <= linkage.links.size(); ++i) {
    record.bodies.push_back("link_" + std::to_string(i));
  }
  record.stop_reason = StopReason::kNumericalFailure;  // Should the system ask for an end.
  LinkageSystem system(linkage, record);
  std::vector<double> y = system.Release();
  return RunMechanism(system, y, linkage.duration_s, linkage.integration, detail, stop, record);
}

}  // namespace carom
