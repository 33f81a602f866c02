// One 9-ball break by the in-process service; exits 1 unless a shot came to rest.
#include <carom/client/client.h>
#include <carom/client/embedded/embedded.h>

#include <cstdio>

#include "client/options.h"

int main() {
  carom::v1::SimulateRequest request;
  request.add_layouts()->mutable_rack()->set_name("nine_ball");
  request.mutable_shots()->add_shots()->mutable_strike()->set_speed_m_s(kCueSpeed_m_s);

  const carom::Client client(carom::Embedded());
  const auto response = client.Simulate(request);
  if (!response.ok()) {
    std::fprintf(stderr, "%s\n", response.status().ToString().c_str());
    return 1;
  }
  const carom::v1::ShotResults& results = response->results();
  std::printf("%u events in %.3f s, engine %s\n", results.event_counts(0), results.end_times_s(0),
              response->engine_version().c_str());
  return results.stop_reasons(0) == carom::v1::STOP_REASON_AT_REST ? 0 : 1;
}
