#include "server/convert/aim_convert.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/table/validate.h"
#include "server/convert/estimate_convert.h"
#include "server/convert/fields.h"

namespace carom {
namespace {

// A number of the request, or its default.
template <class Number>
Number Given(const char* field, bool has, Number value) {
  return has ? value : static_cast<Number>(DefaultOf<v1::FindAimsRequest>(field));
}

absl::Status TakeCall(const v1::FindAimsRequest& request, const Scene& scene, aim::Call& call) {
  if (request.has_ball()) {
    const int balls = static_cast<int>(scene.balls().size());
    if (ToIndex(request.ball()) >= balls) {
      return InvalidField("ball", absl::StrCat(request.ball()),
                          absl::StrCat("in [0, ", balls, ")"));
    }
    call.ball = ToIndex(request.ball());
  }
  const auto pockets = scene.table().pockets.size();
  for (int i = 0; i < request.pockets_size(); ++i) {
    if (request.pockets(i) < pockets) continue;
    return InvalidField({"pockets", i}, absl::StrCat(request.pockets(i)),
                        absl::StrCat("in [0, ", pockets, ")"));
  }
  absl::Status status = TakeMask("pockets", request.pockets(), call.pockets);
  if (request.kinds_size() > 0) call.kinds = 0;
  for (int i = 0; i < request.kinds_size() && status.ok(); ++i) {
    const int kind = request.kinds(i);
    if (kind < 1 || kind > aim::kKinds) {
      status = InvalidField({"kinds", i}, kind, absl::StrCat("in [1, ", aim::kKinds, "]"));
    }
    call.kinds |= 1u << (kind - 1);
  }
  return status;
}

absl::Status TakePlace(const v1::FindAimsRequest& request, aim::Options& options) {
  if (!request.has_cue_ball_to()) return absl::OkStatus();
  const v1::CueBallTarget& wire = request.cue_ball_to();
  if (!wire.has_at()) return Required("cue_ball_to.at", "given");
  for (const auto& [name, value] : {std::pair{"x_m", wire.at().x_m()}, {"y_m", wire.at().y_m()}}) {
    if (kCoordinateRange.Contains(value)) continue;
    return InvalidField(absl::StrCat("cue_ball_to.at.", name), value, Describe(kCoordinateRange));
  }
  options.cue_ball_to = aim::CueBallPlace{
      Vec2(wire.at().x_m(), wire.at().y_m()),
      wire.has_within_m() ? wire.within_m() : DefaultOf<v1::CueBallTarget>("within_m")};
  return absl::OkStatus();
}

void WriteLeg(const aim::Leg& leg, v1::AimLeg& wire) {
  const auto index = static_cast<uint32_t>(leg.index);
  wire.set_ball(static_cast<uint32_t>(leg.ball));
  if (leg.target == aim::Target::kBall) wire.set_to_ball(index);
  if (leg.target == aim::Target::kCushion) wire.set_to_cushion(index);
  if (leg.target == aim::Target::kPocket) wire.set_to_pocket(index);
  wire.mutable_end()->set_x_m(leg.end_m.x());
  wire.mutable_end()->set_y_m(leg.end_m.y());
}

void WriteWindow(const aim::Window& window, v1::Range& wire) {
  wire.set_lo(window.low);
  wire.set_hi(window.high);
}

void WriteAim(const aim::Candidate& aim, v1::Aim& wire) {
  wire.set_kind(static_cast<v1::AimKind>(static_cast<int>(aim.route.kind) + 1));
  wire.set_ball(static_cast<uint32_t>(aim.route.ball));
  wire.set_pocket(static_cast<uint32_t>(aim.route.pocket));
  for (const aim::Leg& leg : aim.route.legs) WriteLeg(leg, *wire.add_legs());
  WriteStrike(aim.strike, *wire.mutable_strike());
  WriteWindow(aim.azimuth_rad, *wire.mutable_azimuth_rad());
  WriteWindow(aim.speed_m_s, *wire.mutable_speed_m_s());
  wire.set_slope_m_rad(aim.slope_m_rad);
  if (aim.cue_ball_off_m) wire.set_cue_ball_off_m(*aim.cue_ball_off_m);
  wire.set_draws(static_cast<uint32_t>(aim.draws));
  wire.set_successes(static_cast<uint32_t>(aim.successes));
  wire.mutable_interval()->set_low(aim.interval.low);
  wire.mutable_interval()->set_high(aim.interval.high);
  wire.set_shots(static_cast<uint32_t>(aim.shots));
}

}  // namespace

absl::StatusOr<aim::Options> ConvertAims(const v1::FindAimsRequest& request, const Scene& scene,
                                         const Shot& shot) {
  aim::Options options;
  absl::Status status = CheckRanges(request);
  if (status.ok()) status = TakeCall(request, scene, options.call);
  if (status.ok()) status = TakePlace(request, options);
  ConvertedNoise noise;
  if (status.ok()) status = ConvertNoise(request.noise(), noise);
  if (!status.ok()) return status;
  if (shot.strike) {
    const auto cue = static_cast<size_t>(shot.strike->cue_ball);
    if (const auto* given = noise.Of(scene.balls()[cue].radius_m, options.noise)) {
      options.noise = *given;
    }
  }
  options.seed = request.seed();
  options.confidence = Given("confidence", request.has_confidence(), request.confidence());
  options.most_routes =
      Given("max_routes", request.has_max_routes(), static_cast<int>(request.max_routes()));
  options.most_candidates =
      Given("max_aims", request.has_max_aims(), static_cast<int>(request.max_aims()));
  options.race_draws =
      Given("race_draws", request.has_race_draws(), static_cast<int64_t>(request.race_draws()));
  options.draws = Given("draws", request.has_draws(), static_cast<int64_t>(request.draws()));
  return options;
}

void WriteAims(const aim::Answer& answer, v1::FindAimsResponse& wire) {
  for (const aim::Candidate& aim : answer.candidates) WriteAim(aim, *wire.add_aims());
  wire.set_routes(static_cast<uint32_t>(answer.routes));
  wire.set_solved(static_cast<uint32_t>(answer.solved));
  wire.set_potting(static_cast<uint32_t>(answer.potting));
  wire.set_shots(static_cast<uint64_t>(answer.shots));
}

}  // namespace carom
