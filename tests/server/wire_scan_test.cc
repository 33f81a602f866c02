#include "server/wire_scan.h"

#include <gmock/gmock.h>
#include <google/protobuf/stubs/logging.h>
#include <grpcpp/support/slice.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "carom/v1/simulation.pb.h"
#include "core/base/field_error.h"
#include "tests/server/test_service.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

grpc::ByteBuffer Bytes(const std::string& text) {
  const grpc::Slice slice(text);
  return grpc::ByteBuffer(&slice, 1);
}

template <class Message>
absl::StatusOr<int64_t> MemoryOf(const std::string& bytes) {
  return SchemaOf<Message>().MemoryOf(Bytes(bytes));
}

// A field of a newer client, encoded by hand: number, wire type 0, value 1.
std::string FieldOfTheFuture(int number) {
  std::string bytes;
  for (uint32_t tag = static_cast<uint32_t>(number) << 3; tag > 0; tag >>= 7) {
    bytes += static_cast<char>(tag >= 0x80 ? (tag & 0x7f) | 0x80 : tag);
  }
  return bytes + '\1';
}

TEST(WireScan, KnowsWhatItIsGiven) {
  EXPECT_TRUE(MemoryOf<v1::SimulateRequest>("").ok());
  EXPECT_TRUE(MemoryOf<v1::SimulateRequest>(Breaks(100).SerializeAsString()).ok());
}

// An unknown arm of a law, say: it once played as the default, with the default's hash.
TEST(WireScan, RefusesAnUnknownFieldByItsPath) {
  v1::SimulateRequest request = Breaks(3);
  request.add_settings();
  v1::Settings& settings = *request.add_settings();
  settings.mutable_ball_ball()
      ->GetReflection()
      ->MutableUnknownFields(settings.mutable_ball_ball())
      ->AddVarint(99, 1);
  const absl::Status status = MemoryOf<v1::SimulateRequest>(request.SerializeAsString()).status();
  EXPECT_EQ(status, InvalidField("settings[1].ball_ball", "field 99 of BallBallLaw",
                                 "known to wire revision 3 (engine 0.4.0) of this server: is the "
                                 "client newer?"));
}

TEST(WireScan, RefusesAnUnknownFieldOfTheRequestItself) {
  const absl::Status status = MemoryOf<v1::GetTableRequest>(FieldOfTheFuture(200)).status();
  EXPECT_THAT(std::string(status.message()), StartsWith("request: field 200 of GetTableRequest "));
}

// Of which the parser silently keeps the last.
TEST(WireScan, RefusesTwoArmsOfAOneof) {
  v1::SimulateMechanismRequest pendulum;
  pendulum.mutable_double_pendulum();
  v1::SimulateMechanismRequest cradle;
  cradle.mutable_newtons_cradle();
  const std::string one = pendulum.SerializeAsString();
  const std::string other = cradle.SerializeAsString();
  EXPECT_EQ(MemoryOf<v1::SimulateMechanismRequest>(one + other).status(),
            InvalidField("newtons_cradle", "given", "absent beside double_pendulum"));
  EXPECT_EQ(MemoryOf<v1::SimulateMechanismRequest>(other + one).status(),
            InvalidField("double_pendulum", "given", "absent beside newtons_cradle"));
}

// Which the parser silently merges, and with them two arms of a oneof below.
TEST(WireScan, RefusesAMessageInTwoParts) {
  v1::SimulateMechanismRequest pendulum;
  pendulum.mutable_double_pendulum();
  const std::string one = pendulum.SerializeAsString();
  EXPECT_EQ(MemoryOf<v1::SimulateMechanismRequest>(one + one).status(),
            InvalidField("double_pendulum", "given twice", "given once"));
  // Settings.ball_ball twice, each time with another arm.
  v1::Settings frictional;
  frictional.mutable_ball_ball()->mutable_frictional();
  v1::Settings elastic;
  elastic.mutable_ball_ball()->mutable_elastic();
  EXPECT_EQ(
      MemoryOf<v1::Settings>(frictional.SerializeAsString() + elastic.SerializeAsString()).status(),
      InvalidField("ball_ball", "given twice", "given once"));
}

TEST(WireScan, RefusesAKnownFieldOfAnotherType) {
  // GetTableRequest.name as a number.
  EXPECT_THAT(std::string(MemoryOf<v1::GetTableRequest>(FieldOfTheFuture(1)).status().message()),
              StartsWith("name: malformed"));
}

// The parse must never take much more than what was reserved for it.
TEST(WireScan, TellsTheMemoryOfAMessage) {
  v1::SimulateRequest request = Breaks(500);
  for (int i = 0; i < 500; ++i) {
    v1::Shot& shot = *request.mutable_shots()->mutable_shots(i);
    if (i % 2 == 0) shot.mutable_positions_m()->Resize(2 * (i % 16), 0.5);
    if (i % 3 == 0) shot.clear_strike();
  }
  request.mutable_layouts(0)->set_ball_set(std::string(300, 'x'));
  v1::SimulateRequest parsed;
  ASSERT_TRUE(parsed.ParseFromString(request.SerializeAsString()));
  const int64_t memory = *MemoryOf<v1::SimulateRequest>(request.SerializeAsString());
  const auto used = static_cast<int64_t>(parsed.SpaceUsedLong());
  EXPECT_GE(memory, used);
  EXPECT_LE(memory, 3 * used);
}

// Two bytes a shot on the wire, forty times that in memory.
TEST(WireScan, SeesThroughEmptyMessages) {
  v1::ShotList list;
  for (int i = 0; i < 10'000; ++i) list.add_shots();
  const std::string bytes = list.SerializeAsString();
  ASSERT_EQ(bytes.size(), 20'000u);
  EXPECT_GE(*MemoryOf<v1::ShotList>(bytes), static_cast<int64_t>(list.SpaceUsedLong()));
}

// Whatever the bytes: an answer, and never less memory than the parser then takes.
TEST(WireScan, TakesAnyBytes) {
  const google::protobuf::LogSilencer silence;  // Of strings that are not UTF-8.
  std::mt19937 random(1);
  const std::string good = Breaks(20).SerializeAsString();
  int taken = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = good;
    for (int k = 0; k < 1 + i % 4; ++k)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    if (i % 5 == 0) bytes.resize(random() % bytes.size());
    const auto memory = MemoryOf<v1::SimulateRequest>(bytes);
    v1::SimulateRequest parsed;
    const bool parses = parsed.ParseFromString(bytes);
    if (!memory.ok()) continue;
    ++taken;
    EXPECT_TRUE(parses);
    EXPECT_GE(*memory, static_cast<int64_t>(parsed.SpaceUsedLong()));
    EXPECT_EQ(parsed.GetReflection()->GetUnknownFields(parsed).field_count(), 0);
  }
  EXPECT_GT(taken, 1000);
}

// 16 MB of empty shots once took a worker for seconds, and 1.1 GB.
TEST(WireScan, EndsAtWhatIsTooMuch) {
  std::string shots;
  for (int i = 0; i < 1'000'000; ++i) shots += std::string("\x0a\x00", 2);
  EXPECT_EQ(MemoryOf<v1::ShotList>(shots).status().message(),
            "shots[65536]: index 65536 must be below 65536");
  const absl::Status status = SchemaOf<v1::ShotList>().MemoryOf(Bytes(shots), 1 << 20).status();
  EXPECT_THAT(std::string(status.message()),
              HasSubstr(" bytes of memory with all before it must be at most 1048576: "));
}

// Elements that stand among other fields once counted from 0 again: there was no bound, and a path
// named another element.
TEST(WireScan, CountsElementsAmongOtherFields) {
  std::string lists;
  for (int i = 0; i < 65'537; ++i) lists += std::string("\x0a\x00\x12\x00", 4);
  EXPECT_EQ(MemoryOf<v1::SimulateRequest>(lists).status().message(),
            "tables[65536]: index 65536 must be below 65536");
  v1::SimulateRequest wrong;
  wrong.add_tables()->set_preset("\xff");
  EXPECT_EQ(FieldErrorOf(
                MemoryOf<v1::SimulateRequest>(lists.substr(0, 8) + wrong.SerializePartialAsString())
                    .status())
                ->path.Text(),
            "tables[2].preset");
}

TEST(WireScan, RefusesTextThatIsNoName) {
  v1::SimulateRequest request = Breaks(1);
  request.add_tables();
  request.add_tables()->set_preset("pool_9ft");
  std::string bytes = request.SerializeAsString();
  bytes[bytes.find("pool_9ft")] = '\xff';
  EXPECT_EQ(MemoryOf<v1::SimulateRequest>(bytes).status(),
            InvalidField("tables[1].preset", "\"\\xffool_9ft\"", "UTF-8"));
  request.mutable_tables(1)->set_preset(std::string(4097, 'x'));
  EXPECT_EQ(MemoryOf<v1::SimulateRequest>(request.SerializeAsString()).status(),
            InvalidField("tables[1].preset", "4097 bytes", "at most 4096"));
}

// Slices end anywhere.
TEST(WireScan, ReadsBytesInPieces) {
  const std::string bytes = Breaks(50).SerializeAsString();
  std::vector<grpc::Slice> slices;
  for (size_t at = 0; at < bytes.size(); at += 7) slices.emplace_back(bytes.substr(at, 7));
  const grpc::ByteBuffer pieces(slices.data(), slices.size());
  EXPECT_EQ(*SchemaOf<v1::SimulateRequest>().MemoryOf(pieces),
            *MemoryOf<v1::SimulateRequest>(bytes));
}

TEST(WireScan, HasABottom) {
  // No message of the service holds itself, so depth alone cannot be made on the wire; a length
  // beyond the end can.
  EXPECT_FALSE(MemoryOf<v1::SimulateRequest>(std::string("\x1a\x7f", 2)).ok());
  EXPECT_FALSE(MemoryOf<v1::SimulateRequest>(std::string("\x1a", 1)).ok());
}

}  // namespace
}  // namespace carom
