#ifndef CAROM_TESTS_SERVER_CONVERT_WIRE_MESSAGE_H_
#define CAROM_TESTS_SERVER_CONVERT_WIRE_MESSAGE_H_

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace carom::testing {

/// Of the bytes of an answer, in a test that is about something else.
inline constexpr int64_t kNoLimit = int64_t{1} << 40;

/// The message that this text format stands for; a mistake in the text fails the test.
template <typename Message>
Message Wire(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_SERVER_CONVERT_WIRE_MESSAGE_H_
