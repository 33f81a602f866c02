#include "server/metrics/timings.h"

#include <algorithm>
#include <string>

#include "absl/status/status.h"

namespace carom {
namespace {

using prometheus::Histogram;

// Three buckets a decade, as usual.
const Histogram::BucketBoundaries& Buckets() {
  static const auto* const buckets = new Histogram::BucketBoundaries{
      10e-6, 25e-6,  50e-6,  100e-6, 250e-6, 500e-6, 1e-3, 2.5e-3, 5e-3, 10e-3, 25e-3,
      50e-3, 100e-3, 250e-3, 500e-3, 1.0,    2.5,    5.0,  10.0,   25.0, 50.0,  100.0};
  return *buckets;
}

void Observe(Histogram& histogram, Timings::Clock::duration time) {
  histogram.Observe(std::chrono::duration<double>(time).count());
}

prometheus::Family<Histogram>& MakeFamily(prometheus::Registry& registry, const char* name,
                                          const char* help) {
  return prometheus::BuildHistogram().Name(name).Help(help).Register(registry);
}

}  // namespace

Timings::Timings()
    : calls_(MakeFamily(registry_, "carom_call_seconds",
                        "From a call's arrival to the end of its answer's sending.")) {
  auto& queue =
      MakeFamily(registry_, "carom_queue_seconds", "Wait of a piece of work for its first worker.");
  auto& work = MakeFamily(registry_, "carom_work_seconds",
                          "Workers' time for a piece of work: a call's part or a chunk.");
  for (size_t i = 0; i < kLanes; ++i) {
    const prometheus::Labels lane{{"lane", Name(static_cast<Lane>(i))}};
    queue_[i] = &queue.Add(lane, Buckets());
    work_[i] = &work.Add(lane, Buckets());
  }
  auto& encode = MakeFamily(registry_, "carom_encode_seconds", "Serialising one message.");
  auto& write = MakeFamily(registry_, "carom_write_seconds",
                           "From a message handed to gRPC until it takes the next one.");
  for (const Method method : {Method::kSimulate, Method::kSimulateBatch, Method::kSimulateMechanism,
                              Method::kEstimateOutcomes, Method::kRuleShots, Method::kPlaceBalls,
                              Method::kFindAims, Method::kPlanShot, Method::kPlayMatch}) {
    const prometheus::Labels label{{"method", Name(method)}};
    encode_[static_cast<size_t>(method)] = &encode.Add(label, Buckets());
    write_[static_cast<size_t>(method)] = &write.Add(label, Buckets());
  }
}

void Timings::CallEnded(Method method, grpc::StatusCode code, Clock::duration took) {
  const size_t column = std::min(static_cast<size_t>(code), kCodes - 1);
  std::atomic<Histogram*>& known = call_[static_cast<size_t>(method)][column];
  Histogram* histogram = known.load(std::memory_order_acquire);
  if (histogram == nullptr) {
    // Two that come at once get the same histogram.
    const std::string name = absl::StatusCodeToString(static_cast<absl::StatusCode>(column));
    histogram = &calls_.Add({{"method", Name(method)}, {"code", name}}, Buckets());
    known.store(histogram, std::memory_order_release);
  }
  Observe(*histogram, took);
}

void Timings::Waited(Lane lane, Clock::duration time) {
  Observe(*queue_[static_cast<size_t>(lane)], time);
}

void Timings::Worked(Lane lane, Clock::duration time) {
  Observe(*work_[static_cast<size_t>(lane)], time);
}

void Timings::Written(Method method, Clock::duration time) {
  Observe(*write_[static_cast<size_t>(method)], time);
}

}  // namespace carom
