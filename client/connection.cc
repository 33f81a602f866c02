#include "client/connection.h"

namespace carom {

void Connection::SimulateAsync(carom::v1::SimulateRequest request, CallOptions options,
                               SimulateCallback done) {
  done(Simulate(request, options));
}

}  // namespace carom
