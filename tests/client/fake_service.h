#ifndef CAROM_TESTS_CLIENT_FAKE_SERVICE_H_
#define CAROM_TESTS_CLIENT_FAKE_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "carom/v1/simulation.grpc.pb.h"

namespace carom {

/// A chunk of results whose shots have their own number as hash and one event each.
inline carom::v1::SimulateBatchResponse NumberedChunk(uint64_t first_shot, uint32_t count) {
  carom::v1::SimulateBatchResponse response;
  response.set_engine_version("fake");
  carom::v1::ShotResults* const results = response.mutable_results();
  results->set_first_shot(first_shot);
  results->set_shot_count(count);
  for (uint32_t i = 0; i < count; ++i) {
    results->add_hashes(first_shot + i);
    results->add_event_counts(1);
  }
  return response;
}

/// The same with a filter that lets every tenth shot pass: those whose number ends with 3.
inline carom::v1::SimulateBatchResponse FilteredChunk(uint64_t first_shot, uint32_t count) {
  carom::v1::SimulateBatchResponse response;
  response.set_engine_version("fake");
  carom::v1::ShotResults* const results = response.mutable_results();
  results->set_first_shot(first_shot);
  results->mutable_selection()->set_played_count(count);
  results->mutable_selection()->set_event_count(count);
  for (uint32_t i = 0; i < count; ++i) {
    if ((first_shot + i) % 10 != 3) continue;
    results->set_shot_count(results->shot_count() + 1);
    results->mutable_selection()->add_offsets(i);
    results->add_hashes(first_shot + i);
    results->add_event_counts(1);
  }
  return response;
}

/// A service behind a real gRPC server, which follows a script: each SimulateBatch call plays the
/// next scene, each Simulate call answers with the next status, and each EstimateOutcomes call
/// plays one and the same scene.
class FakeService : public carom::v1::SimulationService::Service {
 public:
  using Writer = grpc::ServerWriter<carom::v1::SimulateBatchResponse>;
  using EstimateWriter = grpc::ServerWriter<carom::v1::EstimateOutcomesResponse>;
  /// Gets the number of the call, from 1 on.
  using EstimateScene = std::function<grpc::Status(int, grpc::ServerContext*, EstimateWriter*)>;
  using Scene = std::function<grpc::Status(grpc::ServerContext*, Writer*)>;

  FakeService() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
  }

  std::shared_ptr<grpc::Channel> channel() { return server_->InProcessChannel({}); }

  /// HOST:PORT, for those who cannot use the channel.
  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }

  /// Further calls of Simulate end with these; when none is left, with OK.
  void Answer(const std::vector<grpc::Status>& statuses) {
    const std::lock_guard lock(mutex_);
    statuses_.insert(statuses_.end(), statuses.begin(), statuses.end());
  }

  /// Further calls of SimulateBatch play these.
  void Play(const std::vector<Scene>& scenes) {
    const std::lock_guard lock(mutex_);
    scenes_.insert(scenes_.end(), scenes.begin(), scenes.end());
  }

  /// Before the first call.
  void PlayEstimates(EstimateScene scene) {
    const std::lock_guard lock(mutex_);
    estimate_scene_ = std::move(scene);
  }

  int estimate_calls() const { return estimate_calls_; }

  int simulate_calls() const {
    const std::lock_guard lock(mutex_);
    return simulate_calls_;
  }

  std::vector<carom::v1::SimulateBatchRequest> batch_requests() const {
    const std::lock_guard lock(mutex_);
    return batch_requests_;
  }

  /// What statuses other than OK come with.
  void set_pushback_ms(int milliseconds) {
    const std::lock_guard lock(mutex_);
    pushback_ms_ = milliseconds;
  }

  /// What GetServerInfo tells; empty, as at first: it is not there.
  void set_engine_version(const std::string& version) {
    const std::lock_guard lock(mutex_);
    engine_version_ = version;
  }

  void set_wire_revision(uint32_t revision) {
    const std::lock_guard lock(mutex_);
    wire_revision_ = revision;
  }

  /// Each GetServerInfo begins with this. Before the first call.
  void set_on_server_info(std::function<void(grpc::ServerContext*)> on_server_info) {
    const std::lock_guard lock(mutex_);
    on_server_info_ = std::move(on_server_info);
  }

  int server_info_calls() const { return server_info_calls_; }

  grpc::Status GetServerInfo(grpc::ServerContext* context, const carom::v1::GetServerInfoRequest*,
                             carom::v1::GetServerInfoResponse* response) override {
    ++server_info_calls_;
    std::function<void(grpc::ServerContext*)> on_server_info;
    {
      const std::lock_guard lock(mutex_);
      on_server_info = on_server_info_;
    }
    if (on_server_info) on_server_info(context);
    const std::lock_guard lock(mutex_);
    if (engine_version_.empty()) return grpc::Status(grpc::StatusCode::UNIMPLEMENTED, "");
    response->set_engine_version(engine_version_);
    response->set_wire_revision(wire_revision_);
    return grpc::Status::OK;
  }

  /// The metadata of that name that Simulate was called with last.
  std::string authorization() const {
    const std::lock_guard lock(mutex_);
    return authorization_;
  }
  void ForgetAuthorization() {
    const std::lock_guard lock(mutex_);
    authorization_.clear();
  }

  /// The connections that Simulate was called through.
  std::set<std::string> peers() const {
    const std::lock_guard lock(mutex_);
    return peers_;
  }

  grpc::Status Simulate(grpc::ServerContext* context, const carom::v1::SimulateRequest*,
                        carom::v1::SimulateResponse* response) override {
    const std::lock_guard lock(mutex_);
    ++simulate_calls_;
    const auto authorization = context->client_metadata().find("authorization");
    if (authorization != context->client_metadata().end()) {
      authorization_.assign(authorization->second.data(), authorization->second.size());
    }
    peers_.insert(context->peer());
    response->set_engine_version("fake");
    if (statuses_.empty()) return grpc::Status::OK;
    const grpc::Status status = statuses_.front();
    statuses_.pop_front();
    if (!status.ok() && pushback_ms_ > 0) {
      context->AddTrailingMetadata("grpc-retry-pushback-ms", std::to_string(pushback_ms_));
    }
    return status;
  }

  grpc::Status SimulateBatch(grpc::ServerContext* context,
                             const carom::v1::SimulateBatchRequest* request,
                             Writer* writer) override {
    Scene scene;
    {
      const std::lock_guard lock(mutex_);
      batch_requests_.push_back(*request);
      if (scenes_.empty()) return grpc::Status(grpc::StatusCode::INTERNAL, "no scene is left");
      scene = std::move(scenes_.front());
      scenes_.pop_front();
    }
    return scene(context, writer);
  }

  grpc::Status EstimateOutcomes(grpc::ServerContext* context,
                                const carom::v1::EstimateOutcomesRequest*,
                                EstimateWriter* writer) override {
    EstimateScene scene;
    {
      const std::lock_guard lock(mutex_);
      scene = estimate_scene_;
    }
    return scene(++estimate_calls_, context, writer);
  }

 private:
  std::atomic<int> estimate_calls_ = 0;
  std::atomic<int> server_info_calls_ = 0;
  mutable std::mutex mutex_;
  EstimateScene estimate_scene_ ABSL_GUARDED_BY(mutex_);
  std::function<void(grpc::ServerContext*)> on_server_info_ ABSL_GUARDED_BY(mutex_);
  std::deque<grpc::Status> statuses_ ABSL_GUARDED_BY(mutex_);
  std::deque<Scene> scenes_ ABSL_GUARDED_BY(mutex_);
  uint32_t wire_revision_ ABSL_GUARDED_BY(mutex_) = 0;
  std::string engine_version_ ABSL_GUARDED_BY(mutex_);
  std::string authorization_ ABSL_GUARDED_BY(mutex_);
  int pushback_ms_ ABSL_GUARDED_BY(mutex_) = 0;
  std::set<std::string> peers_ ABSL_GUARDED_BY(mutex_);
  int simulate_calls_ ABSL_GUARDED_BY(mutex_) = 0;
  std::vector<carom::v1::SimulateBatchRequest> batch_requests_ ABSL_GUARDED_BY(mutex_);
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace carom

#endif  // CAROM_TESTS_CLIENT_FAKE_SERVICE_H_
