// One 9-ball break by the engine in this process; exits 1 unless it came to rest.
#include <carom/client/client.h>
#include <carom/client/local/local.h>

int main() {
  carom::v1::SimulateRequest request;
  request.add_layouts()->mutable_rack()->set_name("nine_ball");
  request.mutable_shots()->add_shots()->mutable_strike()->set_speed_m_s(7.0);
  const auto response = carom::Client(carom::Local()).Simulate(request);
  if (!response.ok()) return 1;
  return response->results().stop_reasons(0) == carom::v1::STOP_REASON_AT_REST ? 0 : 1;
}
