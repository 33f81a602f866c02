#include <algorithm>
#include <set>
#include <utility>

#include "carom/client/shot_outcome.h"
#include "client/internal/columns.h"

// The derivatives and probes of shots; their outcomes are read in shot_outcome.cc.
namespace carom {
namespace {

using carom::v1::DerivativeColumns;
using carom::v1::ProbeColumns;
using carom::v1::ShotResults;

// How many events, states after events and samples of states one shot has.
struct Sizes {
  size_t events = 0;
  size_t event_states = 0;
  size_t samples = 0;
};

absl::StatusOr<std::vector<Sizes>> SizesOf(const ShotResults& results) {
  const auto events = ReadEvents(results);
  if (!events.ok()) return events.status();
  const auto samples = ReadSamples(results);
  if (!samples.ok()) return samples.status();
  std::vector<Sizes> sizes(results.shot_count());
  for (size_t shot = 0; shot < sizes.size(); ++shot) {
    sizes[shot].events = (*events)[shot].size();
    for (const ShotEvent& event : (*events)[shot]) sizes[shot].event_states += event.after.size();
    std::set<uint32_t> balls;
    for (const SampleChannel& channel : (*samples)[shot].channels) balls.insert(channel.ball);
    sizes[shot].samples = balls.size() * (*samples)[shot].times_s.size();
  }
  return sizes;
}

// All shots have as many.
uint64_t MarginsOfAShot(const ShotResults& results) {
  const auto all = static_cast<uint64_t>(results.derivatives().margin_values_m_size());
  return results.shot_count() == 0 ? 0 : all / results.shot_count();
}

absl::Status CheckDerivativeColumns(const ShotResults& results, const std::vector<Sizes>& sizes) {
  const DerivativeColumns& columns = results.derivatives();
  const uint64_t balls = SumOf(results.ball_counts());
  const uint64_t paths = columns.path_count();
  Sizes all;
  for (const Sizes& shot : sizes) {
    all.events += shot.events;
    all.event_states += shot.event_states;
    all.samples += shot.samples;
  }
  const uint64_t margins = MarginsOfAShot(results) * results.shot_count();
  ColumnCheck check;
  return check.Expect("ball_counts", results.ball_counts(), results.shot_count())
      .Expect("derivatives.ends", columns.ends(), balls)
      .Expect("derivatives.end_events", columns.end_events(), balls)
      .Expect("derivatives.final_states", columns.final_states(), kStateRows * balls * paths)
      .Expect("derivatives.event_times", columns.event_times(), all.events * paths)
      .Expect("derivatives.event_states", columns.event_states(),
              kStateRows * all.event_states * paths)
      .Expect("derivatives.samples", columns.samples(), kStateRows * all.samples * paths)
      .Expect("derivatives.margin_values_m", columns.margin_values_m(), margins)
      .Expect("derivatives.margins", columns.margins(), margins * paths)
      .status();
}

// Takes values out of a column, one part after the other.
class Taker {
 public:
  explicit Taker(const google::protobuf::RepeatedField<double>& column) : next_(column.begin()) {}

  std::vector<double> Next(size_t count) {
    const auto begin = next_;
    next_ += static_cast<std::ptrdiff_t>(count);
    return {begin, next_};
  }

 private:
  google::protobuf::RepeatedField<double>::const_iterator next_;
};

}  // namespace

absl::StatusOr<std::vector<ShotDerivatives>> ReadDerivatives(const ShotResults& results) {
  std::vector<ShotDerivatives> shots(results.shot_count());
  if (!results.has_derivatives()) return shots;
  const auto sizes = SizesOf(results);
  if (!sizes.ok()) return sizes.status();
  if (absl::Status bad = CheckDerivativeColumns(results, *sizes); !bad.ok()) return bad;
  const DerivativeColumns& columns = results.derivatives();
  const size_t paths = columns.path_count();
  Taker finals(columns.final_states());
  Taker times(columns.event_times());
  Taker states(columns.event_states());
  Taker samples(columns.samples());
  Taker margin_values(columns.margin_values_m());
  Taker margins(columns.margins());
  const size_t margin_count = MarginsOfAShot(results);
  int ball = 0;
  for (size_t shot = 0; shot < shots.size(); ++shot) {
    ShotDerivatives& read = shots[shot];
    read.paths = paths;
    for (uint32_t i = 0; i < results.ball_counts(static_cast<int>(shot)); ++i, ++ball) {
      read.balls.push_back(
          {columns.ends(ball), columns.end_events(ball), finals.Next(kStateRows * paths)});
    }
    const Sizes& size = (*sizes)[shot];
    read.event_times = times.Next(size.events * paths);
    read.event_states = states.Next(kStateRows * size.event_states * paths);
    read.samples = samples.Next(kStateRows * size.samples * paths);
    read.margin_values_m = margin_values.Next(margin_count);
    read.margins = margins.Next(margin_count * paths);
  }
  return shots;
}

absl::StatusOr<std::vector<ShotProbe>> ReadProbes(const ShotResults& results) {
  std::vector<ShotProbe> shots(results.shot_count());
  if (!results.has_probes()) return shots;
  const ProbeColumns& columns = results.probes();
  const uint64_t balls = SumOf(results.ball_counts());
  ColumnCheck check;
  check.Expect("ball_counts", results.ball_counts(), results.shot_count())
      .Expect("probes.played_counts", columns.played_counts(), results.shot_count())
      .Expect("probes.kept_counts", columns.kept_counts(), balls)
      .Expect("probes.median_errors_m", columns.median_errors_m(), balls)
      .Expect("probes.worst_errors_m", columns.worst_errors_m(), balls);
  if (!check.status().ok()) return check.status();
  int ball = 0;
  for (size_t shot = 0; shot < shots.size(); ++shot) {
    shots[shot].played = columns.played_counts(static_cast<int>(shot));
    for (uint32_t i = 0; i < results.ball_counts(static_cast<int>(shot)); ++i, ++ball) {
      shots[shot].balls.push_back(
          {columns.kept_counts(ball), columns.median_errors_m(ball), columns.worst_errors_m(ball)});
    }
  }
  return shots;
}

}  // namespace carom
