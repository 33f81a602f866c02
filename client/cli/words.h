#ifndef CAROM_CLIENT_CLI_WORDS_H_
#define CAROM_CLIENT_CLI_WORDS_H_

#include <string>

#include "carom/v1/result.pb.h"

namespace carom {

/// An enum's value in the words of the table: MOTION_STATE_POCKETED is "pocketed". Values unknown
/// to this program become their number.
std::string Words(carom::v1::MotionState motion);
std::string Words(carom::v1::StopReason reason);
std::string Words(carom::v1::EventKind kind);
std::string Words(carom::v1::Quantity quantity);
std::string Words(carom::v1::DerivativeEnd end);

/// A name of the catalogue in words: "foot_left_corner" is "foot left corner".
std::string Words(std::string name);

/// Words as one word, for columns: "at rest" is "at_rest".
std::string Token(std::string words);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_WORDS_H_
