#include "carom/client/shot_range.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace carom {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

carom::v1::SimulateBatchRequest GeneratorRequest(uint64_t first_shot, uint32_t shot_count) {
  carom::v1::SimulateBatchRequest request;
  request.mutable_generator()->set_scene("two_ball_cut");
  request.mutable_generator()->set_seed(5);
  request.mutable_generator()->set_first_shot(first_shot);
  request.mutable_generator()->set_shot_count(shot_count);
  return request;
}

// Shot i is struck at i m/s.
carom::v1::SimulateBatchRequest ListRequest(int shots) {
  carom::v1::SimulateBatchRequest request;
  request.add_layouts()->mutable_rack()->set_name("nine_ball");
  for (int i = 0; i < shots; ++i) {
    request.mutable_shots()->add_shots()->mutable_strike()->set_speed_m_s(i);
  }
  return request;
}

TEST(SplitShotsTest, CutsAGenerator) {
  EXPECT_THAT(SplitShots(GeneratorRequest(10, 25), {10, 25}, 10, 1000),
              ElementsAre(ShotRange{10, 10}, ShotRange{20, 10}, ShotRange{30, 5}));
}

TEST(SplitShotsTest, CutsAListByShotsAndByBytes) {
  const auto request = ListRequest(5);
  const uint64_t shot_bytes = request.shots().shots(1).ByteSizeLong();
  EXPECT_THAT(SplitShots(request, AllShots(request), 3, 1000),
              ElementsAre(ShotRange{0, 3}, ShotRange{3, 2}));
  EXPECT_THAT(SplitShots(request, AllShots(request), 3, 2 * shot_bytes),
              ElementsAre(ShotRange{0, 2}, ShotRange{2, 2}, ShotRange{4, 1}));
  EXPECT_EQ(SplitShots(request, AllShots(request), 3, 1).size(), 5u);
}

// Two balls a shot; speeds differ, the azimuth is for all.
carom::v1::SimulateBatchRequest ColumnsRequest(int shots) {
  carom::v1::SimulateBatchRequest request;
  carom::v1::ShotColumns& columns = *request.mutable_columns();
  columns.set_shot_count(static_cast<uint32_t>(shots));
  columns.add_azimuth_rad(0.5);
  for (int i = 0; i < shots; ++i) {
    columns.add_speed_m_s(i);
    for (int k = 0; k < 4; ++k) columns.add_positions_m(10.0 * i + k);
  }
  return request;
}

TEST(SplitShotsTest, CutsColumnsByShotsAndByBytes) {
  const auto request = ColumnsRequest(5);
  EXPECT_EQ(AllShots(request), (ShotRange{0, 5}));
  EXPECT_THAT(SplitShots(request, AllShots(request), 3, 1000),
              ElementsAre(ShotRange{0, 3}, ShotRange{3, 2}));
  const uint64_t two_shots = request.columns().ByteSizeLong() * 3 / 5;
  EXPECT_THAT(SplitShots(request, AllShots(request), 3, two_shots),
              ElementsAre(ShotRange{0, 2}, ShotRange{2, 2}, ShotRange{4, 1}));
  EXPECT_THAT(SplitShots(request, {0, 2}, 3, 1), ElementsAre(ShotRange{0, 1}, ShotRange{1, 1}));
}

TEST(SliceTest, TakesPartOfEachColumn) {
  const auto slice = Slice(ColumnsRequest(5), {3, 2});
  EXPECT_EQ(slice.columns().shot_count(), 2u);
  EXPECT_THAT(slice.columns().speed_m_s(), ElementsAre(3, 4));
  EXPECT_THAT(slice.columns().azimuth_rad(), ElementsAre(0.5));
  EXPECT_THAT(slice.columns().positions_m(), ElementsAre(30, 31, 32, 33, 40, 41, 42, 43));
  EXPECT_THAT(slice.columns().cue_ball(), IsEmpty());
}

TEST(SplitShotsTest, OfNoShotsIsEmpty) { EXPECT_THAT(SplitShots({}, {0, 0}, 10, 1000), IsEmpty()); }

TEST(SliceTest, MovesAGenerator) {
  const auto slice = Slice(GeneratorRequest(10, 25), {20, 10});
  EXPECT_EQ(slice.generator().first_shot(), 20u);
  EXPECT_EQ(slice.generator().shot_count(), 10u);
  EXPECT_EQ(slice.generator().seed(), 5u);
  EXPECT_EQ(slice.generator().scene(), "two_ball_cut");
}

TEST(SliceTest, TakesPartOfAListWithAllThatItsShotsName) {
  auto request = ListRequest(5);
  request.add_tables()->set_preset("pool_7ft");
  request.add_settings()->set_gravity_m_s2(9.0);
  request.mutable_detail()->set_event_states(true);
  const auto slice = Slice(request, {1, 2});
  ASSERT_EQ(slice.shots().shots_size(), 2);
  EXPECT_EQ(slice.shots().shots(0).strike().speed_m_s(), 1.0);
  EXPECT_EQ(slice.shots().shots(1).strike().speed_m_s(), 2.0);
  EXPECT_EQ(slice.tables_size(), 1);
  EXPECT_EQ(slice.settings_size(), 1);
  EXPECT_EQ(slice.layouts_size(), 1);
  EXPECT_TRUE(slice.detail().event_states());
}

// All that decides the answers of the shots comes with each part of them.
TEST(SliceTest, LeavesNoFieldOut) {
  using google::protobuf::FieldDescriptor;
  auto request = ListRequest(5);
  const auto& fields = *request.GetReflection();
  const auto* const type = request.GetDescriptor();
  for (int i = 0; i < type->field_count(); ++i) {
    const FieldDescriptor& field = *type->field(i);
    if (field.containing_oneof() != nullptr) continue;
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
      fields.SetString(&request, &field, "x");
    } else if (field.is_repeated()) {
      fields.AddMessage(&request, &field);
    } else {
      fields.MutableMessage(&request, &field);
    }
  }
  auto slice = Slice(request, {1, 2});
  request.clear_source();
  slice.clear_source();
  EXPECT_EQ(slice.SerializeAsString(), request.SerializeAsString());
}

TEST(ShotNumberTest, IsThatOfTheSelection) {
  carom::v1::ShotResults results;
  results.set_first_shot(40);
  results.set_shot_count(3);
  EXPECT_EQ(CoveredShots(results), (ShotRange{40, 3}));
  EXPECT_EQ(ShotNumber(results, 2), 42u);
  results.mutable_selection()->set_played_count(100);
  for (const uint32_t offset : {0u, 7u, 99u}) results.mutable_selection()->add_offsets(offset);
  EXPECT_EQ(CoveredShots(results), (ShotRange{40, 100}));
  EXPECT_EQ(ShotNumber(results, 0), 40u);
  EXPECT_EQ(ShotNumber(results, 2), 139u);
}

TEST(RenumberTest, ShiftsShotsAndFailuresOfAList) {
  carom::v1::ShotResults results;
  results.set_first_shot(1);
  results.add_failures()->set_shot(2);
  Renumber(ListRequest(50), {30, 10}, &results);
  EXPECT_EQ(results.first_shot(), 31u);
  EXPECT_EQ(results.failures(0).shot(), 32u);
}

TEST(RenumberTest, LeavesAGeneratorsNumbers) {
  carom::v1::ShotResults results;
  results.set_first_shot(31);
  Renumber(GeneratorRequest(0, 100), {30, 10}, &results);
  EXPECT_EQ(results.first_shot(), 31u);
}

TEST(ShotSetTest, KnowsWhatIsMissing) {
  ShotSet done;
  EXPECT_EQ(done.Add({110, 10}), 10u);
  EXPECT_EQ(done.Add({140, 10}), 10u);
  EXPECT_THAT(done.MissingOf({100, 50}), ElementsAre(ShotRange{100, 10}, ShotRange{120, 20}));
  EXPECT_THAT(done.MissingOf({115, 30}), ElementsAre(ShotRange{120, 20}));
  EXPECT_THAT(done.MissingOf({112, 3}), IsEmpty());
  EXPECT_EQ(done.FirstMissing(100), 100u);
  EXPECT_EQ(done.FirstMissing(110), 120u);
  EXPECT_EQ(done.FirstMissing(149), 150u);
  EXPECT_EQ(done.Add({100, 10}), 10u);
  EXPECT_EQ(done.Add({120, 20}), 20u);
  EXPECT_THAT(done.MissingOf({100, 50}), IsEmpty());
  EXPECT_EQ(done.FirstMissing(100), 150u);
}

// Every union of up to three ranges of a small world against a set of numbers.
TEST(ShotSetTest, IsTheUnionOfItsRanges) {
  constexpr uint64_t kWorld = 6;
  std::vector<ShotRange> ranges;
  for (uint64_t first = 0; first < kWorld; ++first) {
    for (uint64_t count = 0; first + count <= kWorld; ++count) ranges.push_back({first, count});
  }
  for (const ShotRange& a : ranges) {
    for (const ShotRange& b : ranges) {
      for (const ShotRange& c : ranges) {
        ShotSet set;
        std::set<uint64_t> numbers;
        for (const ShotRange& range : {a, b, c}) {
          const size_t before = numbers.size();
          for (uint64_t shot = range.first; shot < range.end(); ++shot) numbers.insert(shot);
          ASSERT_EQ(set.Add(range), numbers.size() - before);
        }
        std::set<uint64_t> missing;
        uint64_t end = 0;
        for (const ShotRange& range : set.MissingOf({0, kWorld})) {
          ASSERT_TRUE(range.count > 0 && (end == 0 || range.first > end));
          end = range.end();
          for (uint64_t shot = range.first; shot < end; ++shot) missing.insert(shot);
        }
        for (uint64_t shot = 0; shot < kWorld; ++shot) {
          ASSERT_EQ(missing.count(shot) + numbers.count(shot), 1u);
          const auto next = missing.lower_bound(shot);
          ASSERT_EQ(set.FirstMissing(shot), next == missing.end() ? kWorld : *next);
        }
      }
    }
  }
}

}  // namespace
}  // namespace carom
