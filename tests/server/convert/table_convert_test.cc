#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "core/table/catalog.h"
#include "server/convert/request_convert.h"
#include "tests/server/convert/wire_message.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using testing::Wire;

std::string TableError(const v1::Table& table) {
  const absl::Status status = ConvertTable(table).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  return std::string(status.message());
}

TEST(ConvertTable, EveryPresetSurvivesTheWireToTheLastBit) {
  for (const TablePreset& preset : TableCatalog()) {
    v1::GetTableResponse response;
    ASSERT_TRUE(DescribeCatalogTable(preset.table.name, response).ok());
    v1::Table by_value;
    *by_value.mutable_geometry() = response.geometry();
    const absl::StatusOr<ConvertedTable> converted = ConvertTable(by_value);
    ASSERT_TRUE(converted.ok()) << preset.table.name << ": " << converted.status();
    EXPECT_EQ(converted->ball_set, preset.ball_set);
    EXPECT_EQ(TableToWire(*converted->table, converted->ball_set).SerializeAsString(),
              TableToWire(preset.table, preset.ball_set).SerializeAsString());
  }
}

TEST(ConvertTable, APresetIsSharedNotCopied) {
  const auto first = ConvertTable(Wire<v1::Table>("preset: 'pool_7ft'"));
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(first->table.get(), &FindTable("pool_7ft")->table);
}

TEST(ConvertTable, AnAbsentSourceIsTheNineFootTable) {
  const auto converted = ConvertTable(v1::Table());
  ASSERT_TRUE(converted.ok());
  EXPECT_EQ(converted->table->name, "pool_9ft");
}

TEST(ConvertTable, AbsentHeightsAndSpotsTakeTheirDefaults) {
  const auto converted = ConvertTable(
      Wire<v1::Table>("geometry { length_m: 2 width_m: 1 noses { start { x_m: -1 } end { x_m: 1 } }"
                      "           jaws { centre { y_m: 0.4 } radius_m: 0.01 height_m: 0.03 } }"));
  ASSERT_TRUE(converted.ok()) << converted.status();
  const Table& table = *converted->table;
  EXPECT_EQ(table.noses.at(0).start_height_m, Nose().start_height_m);
  EXPECT_EQ(table.jaws.at(0).height_m, 0.03);
  EXPECT_EQ(table.head_spot_m, Vec2(-0.5, 0.0));
  EXPECT_EQ(table.foot_spot_m, Vec2(0.5, 0.0));
  EXPECT_EQ(converted->ball_set, "pool");
}

// Sloped noses, rail tops and backs of pockets, there and back.
TEST(ConvertTable, HeightsSurviveTheWire) {
  const auto converted = ConvertTable(Wire<v1::Table>(
      "geometry { noses { start { x_m: -1 } end { x_m: 1 } height_m: 0.03 end_height_m: 0.04 }"
      "  rail_tops { corners {} corners { x_m: 1 } corners { y_m: 1 } }"
      "  rail_tops { corners {} corners { x_m: 1 } corners { y_m: -1 } height_m: 0.05 }"
      "  pockets { radius_m: 0.1 opening { x_m: 3e-200 y_m: -4e-200 } back_height_m: 0.02 "
      "    overhang_m: 0.005 }"
      "  pockets { radius_m: 0.1 } }"));
  ASSERT_TRUE(converted.ok()) << converted.status();
  const Table& table = *converted->table;
  EXPECT_EQ(table.noses[0].start_height_m + table.noses[0].rise_m, 0.04);
  ASSERT_EQ(table.rail_tops.size(), 2u);
  EXPECT_EQ(table.rail_tops[0].height_m, RailTop().height_m);
  EXPECT_EQ(table.rail_tops[1].height_m, 0.05);
  EXPECT_EQ(table.rail_tops[1].corners_m[2], Vec2(0.0, -1.0));
  EXPECT_NEAR(table.pockets[0].opening.x(), 0.6, 1e-15);
  EXPECT_NEAR(table.pockets[0].opening.y(), -0.8, 1e-15);
  EXPECT_EQ(table.pockets[0].back_height_m, 0.02);
  EXPECT_EQ(table.pockets[0].overhang_m, 0.005);
  EXPECT_EQ(table.pockets[1].opening, Vec2(0.0, 0.0));
  v1::Table again;
  *again.mutable_geometry() = TableToWire(table, converted->ball_set);
  const auto twice = ConvertTable(again);
  ASSERT_TRUE(twice.ok()) << twice.status();
  EXPECT_EQ(TableToWire(*twice->table, twice->ball_set).SerializeAsString(),
            again.geometry().SerializeAsString());
}

TEST(ConvertTable, ErrorsNameFieldValueAndRange) {
  EXPECT_EQ(TableError(Wire<v1::Table>(
                "geometry { pockets { radius_m: 0.1 } pockets { radius_m: -0.1 } }")),
            "geometry.pockets[1].radius_m: -0.1 must be in (0, 1]");
  EXPECT_THAT(
      TableError(Wire<v1::Table>("geometry { noses { start { x_m: nan } end { x_m: 1 } } }")),
      HasSubstr("geometry.noses[0].start.x_m: nan must be in [-100, 100]"));
  EXPECT_THAT(TableError(Wire<v1::Table>("geometry { jaws { radius_m: inf } }")),
              HasSubstr("geometry.jaws[0].radius_m: inf"));
  EXPECT_EQ(TableError(Wire<v1::Table>("geometry { noses { end { x_m: 1 } end_height_m: 1.5 } }")),
            "geometry.noses[0].end_height_m: 1.5 must be in (0, 1]");
  EXPECT_THAT(
      TableError(Wire<v1::Table>("geometry { pockets { radius_m: 1 opening { x_m: inf } } }")),
      HasSubstr("geometry.pockets[0].opening: of length nan"));
  EXPECT_THAT(TableError(Wire<v1::Table>("geometry { rail_tops { corners {} height_m: 0.03 } }")),
              HasSubstr("geometry.rail_tops[0].corners: 1 corners must be 3 to 256"));
  EXPECT_THAT(TableError(Wire<v1::Table>("geometry { ball_set: 'marbles' }")),
              HasSubstr("geometry.ball_set: \"marbles\" must be one of carom, pool, snooker"));
}

TEST(ConvertTable, AnUnknownPresetIsToldTheKnownOnes) {
  EXPECT_THAT(TableError(Wire<v1::Table>("preset: 'pool_10ft'")),
              HasSubstr("preset: \"pool_10ft\" must be one of carom_10ft, "));
}

TEST(ConvertTable, AMegabyteOfNameIsNotRepeated) {
  v1::Table table;
  table.set_preset(std::string(1 << 20, 'x'));
  EXPECT_LT(TableError(table).size(), 400u);
  table.mutable_geometry()->set_name(std::string(129, 'n'));
  EXPECT_THAT(TableError(table), HasSubstr("geometry.name: \"nnn"));
  table.mutable_geometry()->set_name(std::string(128, 'n'));
  EXPECT_TRUE(ConvertTable(table).ok());
}

TEST(CatalogConvert, AnUnknownTableIsNotFound) {
  v1::GetTableResponse response;
  const absl::Status status = DescribeCatalogTable("nowhere", response);
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr("pool_9ft"));
}

TEST(CatalogConvert, ListsWhatRequestsMayName) {
  v1::ListTablesResponse tables;
  ListCatalogTables(tables);
  ASSERT_EQ(tables.tables_size(), static_cast<int>(TableCatalog().size()));
  for (const v1::TableInfo& info : tables.tables()) {
    EXPECT_NE(FindTable(info.name()), nullptr) << info.name();
  }
  v1::GetServerInfoResponse names;
  FillCatalogNames(names);
  EXPECT_THAT(names.ball_ball_laws(),
              ::testing::ElementsAre("elastic", "frictional", "mathavan2014", "routh"));
  EXPECT_THAT(names.cushion_laws(),
              ::testing::ElementsAre("restitution", "han2005", "mathavan2010", "stronge", "routh"));
  EXPECT_THAT(names.scenes(), ::testing::Contains("eight_ball_break"));
  EXPECT_THAT(names.racks(), ::testing::Contains("snooker"));
}

}  // namespace
}  // namespace carom
