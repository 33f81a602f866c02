#ifndef CAROM_TESTS_SERVER_TEST_SERVICE_H_
#define CAROM_TESTS_SERVER_TEST_SERVICE_H_

#include <grpcpp/create_channel.h>
#include <grpcpp/grpcpp.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "carom/client/shot_range.h"
#include "carom/v1/mechanism.grpc.pb.h"
#include "carom/v1/simulation.grpc.pb.h"
#include "server/server.h"

namespace carom {

/// A server for a test, and a way to it: through a loopback port or inside the process.
struct TestService {
  explicit TestService(ServerOptions options = {}, bool in_process = true,
                       std::shared_ptr<const ServerLog> log = nullptr) {
    options.listen = in_process ? "" : "127.0.0.1:0";
    server = Server::Start(options, std::move(log)).value();
    grpc::ChannelArguments arguments;
    arguments.SetMaxReceiveMessageSize(-1);
    // A channel of its own for every test, not one shared with an earlier server on the same port.
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    channel = in_process ? server->InProcessChannel(arguments)
                         : grpc::CreateCustomChannel(server->address(),
                                                     grpc::InsecureChannelCredentials(), arguments);
    stub = v1::SimulationService::NewStub(channel);
    mechanisms = v1::MechanismService::NewStub(channel);
  }

  // Destroyed from the bottom up.
  std::unique_ptr<Server> server;
  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::SimulationService::Stub> stub;
  std::unique_ptr<v1::MechanismService::Stub> mechanisms;
};

inline ServerOptions WithThreads(int threads) {
  ServerOptions options;
  options.threads = threads;
  return options;
}

/// A named scene: sixteen balls anywhere.
inline constexpr char kScatter[] = "eight_ball_scatter";

/// A batch that the server draws from a named scene.
inline v1::SimulateBatchRequest SceneBatch(const std::string& scene, uint32_t shots,
                                           uint64_t first = 0) {
  v1::SimulateBatchRequest request;
  request.mutable_generator()->set_scene(scene);
  request.mutable_generator()->set_seed(7);
  request.mutable_generator()->set_first_shot(first);
  request.mutable_generator()->set_shot_count(shots);
  return request;
}

/// Nine-ball breaks, each a bit off the last.
template <typename Shots>
void AddBreaks(int count, Shots& shots) {
  for (int i = 0; i < count; ++i) {
    v1::CueStrike* const strike = shots.Add()->mutable_strike();
    strike->set_speed_m_s(3.0 + 0.01 * i);
    strike->set_azimuth_rad(0.001 * (i % 7));
  }
}

inline v1::SimulateRequest Breaks(int count) {
  v1::SimulateRequest request;
  request.add_layouts()->mutable_rack()->set_name("nine_ball");
  AddBreaks(count, *request.mutable_shots()->mutable_shots());
  return request;
}

/// A break with as many settings as the wire allows, none like another: about a megabyte.
inline v1::SimulateBatchRequest ManySettings(int count = 65'536) {
  v1::SimulateBatchRequest request;
  request.add_layouts()->mutable_rack()->set_name("nine_ball");
  for (int i = 0; i < count; ++i) {
    request.add_settings()->mutable_limits()->set_max_time_s(10.0 + 1e-6 * i);
  }
  AddBreaks(1, *request.mutable_shots()->mutable_shots());
  return request;
}

/// A mechanism that would run for minutes.
inline v1::SimulateMechanismRequest LongMechanism() {
  v1::SimulateMechanismRequest request;
  v1::DoublePendulum& pendulum = *request.mutable_double_pendulum();
  pendulum.set_friction(0.0);
  pendulum.set_restitution(1.0);
  pendulum.set_duration_s(3000.0);
  pendulum.mutable_integration()->set_largest_step_s(1e-4);
  return request;
}

/// The hash of every shot of a batch by its number; a shot that came twice is counted in `twice`.
struct BatchAnswer {
  std::map<uint64_t, uint64_t> hashes;
  int twice = 0;
  int chunks = 0;
  uint32_t largest_chunk = 0;
  grpc::Status status;
};

inline BatchAnswer RunBatch(v1::SimulationService::Stub& stub,
                            const v1::SimulateBatchRequest& request) {
  grpc::ClientContext context;
  BatchAnswer answer;
  const auto reader = stub.SimulateBatch(&context, request);
  v1::SimulateBatchResponse chunk;
  while (reader->Read(&chunk)) {
    const v1::ShotResults& results = chunk.results();
    ++answer.chunks;
    answer.largest_chunk = std::max(answer.largest_chunk, results.shot_count());
    for (uint32_t i = 0; i < results.shot_count(); ++i) {
      const bool fresh =
          answer.hashes.emplace(ShotNumber(results, i), results.hashes(static_cast<int>(i))).second;
      if (!fresh) ++answer.twice;
    }
  }
  answer.status = reader->Finish();
  return answer;
}

}  // namespace carom

#endif  // CAROM_TESTS_SERVER_TEST_SERVICE_H_
