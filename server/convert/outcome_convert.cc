#include "server/convert/outcome_convert.h"

#include "server/convert/state_convert.h"

namespace carom {
namespace {

uint32_t Count(size_t n) { return static_cast<uint32_t>(n); }
uint32_t Number(int n) { return static_cast<uint32_t>(n); }

void AppendPocketed(const Outcome& outcome, v1::Outcomes& wire) {
  wire.add_pocketed_counts(Count(outcome.pocketed.size()));
  for (const Departure& drop : outcome.pocketed) {
    wire.add_pocketed_balls(Number(drop.ball));
    wire.add_pocketed_pockets(Number(drop.where));
    wire.add_pocketed_times_s(drop.time_s);
  }
}

void AppendLeftTable(const Outcome& outcome, v1::Outcomes& wire) {
  wire.add_left_table_counts(Count(outcome.left_table.size()));
  for (const Departure& departure : outcome.left_table) {
    wire.add_left_table_balls(Number(departure.ball));
    wire.add_left_table_edges(Number(departure.where));
    wire.add_left_table_times_s(departure.time_s);
    AppendVector(departure.position_m, *wire.mutable_left_table_positions_m());
    AppendVector(departure.velocity_m_s, *wire.mutable_left_table_velocities_m_s());
  }
}

}  // namespace

void AppendOutcome(const Outcome& outcome, v1::Outcomes& wire) {
  AppendPocketed(outcome, wire);
  AppendLeftTable(outcome, wire);
  wire.add_first_contacts(outcome.first_contact);
  wire.add_first_contact_times_s(outcome.first_contact_time_s);
  wire.add_cushions_before_contact(Number(outcome.cushions_before_contact));
  wire.add_cushions_after_contact(Number(outcome.cushions_after_contact));
  wire.add_cushions_total(Number(outcome.cushions_total));
  wire.add_miscues(outcome.miscue);
  wire.add_separations_m(outcome.separated_by_m);
}

}  // namespace carom
