#include "client/cli/render_shot.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/cli/event_phrase.h"
#include "client/cli/one_shot.h"
#include "client/cli/shot_names.h"
#include "client/cli/words.h"
#include "client/picture/track_reader.h"

namespace carom {
namespace {

using carom::v1::SimulateRequest;
using picture::ShotRecord;

constexpr double kPeriod_s = 0.01;
// The two parabolas between samples a time h apart are off a path whose third derivative is j by j
// h^3 / 324 at most. A force of half a sine that changes the velocity by v within T has j <= pi^2 v
// / (2 T^2): with h = T / 8, a cushion's 5 ms and 4 m/s that is 0.6 um.
constexpr int kContactParts = 8;
// The server allows 262144 samples of a shot, times x balls; the times of events are beside these.
constexpr double kMostSamples = 65536.0;

carom::v1::Engine EngineOf(const SimulateRequest& request) {
  return SettingsOf(request, ShotAt(request, 0)).engine();
}

// Samples at regular times and, where the motion between events is no parabola, at all times at
// which it changes.
std::vector<double> SampleTimes(const ShotRecord& record,
                                const std::vector<ShotContact>& contacts) {
  const double end_s = record.outcome.end_time_s;
  const double balls = std::max(1.0, static_cast<double>(record.outcome.balls.size()));
  const double period_s = std::max(kPeriod_s, end_s * balls / kMostSamples);
  std::vector<double> times_s = {0.0};
  for (int i = 1; i * period_s < end_s; ++i) times_s.push_back(i * period_s);
  if (!record.is_piecewise_parabolic) {
    for (const ShotEvent& event : record.events) times_s.push_back(event.time_s);
    for (const ShotContact& contact : contacts) {
      const double lasts_s = contact.end_s - contact.begin_s;
      for (int i = 0; i <= kContactParts; ++i) {
        times_s.push_back(contact.begin_s + lasts_s * i / kContactParts);
      }
    }
  }
  std::sort(times_s.begin(), times_s.end());
  times_s.erase(std::unique(times_s.begin(), times_s.end()), times_s.end());
  return times_s;
}

absl::StatusOr<ShotSamples> Sample(const Client& client, const CallOptions& call,
                                   SimulateRequest request, const std::vector<double>& times_s) {
  carom::v1::Detail& detail = *request.mutable_detail();
  detail.Clear();
  detail.set_level(carom::v1::Detail::LEVEL_SAMPLES);
  detail.mutable_samples()->mutable_times_s()->Add(times_s.begin(), times_s.end());
  const auto response = client.Simulate(request, call);
  if (!response.ok()) return response.status();
  auto samples = ReadSamples(response->results());
  if (!samples.ok()) return samples.status();
  if (samples->size() != 1)
    return absl::InternalError("the server sampled another number of shots");
  return std::move(samples->front());
}

// "ball 3 into the left side; at rest after 7.482 s".
std::string TitleOf(const ShotOutcome& outcome, const ShotNames& names) {
  std::string title;
  for (const PocketedBall& dropped : outcome.pocketed) {
    absl::StrAppend(&title, names.Ball(dropped.ball), " into ", names.Pocket(dropped.pocket), "; ");
  }
  for (const LostBall& lost : outcome.left_table) {
    absl::StrAppend(&title, names.Ball(lost.ball), " left the table; ");
  }
  absl::StrAppendFormat(&title, "%s after %.3f s", Words(outcome.stop_reason), outcome.end_time_s);
  return title;
}

picture::SceneWords WordsOf(const ShotRecord& record, const std::vector<ShotContact>& contacts,
                            const ShotNames& names) {
  picture::SceneWords words;
  words.title = TitleOf(record.outcome, names);
  for (uint32_t ball = 0; ball < record.outcome.balls.size(); ++ball) {
    words.balls.push_back(names.Ball(ball));
  }
  for (const ShotEvent& event : record.events) {
    words.events.push_back(EventPhrase(event, names));
  }
  for (const ShotContact& contact : contacts) {
    words.contacts.push_back(EventPhrase(contact.kind, contact.ball, contact.other, names));
  }
  return words;
}

std::string BallSetOf(const carom::v1::Layout& layout, const carom::v1::TableGeometry& table) {
  return layout.ball_set().empty() ? table.ball_set() : layout.ball_set();
}

// Outcome, events and contacts of the first answer, without samples.
absl::StatusOr<ShotRecord> ReadRecord(const SimulateRequest& request,
                                      const carom::v1::ShotResults& results,
                                      std::vector<ShotContact>* contacts) {
  auto outcomes = ReadOutcomes(results);
  if (!outcomes.ok()) return outcomes.status();
  auto events = ReadEvents(results);
  if (!events.ok()) return events.status();
  auto touched = ReadContacts(results);
  if (!touched.ok()) return touched.status();
  if (outcomes->size() != 1) return absl::InternalError("the server answered another shot");
  *contacts = std::move(touched->front());
  return ShotRecord{std::move(outcomes->front()),
                    std::move(events->front()),
                    {},
                    IsPiecewiseParabolic(EngineOf(request))};
}

}  // namespace

bool IsPiecewiseParabolic(carom::v1::Engine engine) {
  return engine != carom::v1::ENGINE_COMPLIANT && engine != carom::v1::ENGINE_DISCRETE_TIME;
}

void AskForMotion(SimulateRequest* request) {
  carom::v1::Detail& detail = *request->mutable_detail();
  detail.Clear();
  detail.set_level(carom::v1::Detail::LEVEL_EVENTS);
  detail.set_event_states(true);
  detail.set_contacts(EngineOf(*request) == carom::v1::ENGINE_COMPLIANT);
}

absl::StatusOr<picture::ShotScene> MakeScene(const Client& client, const CallOptions& call,
                                             const SimulateRequest& request,
                                             const carom::v1::ShotResults& results) {
  const carom::v1::Shot shot = ShotAt(request, 0);
  const auto table = TableOf(client, request, shot.table_index(), call);
  if (!table.ok()) return table.status();
  std::vector<ShotContact> contacts;
  auto record = ReadRecord(request, results, &contacts);
  if (!record.ok()) return record.status();
  auto samples = Sample(client, call, request, SampleTimes(*record, contacts));
  if (!samples.ok()) return samples.status();
  record->samples = *std::move(samples);
  const carom::v1::Layout layout = LayoutOf(request, shot);
  const ShotNames names(layout, shot, *table);
  return picture::MakeScene(*record, contacts, *table, BallSetOf(layout, *table),
                            WordsOf(*record, contacts, names));
}

absl::StatusOr<picture::ShotScene> PlayScene(const Client& client, const CallOptions& call,
                                             SimulateRequest request) {
  AskForMotion(&request);
  const auto played = client.Simulate(request, call);
  if (!played.ok()) return played.status();
  return MakeScene(client, call, request, played->results());
}

}  // namespace carom
