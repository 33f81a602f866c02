#include "client/cli/render_cloud.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/one_shot.h"
#include "client/cli/render_shot.h"
#include "client/cli/shot_names.h"
#include "client/picture/track_reader.h"

namespace carom {
namespace {

using carom::v1::SimulateRequest;
using picture::OutcomeCloud;

constexpr uint64_t kMostPaths = 48;  // More is a stain.

template <class Indices>
bool AllEqual(const Indices& indices) {
  return std::adjacent_find(indices.begin(), indices.end(), std::not_equal_to<>()) == indices.end();
}

bool IsOnOneTable(const SimulateRequest& request) {
  if (request.has_columns()) return AllEqual(request.columns().table_index());
  const auto& shots = request.shots().shots();
  return std::all_of(shots.begin(), shots.end(), [&](const auto& shot) {
    return shot.table_index() == shots[0].table_index();
  });
}

absl::Status CheckCloud(const SimulateRequest& request, const std::vector<ShotOutcome>& outcomes,
                        const CloudOf& of) {
  if (!IsOnOneTable(request)) {
    return absl::InvalidArgumentError("--cloud: the request's shots must be on one table");
  }
  if (!outcomes[of.aimed].status.ok()) return outcomes[of.aimed].status;
  for (const ShotOutcome& outcome : outcomes) {
    if (!outcome.status.ok() || of.ball < outcome.balls.size()) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("--cloud: ", of.ball, " must be the index of a ball, in [0, ",
                     outcome.balls.size() - 1, "] in shot ", outcome.shot));
  }
  return absl::OkStatus();
}

absl::StatusOr<picture::ShotScene> SceneOf(const Client& client, const CallOptions& call,
                                           SimulateRequest request, uint64_t shot) {
  KeepShots(shot, 1, &request);
  AskForMotion(&request);
  const auto response = client.Simulate(request, call);
  if (!response.ok()) return response.status();
  return MakeScene(client, call, request, response->results());
}

// The tracks of the first shots. Only of the engine whose balls move on parabolas: the others would
// need samples, each shot at times of its own.
absl::StatusOr<std::vector<std::vector<picture::Track>>> TracksOf(const Client& client,
                                                                  const CallOptions& call,
                                                                  SimulateRequest request) {
  std::vector<std::vector<picture::Track>> tracks;
  KeepShots(0, std::min(kMostPaths, CountShots(request)), &request);
  for (const auto& settings : request.settings()) {
    if (!IsPiecewiseParabolic(settings.engine())) return tracks;
  }
  AskForMotion(&request);
  request.mutable_detail()->set_level(carom::v1::Detail::LEVEL_SAMPLES);
  request.mutable_detail()->mutable_samples()->add_times_s(0.0);
  const auto response = client.Simulate(request, call);
  if (!response.ok()) return response.status();
  auto outcomes = ReadOutcomes(response->results());
  auto events = ReadEvents(response->results());
  auto samples = ReadSamples(response->results());
  for (const absl::Status& status : {outcomes.status(), events.status(), samples.status()}) {
    if (!status.ok()) return status;
  }
  for (size_t i = 0; i < outcomes->size(); ++i) {
    if (!(*outcomes)[i].status.ok()) continue;
    auto of_shot = picture::ReadTracks(
        {std::move((*outcomes)[i]), std::move((*events)[i]), std::move((*samples)[i]), true});
    if (!of_shot.ok()) return of_shot.status();
    tracks.push_back(*std::move(of_shot));
  }
  return tracks;
}

bool IsInPlay(const FinalBall& ball) {
  return ball.motion != carom::v1::MOTION_STATE_POCKETED &&
         ball.motion != carom::v1::MOTION_STATE_LEFT_TABLE;
}

// How often each ball was pocketed in each pocket, the most often first.
std::vector<picture::PocketChance> ChancesOf(const std::vector<ShotOutcome>& outcomes,
                                             uint64_t trials, const ShotNames& names) {
  std::map<std::pair<uint32_t, uint32_t>, uint64_t> counts;
  for (const ShotOutcome& outcome : outcomes) {
    for (const PocketedBall& dropped : outcome.pocketed) ++counts[{dropped.ball, dropped.pocket}];
  }
  std::vector<picture::PocketChance> chances;
  for (const auto& [where, count] : counts) {
    const auto [ball, pocket] = where;
    chances.push_back({absl::StrCat(names.Ball(ball), " into ", names.Pocket(pocket)), ball, pocket,
                       picture::ChanceOf(count, trials)});
  }
  std::stable_sort(chances.begin(), chances.end(),
                   [](const auto& a, const auto& b) { return a.chance.share > b.chance.share; });
  return chances;
}

}  // namespace

absl::StatusOr<OutcomeCloud> MakeCloud(const Client& client, const CallOptions& call,
                                       const SimulateRequest& request,
                                       const std::vector<ShotOutcome>& outcomes,
                                       const CloudOf& of) {
  if (absl::Status status = CheckCloud(request, outcomes, of); !status.ok()) return status;
  OutcomeCloud cloud;
  auto aimed = SceneOf(client, call, request, of.aimed);
  if (!aimed.ok()) return aimed.status();
  cloud.aimed = *std::move(aimed);
  auto others = TracksOf(client, call, request);
  if (!others.ok()) return others.status();
  cloud.others = *std::move(others);
  cloud.ball = of.ball;
  uint64_t trials = 0;
  for (const ShotOutcome& outcome : outcomes) {
    if (!outcome.status.ok()) continue;
    ++trials;
    const FinalBall& ball = outcome.balls[of.ball];
    if (IsInPlay(ball)) cloud.ends.push_back({ball.position_m[0], ball.position_m[1]});
  }
  cloud.spread = picture::SpreadOf(cloud.ends);
  cloud.heading = absl::StrCat(trials, trials == 1 ? " shot" : " shots");
  const carom::v1::Shot shot = ShotAt(request, 0);
  cloud.chances =
      ChancesOf(outcomes, trials, ShotNames(LayoutOf(request, shot), shot, cloud.aimed.table));
  return cloud;
}

}  // namespace carom
