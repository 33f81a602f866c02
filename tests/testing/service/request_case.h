#ifndef CAROM_TESTS_TESTING_SERVICE_REQUEST_CASE_H_
#define CAROM_TESTS_TESTING_SERVICE_REQUEST_CASE_H_

#include <string>
#include <string_view>

#include "carom/v1/simulation.pb.h"
#include "core/record/record.h"

namespace carom::testing {

/// What playing one request showed.
struct RequestCase {
  /// The first thing that must not be, in words: a broken invariant, an answer that depends on how
  /// much of it was asked for. Empty: all is well, refusals of the request included.
  std::string problem;
  int shots_played = 0;
  int shots_refused = 0;
  int shots_at_limit = 0;
  Record last;  ///< Of the last shot played, with its log and states.
};

/// Takes a request the way that the service does (check, convert, simulate, write the results) and
/// watches every shot with the fuzzers' invariants.
RequestCase PlayRequest(const v1::SimulateRequest& request);

/// The same of any bytes. Requests are first made short: few shots of few events.
RequestCase PlayRequestBytes(std::string_view bytes);

/// Reads a request as protobuf text. Ends the test program when the file is missing or malformed.
v1::SimulateRequest ReadRequest(const std::string& path);

}  // namespace carom::testing

#endif  // CAROM_TESTS_TESTING_SERVICE_REQUEST_CASE_H_
