// Asks a port on which nobody listens; exits 0 when the client says so.
#include <carom/client/client.h>

int main() {
  const carom::Client client(carom::Connect("127.0.0.1:1"));
  carom::CallOptions call;
  call.retry_for = absl::ZeroDuration();
  return client.Simulate(carom::v1::SimulateRequest(), call).status().code() ==
                 absl::StatusCode::kUnavailable
             ? 0
             : 1;
}
