#include "tests/play/breaks.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/base/random.h"
#include "core/play/verdict.h"

namespace carom::play_record {
namespace {

constexpr uint64_t kFirstSought = 20'000'000;

absl::StatusOr<play::Position> RackOf(const Ground& ground, uint64_t rack) {
  return play::Racked(ground.scene, *ground.set, ground.game, 0, RackNumber(ground, rack).rack);
}

struct Sought {
  play::PlannedShot shot;
  int64_t kept = 0;
};

absl::StatusOr<std::vector<Sought>> DrawBreaks(const Ground& ground) {
  constexpr size_t kBreaks = 2048;
  constexpr int kMostTries = 20 * kBreaks;
  const auto racked = RackOf(ground, kFirstSought);
  if (!racked.ok()) return racked.status();
  CounterRandom random(kFirstSought, 0);
  const double fastest_m_s = ground.options.skill.fastest_break_m_s;
  std::vector<Sought> breaks;
  for (int i = 0; i < kMostTries && breaks.size() < kBreaks; ++i) {
    play::BreakAim aim;
    aim.second = random.Uniform() < 0.5;
    aim.aside = random.Uniform(0.0, 1.0);
    aim.hit = random.Uniform(-0.98, 0.98);
    aim.fast_m_s = random.Uniform(0.35, 1.0) * fastest_m_s;
    auto shot = play::BreakBy(ground.scene, *racked, ground.options.skill, aim, 1.0);
    if (shot) breaks.push_back({*std::move(shot), 0});
  }
  if (breaks.empty()) return absl::InvalidArgumentError("--table: has no place for a break");
  return breaks;
}

// One aim on one rack, by the halves of its draws and either side.
using Halves = std::array<std::array<double, 2>, 2>;

constexpr uint64_t kOfHalf = 12;

std::vector<play::BreakAim> Grid() {
  std::vector<play::BreakAim> grid;
  const auto add = [&](bool second, const std::vector<double>& asides,
                       const std::vector<double>& hits) {
    for (const double fast_m_s : {3.6, 4.3, 5.2, 6.2, 7.4, 10.0}) {
      for (const double aside : asides) {
        for (const double hit : hits) grid.push_back({second, aside, hit, fast_m_s});
      }
    }
  };
  add(true, {0.25, 0.4, 0.55, 0.85, 1.0}, {-0.7, -0.6, -0.5, 0.3, 0.85, 0.95});
  add(false, {0.2, 0.4, 0.6}, {0.0, 0.1, 0.2});
  return grid;
}

// Of all aims on one rack.
absl::StatusOr<std::vector<Halves>> TryAims(const Ground& ground, const play::PositionJudge& judge,
                                            const std::vector<play::BreakAim>& grid, uint64_t rack,
                                            Workspace& workspace) {
  const auto racked = RackOf(ground, rack);
  if (!racked.ok()) return racked.status();
  const play::ValuesAfter values(judge, *racked);
  std::vector<Halves> tried(grid.size());
  for (size_t aim = 0; aim < grid.size(); ++aim) {
    for (const size_t side : {0, 1}) {
      const auto shot = play::BreakBy(ground.scene, *racked, ground.options.skill, grid[aim],
                                      side == 0 ? 1.0 : -1.0);
      if (!shot) continue;
      for (const size_t half : {0, 1}) {
        tried[aim][half][side] =
            PlayDraws(ground, *racked, &values, *shot, rack, kFreshDraw + half * kOfHalf,
                      kFreshDraw + (half + 1) * kOfHalf, workspace)
                .Mean();
      }
    }
  }
  return tried;
}

// The best so far on one rack: chosen by one half of the draws, judged by the other.
struct BestOfRack {
  std::array<double, 2> chosen_by{};
  std::array<double, 2> judged{};

  void Improve(const Halves& tried) {
    for (const size_t half : {0, 1}) {
      for (const size_t side : {0, 1}) {
        if (tried[half][side] <= chosen_by[half]) continue;
        chosen_by[half] = tried[half][side];
        judged[half] = tried[1 - half][side];
      }
    }
  }
  double Worth() const { return 0.5 * (judged[0] + judged[1]); }
};

}  // namespace

Draws PlayDraws(const Ground& ground, const play::Position& position,
                const play::ValuesAfter* values, const play::PlannedShot& shot, uint64_t seed,
                uint64_t first, uint64_t end, Workspace& workspace) {
  const play::Position placed = play::Placed(ground.scene, position, shot);
  play::ShotJudge judge(ground.scene, placed, values, play::Objective::kWin, {}, workspace);
  Draws draws;
  Shot played{placed.balls, shot.strike};
  for (uint64_t draw = first; draw < end; ++draw) {
    played.strike = shot.strike;
    if (!estimate::AddNoise(ground.options.skill.noise, seed, draw, *played.strike).ok()) continue;
    const play::Verdict verdict = judge.Play(played, shot.call);
    if (!verdict.played) continue;
    ++draws.played;
    draws.kept += verdict.made;
    draws.worth += verdict.value;
  }
  return draws;
}

absl::StatusOr<play::PlannedShot> FindFixedBreak(const Ground& ground) {
  if (ground.game != rules::GameKind::kEightBall) {
    return absl::InvalidArgumentError("--game: one break for all racks is of eight_ball");
  }
  auto breaks = DrawBreaks(ground);
  if (!breaks.ok()) return breaks.status();
  Workspace workspace;
  uint64_t played = 0;
  for (const uint64_t draws : {8, 32, 128, 512, 2048}) {
    for (; played < draws; ++played) {
      const uint64_t rack = kFirstSought + played;
      const auto racked = RackOf(ground, rack);
      if (!racked.ok()) return racked.status();
      for (Sought& sought : *breaks) {
        sought.kept += PlayDraws(ground, *racked, nullptr, sought.shot, rack, 0, 1, workspace).kept;
      }
    }
    std::stable_sort(breaks->begin(), breaks->end(),
                     [](const Sought& a, const Sought& b) { return a.kept > b.kept; });
    breaks->resize((breaks->size() + 3) / 4);
  }
  return breaks->front().shot;
}

absl::Status PlayBreaks(const Ground& ground, const play::PlannedShot* fixed, Breaks& breaks) {
  constexpr uint64_t kDraws = 40;
  Workspace workspace;
  const auto judge = play::PositionJudge::Make(ground.scene, ground.options.skill, {}, workspace);
  if (!judge.ok()) return judge.status();
  for (uint64_t rack = ground.first; rack < ground.end; ++rack) {
    const auto racked = RackOf(ground, rack);
    if (!racked.ok()) return racked.status();
    std::optional<play::PlannedShot> shot;
    if (fixed != nullptr) {
      shot = *fixed;
    } else {
      auto plan = play::PlanShot(ground.scene, *racked, ground.OptionsAt(*racked, rack), *judge, {},
                                 workspace);
      if (!plan.ok()) return plan.status();
      if (plan->shots.empty()) return absl::InternalError("a rack has no break");
      shot = std::move(plan->shots.front());
    }
    const play::ValuesAfter values(*judge, *racked);
    const Draws draws = PlayDraws(ground, *racked, &values, *shot, rack, kFreshDraw,
                                  kFreshDraw + kDraws, workspace);
    ++breaks.racks;
    breaks.draws += draws.played;
    breaks.kept += draws.kept;
    breaks.worth += draws.Mean();
    breaks.squares += draws.Mean() * draws.Mean();
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<ListedAim>> ListAims(const std::vector<Ground>& grounds, size_t most) {
  const std::vector<play::BreakAim> grid = Grid();
  std::vector<std::vector<Halves>> racks;
  for (const Ground& ground : grounds) {
    Workspace workspace;
    const auto judge = play::PositionJudge::Make(ground.scene, ground.options.skill, {}, workspace);
    if (!judge.ok()) return judge.status();
    for (uint64_t rack = ground.first; rack < ground.end; ++rack) {
      auto tried = TryAims(ground, *judge, grid, rack, workspace);
      if (!tried.ok()) return tried.status();
      racks.push_back(*std::move(tried));
    }
  }
  std::vector<BestOfRack> best(racks.size());
  std::vector<ListedAim> listed;
  while (listed.size() < most) {
    size_t best_aim = 0;
    double best_worth = -1.0;
    for (size_t aim = 0; aim < grid.size(); ++aim) {
      double worth = 0.0;
      for (size_t rack = 0; rack < racks.size(); ++rack) {
        BestOfRack with = best[rack];
        with.Improve(racks[rack][aim]);
        worth += with.Worth();
      }
      if (worth <= best_worth) continue;
      best_worth = worth;
      best_aim = aim;
    }
    for (size_t rack = 0; rack < racks.size(); ++rack) best[rack].Improve(racks[rack][best_aim]);
    listed.push_back({grid[best_aim], best_worth / static_cast<double>(racks.size())});
  }
  return listed;
}

}  // namespace carom::play_record
