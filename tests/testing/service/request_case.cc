#include "tests/testing/service/request_case.h"

#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "core/base/demand.h"
#include "core/shot/simulate.h"
#include "server/convert/result_writer.h"
#include "server/request_view.h"
#include "server/shot_cursor.h"
#include "server/shot_plan.h"
#include "tests/testing/shots/invariants.h"

namespace carom::testing {
namespace {

constexpr int kMaxShots = 4096;
constexpr int64_t kMaxShotBytes = 8 << 20;
constexpr int64_t kSceneBytes = 1 << 20;

// Of requests made short.
constexpr int kFewShots = 4;
constexpr uint32_t kFewEvents = 2000;
constexpr uint32_t kFewEventsAtOneTime = 200;
constexpr double kShortTime_s = 100.0;
constexpr uint32_t kFewEvaluations = 1000;  // Of the compliant engine.

template <class Value>
Value AtMost(bool given, Value value, Value most) {
  return given && value <= most ? value : most;
}

void MakeShort(v1::SimulateRequest& request) {
  auto& shots = *request.mutable_shots()->mutable_shots();
  if (shots.size() > kFewShots) shots.DeleteSubrange(kFewShots, shots.size() - kFewShots);
  if (request.settings_size() == 0) request.add_settings();
  for (v1::Settings& settings : *request.mutable_settings()) {
    v1::Limits& limits = *settings.mutable_limits();
    limits.set_max_events(AtMost(limits.has_max_events(), limits.max_events(), kFewEvents));
    limits.set_max_events_at_one_time(AtMost(limits.has_max_events_at_one_time(),
                                             limits.max_events_at_one_time(), kFewEventsAtOneTime));
    limits.set_max_time_s(AtMost(limits.has_max_time_s(), limits.max_time_s(), kShortTime_s));
    if (settings.engine() != v1::ENGINE_COMPLIANT) continue;
    v1::Integration& integration = *settings.mutable_compliant()->mutable_integration();
    integration.set_max_evaluations(
        AtMost(integration.has_max_evaluations(), integration.max_evaluations(), kFewEvaluations));
  }
}

// Of the compliant engine, whose balls do overlap and whose energy is an integration's.
std::string CompliantProblem(const Record& record) {
  const bool finite = std::all_of(
      record.final_states.begin(), record.final_states.end(), [](const BallState& state) {
        return IsFinite(state.position) && IsFinite(state.velocity) && IsFinite(state.spin);
      });
  return finite ? "" : "not finite";
}

std::string Problem(const Scene& scene, const Shot& shot, const Record& record) {
  if (scene.settings().engine == Engine::kCompliant) return CompliantProblem(record);
  const Invariants found = CheckInvariants(scene, shot, record);
  std::ostringstream problem;
  if (!(found.worst_energy_gain <= 1e-9)) problem << "energy gain " << found.worst_energy_gain;
  if (!(found.worst_flight_drift <= 1e-9)) problem << " drift " << found.worst_flight_drift;
  if (!(found.worst_overlap_m <= 1e-9)) problem << " overlap " << found.worst_overlap_m << " m";
  if (!found.all_finite) problem << " not finite";
  if (!found.in_order) problem << " events out of order";
  if (!found.on_its_cloth) problem << " not on its cloth";
  if (!found.by_state_machine) problem << " not by the state machine";
  if (!found.left_properly) problem << " left the table wrongly";
  if (!found.ended_properly) problem << " ended without a reason";
  if (problem.tellp() > 0) problem << " (" << found.worst << ")";
  return problem.str();
}

class RequestPlayer {
 public:
  explicit RequestPlayer(const v1::SimulateRequest& request) : view_(request) {
    watched_.events = watched_.event_states = watched_.hops = true;
  }

  RequestCase Play() {
    if (!CheckRequest(view_, kMaxShots).ok()) return result_;
    SceneStore scenes(kSceneBytes, ConvertLimits());
    const auto plan = ShotPlan::Make(view_, ConvertLimits(), scenes);
    if (!plan.ok()) return result_;
    ShotCursor cursor(**plan);
    v1::ShotResults results;
    ResultWriter writer((*plan)->detail(), kMaxShotBytes);
    writer.Start(0, &results);
    for (uint32_t i = 0; i < view_.shot_count; ++i) PlayShot(**plan, i, cursor, writer);
    if (writer.shot_count() != view_.shot_count) {
      Blame("the answer does not hold every shot");
    }
    return result_;
  }

 private:
  void PlayShot(const ShotPlan& plan, uint32_t index, ShotCursor& cursor, ResultWriter& writer) {
    absl::Status status = cursor.Load(index);
    if (status.ok()) {
      status = Simulate(cursor.scene(), cursor.shot(), plan.detail().detail, StopToken(),
                        workspace_, record_);
      if (!status.ok()) status = cursor.ToWire(status);
    }
    if (!status.ok()) {
      ++result_.shots_refused;
      writer.AddFailure(status);
      return;
    }
    writer.Add(record_);
    Watch(cursor.scene(), cursor.shot());
  }

  // Plays the shot of record_ again with its log kept.
  void Watch(const Scene& scene, const Shot& shot) {
    ++result_.shots_played;
    const uint64_t hash = record_.hash;
    if (!Simulate(scene, shot, watched_, StopToken(), workspace_, record_).ok()) {
      Blame("refused when asked for more detail");
      return;
    }
    if (record_.hash != hash) Blame("the answer depends on the detail");
    if (AtLimit(record_.stop_reason)) ++result_.shots_at_limit;
    const std::string problem = Problem(scene, shot, record_);
    if (!problem.empty()) Blame(problem);
    result_.last = record_;
  }

  void Blame(const std::string& problem) {
    if (result_.problem.empty()) result_.problem = problem;
  }

  const RequestView view_;
  Detail watched_;
  Workspace workspace_;
  Record record_;
  RequestCase result_;
};

}  // namespace

RequestCase PlayRequest(const v1::SimulateRequest& request) {
  return RequestPlayer(request).Play();
}

RequestCase PlayRequestBytes(std::string_view bytes) {
  const google::protobuf::LogSilencer silencer;  // It tells every string that is no UTF-8.
  v1::SimulateRequest request;
  if (!request.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return {};
  MakeShort(request);
  return PlayRequest(request);
}

v1::SimulateRequest ReadRequest(const std::string& path) {
  std::ifstream file(path);
  CAROM_DEMAND(file.good(), path);
  std::ostringstream text;
  text << file.rdbuf();
  v1::SimulateRequest request;
  CAROM_DEMAND(google::protobuf::TextFormat::ParseFromString(text.str(), &request), path);
  return request;
}

}  // namespace carom::testing
