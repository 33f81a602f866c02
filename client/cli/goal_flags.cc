#include "client/cli/goal_flags.h"

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "client/cli/json.h"

namespace carom {
namespace {

using carom::v1::Goal;

// BALL, or BALL:POCKET,POCKET,...
absl::Status ParsePot(const std::string& text, carom::v1::PottedGoal* goal) {
  const std::vector<std::string> parts = absl::StrSplit(text, ':');
  uint32_t index = 0;
  bool good = parts.size() <= 2 && absl::SimpleAtoi(parts[0], &index);
  goal->set_ball(index);
  if (good && parts.size() == 2) {
    for (const absl::string_view pocket : absl::StrSplit(parts[1], ',')) {
      good = good && absl::SimpleAtoi(pocket, &index);
      goal->add_pockets(index);
    }
  }
  if (good) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--pot: \"", text, "\" must be BALL or BALL:POCKET,POCKET,..., by index"));
}

// X,Y,RADIUS
absl::Status ParseEnd(const std::string& text, carom::v1::CircleRegion* circle) {
  const std::vector<std::string> parts = absl::StrSplit(text, ',');
  double x = 0.0;
  double y = 0.0;
  double radius = 0.0;
  const bool good = parts.size() == 3 && absl::SimpleAtod(parts[0], &x) &&
                    absl::SimpleAtod(parts[1], &y) && absl::SimpleAtod(parts[2], &radius);
  if (!good) {
    return absl::InvalidArgumentError(
        absl::StrCat("--end: \"", text, "\" must be X,Y,RADIUS in m"));
  }
  circle->mutable_centre()->set_x_m(x);
  circle->mutable_centre()->set_y_m(y);
  circle->set_radius_m(radius);
  return absl::OkStatus();
}

}  // namespace

void GoalFlags::Declare(FlagSet* flags) {
  flags->AddSection("Goals, all of which must be met");
  flags->AddList("pot", "BALL[:POCKET,...]", "a ball drops, into any of the pockets, by index",
                 &pots_);
  flags->AddList("end", "X,Y,RADIUS", "the cue ball ends in a circle, m", &ends_);
  flags->AddCount("first-contact", "BALL", "the cue ball touches this ball first", &first_contact_);
  flags->AddCount("cushions", "N", "the cue ball hits so many cushions at least", &cushions_);
  flags->AddNumber("others-stay", "M",
                   "balls that need not drop end within so many m of their places",
                   &others_stay_m_);
  flags->AddSwitch("no-scratch", "the cue ball stays in play", &no_scratch_);
}

absl::Status GoalFlags::Apply(Goal* goal) const {
  carom::v1::GoalList& all = *goal->mutable_all_of();
  carom::v1::OthersStayGoal others;
  for (const std::string& pot : pots_) {
    carom::v1::PottedGoal& potted = *all.add_goals()->mutable_potted();
    if (absl::Status bad = ParsePot(pot, &potted); !bad.ok()) return bad;
    others.add_except(potted.ball());
  }
  for (const std::string& end : ends_) {
    carom::v1::EndsInGoal& ends_in = *all.add_goals()->mutable_ends_in();
    if (absl::Status bad = ParseEnd(end, ends_in.mutable_circle()); !bad.ok()) return bad;
  }
  if (first_contact_) {
    all.add_goals()->mutable_first_contact()->add_balls(static_cast<uint32_t>(*first_contact_));
  }
  if (cushions_) {
    all.add_goals()->mutable_cushions()->set_at_least(static_cast<uint32_t>(*cushions_));
  }
  if (others_stay_m_) {
    others.set_max_m(*others_stay_m_);
    *all.add_goals()->mutable_others_stay() = others;
  }
  if (no_scratch_) all.add_goals()->mutable_no_scratch();
  if (all.goals_size() > 0) return absl::OkStatus();
  return absl::InvalidArgumentError("no goal: give --pot=BALL, --end=X,Y,RADIUS or another one");
}

namespace {

// "pot=1:2,3,no-scratch" -> "--pot=1:2,3", "--no-scratch": a piece that does not begin with a
// letter continues the value before it.
std::vector<std::string> FlagsOf(const absl::string_view text) {
  std::vector<std::string> flags;
  if (text.empty()) return flags;
  for (const absl::string_view untidy : absl::StrSplit(text, ',')) {
    const absl::string_view piece = absl::StripAsciiWhitespace(untidy);
    if (flags.empty() || (!piece.empty() && absl::ascii_isalpha(piece.front()))) {
      flags.push_back(absl::StrCat("--", piece.empty() ? "," : piece));
    } else {
      absl::StrAppend(&flags.back(), ",", piece);
    }
  }
  return flags;
}

std::string KnownWords(const FlagSet& flags) {
  std::vector<std::string> words;
  for (const FlagSet::Flag& flag : flags.flags()) {
    if (flag.is_section()) continue;
    words.push_back(flag.is_switch() ? flag.name : absl::StrCat(flag.name, "=", flag.value_name));
  }
  return absl::StrJoin(words, ", ");
}

}  // namespace

absl::Status ParseGoal(const std::string& text, Goal* goal) {
  const absl::string_view stripped = absl::StripAsciiWhitespace(text);
  if (!stripped.empty() && stripped.front() == '{') return FromJson(text, goal);
  GoalFlags goals;
  FlagSet flags;
  goals.Declare(&flags);
  absl::Status status = flags.Parse(FlagsOf(stripped));
  if (status.ok()) status = goals.Apply(goal);
  if (status.ok()) return status;
  return absl::InvalidArgumentError(absl::StrCat("\"", text, "\": ", status.message(),
                                                 "; a goal is the JSON of a Goal, or by commas any "
                                                 "of ",
                                                 KnownWords(flags)));
}

absl::Status ParseGoalOf(const char* flag, const std::string& text, Goal* goal) {
  const absl::Status bad = ParseGoal(text, goal);
  return bad.ok() ? bad : absl::InvalidArgumentError(absl::StrCat(flag, ": ", bad.message()));
}

}  // namespace carom
