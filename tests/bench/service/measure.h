#ifndef CAROM_TESTS_BENCH_SERVICE_MEASURE_H_
#define CAROM_TESTS_BENCH_SERVICE_MEASURE_H_

#include <time.h>

#include <chrono>
#include <cstdio>
#include <string>

namespace carom {

using Clock = std::chrono::steady_clock;
inline double Seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

/// The CSV, and whether all bounds held.
class Report {
 public:
  Report() { std::puts("load,threads,quantity,value,bound"); }

  void Tell(const std::string& load, int threads, const char* quantity, double value) {
    Print(load, threads, quantity, value, "");
  }
  void AtMost(const std::string& load, int threads, const char* quantity, double value,
              double bound) {
    Bounded(load, threads, quantity, value, value <= bound, "<= " + std::to_string(bound));
  }

  bool ok() const { return ok_; }

 private:
  void Bounded(const std::string& load, int threads, const char* quantity, double value, bool holds,
               const std::string& bound) {
    ok_ = ok_ && holds;
    Print(load, threads, quantity, value, bound + (holds ? "" : " MISSED"));
  }
  static void Print(const std::string& load, int threads, const char* quantity, double value,
                    const std::string& bound) {
    std::printf("%s,%d,%s,%.6g,%s\n", load.c_str(), threads, quantity, value, bound.c_str());
    std::fflush(stdout);
  }

  bool ok_ = true;
};

inline double Read(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Processor time of the server so far, s: of all threads of this process but the one that calls
/// it. A call that waits for its answer writes and reads its messages in the thread of its caller.
inline double ServerTime() {
  return Read(CLOCK_PROCESS_CPUTIME_ID) - Read(CLOCK_THREAD_CPUTIME_ID);
}

}  // namespace carom

#endif  // CAROM_TESTS_BENCH_SERVICE_MEASURE_H_
