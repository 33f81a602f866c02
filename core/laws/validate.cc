#include "core/laws/validate.h"

#include <algorithm>
#include <optional>
#include <string>
#include <variant>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/laws/impact.h"
#include "core/laws/ranges.h"
#include "core/table/validate.h"

namespace carom {

absl::Status ValidateLaws(const LawSet& laws) {
  absl::Status status = UnderPath("ball_ball", CheckChoice(laws.ball_ball));
  status.Update(UnderPath("cushion", CheckChoice(laws.cushion)));
  if (!kContactTimeRange.Contains(laws.cushion_contact_s)) {
    status.Update(InvalidField("cushion.contact_time_s", laws.cushion_contact_s,
                               Describe(kContactTimeRange)));
  }
  status.Update(ValidateFactor("cushion.restitution_factor", "speed_m_s", FactorTable::kSpeedRange,
                               laws.cushion_factors.restitution));
  status.Update(ValidateFactor("cushion.friction_factor", "angle_rad", FactorTable::kAngleRange,
                               laws.cushion_factors.friction));
  status.Update(UnderPath("slate", CheckChoice(laws.slate)));
  // A liner needs a friction of its own: no cloth covers it.
  status.Update(UnderPath("liner", CheckChoice(laws.liner, RangeCheck::Optionals::kGiven)));
  return status;
}

namespace {

// A coefficient and the path of the field that sets it.
struct Field {
  std::string path;
  double value = 0.0;
};

// The friction of one law at both of its contacts.
struct Pair {
  Field body;  // At the nose, or between the balls.
  Field slate;
};

// Returns nothing for a law that leaves the slate out. `kind` is the field that holds the law.
template <StatesDoubleContact Law>
std::optional<Pair> PairOf(const std::string& kind, const Law& law, double cloth_friction) {
  const std::optional<DoubleContactFriction> stated = DoubleContactOf(law);
  if (!stated) return std::nullopt;
  const auto at = [&](const FrictionField& field) {
    return Field{absl::StrCat(kind, ".", Law::kName, ".", field.name), field.value};
  };
  const bool of_cloth = stated->slate.value < 0.0;
  return Pair{at(stated->highest),
              of_cloth ? Field{"cloth.sliding_friction", cloth_friction} : at(stated->slate)};
}

std::string Between(const char* solids, size_t i, size_t ball) {
  return absl::StrCat(solids, "[", i, "] and the slate (balls[", ball, "])");
}

absl::Status WedgeError(const Field& nose, const Field& slate, double limit,
                        const std::string& where) {
  return InvalidField(
      nose.path, nose.value,
      absl::StrCat("below ", FormatNumber(limit), ", or ", slate.path, " (",
                   FormatNumber(slate.value),
                   ") must be: near where the impact wedges a ball between ", where));
}

absl::Status SoftSlateError(const Field& slate, const Field& other, double limit,
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

absl::Status CheckNose(const Pair& friction, const Heights& heights, double radius_m,
                       const std::string& where) {
  const auto& [nose, slate] = friction;
  const double low = heights.low_m / radius_m - 1.0;
  const double high = heights.high_m / radius_m - 1.0;
  const double wedge =
      internal::kTrustedShare * internal::WedgeFriction(high);  // The bound falls with the height.
  if (!(std::min(nose.value, slate.value) < wedge)) return WedgeError(nose, slate, wedge, where);
  const double least = std::clamp(internal::kSoftestSine, low, high);
  const double soft = internal::kTrustedShare * internal::SoftSlateFriction(least, 0.0);
  if (!(slate.value < soft)) return SoftSlateError(slate, nose, soft, where);
  return absl::OkStatus();
}

absl::Status CheckCushions(const Pair& friction, const Table& table,
                           const std::vector<BallSpec>& balls) {
  if (friction.body.value == 0.0) return absl::OkStatus();
  for (size_t b = 0; b < balls.size(); ++b) {
    const double radius_m = balls[b].radius_m;
    for (size_t i = 0; i < table.noses.size(); ++i) {
      const Nose& nose_line = table.noses[i];
      const Heights heights = {nose_line.start_height_m + std::min(nose_line.rise_m, 0.0),
                               nose_line.TopHeight()};
      absl::Status bad = CheckNose(friction, heights, radius_m, Between("noses", i, b));
      if (!bad.ok()) return bad;
    }
    for (size_t i = 0; i < table.jaws.size(); ++i) {
      const double height_m = table.jaws[i].height_m;
      absl::Status bad = CheckNose(friction, {height_m, height_m}, radius_m, Between("jaws", i, b));
      if (!bad.ok()) return bad;
    }
  }
  return absl::OkStatus();
}

absl::Status BrakeError(const Field& pair, const Field& slate, double limit,
                        const std::string& where) {
  return InvalidField(
      pair.path, pair.value,
      absl::StrCat("below ", FormatNumber(limit), " at ", slate.path, " (",
                   FormatNumber(slate.value), "): else a graze stops a spin at ", where));
}

absl::Status CheckBalls(const Pair& friction, const std::vector<BallSpec>& balls) {
  const auto& [pair, slate] = friction;
  if (pair.value == 0.0) return absl::OkStatus();
  for (size_t a = 0; a < balls.size(); ++a) {
    for (size_t b = 0; b < balls.size(); ++b) {
      // Laws hold balls on the slate only where their centres are level.
      if (a == b || balls[a].radius_m != balls[b].radius_m) continue;
      const double soft = internal::kTrustedShare *
                          internal::SoftSlateFriction(0.0, balls[a].mass_kg / balls[b].mass_kg);
      if (!(slate.value < soft)) return SoftSlateError(slate, pair, soft, Between("balls", b, a));
      const double most = soft / slate.value;
      if (!(pair.value < most)) return BrakeError(pair, slate, most, Between("balls", b, a));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ValidateDoubleContacts(const LawSet& laws, const Table& table,
                                    const std::vector<BallSpec>& balls, double cloth_friction) {
  const auto pair_of = [&](const std::string& kind, const auto& choice) {
    return std::visit([&](const auto& law) { return PairOf(kind, law, cloth_friction); }, choice);
  };
  absl::Status status;
  std::optional<Pair> cushion = pair_of("cushion", laws.cushion);
  if (cushion) {
    double& friction = cushion->body.value;
    friction = std::min(friction * laws.cushion_factors.friction.Greatest(), kFrictionRange.high);
  }
  if (cushion) status = CheckCushions(*cushion, table, balls);
  const std::optional<Pair> ball_ball = pair_of("ball_ball", laws.ball_ball);
  if (ball_ball) status.Update(CheckBalls(*ball_ball, balls));
  return status;
}

}  // namespace carom
