#ifndef CAROM_TESTS_SERVER_DRAWN_BATCH_H_
#define CAROM_TESTS_SERVER_DRAWN_BATCH_H_

#include <cstdint>
#include <map>
#include <string>

#include "tests/server/convert/wire_message.h"
#include "tests/server/test_service.h"

namespace carom {

// Two layouts of balls on a 9 ft table, and a nine-ball rack.
inline constexpr char kLayouts[] = R"(
  layouts { balls {
    balls { state { position_m { x: -0.5 } } }
    balls { state { position_m { x: 0.3 y: 0.01 } } }
    balls { state { position_m { x: 0.6 y: -0.1 } velocity_m_s { y: 0.5 } } }
    balls { state { position_m { x: 0.1 y: 0.3 } } } } }
  layouts { balls {
    balls { state { position_m { x: 0.1 } } }
    balls { state { position_m { x: -0.3 y: 0.02 } } }
    balls { state { position_m { x: -0.6 y: 0.2 } } } } }
  layouts { rack { name: 'nine_ball' gap_m: 1e-3 jitter_m: 2e-4 } }
)";

inline v1::SimulateBatchRequest Drawn(const std::string& drawn_shots, uint32_t shots = 200) {
  auto request = testing::Wire<v1::SimulateBatchRequest>(kLayouts);
  request.mutable_detail()->set_inputs(true);
  v1::ShotGenerator& generator = *request.mutable_generator();
  *generator.mutable_drawn_shots() = testing::Wire<v1::DrawnShots>(drawn_shots);
  generator.set_seed(5);
  generator.set_shot_count(shots);
  return request;
}

/// What became of a shot: its hash (0 where it failed), and what was drawn.
struct DrawnShot {
  uint64_t hash = 0;
  std::string failure;
  std::map<std::string, double> inputs;
};

struct DrawnAnswer {
  grpc::Status status;
  std::map<uint64_t, DrawnShot> shots;
};

inline DrawnAnswer PlayBatch(TestService& service, const v1::SimulateBatchRequest& request) {
  grpc::ClientContext context;
  DrawnAnswer answer;
  const auto reader = service.stub->SimulateBatch(&context, request);
  v1::SimulateBatchResponse chunk;
  while (reader->Read(&chunk)) {
    const v1::ShotResults& results = chunk.results();
    for (uint32_t i = 0; i < results.shot_count(); ++i) {
      DrawnShot& shot = answer.shots[results.first_shot() + i];
      shot.hash = results.hashes(static_cast<int>(i));
      for (const v1::InputColumn& column : results.inputs()) {
        shot.inputs[column.quantity()] = column.values(static_cast<int>(i));
      }
    }
    for (const v1::ShotFailure& failure : results.failures()) {
      answer.shots[failure.shot()].failure = failure.message();
    }
  }
  answer.status = reader->Finish();
  return answer;
}

}  // namespace carom

#endif  // CAROM_TESTS_SERVER_DRAWN_BATCH_H_
