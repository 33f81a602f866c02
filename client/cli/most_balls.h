#ifndef CAROM_CLIENT_CLI_MOST_BALLS_H_
#define CAROM_CLIENT_CLI_MOST_BALLS_H_

#include <cstddef>

#include "absl/status/statusor.h"
#include "carom/client/client.h"
#include "carom/v1/simulation.pb.h"

namespace carom {

/// How many balls the largest layout of a batch has, as far as its layouts can be played at all.
/// Asks the service, since it alone knows racks and scenes: with a shot of each layout that ends at
/// once. Fails as the call does.
absl::StatusOr<size_t> MostBalls(const Client& client,
                                 const carom::v1::SimulateBatchRequest& request,
                                 const CallOptions& call);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_MOST_BALLS_H_
