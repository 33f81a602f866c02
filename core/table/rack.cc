#include "core/table/rack.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/base/portable_math.h"

namespace carom {
namespace {

// Streams of the seed.
constexpr uint64_t kOrderStream = 0;
constexpr uint64_t kJitterStream = 1;

// What a rack has to work with.
struct Ground {
  const Table& table;
  double pitch_m;  // between the centres of neighbours
  CounterRandom order;
  bool shuffled;
};

// Places of the centres, by ball.
using Places = std::vector<Vec2>;

// Rows of a rack from the apex to the foot of the table; row r stands r sqrt(3)/2 pitches behind
// it.
Places Rows(const std::vector<int>& row_sizes, const Vec2& apex_m, double pitch_m) {
  const double row_distance_m = pitch_m * std::sqrt(3.0) / 2.0;
  Places places;
  for (size_t row = 0; row < row_sizes.size(); ++row) {
    const double x = apex_m.x() + static_cast<double>(row) * row_distance_m;
    for (int k = 0; k < row_sizes[row]; ++k) {
      // From the right of the table (-y) to the left.
      const double from_middle = k - 0.5 * (row_sizes[row] - 1);
      places.push_back(Vec2(x, apex_m.y() + from_middle * pitch_m));
    }
  }
  return places;
}

// Fisher-Yates, unless the order of the ball set is asked for.
void Shuffle(std::vector<int>& balls, Ground& ground) {
  if (!ground.shuffled) return;
  for (size_t left = balls.size(); left > 1; --left) {
    std::swap(balls[left - 1], balls[ground.order.Below(left)]);
  }
}

struct FixedBall {
  int ball;
  size_t place;
};

// Balls 1 to n on n places: some are fixed by the rules, the others are free.
Places Arrange(const Places& rack, const std::vector<FixedBall>& fixed, Ground& ground) {
  std::vector<int> ball_at(rack.size(), 0);
  std::vector<bool> is_fixed(rack.size() + 1, false);
  for (const FixedBall& f : fixed) {
    ball_at[f.place] = f.ball;
    is_fixed[static_cast<size_t>(f.ball)] = true;
  }
  std::vector<int> free;
  for (size_t ball = 1; ball <= rack.size(); ++ball) {
    if (!is_fixed[ball]) free.push_back(static_cast<int>(ball));
  }
  Shuffle(free, ground);
  auto next = free.begin();
  Places places(rack.size() + 1);
  places[0] = ground.table.head_spot_m;
  for (size_t place = 0; place < rack.size(); ++place) {
    const int ball = ball_at[place] != 0 ? ball_at[place] : *next++;
    places[static_cast<size_t>(ball)] = rack[place];
  }
  return places;
}

Places EightBall(Ground& ground) {
  constexpr size_t kMiddle = 4, kRightCorner = 10, kLeftCorner = 14;
  int solid = 7;
  int stripe = 15;
  if (ground.shuffled) {
    solid = 1 + static_cast<int>(ground.order.Below(7));
    stripe = 9 + static_cast<int>(ground.order.Below(7));
    if (ground.order.Below(2) == 1) std::swap(solid, stripe);
  }
  const Places rack = Rows({1, 2, 3, 4, 5}, ground.table.foot_spot_m, ground.pitch_m);
  return Arrange(rack, {{8, kMiddle}, {solid, kRightCorner}, {stripe, kLeftCorner}}, ground);
}

Places NineBall(Ground& ground) {
  const Places rack = Rows({1, 2, 3, 2, 1}, ground.table.foot_spot_m, ground.pitch_m);
  return Arrange(rack, {{1, 0}, {9, 4}}, ground);
}

Places TenBall(Ground& ground) {
  const Places rack = Rows({1, 2, 3, 4}, ground.table.foot_spot_m, ground.pitch_m);
  return Arrange(rack, {{1, 0}, {10, 4}}, ground);
}

Places Snooker(Ground& ground) {
  // [WPBSA] Section 1: on 3.569 m x 1.778 m the baulk line is 737 mm from its cushion, the D has a
  // radius of 292 mm, the black is 324 mm from the top cushion, the pink midway between centre and
  // top.
  const double length_m = ground.table.length_m;
  const double baulk_x = (737.0 / 3569.0 - 0.5) * length_m;
  const double d_radius_m = 292.0 / 1778.0 * ground.table.width_m;
  const Vec2 pink(0.25 * length_m, 0.0);
  // The apex red is as near to the pink as neighbours are to each other.
  const Vec2 apex = pink + Vec2(ground.pitch_m, 0.0);
  Places places = {ground.table.head_spot_m};
  for (const Vec2& red : Rows({1, 2, 3, 4, 5}, apex, ground.pitch_m)) places.push_back(red);
  places.push_back(Vec2(baulk_x, -d_radius_m));                    // yellow
  places.push_back(Vec2(baulk_x, d_radius_m));                     // green
  places.push_back(Vec2(baulk_x, 0.0));                            // brown
  places.push_back(Vec2(0.0, 0.0));                                // blue
  places.push_back(pink);                                          // pink
  places.push_back(Vec2((0.5 - 324.0 / 3569.0) * length_m, 0.0));  // black
  return places;
}

Places ThreeCushion(Ground& ground) {
  // [UMB] Rules of play, starting position: the opponent's ball on the middle spot of the starting
  // line, the player's 18.25 cm to its right or left.
  constexpr double kAside_m = 0.1825;
  const bool left = ground.shuffled && ground.order.Below(2) == 1;
  const Vec2 aside(0.0, left ? kAside_m : -kAside_m);
  return {ground.table.head_spot_m + aside, ground.table.head_spot_m, ground.table.foot_spot_m};
}

struct Rack {
  const char* name;
  size_t balls;
  bool needs_table_size;
  Places (*place)(Ground&);
};

constexpr std::array<Rack, 5> kRacks = {{
    {"eight_ball", 16, false, EightBall},
    {"nine_ball", 10, false, NineBall},
    {"snooker", 22, true, Snooker},
    {"ten_ball", 11, false, TenBall},
    {"three_cushion", 3, false, ThreeCushion},
}};

const Rack* FindRack(std::string_view name) {
  for (const Rack& rack : kRacks) {
    if (name == rack.name) return &rack;
  }
  return nullptr;
}

absl::Status CheckOptions(const RackOptions& options) {
  if (absl::Status bad = CheckParameters(options); !bad.ok()) return bad;
  const Interval jitter{0.0, 0.5 * options.gap_m};
  if (jitter.Contains(options.jitter_m)) return absl::OkStatus();
  return InvalidField("jitter_m", options.jitter_m, Describe(jitter) + ", half the gap");
}

absl::Status CheckRack(const Rack& rack, const Table& table, const BallSet& ball_set) {
  if (ball_set.balls.size() < rack.balls) {
    return InvalidField("ball_set", ball_set.name,
                        absl::StrCat("a set of at least ", rack.balls, " balls"));
  }
  if (!rack.needs_table_size) return absl::OkStatus();
  if (!(table.length_m > 0.0)) return InvalidField("table.length_m", table.length_m, "known");
  if (!(table.width_m > 0.0)) return InvalidField("table.width_m", table.width_m, "known");
  return absl::OkStatus();
}

// The cue ball stays: its place is the player's choice.
void Jitter(Places& places, const RackOptions& options) {
  if (options.jitter_m == 0.0) return;
  CounterRandom random = options.places.value_or(CounterRandom(options.seed, kJitterStream));
  for (size_t i = 1; i < places.size(); ++i) {
    const double radius_m = options.jitter_m * std::sqrt(random.Uniform());
    const double angle_rad = random.Uniform(0.0, kTwoPi);
    places[i] += radius_m * Vec2(Cos(angle_rad), Sin(angle_rad));
  }
}

// Of the racked balls: the cue ball may be larger or smaller.
double LargestDiameter(const BallSet& ball_set, size_t count) {
  double largest_m = 0.0;
  for (size_t i = 1; i < count; ++i) {
    largest_m = std::max(largest_m, 2.0 * ball_set.balls[i].radius_m);
  }
  return largest_m;
}

Layout AtRest(const Places& places, const BallSet& ball_set) {
  Layout layout;
  for (size_t i = 0; i < places.size(); ++i) {
    BallState state;
    state.position = Vec3(places[i].x(), places[i].y(), ball_set.balls[i].radius_m);
    layout.states.push_back(state);
    layout.balls.push_back(ball_set.balls[i]);
    if (i < ball_set.ball_names.size()) layout.names.push_back(ball_set.ball_names[i]);
  }
  return layout;
}

}  // namespace

const std::vector<std::string>& RackNames() {
  static const auto* const names = [] {
    auto* const list = new std::vector<std::string>;
    for (const Rack& rack : kRacks) list->push_back(rack.name);
    return list;
  }();
  return *names;
}

size_t RackSize(std::string_view name) {
  const Rack* const rack = FindRack(name);
  return rack == nullptr ? 0 : rack->balls;
}

absl::StatusOr<Layout> MakeRack(std::string_view name, const Table& table, const BallSet& ball_set,
                                const RackOptions& options) {
  const Rack* const rack = FindRack(name);
  if (rack == nullptr) {
    return InvalidField("name", absl::StrCat("\"", std::string(name), "\""),
                        "eight_ball, nine_ball, snooker, ten_ball or three_cushion");
  }
  if (absl::Status bad = CheckOptions(options); !bad.ok()) return bad;
  if (absl::Status bad = CheckRack(*rack, table, ball_set); !bad.ok()) return bad;

  Ground ground = {table, LargestDiameter(ball_set, rack->balls) + options.gap_m,
                   options.order.value_or(CounterRandom(options.seed, kOrderStream)),
                   options.order.has_value() || options.seed != 0};
  Places places = rack->place(ground);
  Jitter(places, options);
  return AtRest(places, ball_set);
}

}  // namespace carom
