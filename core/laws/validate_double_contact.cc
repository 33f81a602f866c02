#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <variant>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/laws/double_contact_limits.h"
#include "core/laws/validate.h"

namespace carom {
namespace {

constexpr char kCushion[] = "cushion.mathavan2010";
constexpr char kBalls[] = "ball_ball.mathavan2014";

// A coefficient and the field that sets it.
struct Field {
  std::string path;
  double value = 0.0;
};

Field SlateFriction(const char* law, double own, double cloth) {
  if (own < 0.0) return {"cloth.sliding_friction", cloth};
  return {absl::StrCat(law, ".slate_friction"), own};
}

std::string Between(const char* solids, size_t i, size_t ball) {
  return absl::StrCat(solids, "[", i, "] and the slate (balls[", ball, "])");
}

absl::Status Wedges(const Field& nose, const Field& slate, double limit, const std::string& where) {
  return InvalidField(
      nose.path, nose.value,
      absl::StrCat("below ", FormatNumber(limit), ", or ", slate.path, " (",
                   FormatNumber(slate.value),
                   ") must be: near where the impact wedges a ball between ", where));
}

absl::Status TooSoft(const Field& slate, const Field& other, double limit,
                     const std::string& where) {
  return InvalidField(slate.path, slate.value,
                      absl::StrCat("below ", FormatNumber(limit), ", or ", other.path, " (",
                                   FormatNumber(other.value),
                                   ") zero: else the impact has two outcomes at ", where));
}

// The heights of a nose's two ends above the cloth; those of a jaw are equal.
struct Heights {
  double low_m = 0.0;
  double high_m = 0.0;
};

absl::Status CheckNose(const Field& nose, const Field& slate, const Heights& heights,
                       double radius_m, const std::string& where) {
  const double low = heights.low_m / radius_m - 1.0;
  const double high = heights.high_m / radius_m - 1.0;
  const double wedge =
      internal::kTrustedShare * internal::WedgeFriction(high);  // The bound falls with the height.
  if (!(std::min(nose.value, slate.value) < wedge)) return Wedges(nose, slate, wedge, where);
  const double least = std::clamp(internal::kSoftestSine, low, high);
  const double soft = internal::kTrustedShare * internal::SoftSlateFriction(least, 0.0);
  if (!(slate.value < soft)) return TooSoft(slate, nose, soft, where);
  return absl::OkStatus();
}

template <class Law>
absl::Status CheckCushion(const Law&, const Table&, const std::vector<BallSpec>&, double) {
  return absl::OkStatus();
}

absl::Status CheckCushion(const Mathavan2010& law, const Table& table,
                          const std::vector<BallSpec>& balls, double cloth_friction) {
  const Field nose = {absl::StrCat(kCushion, ".friction"), law.friction};
  const Field slate = SlateFriction(kCushion, law.slate_friction, cloth_friction);
  if (nose.value == 0.0) return absl::OkStatus();
  for (size_t b = 0; b < balls.size(); ++b) {
    const double radius_m = balls[b].radius_m;
    for (size_t i = 0; i < table.noses.size(); ++i) {
      const Nose& nose_line = table.noses[i];
      const Heights heights = {nose_line.height_m + std::min(nose_line.rise_m, 0.0),
                               nose_line.height_m + std::max(nose_line.rise_m, 0.0)};
      absl::Status bad = CheckNose(nose, slate, heights, radius_m, Between("noses", i, b));
      if (!bad.ok()) return bad;
    }
    for (size_t i = 0; i < table.jaws.size(); ++i) {
      const double height_m = table.jaws[i].height_m;
      absl::Status bad =
          CheckNose(nose, slate, {height_m, height_m}, radius_m, Between("jaws", i, b));
      if (!bad.ok()) return bad;
    }
  }
  return absl::OkStatus();
}

// The highest mu, and where it is set.
Field Highest(const ConstantFriction& friction) {
  return {absl::StrCat(kBalls, ".constant.coefficient"), friction.friction};
}

Field Highest(const AlciatoreFriction& friction) {
  return {absl::StrCat(kBalls, ".alciatore.a + b"), friction.a + friction.b};
}

absl::Status Brakes(const Field& pair, const Field& slate, double limit, const std::string& where) {
  return InvalidField(
      pair.path, pair.value,
      absl::StrCat("below ", FormatNumber(limit), " at ", slate.path, " (",
                   FormatNumber(slate.value), "): else a graze stops a spin at ", where));
}

template <class Law>
absl::Status CheckBalls(const Law&, const std::vector<BallSpec>&, double) {
  return absl::OkStatus();
}

absl::Status CheckBalls(const Mathavan2014& law, const std::vector<BallSpec>& balls,
                        double cloth_friction) {
  const Field pair = std::visit([](const auto& chosen) { return Highest(chosen); }, law.friction);
  const Field slate = SlateFriction(kBalls, law.slate_friction, cloth_friction);
  if (pair.value == 0.0) return absl::OkStatus();
  for (size_t a = 0; a < balls.size(); ++a) {
    for (size_t b = 0; b < balls.size(); ++b) {
      // The law holds balls on the slate only where their centres are level.
      if (a == b || balls[a].radius_m != balls[b].radius_m) continue;
      const double soft = internal::kTrustedShare *
                          internal::SoftSlateFriction(0.0, balls[a].mass_kg / balls[b].mass_kg);
      if (!(slate.value < soft)) return TooSoft(slate, pair, soft, Between("balls", b, a));
      const double most = soft / slate.value;
      if (!(pair.value < most)) return Brakes(pair, slate, most, Between("balls", b, a));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ValidateDoubleContacts(const LawSet& laws, const Table& table,
                                    const std::vector<BallSpec>& balls, double cloth_friction) {
  absl::Status status =
      std::visit([&](const auto& law) { return CheckCushion(law, table, balls, cloth_friction); },
                 laws.cushion);
  status.Update(std::visit([&](const auto& law) { return CheckBalls(law, balls, cloth_friction); },
                           laws.ball_ball));
  return status;
}

}  // namespace carom
