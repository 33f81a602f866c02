#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "core/base/random.h"
#include "core/estimate/report.h"
#include "core/estimate/schedule.h"
#include "core/estimate/strike_noise.h"
#include "core/table/table_solids.h"

namespace carom::estimate {
namespace {

// Noise as the wire tells it: quantity 160 + field, sigma times a standard normal number.
TEST(StrikeNoise, IsWhatTheWireSays) {
  const StrikeNoise noise = IcgaNoise(2.0, 0.03);
  const double degree = kPi / 180.0;
  const std::array<double, 5> sigma{0.15, 0.25 * degree, 0.2 * degree, 1e-3 / 0.03, 1e-3 / 0.03};
  for (uint64_t draw = 0; draw < 1000; ++draw) {
    CueStrike strike;
    strike.speed_m_s = 3.0;
    strike.azimuth_rad = 1.0;
    strike.elevation_rad = 0.5;
    ASSERT_TRUE(AddNoise(noise, 7, draw, strike).ok());
    const auto expected = [&](double base, uint32_t field) {
      return base + (CounterRandom(7, draw, 160 + field).Normal() * sigma[field]);
    };
    EXPECT_DOUBLE_EQ(strike.speed_m_s, expected(3.0, 0));
    EXPECT_DOUBLE_EQ(strike.azimuth_rad, expected(1.0, 1));
    EXPECT_DOUBLE_EQ(strike.elevation_rad, expected(0.5, 2));
    EXPECT_DOUBLE_EQ(strike.side_offset, expected(0.0, 3));
    EXPECT_DOUBLE_EQ(strike.height_offset, expected(0.0, 4));
  }
}

TEST(StrikeNoise, StaysInTheFieldsRangeOrFails) {
  const StrikeNoise noise = IcgaNoise(1.0, 0.03);
  int moved = 0;
  for (uint64_t draw = 0; draw < 1000; ++draw) {
    CueStrike strike;  // An elevation of 0: half of the numbers are drawn again.
    ASSERT_TRUE(AddNoise(noise, 1, draw, strike).ok());
    EXPECT_GE(strike.elevation_rad, 0.0);
    EXPECT_GE(strike.speed_m_s, 0.0);
    if (strike.elevation_rad > 0.0) ++moved;
  }
  EXPECT_EQ(moved, 1000);
  StrikeNoise down;
  down.fields[0] = ConstantDistribution{-1.0};
  CueStrike strike;
  EXPECT_EQ(AddNoise(down, 1, 0, strike).message(),
            "strike.speed_m_s: 0 must be such that one of 100 draws of its noise leaves it in "
            "[0, 50]");
}

// Kept numbers are the same, whatever was drawn before; also where a field takes its second or
// third, or has none.
TEST(KeptNoise, AddsTheSame) {
  KeptNoise kept;
  StrikeNoise down;
  down.fields[0] = ConstantDistribution{-1.0};
  for (const StrikeNoise& noise : {IcgaNoise(1.0, 0.03), IcgaNoise(2.0, 0.03), down}) {
    for (const uint64_t seed : {1, 2}) {
      kept.Prepare(noise, seed);
      for (const uint64_t draw : {7, 2, 7, 100}) {
        for (const double elevation_rad : {0.0, 0.5}) {
          CueStrike expected;
          expected.elevation_rad = elevation_rad;
          CueStrike strike = expected;
          const absl::Status status = AddNoise(noise, seed, draw, expected);
          EXPECT_EQ(kept.Add(draw, strike), status);
          EXPECT_EQ(strike.speed_m_s, expected.speed_m_s);
          EXPECT_EQ(strike.azimuth_rad, expected.azimuth_rad);
          EXPECT_EQ(strike.elevation_rad, expected.elevation_rad);
          EXPECT_EQ(strike.side_offset, expected.side_offset);
          EXPECT_EQ(strike.height_offset, expected.height_offset);
        }
      }
    }
  }
}

// Changing the noise of one field leaves that of the others.
TEST(StrikeNoise, FieldsHaveStreamsOfTheirOwn) {
  StrikeNoise other = IcgaNoise(1.0, 0.03);
  other.fields[1] = UniformDistribution{-0.1, 0.1};
  CueStrike a;
  CueStrike b;
  a.speed_m_s = b.speed_m_s = 2.0;
  ASSERT_TRUE(AddNoise(IcgaNoise(1.0, 0.03), 3, 5, a).ok());
  ASSERT_TRUE(AddNoise(other, 3, 5, b).ok());
  EXPECT_NE(a.azimuth_rad, b.azimuth_rad);
  EXPECT_EQ(a.speed_m_s, b.speed_m_s);
  EXPECT_EQ(a.elevation_rad, b.elevation_rad);
  EXPECT_EQ(a.side_offset, b.side_offset);
}

// Plays a schedule whose candidate c succeeds in draw d where a number of both is below p[c].
struct Played {
  std::set<std::pair<int, int64_t>> counted;
  std::set<std::pair<int, int64_t>> reported;
  std::vector<int> best;
};

Played Play(const ScheduleOptions& options, const std::vector<double>& p, Schedule& schedule) {
  Played played;
  for (;;) {
    const std::span<const Cell> cells = schedule.NextRound();
    if (cells.empty()) break;
    std::vector<CellCounts> counts;
    for (const Cell& cell : cells) {
      CellCounts one;
      EXPECT_LE(cell.end - cell.first, 256);
      for (int64_t draw = cell.first; draw < cell.end; ++draw) {
        auto& seen = cell.reported >= 0 ? played.reported : played.counted;
        EXPECT_TRUE(seen.insert({cell.candidate, draw}).second) << "played twice";
        ++one.played;
        CounterRandom random(static_cast<uint64_t>(cell.candidate), static_cast<uint64_t>(draw));
        if (random.Uniform() < p[static_cast<size_t>(cell.candidate)]) one.sums[0] += 1.0;
      }
      counts.push_back(one);
    }
    schedule.Add(counts);
  }
  played.best = schedule.ReportedBestFirst();
  EXPECT_LE(schedule.draws_done(), Schedule::MostDraws(options));
  return played;
}

TEST(Schedule, CountsAllAndTellsTheBest) {
  ScheduleOptions options;
  options.candidates = 4;
  options.draws = 700;
  options.reported = 2;
  Schedule schedule(options);
  const Played played = Play(options, {0.1, 0.8, 0.2, 0.5}, schedule);
  EXPECT_EQ(played.counted.size(), 4u * 700u);
  EXPECT_EQ(played.reported.size(), 2u * 700u);
  EXPECT_EQ(played.best, (std::vector<int>{1, 3}));
  EXPECT_EQ(schedule.draws_done(), 6 * 700);
  EXPECT_EQ(schedule.counts()[0].played, 700) << "what is reported again is not counted again";
  EXPECT_EQ(schedule.counts()[1].played, 700);
}

TEST(Schedule, TellsAtOnceWhereAllAreTold) {
  ScheduleOptions options;
  options.candidates = 3;
  options.draws = 300;
  options.reported = 16;
  Schedule schedule(options);
  const Played played = Play(options, {0.1, 0.8, 0.5}, schedule);
  EXPECT_TRUE(played.counted.empty());
  EXPECT_EQ(played.best, (std::vector<int>{1, 2, 0}));
  EXPECT_EQ(schedule.counts()[2].played, 300);
}

TEST(Schedule, ARaceTellsItsWinnerByFreshDraws) {
  ScheduleOptions options;
  options.candidates = 50;
  options.draws = 400;
  options.race = true;
  options.race_budget = 3000;
  options.race_confidence = 0.8;
  std::vector<double> p(50, 0.05);
  p[31] = 0.6;
  Schedule schedule(options);
  const Played played = Play(options, p, schedule);
  EXPECT_EQ(played.best, (std::vector<int>{31}));
  EXPECT_LE(played.counted.size(), 3000u);
  EXPECT_EQ(played.reported.begin()->second, kFreshDraws);
  EXPECT_EQ(played.reported.rbegin()->second, kFreshDraws + 399);
  EXPECT_LT(schedule.counts()[31].played, 3000) << "the race's draws only";
}

// A score races by its share of the range that its weights allow: -2 to 3 here.
TEST(Schedule, RacesScores) {
  ScheduleOptions options;
  options.candidates = 2;
  options.draws = 100;
  options.race = true;
  options.race_budget = 200;
  options.race_confidence = 0.8;
  options.objective = {-2.0, 3.0};
  Schedule schedule(options);
  for (;;) {
    const std::span<const Cell> cells = schedule.NextRound();
    if (cells.empty()) break;
    std::vector<CellCounts> counts;
    for (const Cell& cell : cells) {
      CellCounts one;
      one.played = cell.end - cell.first;
      one.sums[0] = static_cast<double>(one.played) * (cell.candidate == 1 ? 1.5 : -1.0);
      counts.push_back(one);
    }
    schedule.Add(counts);
  }
  EXPECT_EQ(schedule.ReportedBestFirst(), std::vector<int>{1});
}

// Ten draws of two balls, reported without an engine.
class ReportTest : public ::testing::Test {
 protected:
  ReportTest() {
    DrawColumns columns;
    columns.goals = 1;
    columns.balls = 2;
    columns.placed = {0};
    draws_ = ReportedDraws(columns, 10);
    table_.pockets.resize(3);
    options_.quantiles = {0.0, 0.5, 1.0};
    options_.representatives = 2;
    options_.is_score = {false};
    record_.final_states.resize(2);
    record_.outcome.cue_ball = 0;
    start_.resize(2);
  }

  // The cue ball ends at (x, 0), the other at (5, 0).
  void Put(int64_t draw, double x, goals::Verdict verdict, int pocket = -1) {
    record_.final_states[0].position = {x, 0.0, 0.03};
    record_.final_states[1].position = {5.0, 0.0, 0.03};
    record_.outcome.pocketed.clear();
    if (pocket >= 0) record_.outcome.pocketed.push_back({1, pocket});
    draws_.Put(draw, {record_, start_, table_}, MakeSolids(table_, {}, balls_),
               std::span(&verdict, 1));
  }

  Table table_;
  Record record_;
  std::vector<BallState> start_;
  std::vector<BallSpec> balls_{2};
  ReportedDraws draws_;
  ReportOptions options_;
};

TEST_F(ReportTest, TellsWhatWasPut) {
  for (int i = 0; i < 8; ++i) {  // Draws 8 and 9 could not be played.
    const bool holds = i % 4 != 0;
    Put(i, 0.1 * i, {holds ? 1.0 : 0.0, holds ? 0.5 - 0.01 * i : -1.0}, i < 3 ? 2 : -1);
  }
  const CandidateReport report = MakeReport(draws_, options_);
  EXPECT_EQ(report.played, 8);
  EXPECT_EQ(report.goals[0].successes, 6);
  EXPECT_EQ(report.goals[0].mean, 0.75);
  EXPECT_NEAR(report.goals[0].deviation, std::sqrt(8 * 0.75 * 0.25 / 7.0), 1e-14);
  EXPECT_EQ(report.goals[0].wilson.low, stats::Wilson(6, 8, 0.95).low);
  EXPECT_EQ(report.goals[0].clopper_pearson.high, stats::ClopperPearson(6, 8, 0.95).high);
  ASSERT_EQ(report.places.size(), 1u);
  EXPECT_NEAR(report.places[0].mean_m.x(), 0.35, 1e-15);
  EXPECT_NEAR(report.places[0].xx_m2, 0.06, 1e-15);  // Of 0, 0.1 to 0.7.
  ASSERT_EQ(report.pocketing.size(), 1u);
  EXPECT_EQ(report.pocketing[0].pocket, 2);
  EXPECT_EQ(report.pocketing[0].draws, 3);
  // From the mean at 0.35 m: 0.05 to 0.35 m. From the other ball's surface: 5 m less x and 2 R.
  EXPECT_NEAR(report.distances_m[0], 0.05, 1e-14);
  EXPECT_NEAR(report.distances_m[2], 0.35, 1e-14);
  EXPECT_NEAR(report.clearances_m[0], 5.0 - 0.7 - 2.0 * balls_[0].radius_m, 1e-14);
  EXPECT_EQ(report.closest_to_failing, 7);
  ASSERT_EQ(report.representatives.size(), 2u);
  EXPECT_EQ(report.representatives[0].weight + report.representatives[1].weight, 1.0);
}

TEST_F(ReportTest, OfNoDrawsHasNothingToTell) {
  const CandidateReport report = MakeReport(draws_, options_);
  EXPECT_EQ(report.played, 0);
  EXPECT_EQ(report.goals[0].mean, 0.0);
  EXPECT_EQ(report.goals[0].wilson.high, 1.0);
  EXPECT_TRUE(report.distances_m.empty());
  EXPECT_TRUE(report.representatives.empty());
  EXPECT_FALSE(report.closest_to_failing.has_value());
}

TEST_F(ReportTest, AMarginThatIsNoDistanceIsNotClose) {
  Put(0, 0.0, {1.0, std::numeric_limits<double>::infinity()});
  EXPECT_FALSE(MakeReport(draws_, options_).closest_to_failing.has_value());
}

// A shot that two balls have ended on a table with one nose along x at y = 0.5.
class ClearanceTest : public ::testing::Test {
 protected:
  ClearanceTest() {
    nose_.start_m = {-1.0, 0.5};
    nose_.end_m = {1.0, 0.5};
    record_.final_states.resize(2);
    Place(0, {0.0, 0.0});
    Place(1, {0.9, 0.0});
  }

  void Place(size_t ball, const Vec2& place) {
    record_.final_states[ball].position = {place.x(), place.y(), balls_[ball].radius_m};
  }

  double Clearance() {
    table_.noses = {nose_};
    return ClearanceOf(0, {record_, start_, table_}, MakeSolids(table_, environment_, balls_));
  }

  Nose nose_;
  Table table_;
  Environment environment_;
  Record record_;
  std::vector<BallState> start_{2};
  std::vector<BallSpec> balls_{2};
};

TEST_F(ClearanceTest, IsToWhateverIsNearest) {
  const double radius_m = balls_[0].radius_m;
  const double below_m = nose_.start_height_m - radius_m;
  const double reach_m = std::sqrt(radius_m * radius_m - below_m * below_m);
  EXPECT_NEAR(Clearance(), 0.5 - reach_m, 1e-15);
  Place(1, {0.3, 0.0});
  EXPECT_NEAR(Clearance(), 0.3 - 2.0 * radius_m, 1e-15);
  record_.final_states[1].motion = MotionState::kPocketed;
  EXPECT_NEAR(Clearance(), 0.5 - reach_m, 1e-15);
  table_.jaws.push_back({{-0.3, 0.0}, 0.1, nose_.start_height_m});
  EXPECT_NEAR(Clearance(), 0.3 - 0.1 - reach_m, 1e-15);
}

TEST_F(ClearanceTest, OfANoseThatIsAPlaneIsAWholeRadiusLess) {
  environment_.nose_contact = NoseContact::kPlane;
  EXPECT_NEAR(Clearance(), 0.5 - balls_[0].radius_m, 1e-15);
}

// The nose climbs by a in 2 m. Its line is nearest to the centre at a distance d with
// d^2 = 0.5^2 + (h cos s)^2, h the height of its middle above the centre, tan s = a/2.
TEST_F(ClearanceTest, OfANoseThatSlopesIsThatOfItsLine) {
  nose_.start_height_m = 0.03;
  nose_.rise_m = 0.016;
  const double middle_m = 0.038 - balls_[0].radius_m;
  const double cosine = 2.0 / std::hypot(2.0, 0.016);
  EXPECT_NEAR(Clearance(), std::hypot(0.5, middle_m * cosine) - balls_[0].radius_m, 1e-15);
}

// Centres of R_a and R_b above the cloth touch at the horizontal distance^2
// (R_a + R_b)^2 - (R_a - R_b)^2 = 4 R_a R_b.
TEST_F(ClearanceTest, OfUnequalBallsOnTheClothIsSeenFromAbove) {
  balls_[1].radius_m = 0.5 * balls_[0].radius_m;
  Place(1, {0.3, 0.0});
  EXPECT_NEAR(Clearance(), 0.3 - std::sqrt(2.0) * balls_[0].radius_m, 1e-15);
}

// A ball that lies on the rail is as far as it is in space.
TEST_F(ClearanceTest, OffTheClothIsInSpace) {
  record_.final_states[1].position = {0.3, 0.4, 0.6};
  record_.final_states[1].motion = MotionState::kSupported;
  const double rise_m = 0.6 - balls_[0].radius_m;
  nose_.start_m.y() = nose_.end_m.y() = 5.0;
  EXPECT_NEAR(Clearance(), std::hypot(0.5, rise_m) - 2.0 * balls_[0].radius_m, 1e-15);
}

}  // namespace
}  // namespace carom::estimate
