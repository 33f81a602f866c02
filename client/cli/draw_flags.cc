#include "client/cli/draw_flags.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "client/cli/distribution_text.h"

namespace carom {
namespace {

using carom::v1::Distribution;
using carom::v1::DrawnBalls;
using carom::v1::DrawnShots;
using carom::v1::DrawnStrike;

// Finds the distribution of a quantity.
using Field = Distribution* (*)(DrawnShots&);

const std::map<std::string, Field>& Fields() {
  static const auto* const fields = new std::map<std::string, Field>{
      {"speed_m_s", [](DrawnShots& d) { return d.mutable_strike()->mutable_speed_m_s(); }},
      {"azimuth_rad", [](DrawnShots& d) { return d.mutable_strike()->mutable_azimuth_rad(); }},
      {"elevation_rad", [](DrawnShots& d) { return d.mutable_strike()->mutable_elevation_rad(); }},
      {"side_offset", [](DrawnShots& d) { return d.mutable_strike()->mutable_side_offset(); }},
      {"height_offset", [](DrawnShots& d) { return d.mutable_strike()->mutable_height_offset(); }},
      {"aim_ball",
       [](DrawnShots& d) {
         DrawnStrike& strike = *d.mutable_strike();
         return strike.has_at_pocket() ? strike.mutable_at_pocket()->mutable_ball()
                                       : strike.mutable_at_ball()->mutable_ball();
       }},
      {"aim_pocket",
       [](DrawnShots& d) { return d.mutable_strike()->mutable_at_pocket()->mutable_pocket(); }},
      {"hit_offset",
       [](DrawnShots& d) { return d.mutable_strike()->mutable_at_ball()->mutable_hit_offset(); }},
      {"aim_error_rad",
       [](DrawnShots& d) {
         return d.mutable_strike()->mutable_at_pocket()->mutable_aim_error_rad();
       }},
      {"ball_count", [](DrawnShots& d) { return d.mutable_selection()->mutable_ball_count(); }},
      {"rack_jitter_m", [](DrawnShots& d) { return d.mutable_rack()->mutable_rack_jitter_m(); }},
      {"gravity_m_s2", [](DrawnShots& d) { return d.mutable_physics()->mutable_gravity_m_s2(); }},
      {"sliding_friction",
       [](DrawnShots& d) { return d.mutable_physics()->mutable_sliding_friction(); }},
      {"rolling_friction",
       [](DrawnShots& d) { return d.mutable_physics()->mutable_rolling_friction(); }},
      {"spinning_friction",
       [](DrawnShots& d) { return d.mutable_physics()->mutable_spinning_friction(); }},
      {"ball_restitution",
       [](DrawnShots& d) { return d.mutable_physics()->mutable_ball_restitution(); }},
      {"ball_friction", [](DrawnShots& d) { return d.mutable_physics()->mutable_ball_friction(); }},
      {"cushion_restitution",
       [](DrawnShots& d) { return d.mutable_physics()->mutable_cushion_restitution(); }},
      {"cushion_friction",
       [](DrawnShots& d) { return d.mutable_physics()->mutable_cushion_friction(); }},
      {"nose_height_m", [](DrawnShots& d) { return d.mutable_physics()->mutable_nose_height_m(); }},
      {"mass_kg", [](DrawnShots& d) { return d.mutable_physics()->mutable_mass_kg(); }},
      {"radius_m", [](DrawnShots& d) { return d.mutable_physics()->mutable_radius_m(); }},
  };
  return *fields;
}

// The name "ball_3_dx_m", split into 3 and "dx_m".
struct BallQuantity {
  uint32_t ball = 0;
  std::string name;
};

std::optional<BallQuantity> FindBallQuantity(const std::string& text) {
  const std::vector<std::string> parts = absl::StrSplit(text, absl::MaxSplits('_', 2));
  BallQuantity found;
  if (parts.size() != 3 || parts[0] != "ball" || !absl::SimpleAtoi(parts[1], &found.ball)) {
    return std::nullopt;
  }
  found.name = parts[2];
  static const std::set<std::string> names{"x_m", "y_m", "dx_m", "dy_m", "mass_kg", "radius_m"};
  if (names.count(found.name) == 0) return std::nullopt;
  return found;
}

DrawnBalls& DrawnBall(uint32_t ball, DrawnShots& drawn) {
  for (DrawnBalls& one : *drawn.mutable_balls()) {
    if (one.balls(0) == ball) return one;
  }
  DrawnBalls& added = *drawn.add_balls();
  added.add_balls(ball);
  return added;
}

// Sets one side of the box in which the ball is placed.
absl::Status SetSide(bool along_x, const Distribution& side, carom::v1::Rectangle& box) {
  if (!side.has_uniform()) {
    return absl::InvalidArgumentError("a place is anywhere in a box: must be uniform:LO,HI");
  }
  carom::v1::Point2& lo = *box.mutable_lo();
  carom::v1::Point2& hi = *box.mutable_hi();
  along_x ? lo.set_x_m(side.uniform().lo()) : lo.set_y_m(side.uniform().lo());
  along_x ? hi.set_x_m(side.uniform().hi()) : hi.set_y_m(side.uniform().hi());
  return absl::OkStatus();
}

absl::Status SetOfBall(const BallQuantity& quantity, const Distribution& distribution,
                       DrawnShots& drawn) {
  DrawnBalls& balls = DrawnBall(quantity.ball, drawn);
  const std::string& name = quantity.name;
  if (name == "mass_kg") *balls.mutable_mass_kg() = distribution;
  if (name == "radius_m") *balls.mutable_radius_m() = distribution;
  const bool in_box = name == "x_m" || name == "y_m";
  const bool away = name == "dx_m" || name == "dy_m";
  if ((in_box && balls.has_displacement()) || (away && balls.has_region())) {
    return absl::InvalidArgumentError(
        "a place is drawn by x_m and y_m, or by dx_m and dy_m: must be one of both");
  }
  if (name == "dx_m") *balls.mutable_displacement()->mutable_dx_m() = distribution;
  if (name == "dy_m") *balls.mutable_displacement()->mutable_dy_m() = distribution;
  if (!in_box) return absl::OkStatus();
  return SetSide(name == "x_m", distribution, *balls.mutable_region()->mutable_rectangle());
}

absl::Status NoSuchQuantity(const std::string& name) {
  const auto append = [](std::string* out, const auto& field) { out->append(field.first); };
  return absl::InvalidArgumentError(
      absl::StrCat("\"", name, "\" must be one of ", absl::StrJoin(Fields(), ", ", append),
                   ", and of ball N ball_N_x_m, _y_m, _dx_m, _dy_m, _mass_kg and _radius_m"));
}

// A strike has at most one aim.
absl::Status CheckAim(const std::set<std::string>& given) {
  const bool azimuth = given.count("azimuth_rad") > 0;
  const bool fullness = given.count("hit_offset") > 0;
  const bool pocket = given.count("aim_pocket") + given.count("aim_error_rad") > 0;
  const bool ball = given.count("aim_ball") > 0;
  if (!(azimuth && (fullness || pocket || ball)) && !(fullness && pocket)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "--draw: a strike has one aim: azimuth_rad; or aim_ball and hit_offset; or aim_ball, "
      "aim_pocket and aim_error_rad");
}

// A box has two sides.
absl::Status CheckBoxes(const std::set<std::string>& given) {
  for (const std::string& name : given) {
    const std::optional<BallQuantity> quantity = FindBallQuantity(name);
    if (!quantity || (quantity->name != "x_m" && quantity->name != "y_m")) continue;
    const std::string other =
        absl::StrCat("ball_", quantity->ball, quantity->name == "x_m" ? "_y_m" : "_x_m");
    if (given.count(other) > 0) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("--draw: ", name, " must come with ", other, ": a place is drawn in a box"));
  }
  return absl::OkStatus();
}

// Sets the fields of the strike that are not drawn; a field that is 0 may stay absent.
void SetTheRest(const carom::v1::CueStrike& meant, DrawnStrike& drawn) {
  drawn.set_cue_ball(meant.cue_ball());
  const auto set = [](bool is_drawn, double number, Distribution* (DrawnStrike::*field)(),
                      DrawnStrike& strike) {
    if (!is_drawn && number != 0.0) (strike.*field)()->set_constant(number);
  };
  const bool aims = drawn.aim_case() != DrawnStrike::AIM_NOT_SET;
  if (!drawn.has_speed_m_s()) drawn.mutable_speed_m_s()->set_constant(meant.speed_m_s());
  set(aims, meant.azimuth_rad(), &DrawnStrike::mutable_azimuth_rad, drawn);
  set(drawn.has_elevation_rad(), meant.elevation_rad(), &DrawnStrike::mutable_elevation_rad, drawn);
  set(drawn.has_side_offset(), meant.side_offset(), &DrawnStrike::mutable_side_offset, drawn);
  set(drawn.has_height_offset(), meant.height_offset(), &DrawnStrike::mutable_height_offset, drawn);
}

// QUANTITY=KIND:NUMBERS
using Draw = std::pair<std::string, std::string>;

Draw Split(const std::string& text) { return absl::StrSplit(text, absl::MaxSplits('=', 1)); }

absl::Status ApplyOne(const Draw& draw, DrawnShots& drawn) {
  Distribution distribution;
  const std::optional<BallQuantity> of_ball = FindBallQuantity(draw.first);
  const auto field = Fields().find(draw.first);
  if (!of_ball && field == Fields().end()) return NoSuchQuantity(draw.first);
  if (absl::Status bad = ParseDistribution(draw.second, &distribution); !bad.ok()) return bad;
  if (of_ball) return SetOfBall(*of_ball, distribution, drawn);
  *field->second(drawn) = distribution;
  return absl::OkStatus();
}

}  // namespace

void DrawFlags::Declare(FlagSet* flags) {
  flags->AddList("draw", "QUANTITY=KIND:NUMBERS",
                 "draws a quantity, once for each, as in --draw=speed_m_s=uniform:1,3 or\n"
                 "--draw=hit_offset=uniform:-1,1 (any fullness of the hit). KIND:NUMBERS is\n"
                 "constant:X, uniform:LO,HI, normal:MEAN,SIGMA, choice:X,X,... or\n"
                 "truncated_normal:MEAN,SIGMA,LO,HI; see proto/carom/v1/drawn_shots.proto\n"
                 "in Carom's sources. An unknown QUANTITY prints the list of names",
                 &draws_);
}

bool DrawFlags::Draws(const std::string& quantity) const {
  for (const std::string& text : draws_) {
    if (Split(text).first == quantity) return true;
  }
  return false;
}

absl::Status DrawFlags::CheckNames() const {
  std::set<std::string> given;
  for (const std::string& text : draws_) {
    if (!absl::StrContains(text, '=')) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--draw: \"", text, "\" must be QUANTITY=KIND:NUMBERS, as in speed_m_s=uniform:1,3"));
    }
    if (given.insert(Split(text).first).second) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("--draw: ", Split(text).first, " must be given once"));
  }
  const absl::Status status = CheckAim(given);
  return status.ok() ? CheckBoxes(given) : status;
}

absl::Status DrawFlags::Apply(const StrikeFlags& strike, bool is_rack, DrawnShots* drawn) const {
  if (absl::Status bad = CheckNames(); !bad.ok()) return bad;
  // A drawn speed replaces the default.
  carom::v1::Shot meant;
  absl::Status status = strike.Apply(is_rack || Draws("speed_m_s"), &meant);
  if (!status.ok()) return status;
  // This creates the pocket aim, so that aim_ball belongs to it in whichever order the two flags
  // come.
  if (Draws("aim_pocket") || Draws("aim_error_rad")) drawn->mutable_strike()->mutable_at_pocket();
  for (const std::string& text : draws_) {
    const absl::Status bad = ApplyOne(Split(text), *drawn);
    if (bad.ok()) continue;
    return absl::InvalidArgumentError(absl::StrCat("--draw: ", text, ": ", bad.message()));
  }
  if (meant.has_strike()) SetTheRest(meant.strike(), *drawn->mutable_strike());
  return status;
}

}  // namespace carom
