#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <future>
#include <memory>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "carom/v1/simulation.grpc.pb.h"
#include "client/internal/grpc_callback.h"
#include "tests/chaos/load/known_shots.h"
#include "tests/chaos/load/modes.h"
#include "tests/chaos/load/raw_channel.h"

namespace carom::chaos {
namespace {

using std::chrono::microseconds;

constexpr int kThreads = 8;
// A break takes some 45 us. So calls work for up to 2 ms, and wait for others as long or longer:
// their end comes before, in or after their work.
constexpr int kMostShots = 45;
constexpr int kLongestLifeUs = 3'000;
// Of the calls so many are batches, each of half a second's work.
constexpr double kBatches = 0.1;

struct CancelTally {
  std::mutex mutex;
  int ok = 0;
  int wrong = 0;
  int cancelled = 0;
  int expired = 0;
  int refused = 0;
  int other = 0;
};

void Count(const grpc::Status& status, CancelTally& tally) {
  const std::lock_guard lock(tally.mutex);
  switch (status.error_code()) {
    case grpc::StatusCode::OK:
      ++tally.ok;
      return;
    case grpc::StatusCode::CANCELLED:
      ++tally.cancelled;
      return;
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      ++tally.expired;
      return;
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
      ++tally.refused;
      return;
    default:
      break;
  }
  if (tally.other++ == 0) {
    std::fprintf(stderr, "%d: %s\n", status.error_code(), status.error_message().c_str());
  }
}

// One client: one call after the other.
class Canceller {
 public:
  Canceller(const std::string& target, unsigned seed, const std::vector<uint64_t>& reference,
            CancelTally& tally)
      : stub_(v1::SimulationService::NewStub(RawChannel(target))),
        random_(seed),
        reference_(reference),
        tally_(tally) {}

  void OneCall() {
    if (std::bernoulli_distribution(kBatches)(random_)) {
      Batch();
    } else {
      Unary();
    }
  }

 private:
  microseconds RandomLife() {
    return microseconds(std::uniform_int_distribution(0, kLongestLifeUs)(random_));
  }

  // Half of the calls get a deadline, the others are cancelled by the caller.
  bool MaybeDeadline(grpc::ClientContext& context) {
    if (std::bernoulli_distribution(0.5)(random_)) return false;
    context.set_deadline(std::chrono::system_clock::now() + RandomLife());
    return true;
  }

  void Unary() {
    grpc::ClientContext context;
    const bool expires = MaybeDeadline(context);
    const int shots = std::uniform_int_distribution(1, kMostShots)(random_);
    const v1::SimulateRequest request = Breaks(0, shots);
    v1::SimulateResponse response;
    std::promise<grpc::Status> ended;
    stub_->async()->Simulate(&context, &request, &response,
                             MakeGrpcCallback<grpc::Status>(
                                 [&](grpc::Status status) { ended.set_value(std::move(status)); }));
    if (!expires) {
      std::this_thread::sleep_for(RandomLife());
      context.TryCancel();
    }
    const grpc::Status status = ended.get_future().get();
    Count(status, tally_);
    if (!status.ok()) return;
    const auto& hashes = response.results().hashes();
    if (std::equal(hashes.begin(), hashes.end(), reference_.begin(), reference_.begin() + shots)) {
      return;
    }
    const std::lock_guard lock(tally_.mutex);
    ++tally_.wrong;
  }

  void Batch() {
    grpc::ClientContext context;
    MaybeDeadline(context);
    v1::SimulateBatchRequest request;
    request.mutable_generator()->set_scene("nine_ball_break");
    request.mutable_generator()->set_shot_count(4096);
    const auto stream = stub_->SimulateBatch(&context, request);
    v1::SimulateBatchResponse chunk;
    for (int i = std::uniform_int_distribution(0, 3)(random_); i > 0 && stream->Read(&chunk); --i) {
    }
    context.TryCancel();
    while (stream->Read(&chunk)) {
    }
    Count(stream->Finish(), tally_);
  }

  const std::unique_ptr<v1::SimulationService::Stub> stub_;
  std::minstd_rand random_;
  const std::vector<uint64_t>& reference_;
  CancelTally& tally_;
};

}  // namespace

int RunCancels(const std::string& target, int calls, unsigned seed) {
  const std::vector<uint64_t> reference = ReferenceHashes();
  CancelTally tally;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        Canceller canceller(target, seed + static_cast<unsigned>(i), reference, tally);
        for (int call = i; call < calls; call += kThreads) canceller.OneCall();
      });
    }
  }
  std::printf("calls=%d ok=%d wrong=%d cancelled=%d expired=%d refused=%d other=%d\n", calls,
              tally.ok, tally.wrong, tally.cancelled, tally.expired, tally.refused, tally.other);
  return 0;
}

}  // namespace carom::chaos
