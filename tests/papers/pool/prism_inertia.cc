// The dimensions of the cushions' prisms through their inertia matrices and masses: pool-38.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tests/papers/pool/experiments.h"
#include "tests/papers/pool/game.h"

namespace carom::papers {
namespace {

// Mass and second moments about the mass centre, in the frame of the prism's first side: x along
// it, y into the solid, z up. Density 1 kg/m^3.
struct Inertia {
  double mass_kg = 0.0;
  double xx_kg_m2 = 0.0;  // Integral of x^2, and so on.
  double yy_kg_m2 = 0.0;
  double zz_kg_m2 = 0.0;
};

// By Green's theorem over the outline, triangle by triangle from the first corner.
Inertia InertiaOf(const Prism& prism) {
  const Prism::Side& first = prism.sides()[0];
  std::vector<Vec2> corners;
  for (const Prism::Side& side : prism.sides()) {
    const Vec2 from = side.corner_m - first.corner_m;
    corners.emplace_back(from.dot(first.along), -from.dot(first.normal));
  }
  const double height_m = prism.high_m() - prism.low_m();
  double area = 0.0;
  Vec2 centre = Vec2::Zero();
  Vec2 square = Vec2::Zero();  // Integrals of x^2 and y^2.
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const Vec2& a = corners[i];
    const Vec2& b = corners[i + 1];
    const double part = 0.5 * (a.x() * b.y() - a.y() * b.x());
    area += part;
    centre += part * (a + b) / 3.0;
    square += part / 6.0 * (a.cwiseProduct(a) + b.cwiseProduct(b) + a.cwiseProduct(b));
  }
  centre /= area;
  const double mass = area * height_m;
  return {mass, height_m * (square.x() - area * centre.x() * centre.x()),
          height_m * (square.y() - area * centre.y() * centre.y()),
          mass * height_m * height_m / 12.0};
}

// J of a body from its second moments.
Vec3 MomentsOf(const Inertia& inertia) {
  return Vec3(inertia.yy_kg_m2 + inertia.zz_kg_m2, inertia.zz_kg_m2 + inertia.xx_kg_m2,
              inertia.xx_kg_m2 + inertia.yy_kg_m2);
}

// Length, depth and height of a box, or of a right-angled triangular prism, whose second moments
// are m l^2/12 and m l^2/18 along its legs.
Vec3 DimensionsFrom(double mass_kg, const Vec3& moments_kg_m2, bool box) {
  const double half = 0.5 * moments_kg_m2.sum();
  const Vec3 second = Vec3::Constant(half) - moments_kg_m2;  // Integrals of x^2, y^2, z^2.
  const double flat = box ? 12.0 : 18.0;
  return Vec3(std::sqrt(flat * second.x() / mass_kg), std::sqrt(flat * second.y() / mass_kg),
              std::sqrt(12.0 * second.z() / mass_kg));
}

// As the prism was made: the greatest extent along and into its first side.
Vec3 Extent(const Prism& prism) {
  const Prism::Side& first = prism.sides()[0];
  double low = 0.0;
  double high = 0.0;
  double depth = 0.0;
  for (const Prism::Side& side : prism.sides()) {
    const Vec2 from = side.corner_m - first.corner_m;
    low = std::min(low, from.dot(first.along));
    high = std::max(high, from.dot(first.along));
    depth = std::max(depth, std::fabs(from.dot(first.normal)));
  }
  return Vec3(high - low, depth, prism.high_m() - prism.low_m());
}

// A triangular part of the paper's cushions has its right angle between the joint with the box and
// the back; the side it is asked along must be a leg.
Prism WithLegFirst(const Prism& prism) {
  std::array<Vec2, 3> corners;
  for (std::size_t i = 0; i < 3; ++i) corners[i] = prism.sides()[i].corner_m;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec2 to = corners[(i + 1) % 3] - corners[i];
    const Vec2 from = corners[(i + 2) % 3] - corners[i];
    if (std::fabs(to.dot(from)) > 1e-9 * to.norm() * from.norm()) continue;
    const std::array<Vec2, 3> turned = {corners[i], corners[(i + 1) % 3], corners[(i + 2) % 3]};
    return *Prism::Create(turned, prism.low_m(), prism.high_m());
  }
  return prism;
}

}  // namespace

void PoolPrismInertia(Findings& findings) {
  findings.sheet() = Sheet({"part", "mass_per_density_m3", "length_m", "depth_m", "height_m",
                            "recovered_length_m", "recovered_depth_m", "recovered_height_m"});
  double boxes = 0.0;
  double triangles = 0.0;
  int part_number = 0;
  for (const CushionParts& cushion : MakePaperCushions()) {
    for (const Prism& part : cushion) {
      const bool box = part.sides().size() == 4;
      const Prism prism = box ? part : WithLegFirst(part);
      const Inertia inertia = InertiaOf(prism);
      const Vec3 made = Extent(prism);
      const Vec3 found = DimensionsFrom(inertia.mass_kg, MomentsOf(inertia), box);
      if (part_number < 2) {
        const Vec3 wrong = DimensionsFrom(inertia.mass_kg, MomentsOf(inertia), !box);
        findings.Plant("pool-38", "a box for a triangular prism, and the other way round",
                       {{(wrong - made).cwiseQuotient(made).cwiseAbs().maxCoeff()}});
      }
      double& worst = box ? boxes : triangles;
      worst = std::max(worst, (found - made).cwiseQuotient(made).cwiseAbs().maxCoeff());
      findings.sheet().Add(++part_number, inertia.mass_kg, made.x(), made.y(), made.z(), found.x(),
                           found.y(), found.z());
    }
  }
  findings.Measure("pool-38", {{boxes, "boxes"}, {triangles, "triangular prisms"}});
}

}  // namespace carom::papers
