// --draw=QUANTITY=KIND:NUMBERS of `carom batch` and `carom estimate`, over the service inside this
// process: what is drawn bears the name of its flag, from the column of the rows.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "carom/v1/estimate.pb.h"
#include "client/cli/json.h"
#include "tests/client/cli/run_carom.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using Words = std::vector<std::string>;

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

const Words kTwoBalls{"--ball=-0.6,0", "--ball=0.6,0.1"};

// The columns of a batch of 20 shots.
std::map<std::string, Words> Columns(const Words& flags) {
  const Words batch{"batch", "--shots=20", "--seed=3", "--format=csv"};
  const CliResult ran = RunCarom(batch + flags);
  EXPECT_EQ(ran.code, kDone) << ran.err;
  const Words lines = absl::StrSplit(ran.out, '\n', absl::SkipEmpty());
  std::map<std::string, Words> columns;
  if (lines.empty()) return columns;
  const Words names = absl::StrSplit(lines[0], ',');
  for (size_t line = 1; line < lines.size(); ++line) {
    const Words cells = absl::StrSplit(lines[line], ',');
    for (size_t i = 0; i < names.size() && i < cells.size(); ++i) {
      columns[names[i]].push_back(cells[i]);
    }
  }
  return columns;
}

// Each quantity between its bounds, and not always the same.
TEST(DrawFlags, DrawTheQuantityOfTheirName) {
  struct Case {
    const char* quantity;
    double lo;
    double hi;
    Words beside;
  };
  const Words speed{"--speed=2"};
  const std::vector<Case> cases{
      {"speed_m_s", 1, 3, kTwoBalls},
      {"azimuth_rad", 0.1, 0.3, kTwoBalls + speed},
      {"elevation_rad", 0.1, 0.3, kTwoBalls + speed},
      {"side_offset", -0.3, 0.1, kTwoBalls + speed},
      {"height_offset", -0.3, 0.1, kTwoBalls + speed},
      {"hit_offset", -0.9, 0.9, kTwoBalls + speed},
      {"aim_error_rad", -0.01, 0.01, kTwoBalls + speed},
      {"rack_jitter_m", 1e-6, 4e-5, {"--rack=9-ball"}},
      {"gravity_m_s2", 9.7, 9.9, kTwoBalls + speed},
      {"sliding_friction", 0.15, 0.25, kTwoBalls + speed},
      {"rolling_friction", 0.008, 0.012, kTwoBalls + speed},
      {"spinning_friction", 0.01, 0.02, kTwoBalls + speed},
      {"ball_restitution", 0.9, 0.98, kTwoBalls + speed},
      {"ball_friction", 0.03, 0.08, kTwoBalls + speed},
      {"cushion_restitution", 0.8, 0.9, kTwoBalls + speed},
      {"cushion_friction", 0.1, 0.3, kTwoBalls + speed},
      {"nose_height_m", 0.034, 0.038, kTwoBalls + speed},
      {"mass_kg", 0.15, 0.18, kTwoBalls + speed},
      {"radius_m", 0.028, 0.029, kTwoBalls + speed},
      {"ball_1_dx_m", -0.1, 0.1, kTwoBalls + speed},
      {"ball_1_dy_m", -0.1, 0.1, kTwoBalls + speed},
      {"ball_1_mass_kg", 0.15, 0.18, kTwoBalls + speed},
      {"ball_1_radius_m", 0.028, 0.029, kTwoBalls + speed},
      {"ball_1_x_m", 0.2, 0.4, kTwoBalls + speed + Words{"--draw=ball_1_y_m=uniform:-0.3,-0.2"}},
      {"ball_1_y_m", 0.2, 0.4, kTwoBalls + speed + Words{"--draw=ball_1_x_m=uniform:-0.3,-0.2"}},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.quantity);
    const std::string draw =
        absl::StrCat("--draw=", one.quantity, "=uniform:", one.lo, ",", one.hi);
    const Words column = Columns(one.beside + Words{draw})[absl::StrCat("input_", one.quantity)];
    ASSERT_EQ(column.size(), 20u);
    for (const std::string& cell : column) {
      double value = 0.0;
      ASSERT_TRUE(absl::SimpleAtod(cell, &value)) << cell;
      EXPECT_GE(value, one.lo);
      EXPECT_LE(value, one.hi);
    }
    EXPECT_NE(column[0], column[1]);
  }
}

TEST(DrawFlags, DrawWholeNumbersByChoice) {
  auto columns = Columns({"--rack=9-ball", "--draw=aim_ball=choice:1,2",
                          "--draw=ball_count=choice:8", "--draw=aim_pocket=choice:0,3"});
  for (const char* name : {"input_aim_ball", "input_aim_pocket", "input_ball_count"}) {
    ASSERT_EQ(columns[name].size(), 20u) << name;
  }
  for (size_t i = 0; i < 20; ++i) {
    EXPECT_TRUE(columns["input_aim_ball"][i] == "1" || columns["input_aim_ball"][i] == "2");
    EXPECT_TRUE(columns["input_aim_pocket"][i] == "0" || columns["input_aim_pocket"][i] == "3");
    EXPECT_EQ(columns["input_ball_count"][i], "8");
  }
}

// Every kind, the flags of the strike and a box: the same shots as a request by hand.
TEST(DrawFlags, StandForTheRequest) {
  const CliResult by_flags =
      RunCarom({"batch", "--shots=200", "--seed=5", "--ball=-0.6,0", "--ball=0.6,0.1", "--side=0.2",
                "--draw=speed_m_s=truncated_normal:2,0.5,0.5,4", "--draw=hit_offset=uniform:-1,1",
                "--draw=height_offset=choice:-0.2,0,0.3",
                "--draw=cushion_restitution=normal:0.85,0.01", "--draw=gravity_m_s2=constant:9.8",
                "--draw=ball_1_x_m=uniform:0.1,0.5", "--draw=ball_1_y_m=uniform:-0.2,0.2"});
  const CliResult by_hand = RunCarom({"batch", "--request=-"}, R"({
    "layouts": [{"balls": {"balls": [{"state": {"position_m": {"x": -0.6}}},
                                     {"state": {"position_m": {"x": 0.6, "y": 0.1}}}]}}],
    "generator": {"seed": "5", "shot_count": 200, "drawn_shots": {
      "strike": {"speed_m_s": {"truncated_normal": {"mean": 2, "sigma": 0.5, "lo": 0.5, "hi": 4}},
                 "at_ball": {"hit_offset": {"uniform": {"lo": -1, "hi": 1}}},
                 "side_offset": {"constant": 0.2},
                 "height_offset": {"choice": {"values": [-0.2, 0, 0.3]}}},
      "balls": [{"balls": [1], "region": {"rectangle": {"lo": {"x_m": 0.1, "y_m": -0.2},
                                                        "hi": {"x_m": 0.5, "y_m": 0.2}}}}],
      "physics": {"cushion_restitution": {"normal": {"mean": 0.85, "sigma": 0.01}},
                  "gravity_m_s2": {"constant": 9.8}}}}})");
  EXPECT_EQ(HashOf(by_flags), HashOf(by_hand));
}

TEST(DrawFlags, RefuseWhatMakesNoSense) {
  const std::vector<std::pair<Words, std::string>> cases{
      {{"--draw=speed_m_s"}, "--draw: \"speed_m_s\" must be QUANTITY=KIND:NUMBERS, as in"},
      {{"--draw=speed=uniform:1,3"}, "\"speed\" must be one of aim_ball, aim_error_rad"},
      {{"--draw=ball_1_z_m=uniform:1,3"}, "\"ball_1_z_m\" must be one of"},
      {{"--draw=speed_m_s=unifrm:1,3"}, "\"unifrm\" must be one of constant, uniform, normal"},
      {{"--draw=speed_m_s=uniform:1"}, "\"1\" must be what uniform takes, LO,HI"},
      {{"--draw=speed_m_s=uniform"}, "\"\" must be what uniform takes, LO,HI"},
      {{"--draw=speed_m_s=normal:1,x"}, "\"1,x\" must be what normal takes, MEAN,SIGMA"},
      {{"--draw=speed_m_s=choice:"}, "\"\" must be what choice takes, VALUE,VALUE,..."},
      {{"--draw=speed_m_s=uniform:3,1"},
       "generator.drawn_shots.strike.speed_m_s.uniform.hi: 1 must be"},
      {{"--draw=speed_m_s=constant:1", "--draw=speed_m_s=constant:2"},
       "--draw: speed_m_s must be given once"},
      {{"--speed=1", "--draw=azimuth_rad=constant:1", "--draw=hit_offset=constant:0"},
       "--draw: a strike has one aim"},
      {{"--speed=1", "--draw=aim_pocket=choice:1", "--draw=hit_offset=constant:0"},
       "--draw: a strike has one aim"},
      {{"--speed=1", "--draw=ball_1_x_m=uniform:0,1"}, "ball_1_x_m must come with ball_1_y_m"},
      {{"--speed=1", "--draw=ball_1_x_m=normal:0,1", "--draw=ball_1_y_m=uniform:0,1"},
       "must be uniform:LO,HI"},
      {{"--speed=1", "--draw=ball_1_x_m=uniform:0,1", "--draw=ball_1_y_m=uniform:0,1",
        "--draw=ball_1_dx_m=uniform:0,1"},
       "must be one of both"},
      {{"--azimuth=10", "--draw=side_offset=uniform:0,0.1"}, "a strike needs --speed"},
      {{"--scene=two_ball_cut"}, "--ball goes with --draw only"},
      {{"--scene=two_ball_cut", "--draw=speed_m_s=constant:1"}, "give either --scene"},
      {{"--request=-", "--draw=speed_m_s=constant:1"}, "give either --scene"},
  };
  for (const auto& [flags, says] : cases) {
    const CliResult refused = RunCarom(Words{"batch", "--shots=5"} + kTwoBalls + flags);
    EXPECT_EQ(refused.code, kBadRequest) << says;
    EXPECT_THAT(refused.err, HasSubstr(says));
  }
}

const Words kPot = Words{"estimate"} + kTwoBalls + Words{"--pot=1", "--draws=50"};

// The candidates of an estimate are the shots of a batch with the same draws.
TEST(DrawFlags, MakeCandidates) {
  const Words draws{"--draw=speed_m_s=uniform:1,3", "--draw=aim_error_rad=normal:0,0.02",
                    "--draw=aim_pocket=constant:1"};
  const CliResult json =
      RunCarom(kPot + draws + Words{"--candidates=20", "--draw-seed=3", "--noise=0", "--json"});
  carom::v1::Estimates estimates;
  ASSERT_TRUE(FromJson(json.out, &estimates).ok()) << json.err;
  ASSERT_EQ(estimates.counts().draws_size(), 20);
  const carom::v1::CandidateEstimate& best = estimates.best(0);
  auto columns = Columns(kTwoBalls + draws);
  double speed_m_s = 0.0;
  ASSERT_TRUE(absl::SimpleAtod(columns["input_speed_m_s"].at(best.candidate()), &speed_m_s));
  EXPECT_EQ(best.representatives(0).strike().speed_m_s(), speed_m_s);
}

TEST(DrawFlags, RaceCandidates) {
  const Words draws{"--draw=speed_m_s=uniform:1,3", "--draw=hit_offset=uniform:-1,1"};
  const CliResult raced = RunCarom(
      kPot + draws + Words{"--candidates=200", "--race=2000", "--precision=0.2", "--json"});
  carom::v1::Estimates estimates;
  ASSERT_TRUE(FromJson(raced.out, &estimates).ok()) << raced.err;
  EXPECT_EQ(estimates.best(0).first_draw(), uint64_t{1} << 32);
  EXPECT_LE(estimates.draws(), 2050u);
  const std::vector<std::pair<Words, std::string>> cases{
      {draws, "--candidates: 0 must be in [1, 65536]"},
      {{"--speed=1", "--candidates=3"}, "--candidates and --draw-seed go with --draw only"},
      {{"--speed=1", "--race=0"}, "--race: 0 must be in [1, 2^40]"},
      {{"--speed=1", "--precision=2"}, "--precision: 2 must be in [0.001, 1]"},
  };
  for (const auto& [flags, says] : cases) {
    const CliResult refused = RunCarom(kPot + flags);
    EXPECT_EQ(refused.code, kBadRequest) << says;
    EXPECT_THAT(refused.err, HasSubstr(says));
  }
}

}  // namespace
}  // namespace carom
