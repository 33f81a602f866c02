#include "client/cli/describe_play.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/numbers.h"
#include "client/cli/parameter_text.h"
#include "client/cli/text_table.h"
#include "client/picture/aims_svg.h"

namespace carom {
namespace {

double ChanceOf(const carom::v1::PlannedShot& shot) {
  return shot.draws() > 0 ? static_cast<double>(shot.successes()) / shot.draws() : 0.0;
}

std::string ChoiceOf(const carom::v1::MatchTurn& turn) {
  if (turn.chosen() == carom::v1::CHOICE_UNSPECIFIED) return "";
  return WordOf(*carom::v1::Choice_descriptor()->FindValueByNumber(turn.chosen()));
}

// Of three-cushion, once somebody has a point.
bool HasScore(const carom::v1::MatchTurn& turn) { return turn.ruling().next().points_size() == 2; }

std::string ScoreOf(const carom::v1::MatchTurn& turn) {
  return absl::StrJoin(turn.ruling().next().points(), ":");
}

}  // namespace

std::string IntentionOf(const carom::v1::PlannedShot& shot) {
  switch (shot.purpose()) {
    case carom::v1::SHOT_PURPOSE_POT:
      return absl::StrCat(
          shot.kind() == carom::v1::AIM_KIND_UNSPECIFIED ? "pot" : picture::NameOf(shot.kind()),
          " ball ", shot.call().ball(), " into pocket ", shot.call().pocket());
    case carom::v1::SHOT_PURPOSE_SAFETY:
      return "safety";
    case carom::v1::SHOT_PURPOSE_BREAK:
      return "break";
    case carom::v1::SHOT_PURPOSE_CANNON:
      return "cannon";
    default:
      return "";
  }
}

std::string OutcomeOf(const carom::v1::MatchTurn& turn) {
  const carom::v1::Ruling& ruling = turn.ruling();
  if (ruling.over()) {
    return ruling.has_winner() ? absl::StrCat("player ", ruling.winner(), " wins") : "a draw";
  }
  if (!ruling.foul_rule().empty()) return absl::StrCat("foul ", ruling.foul_rule());
  if (!ruling.legal()) return "illegal break";
  return ruling.next().shooter() == turn.player() ? "goes on" : "passes";
}

void DescribePlan(const carom::v1::PlanShotResponse& answer, std::ostream& out) {
  out << answer.candidates() << " strikes valued, " << answer.raced() << " raced; "
      << answer.shots_played() << " shots; ranked by the race\n";
  if (answer.shots().empty()) return;
  const bool in_hand = answer.shots(0).has_cue_ball_at();
  std::vector<std::string> header{"rank"};
  if (in_hand) header.insert(header.end(), {"cue_x_m", "cue_y_m"});
  header.insert(header.end(), {"shot", "azimuth_deg", "speed_m_s", "side", "height",
                               "elevation_deg", "chance", "low", "high", "value"});
  TextTable table(header);
  for (int i = 0; i < answer.shots_size(); ++i) {
    const carom::v1::PlannedShot& shot = answer.shots(i);
    const carom::v1::CueStrike& strike = shot.strike();
    std::vector<std::string> row{absl::StrCat(i + 1)};
    if (in_hand) {
      row.push_back(Fixed(shot.cue_ball_at().x_m(), 3));
      row.push_back(Fixed(shot.cue_ball_at().y_m(), 3));
    }
    row.insert(row.end(),
               {IntentionOf(shot), Fixed(strike.azimuth_rad() * kDegrees, 3),
                Fixed(strike.speed_m_s(), 2), Fixed(strike.side_offset(), 2),
                Fixed(strike.height_offset(), 2), Fixed(strike.elevation_rad() * kDegrees, 1),
                Fixed(ChanceOf(shot), 3), Fixed(shot.interval().low(), 3),
                Fixed(shot.interval().high(), 3), Fixed(shot.value(), 3)});
    table.AddRow(row);
  }
  table.Print(out);
  if (answer.shots_size() == 1) return;
  out << "Chance and value are of draws that the race has not seen: they need not descend, and "
         "rows\n"
         "whose low to high overlap may be as good.\n";
}

std::string ShotsOf(const carom::v1::PlayMatchResponse& answer) {
  return absl::StrCat(answer.turns_size(), answer.turns_size() == 1 ? " shot" : " shots");
}

void DescribeMatch(const carom::v1::PlayMatchResponse& answer, std::ostream& out) {
  std::vector<std::string> header{"turn",  "player",  "shot", "speed_m_s", "chance",
                                  "value", "outcome", "rule", "choice"};
  const bool has_score = std::any_of(answer.turns().begin(), answer.turns().end(), HasScore);
  if (has_score) header.push_back("score");
  TextTable table(header);
  for (int i = 0; i < answer.turns_size(); ++i) {
    const carom::v1::MatchTurn& turn = answer.turns(i);
    std::vector<std::string> row{absl::StrCat(i + 1),
                                 absl::StrCat(turn.player()),
                                 IntentionOf(turn.planned()),
                                 Fixed(turn.struck().speed_m_s(), 2),
                                 Fixed(ChanceOf(turn.planned()), 3),
                                 Fixed(turn.planned().value(), 3),
                                 OutcomeOf(turn),
                                 turn.ruling().rule(),
                                 ChoiceOf(turn)};
    if (has_score) row.push_back(HasScore(turn) ? ScoreOf(turn) : "0:0");
    table.AddRow(row);
  }
  table.Print(out);
  const bool over =
      answer.turns_size() > 0 && answer.turns(answer.turns_size() - 1).ruling().over();
  if (answer.has_winner()) {
    out << "player " << answer.winner() << " wins after " << ShotsOf(answer) << '\n';
  } else {
    out << (over ? "a draw after " : "not decided after ") << ShotsOf(answer)
        << (over ? "\n" : "; a higher --max-turns plays on\n");
  }
}

}  // namespace carom
