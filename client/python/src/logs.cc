#include "client/python/src/logs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>

#include "absl/strings/str_cat.h"
#include "carom/client/shot_outcome.h"
#include "client/internal/ball_columns.h"
#include "client/internal/columns.h"
#include "client/internal/status.h"
#include "client/python/src/extend.h"

namespace carom::python {
namespace {

// The bodies that an event names: `contacts` has their kinds, of a PRESS those of its contacts.
void AppendStatesOf(const v1::BallStates& states, std::span<const int8_t> contacts,
                    std::vector<double>& into) {
  constexpr std::array<double, 3> kNone = {NAN, NAN, NAN};
  const auto append = [&into](const std::array<double, 3>& vector) {
    into.insert(into.end(), vector.begin(), vector.end());
  };
  BallReader reader(states);
  for (const int8_t contact : contacts) {
    for (const bool is_ball : {true, contact == v1::EVENT_KIND_BALL_BALL}) {
      if (!is_ball) {
        for (int i = 0; i < 3; ++i) append(kNone);
        continue;
      }
      const BallSnapshot ball = reader.Next();
      append(ball.position_m);
      append(ball.velocity_m_s);
      append(ball.angular_velocity_rad_s);
    }
  }
}

// Of all balls together.
bool IsOfSystem(v1::Quantity quantity) {
  return quantity == v1::QUANTITY_ENERGY || quantity == v1::QUANTITY_CONSTRAINT_VIOLATION;
}

// A chunk whose shots have none leaves the counts away.
void SkipShots(uint32_t shots, std::vector<int64_t>& offsets) {
  offsets.insert(offsets.end(), shots, offsets.back());
}

}  // namespace

absl::Status EventLog::Append(const v1::ShotResults& results) {
  const v1::EventColumns& events = results.events();
  const uint64_t count = SumOf(results.event_counts());
  const auto presses = static_cast<uint64_t>(
      std::count(events.kinds().begin(), events.kinds().end(), v1::EVENT_KIND_PRESS));
  ColumnCheck check;
  check.Expect("event_counts", results.event_counts(), results.shot_count())
      .Expect("events.times_s", events.times_s(), count)
      .Expect("events.kinds", events.kinds(), count)
      .Expect("events.balls", events.balls(), count)
      .Expect("events.others", events.others(), count)
      .Expect("events.press_kinds", events.press_kinds(), presses)
      .Expect("events.press_durations_s", events.press_durations_s(), presses)
      .Expect("events.press_impulses_n_s", events.press_impulses_n_s(), presses);
  if (!check.status().ok()) return check.status();
  ExtendOffsets(results.event_counts(), offsets);
  Extend(events.times_s(), times_s);
  Extend(events.kinds(), kinds);
  Extend(events.balls(), balls);
  Extend(events.others(), others);
  Extend(events.kinds(), contacts);
  durations_s.resize(kinds.size());
  impulses_Ns.resize(kinds.size());
  int press = 0;
  for (size_t row = kinds.size() - static_cast<size_t>(count); row < kinds.size(); ++row) {
    if (kinds[row] != v1::EVENT_KIND_PRESS) continue;
    contacts[row] = static_cast<int8_t>(events.press_kinds(press));
    durations_s[row] = events.press_durations_s(press);
    impulses_Ns[row] = events.press_impulses_n_s(press);
    ++press;
  }
  return AppendStates(events, static_cast<size_t>(count));
}

// Of the last `count` events, whose other columns are here.
absl::Status EventLog::AppendStates(const v1::EventColumns& events, size_t count) {
  if (!events.has_after()) return absl::OkStatus();
  const auto contacts_of = std::span<const int8_t>(contacts).last(count);
  const auto pairs = std::count(contacts_of.begin(), contacts_of.end(), v1::EVENT_KIND_BALL_BALL);
  ColumnCheck check;
  ExpectBalls("events.before", events.before(), count + static_cast<uint64_t>(pairs), &check);
  ExpectBalls("events.after", events.after(), count + static_cast<uint64_t>(pairs), &check);
  if (!check.status().ok()) return check.status();
  AppendStatesOf(events.before(), contacts_of, before);
  AppendStatesOf(events.after(), contacts_of, after);
  return absl::OkStatus();
}

absl::Status SampleLog::Append(const v1::ShotResults& results) {
  const v1::SampleColumns& samples = results.samples();
  if (samples.time_counts().empty()) {
    SkipShots(results.shot_count(), offsets);
    return absl::OkStatus();
  }
  ColumnCheck check;
  check.Expect("samples.time_counts", samples.time_counts(), results.shot_count())
      .Expect("samples.channel_counts", samples.channel_counts(), results.shot_count())
      .Expect("samples.times_s", samples.times_s(), SumOf(samples.time_counts()))
      .Expect("samples.bodies", samples.bodies(), SumOf(samples.channel_counts()))
      .Expect("samples.quantities", samples.quantities(), SumOf(samples.channel_counts()));
  if (!check.status().ok()) return check.status();
  int channel = 0;
  size_t value = 0;
  for (int shot = 0; shot < samples.time_counts_size(); ++shot) {
    const size_t times = samples.time_counts(shot);
    std::vector<Channel> channels;
    for (uint32_t i = 0; i < samples.channel_counts(shot); ++i, ++channel) {
      const v1::Quantity quantity = samples.quantities(channel);
      channels.push_back({samples.bodies(channel), quantity, samples.values().data() + value});
      value += times * static_cast<size_t>(ComponentCount(quantity));
    }
    if (value > static_cast<size_t>(samples.values_size())) {
      return absl::InternalError("the server sent too few values of samples");
    }
    if (absl::Status bad = AppendShot(channels, times); !bad.ok()) return bad;
  }
  ExtendOffsets(samples.time_counts(), offsets);
  Extend(samples.times_s(), times_s);
  return absl::OkStatus();
}

// All shots of a game are sampled alike; one that failed has no times.
absl::Status SampleLog::AppendShot(const std::vector<Channel>& channels, size_t times) {
  if (times == 0) return absl::OkStatus();
  std::map<v1::Quantity, std::vector<const Channel*>> by_quantity;
  std::set<uint32_t> bodies;
  for (const Channel& channel : channels) {
    by_quantity[channel.quantity].push_back(&channel);
    if (!IsOfSystem(channel.quantity)) bodies.insert(channel.body);
  }
  for (const auto& [quantity, columns] : by_quantity) {
    Quantity& into = quantities[quantity];
    if (into.values.empty()) {
      into.balls = columns.size();
      into.components = static_cast<size_t>(ComponentCount(quantity));
      into.is_of_system = IsOfSystem(quantity);
    }
    if (into.balls != columns.size()) {
      return WrongField("samples", "shots of unlike layouts", "of as many balls each");
    }
    for (size_t time = 0; time < times; ++time) {
      for (const Channel* column : columns) {
        const double* const at = column->values + time * into.components;
        into.values.insert(into.values.end(), at, at + into.components);
      }
    }
  }
  balls.assign(bodies.begin(), bodies.end());
  return absl::OkStatus();
}

absl::Status ContactLog::Append(const v1::ShotResults& results) {
  const v1::ContactColumns& contacts = results.contacts();
  if (contacts.contact_counts().empty()) {
    SkipShots(results.shot_count(), offsets);
    return absl::OkStatus();
  }
  const uint64_t count = SumOf(contacts.contact_counts());
  const uint64_t rows = SumOf(contacts.row_counts());
  ColumnCheck check;
  check.Expect("contacts.contact_counts", contacts.contact_counts(), results.shot_count())
      .Expect("contacts.kinds", contacts.kinds(), count)
      .Expect("contacts.balls", contacts.balls(), count)
      .Expect("contacts.others", contacts.others(), count)
      .Expect("contacts.begin_times_s", contacts.begin_times_s(), count)
      .Expect("contacts.end_times_s", contacts.end_times_s(), count)
      .Expect("contacts.row_counts", contacts.row_counts(), count)
      .Expect("contacts.row_times_s", contacts.row_times_s(), rows)
      .Expect("contacts.indentations_m", contacts.indentations_m(), rows)
      .Expect("contacts.rates_m_s", contacts.rates_m_s(), rows)
      .Expect("contacts.normal_forces_n", contacts.normal_forces_n(), rows)
      .Expect("contacts.friction_forces_n", contacts.friction_forces_n(), rows);
  if (!check.status().ok()) return check.status();
  ExtendOffsets(contacts.contact_counts(), offsets);
  Extend(contacts.kinds(), kinds);
  Extend(contacts.balls(), balls);
  Extend(contacts.others(), others);
  Extend(contacts.begin_times_s(), begins_s);
  Extend(contacts.end_times_s(), ends_s);
  ExtendOffsets(contacts.row_counts(), row_offsets);
  Extend(contacts.row_times_s(), row_times_s);
  Extend(contacts.indentations_m(), penetrations_m);
  Extend(contacts.rates_m_s(), rates_m_s);
  Extend(contacts.normal_forces_n(), normal_forces_N);
  Extend(contacts.friction_forces_n(), friction_forces_N);
  return absl::OkStatus();
}

}  // namespace carom::python
