#include "core/shot/probe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/base/demand.h"
#include "core/base/field_error.h"
#include "core/event/engine.h"
#include "core/record/record.h"
#include "core/shot/derivatives.h"
#include "core/stats/sample.h"
#include "core/table/validate.h"

namespace carom {
namespace {

// The paths of a strike's numbers, and the numbers, in the order of CueStrike::Parameters.
std::vector<FieldPath> MakePaths() {
  const CueStrike strike;
  std::vector<FieldPath> paths;
  auto add = [&paths](const char* name, const double& /*value*/, const Interval& /*range*/) {
    paths.push_back(FieldPath("strike") / FieldPath(std::string(name)));
  };
  CueStrike::Parameters(strike, add);
  return paths;
}
const std::vector<FieldPath>& StrikePaths() {
  static const std::vector<FieldPath> paths = MakePaths();
  return paths;
}

using Numbers = std::array<double, 5>;

Numbers NumbersOf(const CueStrike& strike) {
  Numbers numbers{};
  size_t count = 0;
  auto add = [&](const char* /*name*/, const double& value, const Interval& /*range*/) {
    CAROM_DEMAND(count < numbers.size(), "Numbers has one for each number of a strike");
    numbers[count++] = value;
  };
  CueStrike::Parameters(strike, add);
  return numbers;
}

// What happened to each ball, in order: kinds and partners.
class Histories {
 public:
  explicit Histories(size_t balls) : of_(balls) {}

  void Read(const Record& record) {
    for (std::vector<Event>& events : of_) events.clear();
    auto press = record.presses.begin();
    for (Event event : record.events) {
      event.time_s = 0.0;
      Event pressed = event;
      if (event.kind == EventKind::kPress) pressed.kind = (press++)->of;
      of_[static_cast<size_t>(event.ball)].push_back(event);
      if (pressed.kind == EventKind::kBallBall) {
        of_[static_cast<size_t>(event.other)].push_back(event);
      }
    }
  }
  const std::vector<Event>& Of(size_t ball) const { return of_[ball]; }

 private:
  std::vector<std::vector<Event>> of_;
};

// Whether the same happened, in one order for all balls, as it does in most draws.
bool SameLog(const Record& a, const Record& b) {
  const auto same_event = [](const Event& x, const Event& y) {
    return x.kind == y.kind && x.ball == y.ball && x.other == y.other;
  };
  const auto same_press = [](const Press& x, const Press& y) { return x.of == y.of; };
  return std::equal(a.events.begin(), a.events.end(), b.events.begin(), b.events.end(),
                    same_event) &&
         std::equal(a.presses.begin(), a.presses.end(), b.presses.begin(), b.presses.end(),
                    same_press);
}

// Where a ball ends by its derivatives.
Vec3 Predicted(const Record& meant, const TangentRecord& tangents, size_t ball,
               const Numbers& deviation) {
  Vec3 place = meant.final_states[ball].position;
  const double* slope = &tangents.final_states[ball * TangentRecord::kRows * tangents.columns];
  for (double& number : place) {
    for (const double by : deviation) number += *slope++ * by;
  }
  return place;
}

// Whether a strike can be played after noise has moved each of its numbers within its range: where
// the sizes of the offsets add up to at most 1, so do their squares, and the tip meets the ball.
// Else ValidateStrike() decides.
bool CanBePlayed(const CueStrike& strike, const Scene& scene, const Shot& shot) {
  return std::abs(strike.side_offset) + std::abs(strike.height_offset) <= 1.0 ||
         ValidateStrike(strike, scene.balls(), shot.start).ok();
}

}  // namespace

absl::Status ProbeShot(const Scene& scene, const Shot& shot, const ProbeOptions& options,
                       StopToken stop, Workspace& workspace, ProbeReport& report) {
  report = {};
  if (!shot.strike || scene.settings().engine != Engine::kEventDriven) {
    return InvalidField("probe", std::string("given"),
                        "absent: only shots with a strike that the engine EVENT_DRIVEN plays have "
                        "probes");
  }
  const Numbers meant = NumbersOf(*shot.strike);
  Detail detail;
  detail.events = true;
  Record record;
  TangentRecord tangents;
  const absl::Status bad = SimulateWithDerivatives(scene, shot, detail, StrikePaths(), stop,
                                                   workspace, record, tangents);
  if (!bad.ok() || record.stop_reason == StopReason::kCancelled) return bad;
  const size_t balls = record.final_states.size();
  Histories expected(balls);
  expected.Read(record);

  // The balls lie as in the shot that was meant, so that only the strike remains to be validated.
  const bool moved = scene.settings().environment.overlap == OverlapPolicy::kSeparate;
  Shot drawn = moved ? workspace.separated_shot() : shot;
  Record played;
  Histories found(balls);
  std::vector<std::vector<double>> errors_m(balls);
  for (std::vector<double>& errors : errors_m) errors.reserve(static_cast<size_t>(options.draws));
  report.balls.resize(balls);
  estimate::KeptNoise& noise = workspace.probe_noise();
  noise.Prepare(options.noise, options.seed);
  for (int draw = 0; draw < options.draws && !stop.StopRequested(); ++draw) {
    drawn.strike = shot.strike;
    if (!noise.Add(static_cast<uint64_t>(draw), *drawn.strike).ok() ||
        !CanBePlayed(*drawn.strike, scene, drawn) ||
        !workspace.event_engine().Play(scene.world(), drawn, detail, stop, played)) {
      continue;
    }
    ++report.played;
    Numbers deviation = NumbersOf(*drawn.strike);
    for (size_t i = 0; i < deviation.size(); ++i) deviation[i] -= meant[i];
    const bool same = SameLog(played, record);
    if (!same) found.Read(played);
    for (size_t ball = 0; ball < balls; ++ball) {
      if (!same && found.Of(ball) != expected.Of(ball)) continue;
      ++report.balls[ball].kept;
      if (tangents.balls[ball].end != TangentEnd::kNone) continue;
      errors_m[ball].push_back(
          (played.final_states[ball].position - Predicted(record, tangents, ball, deviation))
              .norm());
    }
  }
  for (size_t ball = 0; ball < balls; ++ball) {
    std::vector<double>& errors = errors_m[ball];
    if (errors.empty()) continue;
    std::sort(errors.begin(), errors.end());
    report.balls[ball].median_error_m = stats::Quantile(errors, 0.5);
    report.balls[ball].worst_error_m = errors.back();
  }
  return absl::OkStatus();
}

}  // namespace carom
