// carom-play-record: how well the player plays, so that anybody can check it.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/stats/proportion.h"
#include "server/command_line/flag_set.h"
#include "tests/play/best.h"
#include "tests/play/breaks.h"
#include "tests/play/chances.h"
#include "tests/play/innings.h"
#include "tests/play/matches.h"
#include "tests/play/plans.h"
#include "tests/play/promises.h"
#include "tests/play/setting.h"
#include "tests/play/values.h"

namespace carom::play_record {
namespace {

constexpr char kUsage[] =
    "Usage: carom-play-record "
    "innings|chances|promises|matches|plans|breaks|aims|best|values|speed\n"
    "       [FLAGS]\n\n"
    "innings  one inning from each rack: how many that keep the turn at the break clear the "
    "table,\n"
    "         and whether pots come as they were promised (CSV)\n"
    "chances  the same innings with a chance each in place of a yes or no, and where they are "
    "lost\n"
    "         (CSV)\n"
    "promises pots as they were promised, until each tenth has 1 000 or the racks end: at the "
    "noise,\n"
    "         twice and four times of it (CSV)\n"
    "matches  racks against an opponent (CSV)\n"
    "plans    what the shots of plans are worth, on positions that no plan has made (CSV)\n"
    "breaks   what planned breaks do, and one break for all racks, sought first (CSV)\n"
    "aims     of a grid of breaks those that add most to each other, on pool_8ft and FastFiz's\n"
    "         (CSV)\n"
    "best     positions with one way to pot the eight: planned shots against the best of a grid\n"
    "         of 100 000 (CSV)\n"
    "values   positions and their values, for fit_value.py\n"
    "speed    what the value of a position takes, in microseconds\n\n";

void PrintBins(const std::array<Bin, 10>& bins) {
  std::printf("promised,shots,made,low,high\n");
  for (const Bin& bin : bins) {
    if (bin.shots == 0) continue;
    const auto made = stats::Wilson(bin.made, bin.shots, 0.95);
    std::printf("%.4f,%lld,%.4f,%.4f,%.4f\n", bin.promised / static_cast<double>(bin.shots),
                static_cast<long long>(bin.shots),
                static_cast<double>(bin.made) / static_cast<double>(bin.shots), made.low,
                made.high);
  }
}

void PrintInnings(const Innings& innings) {
  const auto interval = innings.points ? stats::ProportionInterval()
                                       : stats::Wilson(innings.cleared, innings.kept, 0.95);
  std::printf("racks,kept,cleared,share,low,high,decisions,seconds_each,hash\n");
  std::printf(
      "%lld,%lld,%lld,%.4f,%.4f,%.4f,%lld,%.4f,%016llx\n", static_cast<long long>(innings.racks),
      static_cast<long long>(innings.kept), static_cast<long long>(innings.cleared),
      innings.kept > 0 ? static_cast<double>(innings.cleared) / static_cast<double>(innings.kept)
                       : 0.0,
      interval.low, interval.high, static_cast<long long>(innings.decisions),
      innings.decisions > 0 ? innings.seconds / static_cast<double>(innings.decisions) : 0.0,
      static_cast<unsigned long long>(innings.hash));
  PrintBins(innings.bins);
}

void PrintChances(const Chances& chances) {
  const auto kept = static_cast<double>(std::max<int64_t>(1, chances.kept));
  const double mean = chances.cleared / kept;
  std::printf("racks,kept,cleared,deviation\n");
  std::printf("%lld,%lld,%.4f,%.4f\n", static_cast<long long>(chances.racks),
              static_cast<long long>(chances.kept), mean,
              std::sqrt(std::max(0.0, chances.squares / kept - mean * mean) / kept));
  std::printf("lost_by_safeties,lost_by_pots_below_0.1");
  for (int tenth = 1; tenth < 10; ++tenth) std::printf(",from_0.%d", tenth);
  std::printf("\n%.4f", chances.lost.back() / kept);
  for (int tenth = 0; tenth < 10; ++tenth) std::printf(",%.4f", chances.lost[Index(tenth)] / kept);
  std::printf("\n");
}

void PrintMatches(const Matches& matches) {
  const auto interval = stats::Wilson(matches.won, matches.racks, 0.95);
  const auto seconds_each = [&](int player) {
    const auto decisions = static_cast<double>(matches.decisions[player]);
    return decisions > 0.0 ? matches.seconds[player] / decisions : 0.0;
  };
  const auto racks = static_cast<double>(matches.racks);
  std::printf(
      "racks,won,share,low,high,undecided,turns,seconds_each,opponent_seconds_each,"
      "seconds_a_rack,opponent_seconds_a_rack,hash\n");
  std::printf("%lld,%lld,%.4f,%.4f,%.4f,%lld,%lld,%.4f,%.4f,%.4f,%.4f,%016llx\n",
              static_cast<long long>(matches.racks), static_cast<long long>(matches.won),
              static_cast<double>(matches.won) / racks, interval.low, interval.high,
              static_cast<long long>(matches.undecided), static_cast<long long>(matches.turns),
              seconds_each(0), seconds_each(1), matches.seconds[0] / racks,
              matches.seconds[1] / racks, static_cast<unsigned long long>(matches.hash));
  std::printf("player,inning_begins,inning_ends,innings,rack_lost\n");
  for (const auto& [kind, innings] : matches.innings) {
    std::printf("%s,%lld,%lld\n", kind.c_str(), static_cast<long long>(innings.count),
                static_cast<long long>(innings.lost));
  }
}

void PrintPlans(const Plans& plans) {
  const auto count = static_cast<double>(plans.positions);
  const double worth = plans.worth / count;
  std::printf("positions,worth,deviation,made,seconds_each\n%lld,%.5f,%.5f,%.4f,%.4f\n",
              static_cast<long long>(plans.positions), worth,
              std::sqrt(std::max(0.0, plans.squares / count - worth * worth) / count),
              plans.made / count, plans.seconds / count);
}

void PrintBest(const BestShots& shots) {
  const auto count = static_cast<double>(shots.positions);
  std::printf("positions,within,planned,best,most_lost,worst\n");
  std::printf("%lld,%lld,%.4f,%.4f,%.4f,%llu\n", static_cast<long long>(shots.positions),
              static_cast<long long>(shots.within), shots.planned / count, shots.best / count,
              shots.most_lost, static_cast<unsigned long long>(shots.worst));
}

void PrintBreaks(const char* whose, const Breaks& breaks) {
  const auto racks = static_cast<double>(breaks.racks);
  const double worth = breaks.worth / racks;
  std::printf("%lld,%s,%.4f,%.4f,%.4f\n", static_cast<long long>(breaks.racks), whose,
              static_cast<double>(breaks.kept) / static_cast<double>(breaks.draws), worth,
              std::sqrt(std::max(0.0, breaks.squares / racks - worth * worth) / racks));
}

absl::Status CompareBreaks(const Ground& ground) {
  Breaks planned;
  if (absl::Status bad = PlayBreaks(ground, nullptr, planned); !bad.ok()) return bad;
  const auto fixed = FindFixedBreak(ground);
  if (!fixed.ok()) return fixed.status();
  Breaks of_fixed;
  if (absl::Status bad = PlayBreaks(ground, &*fixed, of_fixed); !bad.ok()) return bad;
  if (planned.racks == 0) return absl::OkStatus();
  std::printf("racks,break,kept,worth,deviation\n");
  PrintBreaks("planned", planned);
  PrintBreaks("fixed", of_fixed);
  std::printf("speed_m_s,x_m,y_m,azimuth_rad,elevation_rad\n%.4f,%.4f,%.4f,%.4f,%.4f\n",
              fixed->strike.speed_m_s, fixed->cue_ball_m->x(), fixed->cue_ball_m->y(),
              fixed->strike.azimuth_rad, fixed->strike.elevation_rad);
  return absl::OkStatus();
}

absl::Status PrintAims(Setting setting) {
  constexpr size_t kMostAims = 24;
  std::vector<Ground> grounds;
  for (const char* table : {"pool_8ft", "fastfiz"}) {
    setting.table = table;
    auto ground = MakeGround(setting);
    if (!ground.ok()) return ground.status();
    grounds.push_back(*std::move(ground));
  }
  const auto listed = ListAims(grounds, kMostAims);
  if (!listed.ok()) return listed.status();
  std::printf("second,aside,hit,fast_m_s,worth_of_best\n");
  for (const auto& [aim, worth] : *listed) {
    std::printf("%d,%g,%g,%g,%.4f\n", aim.second, aim.aside, aim.hit, aim.fast_m_s, worth);
  }
  return absl::OkStatus();
}

absl::Status PrintPromises(Setting setting) {
  std::vector<Ground> grounds;
  const double noise = setting.noise.value_or(1.0);
  for (const double times : {1.0, 2.0, 4.0}) {
    setting.noise = times * noise;
    auto ground = MakeGround(setting);
    if (!ground.ok()) return ground.status();
    grounds.push_back(*std::move(ground));
  }
  std::array<Bin, 10> bins;
  absl::Status status = PlayPromises(grounds, bins);
  if (status.ok()) PrintBins(bins);
  return status;
}

absl::Status Run(const std::string& part, const Setting& setting, const std::string& opponent) {
  if (part == "aims") return PrintAims(setting);
  if (part == "promises") return PrintPromises(setting);
  const auto ground = MakeGround(setting);
  if (!ground.ok()) return ground.status();
  if (part == "breaks") return CompareBreaks(*ground);
  if (part == "innings") {
    Innings innings;
    absl::Status status = PlayInnings(*ground, innings);
    if (status.ok()) PrintInnings(innings);
    return status;
  }
  if (part == "chances") {
    Chances chances;
    absl::Status status = PlayChances(*ground, chances);
    if (status.ok()) PrintChances(chances);
    return status;
  }
  if (part == "matches") {
    Matches matches;
    absl::Status status = PlayMatches(*ground, opponent, matches);
    if (status.ok()) PrintMatches(matches);
    return status;
  }
  if (part == "plans") {
    Plans plans;
    absl::Status status = JudgePlans(*ground, plans);
    if (status.ok() && plans.positions > 0) PrintPlans(plans);
    return status;
  }
  if (part == "best") {
    BestShots shots;
    absl::Status status = CompareWithBest(*ground, shots);
    if (status.ok() && shots.positions > 0) PrintBest(shots);
    return status;
  }
  if (part == "values") return WriteValues(*ground, std::cout);
  if (part == "speed") {
    const auto each = TimeValues(*ground);
    if (each.ok()) std::printf("value_us\n%.2f\n", *each);
    return each.status();
  }
  return absl::InvalidArgumentError(
      "one of innings, chances, promises, matches, plans, breaks, aims, best, values, speed must "
      "be named");
}

int Main(const std::vector<std::string>& arguments) {
  Setting setting;
  std::optional<std::string> opponent;
  bool help = false;
  std::vector<std::string> parts;
  FlagSet flags;
  flags.SetPositional(&parts);
  setting.Declare(&flags);
  flags.AddText(
      "against", "WHOM",
      "of matches: greedy (default), cuecard[:SHOTS], or a number of shots for a decision",
      &opponent);
  flags.AddSwitch("help", "this", &help);
  absl::Status status = flags.Parse(arguments);
  if (status.ok() && help) {
    std::printf("%s%s", kUsage, flags.Help().c_str());
    return 0;
  }
  if (status.ok()) {
    status = Run(parts.size() == 1 ? parts[0] : "", setting, opponent.value_or("greedy"));
  }
  if (status.ok()) return 0;
  std::fprintf(stderr, "carom-play-record: %s\n", std::string(status.message()).c_str());
  return absl::IsInvalidArgument(status) ? 2 : 1;
}

}  // namespace
}  // namespace carom::play_record

int main(int argc, char** argv) { return carom::play_record::Main({argv + 1, argv + argc}); }
