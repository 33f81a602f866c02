#include "tests/chaos/load/known_shots.h"

#include "carom/client/client.h"
#include "carom/client/embedded/embedded.h"

namespace carom::chaos {

v1::SimulateRequest Breaks(int first, int shots) {
  v1::SimulateRequest request;
  request.add_layouts()->mutable_rack()->set_name("nine_ball");
  for (int i = 0; i < shots; ++i) {
    const int number = (first + i) % kKnownShots;
    v1::CueStrike& strike = *request.mutable_shots()->add_shots()->mutable_strike();
    strike.set_speed_m_s(3.0 + 0.05 * number);
    strike.set_azimuth_rad(0.001 * number);
  }
  return request;
}

std::vector<uint64_t> ReferenceHashes() {
  const Client client{Embedded()};
  const auto response = client.Simulate(Breaks(0, kKnownShots));
  const auto& hashes = response->results().hashes();
  return {hashes.begin(), hashes.end()};
}

}  // namespace carom::chaos
