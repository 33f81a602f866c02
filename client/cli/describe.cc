#include "client/cli/describe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/cli/event_phrase.h"
#include "client/cli/numbers.h"
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

double Length(const std::array<double, 3>& vector) {
  return std::hypot(vector[0], vector[1], vector[2]);
}

// The height of a ball off the cloth is shown too.
bool IsOffCloth(const FinalBall& ball) {
  return ball.motion == carom::v1::MOTION_STATE_AIRBORNE ||
         ball.motion == carom::v1::MOTION_STATE_SUPPORTED;
}

std::string InSpace(const std::array<double, 3>& position_m) {
  return absl::StrCat("(", Fixed(position_m[0], 4), ", ", Fixed(position_m[1], 4), ", ",
                      Fixed(position_m[2], 4), ") m");
}

std::string OnCloth(const std::array<double, 3>& position_m) {
  return absl::StrCat("(", Fixed(position_m[0], 4), ", ", Fixed(position_m[1], 4), ") m");
}

std::vector<std::string> LeftTableLines(const ShotOutcome& outcome, const ShotNames& names) {
  std::vector<std::string> lines;
  for (const LostBall& lost : outcome.left_table) {
    lines.push_back(absl::StrFormat("%s after %.3f s at %s, %.3f m/s", names.Ball(lost.ball),
                                    lost.time_s, InSpace(lost.position_m),
                                    Length(lost.velocity_m_s)));
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

std::string WhereLine(const FinalBall& ball) {
  switch (ball.motion) {
    case carom::v1::MOTION_STATE_POCKETED:
    case carom::v1::MOTION_STATE_LEFT_TABLE:
      return Words(ball.motion);
    default:
      break;
  }
  std::string line =
      absl::StrCat(Words(ball.motion), " at ",
                   IsOffCloth(ball) ? InSpace(ball.position_m) : OnCloth(ball.position_m));
  if (IsMoving(ball.motion)) absl::StrAppendFormat(&line, ", %.4f m/s", Length(ball.velocity_m_s));
  return line;
}

std::string OtherName(const ShotEvent& event, const ShotNames& names) {
  const std::string name = OtherName(event.ContactKind(), event.other, names);
  if (event.kind != carom::v1::EVENT_KIND_PRESS) return name;
  return absl::StrCat(name, ", ", Fixed(event.press_duration_s, 3), " s, ",
                      Significant(event.press_impulse_Ns, 3), " N s");
}

// Of one column of a history that has steps.
double Greatest(const std::vector<ContactStep>& steps, double ContactStep::*column) {
  double greatest = steps.front().*column;
  for (const ContactStep& step : steps) greatest = std::max(greatest, step.*column);
  return greatest;
}

bool IsTaken(const EventCandidate& candidate, const ShotEvent& event) {
  return candidate.time_s == event.time_s && candidate.kind == event.ContactKind() &&
         candidate.ball == event.ball && candidate.other == event.other;
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
  if (outcome.evaluations > 0) {
    PrintList("cost",
              {absl::StrFormat("%d evaluations, %d steps", outcome.evaluations, outcome.steps)},
              out);
  }
}

void PrintFinalBalls(const ShotOutcome& outcome, const ShotNames& names, std::ostream& out) {
  const bool any_moves = std::any_of(outcome.balls.begin(), outcome.balls.end(),
                                     [](const FinalBall& ball) { return IsMoving(ball.motion); });
  const bool any_is_high = std::any_of(outcome.balls.begin(), outcome.balls.end(), IsOffCloth);
  std::vector<std::string> header = {"ball", "x_m", "y_m"};
  if (any_is_high) header.push_back("z_m");
  header.push_back("state");
  if (any_moves) header.push_back("speed_m_s");
  TextTable table(std::move(header));
  for (size_t i = 0; i < outcome.balls.size(); ++i) {
    const FinalBall& ball = outcome.balls[i];
    std::vector<std::string> row = {names.Ball(static_cast<uint32_t>(i))};
    for (size_t axis = 0; axis < (any_is_high ? 3u : 2u); ++axis) {
      row.push_back(Fixed(ball.position_m[axis], 4));
    }
    row.push_back(Words(ball.motion));
    if (any_moves) row.push_back(absl::StrFormat("%.4f", Length(ball.velocity_m_s)));
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

void PrintCandidates(const std::vector<ShotEvent>& events, const ShotNames& names,
                     std::ostream& out) {
  TextTable table({"time_s", "", "event", "ball", "other", "at_s"});
  for (const ShotEvent& event : events) {
    table.AddRow({absl::StrFormat("%.6f", event.time_s), "took", Words(event.kind),
                  names.Ball(event.ball), OtherName(event, names), ""});
    for (const EventCandidate& candidate : event.candidates) {
      table.AddRow({"", IsTaken(candidate, event) ? "  *" : "  -", Words(candidate.kind),
                    names.Ball(candidate.ball), OtherName(candidate.kind, candidate.other, names),
                    absl::StrFormat("%.6f", candidate.time_s)});
    }
  }
  table.Print(out);
}

void PrintContacts(const std::vector<ShotContact>& contacts, const ShotNames& names,
                   std::ostream& out) {
  TextTable table({"begin_s", "lasts_ms", "contact", "ball", "other", "steps", "deepest_um",
                   "approach_m_s", "normal_N", "friction_N"});
  for (const ShotContact& contact : contacts) {
    std::vector<std::string> row = {
        absl::StrFormat("%.6f", contact.begin_s),
        absl::StrFormat("%.4f", 1e3 * (contact.end_s - contact.begin_s)),
        Words(contact.kind),
        names.Ball(contact.ball),
        OtherName(contact.kind, contact.other, names),
        absl::StrCat(contact.steps.size())};
    for (const auto& [value, scale] :
         {std::pair(&ContactStep::indentation_m, 1e6), std::pair(&ContactStep::rate_m_s, 1.0),
          std::pair(&ContactStep::normal_force_N, 1.0),
          std::pair(&ContactStep::friction_force_N, 1.0)}) {
      row.push_back(contact.steps.empty() ? ""
                                          : Significant(scale * Greatest(contact.steps, value), 4));
    }
    table.AddRow(std::move(row));
  }
  table.Print(out);
}

}  // namespace carom
