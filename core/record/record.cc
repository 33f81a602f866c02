#include "core/record/record.h"

#include <algorithm>
#include <numeric>

namespace carom {

void ChannelTable::AddRow(double time_s, std::span<const double> row) {
  times_s.push_back(time_s);
  values.insert(values.end(), row.begin(), row.end());
}

std::span<const double> ChannelTable::Row(int i) const {
  const std::size_t width = channels.size();
  return std::span<const double>(values).subspan(static_cast<std::size_t>(i) * width, width);
}

void ChannelTable::Clear() {
  channels.clear();
  times_s.clear();
  values.clear();
}

EnergyRow EnergyRowOf(const EnergyAccount& account, double start_total_J) {
  return {account.kinetic,
          account.potential,
          account.elastic,
          account.lost_in_contacts + account.lost_to_friction,
          account.removed + account.given_to_loads,
          account.Total() - start_total_J};
}

void AddEnergyChannels(std::vector<Channel>& channels) {
  for (const char* quantity :
       {"kinetic_J", "potential_J", "elastic_J", "dissipated_J", "given_away_J", "residual_J"}) {
    channels.push_back({"system", quantity});
  }
}

void MechanismRecord::Clear() { *this = MechanismRecord{}; }

namespace {

// Stands for the ball of an event that is part of a press.
constexpr int16_t kHop = -1;

// Marks all contacts of a press but the first, whose entry becomes that of the press. Returns the
// place of the last.
size_t MarkHops(const Press& press, std::vector<Event>& events, std::vector<size_t>* places) {
  const auto place = static_cast<size_t>(press.event);
  Event& first = events[place];
  size_t i = place;
  for (int left = press.contacts - 1; left > 0;) {
    Event& event = events[++i];
    if (event.kind != press.of || event.ball != first.ball || event.other != first.other) continue;
    event.ball = kHop;
    if (places != nullptr) (*places)[i] = place;
    --left;
  }
  first.kind = EventKind::kPress;
  return i;
}

}  // namespace

void Record::Clear() {
  events.clear();
  event_states.clear();
  presses.clear();
  group_leads.clear();
  touches.clear();
  candidates.clear();
  candidate_counts.clear();
  sample_times_s.clear();
  samples.clear();
  sample_orientations.clear();
  sample_energies.clear();
  sample_violations.clear();
  sample_accelerations.clear();
  sample_angular_accelerations.clear();
  contacts.clear();
  contact_rows.clear();
  final_states.clear();
  outcome.pocketed.clear();
  outcome.left_table.clear();
  outcome.cue_ball = -1;
  outcome.first_contact = -1;
  outcome.first_contact_time_s = 0.0;
  outcome.cushions_before_contact = 0;
  outcome.cushions_after_contact = 0;
  outcome.cushions_total = 0;
  outcome.miscue = false;
  outcome.separated_by_m = 0.0;
  stop_reason = StopReason::kAtRest;
  end_time_s = 0.0;
  event_count = 0;
  energy_residual_J = 0.0;
  evaluations = 0;
  steps = 0;
  hash = 0;
}

// Parallel columns that the log does not have are empty.
void FoldPresses(Record& record, std::vector<size_t>* places) {
  if (places != nullptr) {
    places->resize(record.events.size());
    std::iota(places->begin(), places->end(), size_t{0});
  }
  if (record.presses.empty()) return;
  std::sort(record.presses.begin(), record.presses.end(),
            [](const Press& a, const Press& b) { return a.event < b.event; });
  std::vector<EventStates>& states = record.event_states;
  const bool has_states = !states.empty();
  const bool has_candidates = !record.candidate_counts.empty();
  for (const Press& press : record.presses) {
    const auto first = static_cast<size_t>(press.event);
    const size_t last = MarkHops(press, record.events, places);
    for (size_t side = 0; side < 2 && has_states; ++side) {
      states[2 * first + side].after = states[2 * last + side].after;
    }
  }
  std::vector<Event>& candidates = record.candidates;
  size_t kept = 0, candidate = 0, candidates_kept = 0;
  auto press = record.presses.begin();
  for (size_t i = 0; i < record.events.size(); ++i) {
    const bool hop = record.events[i].ball == kHop;
    const int count = has_candidates ? record.candidate_counts[i] : 0;
    for (int k = 0; k < count; ++k, ++candidate) {
      if (!hop) candidates[candidates_kept++] = candidates[candidate];
    }
    if (places != nullptr) (*places)[i] = hop ? (*places)[(*places)[i]] : kept;
    if (hop) continue;
    if (press != record.presses.end() && press->event == static_cast<int>(i)) {
      (press++)->event = static_cast<int>(kept);
    }
    record.events[kept] = record.events[i];
    if (has_candidates) record.candidate_counts[kept] = count;
    if (has_states) {
      states[2 * kept] = states[2 * i];
      states[2 * kept + 1] = states[2 * i + 1];
    }
    ++kept;
  }
  record.events.resize(kept);
  candidates.resize(candidates_kept);
  if (has_candidates) record.candidate_counts.resize(kept);
  if (has_states) states.resize(2 * kept);
}

}  // namespace carom
