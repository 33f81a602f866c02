#include "client/cli/describe.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/cli/text_table.h"
#include "client/cli/words.h"

namespace carom {
namespace {

std::string Times(uint32_t count, const std::string& what) {
  return absl::StrCat(count, " ", what, count == 1 ? "" : "s");
}

// The label once, then a line for each item.
void PrintList(const std::string& label, const std::vector<std::string>& lines, std::ostream& out) {
  for (size_t i = 0; i < lines.size(); ++i) {
    out << absl::StrFormat("%-14s%s\n", i == 0 ? label : "", lines[i]);
  }
}

std::vector<std::string> PocketedLines(const ShotOutcome& outcome, const ShotNames& names) {
  std::vector<std::string> lines;
  for (const PocketedBall& drop : outcome.pocketed) {
    lines.push_back(absl::StrFormat("%s in %s after %.3f s", names.Ball(drop.ball),
                                    names.Pocket(drop.pocket), drop.time_s));
  }
  if (lines.empty()) lines.push_back("nothing");
  return lines;
}

std::vector<std::string> LeftTableLines(const ShotOutcome& outcome, const ShotNames& names) {
  std::vector<std::string> lines;
  for (const LostBall& lost : outcome.left_table) {
    lines.push_back(absl::StrFormat("%s after %.3f s", names.Ball(lost.ball), lost.time_s));
  }
  return lines;
}

std::string FirstContactLine(const ShotOutcome& outcome, const ShotNames& names) {
  if (outcome.first_contact < 0) return "none";
  return absl::StrFormat(
      "%s after %.3f s and %s; then %s", names.Ball(static_cast<uint32_t>(outcome.first_contact)),
      outcome.first_contact_time_s, Times(outcome.cushions_before_contact, "cushion"),
      Times(outcome.cushions_after_contact, "cushion"));
}

double Speed_m_s(const FinalBall& ball) {
  return std::hypot(ball.velocity_m_s[0], ball.velocity_m_s[1], ball.velocity_m_s[2]);
}

std::string WhereLine(const FinalBall& ball) {
  switch (ball.motion) {
    case carom::v1::MOTION_STATE_POCKETED:
    case carom::v1::MOTION_STATE_LEFT_TABLE:
      return Words(ball.motion);
    default:
      break;
  }
  std::string line = absl::StrFormat("%s at (%.4f, %.4f) m", Words(ball.motion), ball.position_m[0],
                                     ball.position_m[1]);
  if (IsMoving(ball.motion)) absl::StrAppendFormat(&line, ", %.4f m/s", Speed_m_s(ball));
  return line;
}

std::string OtherName(const ShotEvent& event, const ShotNames& names) {
  if (event.other < 0) return "";
  const auto other = static_cast<uint32_t>(event.other);
  switch (event.kind) {
    case carom::v1::EVENT_KIND_BALL_BALL:
      return names.Ball(other);
    case carom::v1::EVENT_KIND_BALL_CUSHION:
      return absl::StrCat("nose ", other);
    case carom::v1::EVENT_KIND_BALL_JAW:
      return absl::StrCat("jaw ", other);
    case carom::v1::EVENT_KIND_BALL_POCKET:
      return names.Pocket(other);
    default:
      return absl::StrCat(other);
  }
}

}  // namespace

void DescribeOutcome(const ShotOutcome& outcome, const ShotNames& names, std::ostream& out) {
  const std::string total = Times(outcome.event_count, "event");
  const std::string cushions = Times(outcome.cushions_total, "cushion contact");
  PrintList("end",
            {absl::StrFormat("%s after %.3f s; %s, %s", Words(outcome.stop_reason),
                             outcome.end_time_s, total, cushions)},
            out);
  PrintList("pocketed", PocketedLines(outcome, names), out);
  PrintList("left table", LeftTableLines(outcome, names), out);
  if (names.cue_ball() && *names.cue_ball() < outcome.balls.size()) {
    PrintList("first contact", {FirstContactLine(outcome, names)}, out);
    PrintList("cue ball", {WhereLine(outcome.balls[*names.cue_ball()])}, out);
  }
  if (outcome.miscue) PrintList("miscue", {"the tip would have slipped off"}, out);
  if (outcome.separation_m > 0.0) {
    PrintList("separated", {absl::StrFormat("by up to %.3g m", outcome.separation_m)}, out);
  }
}

void PrintFinalBalls(const ShotOutcome& outcome, const ShotNames& names, std::ostream& out) {
  const bool any_moves = std::any_of(outcome.balls.begin(), outcome.balls.end(),
                                     [](const FinalBall& ball) { return IsMoving(ball.motion); });
  std::vector<std::string> header = {"ball", "x_m", "y_m", "state"};
  if (any_moves) header.push_back("speed_m_s");
  TextTable table(std::move(header));
  for (size_t i = 0; i < outcome.balls.size(); ++i) {
    const FinalBall& ball = outcome.balls[i];
    std::vector<std::string> row = {
        names.Ball(static_cast<uint32_t>(i)), absl::StrFormat("%.4f", ball.position_m[0]),
        absl::StrFormat("%.4f", ball.position_m[1]), Words(ball.motion)};
    if (any_moves) row.push_back(absl::StrFormat("%.4f", Speed_m_s(ball)));
    table.AddRow(std::move(row));
  }
  table.Print(out);
}

void PrintEvents(const std::vector<ShotEvent>& events, const ShotNames& names, std::ostream& out) {
  TextTable table({"time_s", "event", "ball", "other"});
  for (const ShotEvent& event : events) {
    table.AddRow({absl::StrFormat("%.6f", event.time_s), Words(event.kind), names.Ball(event.ball),
                  OtherName(event, names)});
  }
  table.Print(out);
}

void PrintSamples(const ShotSamples& samples, const ShotNames& names, std::ostream& out) {
  TextTable table({"time_s", "ball", "quantity", "values"});
  for (size_t time = 0; time < samples.times_s.size(); ++time) {
    for (const SampleChannel& channel : samples.channels) {
      const auto components = static_cast<size_t>(ComponentCount(channel.quantity));
      std::string values;
      for (size_t i = 0; i < components; ++i) {
        absl::StrAppendFormat(&values, i == 0 ? "%.6g" : " %.6g",
                              channel.values[time * components + i]);
      }
      table.AddRow({absl::StrFormat("%.4f", samples.times_s[time]), names.Ball(channel.ball),
                    Words(channel.quantity), values});
    }
  }
  table.Print(out);
}

}  // namespace carom
