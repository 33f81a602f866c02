// carom-chaos-shots: what planners do while servers come and go. Fires single shots for a while,
// one after the other on each of some threads, and compares each with the engine in this process.
//
//   carom-chaos-shots HOST:PORT SECONDS THREADS
//
// Ends with one line: calls=N failed=F wrong=W p50_ms=.. p99_ms=.. worst_ms=.. Exit code 0 if no
// call failed within its 10 s and every hash was right, else 1.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "client/client.h"
#include "client/embedded/embedded.h"

namespace carom {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kShots = 64;
constexpr absl::Duration kTimeout = absl::Seconds(10);

v1::SimulateRequest Break(int number) {
  v1::SimulateRequest request;
  request.add_layouts()->mutable_rack()->set_name("nine_ball");
  v1::CueStrike& strike = *request.add_shots()->mutable_strike();
  strike.set_speed_m_s(3.0 + 0.05 * number);
  strike.set_azimuth_rad(0.001 * number);
  return request;
}

std::vector<uint64_t> Reference() {
  const Client client{Embedded()};
  std::vector<uint64_t> hashes;
  for (int i = 0; i < kShots; ++i) hashes.push_back(client.Simulate(Break(i))->results().hashes(0));
  return hashes;
}

struct Tally {
  std::mutex mutex;
  std::vector<double> took_ms;
  int failed = 0;
  int wrong = 0;
};

void Fire(const Client& client, const std::vector<uint64_t>& reference, Clock::time_point end,
          Tally& tally) {
  CallOptions call;
  call.timeout = kTimeout;
  call.retry_for = kTimeout;
  for (int i = 0; Clock::now() < end; i = (i + 1) % kShots) {
    const Clock::time_point begin = Clock::now();
    const auto response = client.Simulate(Break(i), call);
    const std::chrono::duration<double, std::milli> took = Clock::now() - begin;
    const std::lock_guard lock(tally.mutex);
    tally.took_ms.push_back(took.count());
    if (!response.ok()) {
      ++tally.failed;
      std::fprintf(stderr, "after %.0f ms: %s\n", took.count(),
                   response.status().ToString().c_str());
    } else if (response->results().hashes(0) != reference[static_cast<size_t>(i)]) {
      ++tally.wrong;
    }
  }
}

int Main(const std::string& target, double seconds, int threads) {
  const std::vector<uint64_t> reference = Reference();
  const Client client{Connect(target)};
  const auto end = Clock::now() + std::chrono::milliseconds(static_cast<int64_t>(1e3 * seconds));
  Tally tally;
  {
    std::vector<std::jthread> planners;
    for (int i = 0; i < threads; ++i) {
      planners.emplace_back([&] { Fire(client, reference, end, tally); });
    }
  }
  std::vector<double>& took = tally.took_ms;
  if (took.empty()) return 1;
  std::sort(took.begin(), took.end());
  std::printf("calls=%zu failed=%d wrong=%d p50_ms=%.2f p99_ms=%.2f worst_ms=%.2f\n", took.size(),
              tally.failed, tally.wrong, took[took.size() / 2], took[took.size() * 99 / 100],
              took.back());
  return tally.failed + tally.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace carom

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: carom-chaos-shots HOST:PORT SECONDS THREADS\n");
    return 2;
  }
  return carom::Main(argv[1], std::atof(argv[2]), std::atoi(argv[3]));
}
