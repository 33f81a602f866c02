// What is wrong with a field arrives as data, the same from a server and from Local(), and the
// message is made of it.

#include "carom/client/field_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "carom/client/client.h"
#include "carom/client/embedded/embedded.h"
#include "carom/client/local/local.h"
#include "carom/client/shot_outcome.h"
#include "core/base/field_text.h"
#include "tests/client/local/requests.h"
#include "tests/server/convert/wire_message.h"

namespace carom {
namespace {

using testing::Wire;

const Client& Server() {
  static const auto* const client = new Client(Embedded({.threads = 1}));
  return *client;
}

const Client& InProcess() {
  static const auto* const client = new Client(Local({.threads = 1}));
  return *client;
}

// The status of the call or, where it is OK, of the first shot that failed.
absl::Status Ask(const Client& client, const v1::SimulateBatchRequest& request) {
  absl::Status first;
  BatchHandlers handlers;
  handlers.on_chunk = [&](const v1::ShotResults& part) {
    const auto outcomes = ReadOutcomes(part);
    if (!outcomes.ok()) return outcomes.status();
    for (const ShotOutcome& outcome : *outcomes) first.Update(outcome.status);
    return absl::OkStatus();
  };
  BatchOptions options;
  options.retry_for = absl::ZeroDuration();  // Other servers may have another engine.
  const auto summary = client.SimulateBatch(request, handlers, options);
  return summary.ok() ? first : summary.status();
}

absl::Status Ask(const Client& client, const v1::EstimateOutcomesRequest& request) {
  const auto estimates = client.EstimateOutcomes(request);
  if (!estimates.ok()) return estimates.status();
  return estimates->failures().empty() ? absl::OkStatus() : ToStatus(estimates->failures(0));
}

absl::Status Ask(const Client& client, const v1::RuleShotsRequest& request) {
  return client.RuleShots(request).status();
}

absl::Status Ask(const Client& client, const v1::SimulateMechanismRequest& request) {
  return client.SimulateMechanism(request).status();
}

struct Refusal {
  std::string request;  // In text format.
  std::string path;
  std::string value;
  std::string must;  // Its begin.
  std::string about = "";
};

template <class Request>
void ExpectRefusals(const Request& beside, const std::vector<Refusal>& refusals) {
  for (const Refusal& refusal : refusals) {
    SCOPED_TRACE(refusal.request);
    auto request = Wire<Request>(refusal.request);
    request.MergeFrom(beside);
    const absl::Status status = Ask(Server(), request);
    EXPECT_EQ(Ask(InProcess(), request), status);  // Code, message and data.
    const std::optional<v1::FieldError> error = ErrorField(status);
    ASSERT_TRUE(error.has_value()) << status;
    EXPECT_EQ(error->path(), refusal.path);
    EXPECT_EQ(error->about(), refusal.about);
    EXPECT_EQ(error->value(), refusal.value);
    EXPECT_THAT(error->must(), ::testing::StartsWith(refusal.must));
    EXPECT_EQ(status.message(),
              FieldText(error->path(), error->about(), error->value(), error->must()));
  }
}

TEST(FieldErrors, OfRequests) {
  ExpectRefusals<v1::SimulateBatchRequest>(
      {},
      {{"layouts { rack { name: 'nine_ball' } }", "source", "absent", "one of shots, "},
       {"shots { shots {} }", "layouts", "0 entries", "in [1, 65536]"},
       {"generator {}", "generator.source", "absent", "one of scene, uniform_strikes, drawn"},
       {"generator { scene: 'x' shot_count: 1 }", "generator.scene", "\"x\"", "one of nine_ball"},
       {"tables {} generator { scene: 'two_ball_cut' shot_count: 1 }", "tables", "", "empty"},
       {"engine_version: '0.0.1'", "engine_version", "\"0.0.1\"", "empty or "}});
}

TEST(FieldErrors, OfTablesSettingsLayoutsAndShots) {
  const std::string shot = " shots { shots { strike { speed_m_s: 1 } } }";
  const std::string balls =
      " layouts { balls { balls { state { position_m { x: 0.5 } } } } }" + shot;
  ExpectRefusals<v1::SimulateBatchRequest>(
      {},
      {{"tables { preset: 'pol' }" + balls, "tables[0].preset", "\"pol\"", "one of "},
       {"tables { geometry { noses { end { x_m: 1 } height_m: -0.1 } } }" + balls,
        "tables[0].geometry.noses[0].height_m", "-0.1", "in (0, 1]"},
       {"settings { cloth { sliding_friction: 11 } }" + balls, "settings[0].cloth.sliding_friction",
        "11", "in [0, 10]"},
       {"settings { flight: 7 }" + balls, "settings[0].flight", "7", "one of Flight"},
       {"settings { engine: ENGINE_COMPLIANT rest_hop_s: 0.01 }" + balls, "settings[0].rest_hop_s",
        "", "absent: the engine COMPLIANT does not look at it"},
       {"layouts { balls { balls { ball { radius_m: 0 } state { position_m {} } } } }" + shot,
        "layouts[0].balls.balls[0].ball.radius_m", "0", "in [0.001, 1]"},
       {"layouts { balls { balls {} } }" + shot, "layouts[0].balls.balls[0].state.position_m",
        "absent", "given"},
       {"layouts { rack { name: 'nine_bal' } }" + shot, "layouts[0].rack.name", "\"nine_bal\"",
        "eight_ball, nine_ball, "},
       {"tables { geometry { ball_set: 'snooker' } } layouts { rack { name: 'snooker' } }" + shot,
        "layouts[0].rack", "0", "known", "table.length_m"},
       {balls.substr(0, balls.find(" shots")) + " shots { shots { strike {} } }",
        "shots.shots[0].strike.speed_m_s", "absent", "given"},
       {balls.substr(0, balls.find(" shots")) + " shots { shots { strike { speed_m_s: 51 } } }",
        "shots.shots[0].strike.speed_m_s", "51", "in [0, 50]"},
       {balls.substr(0, balls.find(" shots")) + " shots { shots {} shots { layout_index: 3 } }",
        "shots.shots[1].layout_index", "3", "in [0, 1)"},
       {balls + " detail { level: LEVEL_SAMPLES }", "detail.samples.period_s", "absent", "given"}});
}

TEST(FieldErrors, OfColumns) {
  ExpectRefusals(
      CutsInColumns<v1::SimulateBatchRequest>(4),
      {{"columns { speed_m_s: [1, 2] }", "columns.speed_m_s", "3 values", "0, 1 or 4"},
       {"columns { side_offset: [0, 0.9, 0, 0] height_offset: 0.9 }", "columns.side_offset[1]",
        "1.62", "at most 1", "side_offset^2 + height_offset^2"},
       {"columns { cue_ball: [0, 0, 5, 0] }", "columns.cue_ball[2]", "5", "the index of one of 2"},
       {"columns { motions: [1, 1, 1, 1, 1, 1, 1, 3] }", "columns.motions[7]", "3",
        "MOTION_STATE_STATIONARY"}});
}

TEST(FieldErrors, OfDrawnShots) {
  const std::string at = "generator.drawn_shots";
  const auto drawn = [](const std::string& drawn_shots) {
    return "generator { shot_count: 1 drawn_shots { " + drawn_shots + " } }";
  };
  v1::SimulateBatchRequest two_balls;
  *two_balls.mutable_layouts() = CutsInColumns<v1::SimulateBatchRequest>(1).layouts();
  ExpectRefusals(
      two_balls,
      {{drawn("strike {}"), at + ".strike.speed_m_s", "absent", "given"},
       {drawn("strike { speed_m_s { normal { mean: 1 sigma: -1 } } }"),
        at + ".strike.speed_m_s.normal.sigma", "-1", "in [0, 1e+06]"},
       {drawn("strike { speed_m_s {} }"), at + ".strike.speed_m_s.kind", "absent",
        "one of constant"},
       {drawn("balls { balls: 7 }"), at + ".balls[0].balls[0]", "7", "below 2"},
       {drawn("covariances { quantities: 'spin' means: 0 covariance: 1 }"),
        at + ".covariances[0].quantities[0]", "\"spin\"", "the name of a quantity"},
       // A region in which nothing has room, and a place that was drawn: no field has its value.
       {drawn("balls { balls: 1 region { rectangle { lo { x_m: -0.61 y_m: -0.01 } "
              "hi { x_m: -0.59 y_m: 0.01 } } } }"),
        at + ".balls[0].region", "none of 1000 places of ball 1 is clear", ""},
       {drawn("balls { balls: 1 displacement { dx_m { constant: -0.9 } } }"),
        at + ".balls[0].displacement", "none of 100 places of ball 1 is clear", ""}});
}

TEST(FieldErrors, OfGoals) {
  ExpectRefusals(
      CutsInColumns<v1::SimulateBatchRequest>(2),
      {{"filter {}", "filter.condition", "absent", "one of potted, "},
       {"filter { all_of { goals { no_scratch {} } goals { potted { ball: 9 } } } }",
        "filter.all_of.goals[1].potted.ball", "9", "in [0, 2)"},
       {"labels { cushions { when: 7 } }", "labels[0].cushions.when", "7",
        "one of CushionsGoal.When"},
       {"labels { potted { pockets: 64 } }", "labels[0].potted.pockets[0]", "64", "below 64"}});
}

TEST(FieldErrors, OfEstimates) {
  v1::EstimateOutcomesRequest two_cuts;
  *two_cuts.mutable_layouts() = NoisyCuts().layouts();
  *two_cuts.mutable_columns() = CutsInColumns<v1::SimulateRequest>(2).columns();
  const std::string goal = "goals { potted { ball: 1 } } ";
  ExpectRefusals(
      two_cuts,
      {{"draws: 1", "goals", "0 entries", "in [1, 16]"},
       {goal, "draws", "0", "in [1, "},
       {goal + "draws: 10 race { budget: 1 }", "race.budget", "1", "in [2, 2^40]"},
       {goal + "draws: 10 precision {}", "precision.width", "0", "in "},
       {goal + "draws: 10 noise { strike { speed_m_s { uniform { lo: 1 hi: 0 } } } }",
        "noise.strike.speed_m_s.uniform.hi", "0", "at least lo"},
       {goal + "draws: 10 report { balls: [1, 1] }", "report.balls[1]", "1", "a ball that is not"},
       {goal + "draws: 10 confidence: 2", "confidence", "2", "in "},
       // Of a candidate: the second one.
       {goal + "draws: 10 columns { cue_ball: [0, 5] }", "columns.cue_ball[1]", "5",
        "the index of one of 2"}});
}

TEST(FieldErrors, OfRules) {
  ExpectRefusals<v1::RuleShotsRequest>(
      {}, {{"", "rules", "absent", "given"},
           {"rules: RULES_NINE_BALL", "results", "absent", "given"},
           {"rules: RULES_NINE_BALL results {}", "results.shot_count", "0", "in [1, 4096]"},
           {"rules: RULES_NINE_BALL results { shot_count: 1 outcomes {} touches {} }",
            "results.stop_reasons", "0 values", "1, one a shot"}});
}

TEST(FieldErrors, OfMechanisms) {
  ExpectRefusals<v1::SimulateMechanismRequest>(
      {},
      {{"", "mechanism", "absent", "one of double_pendulum, "},
       {"double_pendulum { rod_1_mass_kg: -1 }", "double_pendulum.rod_1_mass_kg", "-1", "in "},
       {"double_pendulum { joint_1_damping_n_m_s: -1 }", "double_pendulum.joint_1_damping_n_m_s",
        "-1", "in "},
       {"newtons_cradle { material { name: 'cheese' } }", "newtons_cradle.material.name",
        "\"cheese\"", "one of "},
       {"rolling_ball_aim { max_runs: 0 }", "rolling_ball_aim.max_runs", "0", "in "},
       {"rolling_ball_aim { ball { duration_s: -1 } }", "rolling_ball_aim.ball.duration_s", "-1",
        "in "},
       {"ball_bearing {} detail { sample_period_s: -1 }", "detail.sample_period_s", "-1", "in "},
       {"patch_fit {} detail {}", "detail", "given", "absent beside patch_fit"}});
}

TEST(FieldErrors, AreAbsentWhereNoFieldIsAtFault) {
  EXPECT_FALSE(ErrorField(absl::OkStatus()).has_value());
  EXPECT_FALSE(ErrorField(absl::InvalidArgumentError("draws: 0 must be in [1, 2]")).has_value());
  std::stop_source stop;
  stop.request_stop();
  CallOptions stopped;
  stopped.stop = stop.get_token();
  const auto response = InProcess().Simulate(CutsInColumns<v1::SimulateRequest>(1), stopped);
  EXPECT_FALSE(ErrorField(response.status()).has_value()) << response.status();
}

}  // namespace
}  // namespace carom
