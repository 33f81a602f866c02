// A race that TSan must report: two threads write one int without a lock. The writer's signature
// names gRPC's types, as our reactors' do, so a suppression that is not anchored would hide it.
#include <grpcpp/support/status.h>

#include <thread>

namespace {

int shared_counter = 0;

void CountFailure(const grpc::Status& status) {
  for (int i = 0; i < 100000; ++i) shared_counter += status.ok() ? 0 : 1;
}

}  // namespace

int main() {
  const grpc::Status failure(grpc::StatusCode::UNAVAILABLE, "planted");
  std::thread first(CountFailure, failure);
  std::thread second(CountFailure, failure);
  first.join();
  second.join();
  return shared_counter == 0 ? 1 : 0;
}
