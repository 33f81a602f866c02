// Filters and labels of batches, against judgements of the same shots on this side of the wire.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "tests/server/convert/wire_message.h"
#include "tests/server/filtered_batch.h"

namespace carom {
namespace {

using testing::Wire;

constexpr uint32_t kShotsPlayed = 1200;
constexpr uint64_t kFirst = 5000;

// A goal on the wire, and what it says by its words in goal.proto, of an outcome.
struct Judged {
  const char* goal;
  std::function<bool(const ShotOutcome&)> holds;
};

bool CueBallStays(const ShotOutcome& shot) {
  return shot.balls[0].motion != v1::MOTION_STATE_POCKETED &&
         shot.balls[0].motion != v1::MOTION_STATE_LEFT_TABLE;
}

bool Drops(const ShotOutcome& shot, const std::function<bool(const PocketedBall&)>& counts) {
  return std::any_of(shot.pocketed.begin(), shot.pocketed.end(), counts);
}

const std::vector<Judged>& Goals() {
  static const auto* const goals = new std::vector<Judged>{
      {"potted {}",
       [](const ShotOutcome& shot) {
         return Drops(shot, [](const PocketedBall& drop) { return drop.ball != 0; });
       }},
      {"potted { ball: 3 pockets: [0, 5] }",
       [](const ShotOutcome& shot) {
         return Drops(shot, [](const PocketedBall& drop) {
           return drop.ball == 3 && (drop.pocket == 0 || drop.pocket == 5);
         });
       }},
      {"ends_in { circle { centre { x_m: 0.4 } radius_m: 0.3 } }",
       [](const ShotOutcome& shot) {
         const auto& at = shot.balls[0].position_m;
         return CueBallStays(shot) && std::hypot(at[0] - 0.4, at[1]) <= 0.3;
       }},
      {"first_contact { balls: [1, 2, 3] }",
       [](const ShotOutcome& shot) { return shot.first_contact >= 1 && shot.first_contact <= 3; }},
      {"cushions { at_least: 2 when: WHEN_AFTER_FIRST_CONTACT }",
       [](const ShotOutcome& shot) { return shot.cushions_after_contact >= 2; }},
      {"no_scratch {}", CueBallStays},
      {"ends_before { time_s: 4 }", [](const ShotOutcome& shot) { return shot.end_time_s < 4.0; }},
      {"all_of { goals { potted {} } goals { no_scratch {} } }",
       [](const ShotOutcome& shot) {
         return CueBallStays(shot) &&
                Drops(shot, [](const PocketedBall& drop) { return drop.ball != 0; });
       }},
  };
  return *goals;
}

v1::SimulateBatchRequest Filtered(const char* goal, uint32_t shots = kShotsPlayed) {
  v1::SimulateBatchRequest request = SceneBatch(kScatter, shots, kFirst);
  *request.mutable_filter() = Wire<v1::Goal>(goal);
  return request;
}

void ExpectSame(const ShotOutcome& told, const ShotOutcome& expected) {
  EXPECT_EQ(told.hash, expected.hash);
  EXPECT_EQ(told.stop_reason, expected.stop_reason);
  EXPECT_EQ(told.end_time_s, expected.end_time_s);
  EXPECT_EQ(told.event_count, expected.event_count);
  ASSERT_EQ(told.balls.size(), expected.balls.size());
  for (size_t i = 0; i < told.balls.size(); ++i) {
    EXPECT_EQ(told.balls[i].position_m, expected.balls[i].position_m);
  }
}

// Chunks are closed by their shots alone, however slow the machine is.
ServerOptions Unhurried(int threads) {
  ServerOptions options = WithThreads(threads);
  options.streams.chunk_time = absl::InfiniteDuration();
  return options;
}

TEST(BatchFilter, TellsTheShotsThatABruteForceFinds) {
  TestService service(WithThreads(2));
  const ToldShots all = Tell(*service.stub, SceneBatch(kScatter, kShotsPlayed, kFirst));
  ASSERT_EQ(all.shots.size(), kShotsPlayed);
  uint64_t events = 0;
  for (const auto& [number, shot] : all.shots) events += shot.event_count;
  for (const Judged& judged : Goals()) {
    SCOPED_TRACE(judged.goal);
    const ToldShots some = Tell(*service.stub, Filtered(judged.goal));
    ASSERT_TRUE(some.status.ok()) << some.status.error_message();
    ExpectCovered(some, kFirst, kShotsPlayed);
    EXPECT_EQ(some.events, events);
    size_t matches = 0;
    for (const auto& [number, shot] : all.shots) {
      const auto found = some.shots.find(number);
      ASSERT_EQ(found != some.shots.end(), judged.holds(shot)) << number;
      if (found == some.shots.end()) continue;
      ++matches;
      ExpectSame(found->second, shot);
    }
    EXPECT_EQ(some.shots.size(), matches);
    EXPECT_GT(matches, 0u);
    EXPECT_LT(matches, kShotsPlayed);
  }
}

TEST(BatchFilter, GivesTheSameShotsForAnyThreadsAndChunks) {
  TestService one(WithThreads(1));
  const ToldShots expected = Tell(*one.stub, Filtered(Goals()[0].goal));
  for (const int threads : {1, 2, 4}) {
    for (const int chunk_shots : {1, 37}) {
      ServerOptions options = WithThreads(threads);
      options.streams.chunk_shots = chunk_shots;
      options.streams.chunk_played_shots = 5 * chunk_shots;
      TestService service(options);
      const ToldShots told = Tell(*service.stub, Filtered(Goals()[0].goal));
      ExpectCovered(told, kFirst, kShotsPlayed);
      EXPECT_LE(told.most_told, static_cast<uint32_t>(chunk_shots));
      EXPECT_LE(told.most_played, static_cast<uint64_t>(5 * chunk_shots));
      ASSERT_EQ(told.shots.size(), expected.shots.size());
      for (const auto& [number, shot] : expected.shots) {
        EXPECT_EQ(told.shots.at(number).hash, shot.hash);
      }
    }
  }
}

// The times of the shots' ends say exactly how many end before one of them.
TEST(BatchFilter, OfOneInAHundredSendsFewBytes) {
  constexpr uint32_t kMany = 20'000;
  TestService service(Unhurried(2));
  const ToldShots all = Tell(*service.stub, SceneBatch("two_ball_cut", kMany));
  std::vector<double> ends_s;
  for (const auto& [number, shot] : all.shots) ends_s.push_back(shot.end_time_s);
  std::sort(ends_s.begin(), ends_s.end());
  v1::SimulateBatchRequest request = SceneBatch("two_ball_cut", kMany);
  request.mutable_filter()->mutable_ends_before()->set_time_s(ends_s[kMany / 100]);
  const ToldShots some = Tell(*service.stub, request);
  EXPECT_EQ(some.shots.size(), kMany / 100);
  EXPECT_LE(static_cast<double>(some.bytes), 0.015 * static_cast<double>(all.bytes));
  // Two threads have eight parts of 2500 shots.
  EXPECT_EQ(some.covered.size(), 8u);
}

TEST(BatchFilter, ChunksHoldAsManyPlayedShotsAsTheyMay) {
  TestService service(Unhurried(1));
  v1::SimulateBatchRequest request = SceneBatch("two_ball_cut", 40'000);
  request.mutable_filter()->mutable_ends_before()->set_time_s(1e-9);
  const ToldShots none = Tell(*service.stub, request);
  ExpectCovered(none, 0, 40'000);
  EXPECT_TRUE(none.shots.empty());
  EXPECT_EQ(none.most_played, 4096u);
  request = SceneBatch("two_ball_cut", 9000);
  request.mutable_filter()->mutable_ends_before()->set_time_s(1e6);
  const ToldShots all = Tell(*service.stub, request);
  ExpectCovered(all, 0, 9000);
  EXPECT_EQ(all.shots.size(), 9000u);
  EXPECT_EQ(all.most_told, 1024u);
}

// Of slow shots, none of which comes, it is told how far they are.
TEST(BatchFilter, TimeClosesAChunkToo) {
  ServerOptions options = WithThreads(2);
  options.streams.chunk_time = absl::ZeroDuration();
  TestService service(options);
  v1::SimulateBatchRequest request = SceneBatch("two_ball_cut", 50);
  request.mutable_filter()->mutable_ends_before()->set_time_s(1e-9);
  const ToldShots none = Tell(*service.stub, request);
  ExpectCovered(none, 0, 50);
  EXPECT_EQ(none.most_played, 1u);
}

TEST(BatchFilter, TellsEveryFailure) {
  TestService service(WithThreads(2));
  v1::SimulateBatchRequest request;
  request.add_layouts()->mutable_rack()->set_name("nine_ball");
  AddBreaks(300, *request.mutable_shots()->mutable_shots());
  for (const int bad : {0, 77, 299}) {
    request.mutable_shots()->mutable_shots(bad)->mutable_strike()->set_speed_m_s(-1.0);
  }
  request.mutable_filter()->mutable_ends_before()->set_time_s(1e-9);
  const ToldShots none = Tell(*service.stub, request);
  ExpectCovered(none, 0, 300);
  EXPECT_TRUE(none.shots.empty());
  ASSERT_EQ(none.failures.size(), 3u);
  EXPECT_EQ(none.failures.at(77).message(),
            "shots.shots[77].strike.speed_m_s: -1 must be in [0, 50]");
  request.mutable_filter()->mutable_ends_before()->set_time_s(1e6);
  const ToldShots rest = Tell(*service.stub, request);
  EXPECT_EQ(rest.shots.size(), 297u);
  EXPECT_EQ(rest.shots.count(77), 0u);
  EXPECT_EQ(rest.failures.size(), 3u);
}

// A shot that does not come has no answer that could be too large.
TEST(BatchFilter, OnlyAShotThatComesMayBeTooLarge) {
  ServerOptions options = WithThreads(1);
  options.requests.max_shot_bytes = 600;
  TestService service(options);
  v1::SimulateBatchRequest request = SceneBatch("nine_ball_break", 40);
  request.mutable_detail()->set_level(v1::Detail::LEVEL_EVENTS);
  request.mutable_filter()->mutable_ends_before()->set_time_s(1e-9);
  EXPECT_TRUE(Tell(*service.stub, request).failures.empty());
  request.mutable_filter()->mutable_ends_before()->set_time_s(1e6);
  const ToldShots told = Tell(*service.stub, request);
  EXPECT_EQ(told.failures.size(), 40u);
  EXPECT_EQ(told.failures.begin()->second.code(), google::rpc::OUT_OF_RANGE);
  EXPECT_TRUE(told.shots.empty());
}

TEST(BatchFilter, TellsWhatWasDrawnForTheShotsThatCome) {
  TestService service(WithThreads(2));
  auto request = Wire<v1::SimulateBatchRequest>(R"(
      layouts { rack { name: "nine_ball" } }
      generator { seed: 3 shot_count: 400
                  drawn_shots { strike { speed_m_s { uniform { lo: 1 hi: 9 } } } } }
      detail { inputs: true })");
  const ToldShots all = Tell(*service.stub, request);
  request.mutable_filter()->mutable_potted();
  const ToldShots some = Tell(*service.stub, request);
  EXPECT_GT(some.shots.size(), 0u);
  EXPECT_LT(some.shots.size(), 400u);
  for (const auto& [number, shot] : some.shots) EXPECT_EQ(shot.inputs, all.shots.at(number).inputs);
}

// The fingerprint of each shot is its own: a filter that is a label too lets pass what has it.
TEST(BatchLabels, AreTheValuesThatABruteForceFinds) {
  TestService service(WithThreads(2));
  v1::SimulateBatchRequest request = SceneBatch(kScatter, kShotsPlayed, kFirst);
  for (const Judged& judged : Goals()) *request.add_labels() = Wire<v1::Goal>(judged.goal);
  *request.add_labels() = Wire<v1::Goal>(
      "weighted_sum { goals { potted {} } goals { no_scratch {} } weights: [2.5, -1] }");
  const ToldShots all = Tell(*service.stub, request);
  ASSERT_TRUE(all.status.ok()) << all.status.error_message();
  ASSERT_EQ(all.shots.size(), kShotsPlayed);
  for (const auto& [number, shot] : all.shots) {
    ASSERT_EQ(shot.labels.size(), Goals().size() + 1);
    for (size_t i = 0; i < Goals().size(); ++i) {
      EXPECT_EQ(shot.labels[i], Goals()[i].holds(shot) ? 1.0 : 0.0) << Goals()[i].goal;
    }
    EXPECT_EQ(shot.labels.back(), 2.5 * shot.labels[0] - shot.labels[5]);
  }
  *request.mutable_filter() = Wire<v1::Goal>(Goals()[0].goal);
  const ToldShots some = Tell(*service.stub, request);
  EXPECT_GT(some.shots.size(), 0u);
  for (const auto& [number, shot] : some.shots) {
    EXPECT_EQ(shot.labels, all.shots.at(number).labels);
    EXPECT_EQ(shot.labels[0], 1.0);
  }
}

TEST(BatchLabels, OfAShotThatFailedAreNoNumbers) {
  TestService service(WithThreads(1));
  v1::SimulateBatchRequest request;
  request.add_layouts()->mutable_rack()->set_name("nine_ball");
  AddBreaks(3, *request.mutable_shots()->mutable_shots());
  request.mutable_shots()->mutable_shots(1)->mutable_strike()->set_speed_m_s(-1.0);
  request.add_labels()->mutable_no_scratch();
  request.add_labels()->mutable_no_ball_leaves();
  const ToldShots told = Tell(*service.stub, request);
  ASSERT_EQ(told.shots.size(), 3u);
  for (const double label : told.shots.at(1).labels) EXPECT_TRUE(std::isnan(label));
  EXPECT_EQ(told.shots.at(1).labels.size(), 2u);
  EXPECT_FALSE(std::isnan(told.shots.at(2).labels[1]));
}

// 8 bytes of time and of hash, one or two each of the reason and of the number of events, 8 a
// label.
TEST(BatchLabels, AloneTakeFewBytes) {
  TestService service(WithThreads(1));
  v1::SimulateBatchRequest request = SceneBatch(kScatter, kShotsPlayed);
  request.add_labels()->mutable_no_scratch();
  const ToldShots full = Tell(*service.stub, request);
  request.mutable_detail()->set_level(v1::Detail::LEVEL_LABELS);
  const ToldShots brief = Tell(*service.stub, request);
  ASSERT_EQ(brief.shots.size(), kShotsPlayed);
  for (const auto& [number, shot] : brief.shots) {
    const ShotOutcome& expected = full.shots.at(number);
    EXPECT_EQ(shot.hash, expected.hash);
    EXPECT_EQ(shot.labels, expected.labels);
    EXPECT_EQ(shot.end_time_s, expected.end_time_s);
    EXPECT_EQ(shot.event_count, expected.event_count);
    EXPECT_TRUE(shot.balls.empty());
  }
  const double overhead = 128.0 * static_cast<double>(brief.covered.size());
  EXPECT_LE(static_cast<double>(brief.bytes), 28.0 * kShotsPlayed + overhead);
}

}  // namespace
}  // namespace carom
