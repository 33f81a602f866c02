#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/client/mechanism_tables.h"
#include "carom/client/shot_outcome.h"

namespace carom {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Two shots, of which the second has two contacts: one of two steps, one without any.
carom::v1::ShotResults TwoShots() {
  carom::v1::ShotResults results;
  results.set_shot_count(2);
  carom::v1::ContactColumns& columns = *results.mutable_contacts();
  for (const uint32_t count : {0u, 2u}) columns.add_contact_counts(count);
  for (const auto kind : {carom::v1::EVENT_KIND_BALL_SLATE, carom::v1::EVENT_KIND_BALL_BALL}) {
    columns.add_kinds(kind);
    columns.add_balls(1);
    columns.add_begin_times_s(0.25);
    columns.add_end_times_s(0.5);
  }
  for (const int other : {-1, 2}) columns.add_others(other);
  for (const uint32_t rows : {0u, 2u}) columns.add_row_counts(rows);
  for (const double value : {1.0, 2.0}) {
    columns.add_row_times_s(value);
    columns.add_indentations_m(10.0 * value);
    columns.add_rates_m_s(100.0 * value);
    columns.add_normal_forces_n(1000.0 * value);
    columns.add_friction_forces_n(10000.0 * value);
  }
  return results;
}

TEST(ReadContacts, TakesThemOutOfTheColumns) {
  const auto shots = ReadContacts(TwoShots());
  ASSERT_TRUE(shots.ok()) << shots.status();
  ASSERT_EQ(shots->size(), 2u);
  EXPECT_TRUE((*shots)[0].empty());
  ASSERT_EQ((*shots)[1].size(), 2u);
  EXPECT_TRUE((*shots)[1][0].steps.empty());
  EXPECT_EQ((*shots)[1][0].other, -1);
  const ShotContact& contact = (*shots)[1][1];
  EXPECT_EQ(contact.kind, carom::v1::EVENT_KIND_BALL_BALL);
  EXPECT_EQ(contact.ball, 1u);
  EXPECT_EQ(contact.other, 2);
  EXPECT_EQ(contact.begin_s, 0.25);
  EXPECT_EQ(contact.end_s, 0.5);
  ASSERT_EQ(contact.steps.size(), 2u);
  EXPECT_EQ(contact.steps[1].time_s, 2.0);
  EXPECT_EQ(contact.steps[1].indentation_m, 20.0);
  EXPECT_EQ(contact.steps[1].rate_m_s, 200.0);
  EXPECT_EQ(contact.steps[1].normal_force_N, 2000.0);
  EXPECT_EQ(contact.steps[1].friction_force_N, 20000.0);
}

TEST(ReadContacts, WithoutThemThereAreNone) {
  carom::v1::ShotResults results;
  results.set_shot_count(3);
  EXPECT_EQ(ReadContacts(results)->size(), 3u);
}

TEST(ReadContacts, ColumnsThatDoNotFitAreAnError) {
  carom::v1::ShotResults results = TwoShots();
  results.mutable_contacts()->add_rates_m_s(0.0);
  EXPECT_EQ(ReadContacts(results).status().code(), absl::StatusCode::kInternal);
  results = TwoShots();
  results.mutable_contacts()->set_row_counts(0, 5);
  EXPECT_THAT(ReadContacts(results).status().message(), HasSubstr("contacts.row_times_s"));
}

TEST(ChannelTables, AreReadChannelByChannel) {
  carom::v1::MechanismRun run;
  carom::v1::ChannelTable& table = *run.mutable_samples();
  for (const char* body : {"rod_1", "rod_2"}) {
    table.add_bodies(body);
    table.add_quantities("angle_rad");
  }
  for (const double time_s : {0.0, 1.0, 2.0}) table.add_times_s(time_s);
  for (int i = 0; i < 6; ++i) table.add_values(i);
  ASSERT_TRUE(CheckColumns(run).ok());
  EXPECT_THAT(ChannelValues(table, 0), ElementsAre(0.0, 1.0, 2.0));
  EXPECT_THAT(ChannelValues(table, 1), ElementsAre(3.0, 4.0, 5.0));
  table.add_values(6);
  EXPECT_THAT(CheckColumns(run).message(), HasSubstr("7 values of samples.values instead of 6"));
}

TEST(AimedSpins, ThatDoNotFitAreAnError) {
  carom::v1::AimedSpins spins;
  EXPECT_TRUE(CheckColumns(spins).ok());
  spins.add_misses_m(0.0);
  EXPECT_EQ(CheckColumns(spins).code(), absl::StatusCode::kInternal);
}

}  // namespace
}  // namespace carom
