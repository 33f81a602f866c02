#ifndef CAROM_SERVER_METRICS_TIMINGS_H_
#define CAROM_SERVER_METRICS_TIMINGS_H_

#include <grpcpp/support/status.h>
#include <prometheus/family.h>
#include <prometheus/histogram.h>
#include <prometheus/metric_family.h>
#include <prometheus/registry.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <vector>

#include "server/method.h"
#include "server/worker_pool.h"

namespace carom {

/// How long calls and the pieces of their work take, as Prometheus histograms in seconds with
/// buckets from 10 us to 100 s. Thread-safe.
///
///   carom_call_seconds{method,code}  from the call's arrival to the end of its answer's sending.
///                                    What is refused has the code RESOURCE_EXHAUSTED.
///   carom_queue_seconds{lane}        that a piece of work waits for its first worker
///   carom_work_seconds{lane}         that workers spend on a piece of work, the waits between its
///                                    slices not counted
///   carom_encode_seconds{method}     that a worker spends on serialising one message
///   carom_write_seconds{method}      from a message handed to gRPC until gRPC takes the next one:
///                                    a slow reader shows here
class Timings : public PoolObserver {
 public:
  using Clock = std::chrono::steady_clock;

  /// Observes the time from its making to its end.
  class Timer {
   public:
    explicit Timer(prometheus::Histogram& histogram) : histogram_(histogram) {}
    ~Timer() { histogram_.Observe(std::chrono::duration<double>(Clock::now() - begin_).count()); }
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

   private:
    prometheus::Histogram& histogram_;
    const Clock::time_point begin_ = Clock::now();
  };

  Timings();

  void CallEnded(Method method, grpc::StatusCode code, Clock::duration took);
  void Waited(Lane lane, Clock::duration time) override;
  void Worked(Lane lane, Clock::duration time) override;
  void Written(Method method, Clock::duration time);
  prometheus::Histogram& encode(Method method) { return *encode_[static_cast<size_t>(method)]; }

  /// What was observed so far.
  std::vector<prometheus::MetricFamily> Collect() const { return registry_.Collect(); }

 private:
  using Family = prometheus::Family<prometheus::Histogram>;
  static constexpr size_t kCodes = 17;  // Of gRPC, OK included.

  prometheus::Registry registry_;
  Family& calls_;
  // Made when the first such call ends: most pairs never occur.
  std::array<std::array<std::atomic<prometheus::Histogram*>, kCodes>, kMethods> call_{};
  std::array<prometheus::Histogram*, kLanes> queue_{};
  std::array<prometheus::Histogram*, kLanes> work_{};
  std::array<prometheus::Histogram*, kMethods> encode_{};
  std::array<prometheus::Histogram*, kMethods> write_{};
};

}  // namespace carom

#endif  // CAROM_SERVER_METRICS_TIMINGS_H_
