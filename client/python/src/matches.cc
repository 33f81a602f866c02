#include "client/python/src/matches.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <utility>

#include "client/internal/status.h"
#include "client/python/src/arrays.h"
#include "client/python/src/errors.h"
#include "client/python/src/to_python.h"

namespace carom::python {
namespace {

constexpr size_t kMostLayouts = 256;                      // In a call of PlaceBalls.
constexpr int8_t kOutOfPlay = v1::MOTION_STATE_POCKETED;  // This state and all larger ones.

bool InHand(v1::CueBallPlace place) { return place != v1::CUE_BALL_PLACE_IN_POSITION; }

void WriteLayout(const MatchBalls& balls, size_t row, v1::BallStates& states) {
  const double* const places_m = balls.positions_m + 3 * balls.balls * row;
  const int8_t* const motions = balls.motions + balls.balls * row;
  states.mutable_positions_m()->Add(places_m, places_m + 3 * balls.balls);
  for (size_t i = 0; i < balls.balls; ++i) {
    states.add_motions(static_cast<v1::MotionState>(motions[i]));
  }
}

absl::Status ReadLayout(const v1::BallStates& states, size_t row, const MatchBalls& balls) {
  if (static_cast<size_t>(states.motions_size()) != balls.balls ||
      static_cast<size_t>(states.positions_m_size()) != 3 * balls.balls) {
    return absl::InternalError("the server placed another number of balls");
  }
  std::copy(states.positions_m().begin(), states.positions_m().end(),
            balls.positions_m + 3 * balls.balls * row);
  std::transform(states.motions().begin(), states.motions().end(),
                 balls.motions + balls.balls * row,
                 [](int motion) { return static_cast<int8_t>(motion); });
  return absl::OkStatus();
}

// A field with one value for each player is empty where both are 0.
template <class List>
auto OfPlayer(const List& pair, uint32_t player) {
  return static_cast<int>(player) < pair.size() ? pair.Get(static_cast<int>(player)) : 0;
}

}  // namespace

void SeeBalls(std::span<const double> positions_m, std::span<const int8_t> motions, double x_scale,
              double y_scale, float* seen) {
  const double* place = positions_m.data();
  for (const int8_t motion : motions) {
    const bool in_play = motion < kOutOfPlay;
    seen[0] = in_play ? static_cast<float>(place[0] * x_scale) : 0.0F;
    seen[1] = in_play ? static_cast<float>(place[1] * y_scale) : 0.0F;
    seen[2] = in_play ? 1.0F : 0.0F;
    place += 3;
    seen += 3;
  }
}

Matches::Matches(const Game& game, v1::Rules rules, std::string rack, size_t count)
    : rules_(rules),
      rack_(std::move(rack)),
      balls_(static_cast<size_t>(game.ball_count())),
      states_(count),
      cue_balls_(count, v1::CUE_BALL_PLACE_BEHIND_HEAD_STRING),
      targets_(count * balls_, 1) {
  game.Put(ground_);
  ground_.clear_layouts();
}

absl::Status Matches::Place(const Client& client, const CallOptions& call,
                            std::span<const int64_t> rows, const Fill& fill,
                            const MatchBalls& balls) const {
  for (size_t first = 0; first < rows.size(); first += kMostLayouts) {
    const std::span<const int64_t> part =
        rows.subspan(first, std::min(kMostLayouts, rows.size() - first));
    v1::PlaceBallsRequest request = ground_;
    for (size_t k = 0; k < part.size(); ++k) {
      fill(first + k, *request.add_layouts(), *request.add_placings());
    }
    const auto placed = client.PlaceBalls(request, call);
    if (!placed.ok()) return placed.status();
    if (static_cast<size_t>(placed->positions_size()) != part.size()) {
      return absl::InternalError("the server placed another number of layouts");
    }
    for (size_t k = 0; k < part.size(); ++k) {
      absl::Status bad =
          ReadLayout(placed->positions(static_cast<int>(k)), static_cast<size_t>(part[k]), balls);
      if (!bad.ok()) return bad;
    }
  }
  return absl::OkStatus();
}

absl::Status Matches::Begin(const Client& client, const CallOptions& call,
                            std::span<const int64_t> rows, std::span<const uint64_t> seeds,
                            const MatchBalls& balls) {
  absl::Status status = Place(
      client, call, rows,
      [&](size_t k, v1::Layout& layout, v1::Placing&) {
        layout.mutable_rack()->set_name(rack_);
        layout.mutable_rack()->set_seed(seeds[k]);
      },
      balls);
  if (!status.ok()) return status;
  for (const int64_t row : rows) {
    const auto match = static_cast<size_t>(row);
    states_[match].Clear();
    states_[match].set_phase(v1::GAME_PHASE_BREAK);
    cue_balls_[match] = v1::CUE_BALL_PLACE_BEHIND_HEAD_STRING;
    std::fill_n(targets_.begin() + static_cast<std::ptrdiff_t>(match * balls_), balls_, 1);
  }
  return status;
}

absl::Status Matches::PutCueBalls(const Client& client, const CallOptions& call,
                                  std::span<const int64_t> rows, std::span<const double> wishes_m,
                                  const MatchBalls& balls) const {
  std::vector<int64_t> in_hand;
  std::vector<size_t> wish;
  for (size_t k = 0; k < rows.size(); ++k) {
    if (!InHand(cue_balls_[static_cast<size_t>(rows[k])])) continue;
    in_hand.push_back(rows[k]);
    wish.push_back(k);
  }
  return Place(
      client, call, in_hand,
      [&](size_t k, v1::Layout& layout, v1::Placing& placing) {
        const auto match = static_cast<size_t>(in_hand[k]);
        WriteLayout(balls, match, *layout.mutable_states());
        placing.set_cue_ball(cue_balls_[match]);
        placing.mutable_cue_ball_wish()->set_x_m(wishes_m[2 * wish[k]]);
        placing.mutable_cue_ball_wish()->set_y_m(wishes_m[2 * wish[k] + 1]);
      },
      balls);
}

absl::StatusOr<Rulings> Matches::Rule(const Client& client, const CallOptions& call,
                                      std::span<const int64_t> rows, const Touches& touches,
                                      std::span<const int8_t> calls, const MatchBalls& balls) {
  v1::RuleShotsRequest question;
  question.set_rules(rules_);
  for (size_t k = 0; k < rows.size(); ++k) {
    *question.add_states() = states_[static_cast<size_t>(rows[k])];
    if (calls.empty()) continue;
    v1::ShotCall& announced = *question.add_calls();
    const auto ball = static_cast<uint32_t>(calls[2 * k]);
    if (ball == 0) {
      announced.set_safety(true);
    } else {
      announced.set_ball(ball);
      announced.set_pocket(static_cast<uint32_t>(calls[2 * k + 1]));
    }
  }
  absl::StatusOr<Rulings> rulings = Rulings::Ask(client, call, question, touches);
  if (!rulings.ok()) return rulings;
  std::vector<int64_t> moved;
  std::vector<size_t> of;
  for (size_t k = 0; k < rows.size(); ++k) {
    const v1::Ruling& ruling = rulings->all()[k];
    if (!ruling.failure().empty()) continue;
    if (ruling.spotted().empty() && !InHand(ruling.cue_ball())) continue;
    moved.push_back(rows[k]);
    of.push_back(k);
  }
  absl::Status status = Place(
      client, call, moved,
      [&](size_t k, v1::Layout& layout, v1::Placing& placing) {
        const v1::Ruling& ruling = rulings->all()[of[k]];
        WriteLayout(balls, static_cast<size_t>(moved[k]), *layout.mutable_states());
        *placing.mutable_spotted() = ruling.spotted();
        placing.set_cue_ball(ruling.cue_ball());
      },
      balls);
  if (!status.ok()) return status;
  for (size_t k = 0; k < rows.size(); ++k) {
    if (rulings->all()[k].failure().empty()) Take(rulings->all()[k], static_cast<size_t>(rows[k]));
  }
  return rulings;
}

void Matches::Take(const v1::Ruling& ruling, size_t match) {
  states_[match] = ruling.next();
  cue_balls_[match] = ruling.cue_ball();
  const auto targets = targets_.begin() + static_cast<std::ptrdiff_t>(match * balls_);
  std::fill_n(targets, balls_, 0);
  for (const uint32_t ball : ruling.targets()) {
    if (ball < balls_) targets[ball] = 1;
  }
}

nb::tuple Matches::Pickled() const {
  const auto bytes = [](const std::string& text) { return nb::bytes(text.data(), text.size()); };
  nb::list states;
  for (const v1::GameState& state : states_) states.append(bytes(state.SerializeAsString()));
  std::vector<int> cue_balls(cue_balls_.begin(), cue_balls_.end());
  return nb::make_tuple(bytes(ground_.SerializeAsString()), static_cast<int>(rules_), rack_, balls_,
                        states, cue_balls, targets_);
}

Matches::Matches(const nb::tuple& pickled)
    : rules_(static_cast<v1::Rules>(nb::cast<int>(pickled[1]))),
      rack_(nb::cast<std::string>(pickled[2])),
      balls_(nb::cast<size_t>(pickled[3])),
      targets_(nb::cast<std::vector<uint8_t>>(pickled[6])) {
  const auto parse = [](const nb::handle& from, google::protobuf::Message& message) {
    const auto bytes = nb::cast<nb::bytes>(from);
    if (!message.ParseFromArray(bytes.c_str(), static_cast<int>(bytes.size()))) {
      Raise(WrongField("matches", "bytes", "those of a pickle"));
    }
  };
  parse(pickled[0], ground_);
  for (const nb::handle state : nb::cast<nb::list>(pickled[4])) {
    parse(state, states_.emplace_back());
  }
  for (const int place : nb::cast<std::vector<int>>(pickled[5])) {
    cue_balls_.push_back(static_cast<v1::CueBallPlace>(place));
  }
  if (cue_balls_.size() != size() || targets_.size() != size() * balls_) {
    Raise(WrongField("matches", "lists of other sizes", "those of a pickle"));
  }
}

nb::dict Matches::State(size_t match) const { return ToPython(states_[match]); }

nb::dict Matches::Columns() const {
  std::vector<int8_t> shooter, cue_ball;
  for (size_t match = 0; match < size(); ++match) {
    shooter.push_back(static_cast<int8_t>(states_[match].shooter()));
    cue_ball.push_back(static_cast<int8_t>(cue_balls_[match]));
  }
  nb::dict columns;
  columns["shooter"] = ToNumPy(std::move(shooter));
  columns["cue_ball"] = ToNumPy(std::move(cue_ball));
  columns["targets"] = ToNumPy(std::vector<uint8_t>(targets_), {size(), balls_});
  return columns;
}

void Matches::Observe(const MatchBalls& balls, double x_scale, double y_scale, int player,
                      float* seen) const {
  for (size_t match = 0; match < size(); ++match) {
    const v1::GameState& state = states_[match];
    const size_t first = match * balls_;
    SeeBalls({balls.positions_m + 3 * first, 3 * balls_}, {balls.motions + first, balls_}, x_scale,
             y_scale, seen);
    seen += 3 * balls_;
    const uint32_t own = player < 0 ? state.shooter() : static_cast<uint32_t>(player);
    const int group = OfPlayer(state.groups(), own);
    const auto put = [&seen](auto value) { *seen++ = static_cast<float>(value); };
    put(state.phase() <= v1::GAME_PHASE_BREAK);
    put(cue_balls_[match] == v1::CUE_BALL_PLACE_ANYWHERE);
    put(cue_balls_[match] == v1::CUE_BALL_PLACE_BEHIND_HEAD_STRING);
    put(OfPlayer(state.consecutive_fouls(), own) / 3.0);
    put(OfPlayer(state.consecutive_fouls(), 1 - own) / 3.0);
    put(group <= v1::BALL_GROUP_OPEN);
    put(group == v1::BALL_GROUP_SOLIDS);
    put(group == v1::BALL_GROUP_STRIPES);
  }
}

}  // namespace carom::python
