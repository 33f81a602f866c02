#ifndef CAROM_TESTS_CLIENT_GONE_H_
#define CAROM_TESTS_CLIENT_GONE_H_

#include <grpcpp/grpcpp.h>

namespace carom {

/// What calls of a server that has gone end with.
inline const grpc::Status kGone(grpc::StatusCode::UNAVAILABLE, "gone");

}  // namespace carom

#endif  // CAROM_TESTS_CLIENT_GONE_H_
