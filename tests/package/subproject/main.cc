// Asks a port on which nobody listens; exits 0 when the client says so.
#include <carom/client/client.h>

#include "client/options.h"

int main() {
  carom::v1::SimulateRequest request;
  request.mutable_shots()->add_shots()->mutable_strike()->set_speed_m_s(kCueSpeed_m_s);
  const carom::Client client(carom::Connect("127.0.0.1:1"));
  carom::CallOptions call;
  call.retry_for = absl::ZeroDuration();
  return client.Simulate(request, call).status().code() == absl::StatusCode::kUnavailable ? 0 : 1;
}
