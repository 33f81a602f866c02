// libFuzzer's target: bytes that may be a SimulateRequest, taken as the service takes them, with
// the invariants as oracle. Built and run by tests/fuzz/run.sh.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/testing/service/request_case.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const carom::testing::RequestCase played = carom::testing::PlayRequestBytes(bytes);
  if (!played.problem.empty()) {
    std::fprintf(stderr, "problem: %s\n", played.problem.c_str());
    std::abort();
  }
  return 0;
}
