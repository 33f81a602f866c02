#include "core/tangent/column.h"

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "core/base/interval.h"
#include "core/state/trajectory.h"

namespace carom {
namespace {

// Calls `visit` with each choice of laws, by its name.
template <class Laws, class Visitor>
void VisitLaws(Laws& laws, Visitor& visit) {
  visit.OneOf("ball_ball", laws.ball_ball);
  visit.OneOf("cushion", laws.cushion);
  visit.OneOf("slate", laws.slate);
  visit.OneOf("liner", laws.liner);
}

// Finds the number that a path leads to, a double or a const double. A visitor
// (core/base/parameters.h).
template <class Number>
class NumberFinder {
 public:
  NumberFinder(const FieldPath& path, size_t depth) : path_(path), depth_(depth) {}

  Number* found() const { return found_; }
  /// Whether the path leads to an optional number that is not given.
  bool left_out() const { return left_out_; }

  void operator()(const char* name, Number& number, const Interval& /*range*/) {
    Take(name, number);
  }
  void operator()(const char* name, Number& number) { Take(name, number); }
  template <class Other>
  void operator()(const char* /*name*/, Other& /*value*/, const Interval& /*range*/) {}
  template <class Other>
  void operator()(const char* /*name*/, Other& /*value*/) {}
  void Or(const char* name, Number& number, const Interval& /*range*/, double /*beside*/) {
    Take(name, number);
  }
  void Optional(const char* name, Number& number, const Interval& /*range*/) {
    if (number >= 0.0) return Take(name, number);
    left_out_ = left_out_ || (depth_ + 1 == path_.size() && Leads(name));
  }
  template <class Struct>
  void Part(const char* name, Struct& part) {
    if (Leads(name)) Descend(part, 1);
  }
  template <class Choice>
  void OneOf(const char* name, Choice& choice) {
    if (!Leads(name)) return;
    std::visit(
        [&](auto& chosen) {
          using Chosen = std::remove_reference_t<decltype(chosen)>;
          if (depth_ + 1 >= path_.size() || !path_[depth_ + 1].Is(Chosen::kName)) return;
          Descend(chosen, 2);
        },
        choice);
  }

 private:
  bool Leads(const char* name) const { return depth_ < path_.size() && path_[depth_].Is(name); }
  void Take(const char* name, Number& number) {
    if (depth_ + 1 == path_.size() && Leads(name)) found_ = &number;
  }
  template <class Struct>
  void Descend(Struct& part, size_t steps) {
    NumberFinder below(path_, depth_ + steps);
    Struct::Parameters(part, below);
    found_ = below.found();
    left_out_ = below.left_out();
  }

  const FieldPath& path_;
  size_t depth_;
  Number* found_ = nullptr;
  bool left_out_ = false;
};

constexpr char kField[] = "derivatives";

absl::Status NoSuchColumn(const FieldPath& path, const std::string& must) {
  return InvalidField(kField, absl::StrCat("\"", path.Text(), "\""), must);
}

constexpr const char* kAxes[] = {"x", "y", "z"};

std::optional<int> AxisOf(const PathElement& step) {
  for (int axis = 0; axis < 3; ++axis) {
    if (step.Is(kAxes[axis])) return axis;
  }
  return std::nullopt;
}

// The table of factors at or below which this path of settings, const or not, leads; null if there
// is none.
template <class AnySettings>
auto* TableAt(const FieldPath& path, AnySettings& settings) {
  auto* const rolling = &settings.environment.cloth.rolling_factor;
  auto& cushion = settings.laws.cushion_factors;
  const bool below = path.size() >= 2;
  return below && path[0].Is("cloth") && path[1].Is("rolling_factor")         ? rolling
         : below && path[0].Is("cushion") && path[1].Is("restitution_factor") ? &cushion.restitution
         : below && path[0].Is("cushion") && path[1].Is("friction_factor")    ? &cushion.friction
                                                                              : nullptr;
}

// The number of these settings to which this path leads, likewise.
template <class AnySettings>
auto* NumberOf(const FieldPath& path, AnySettings& settings) {
  using Number = std::conditional_t<std::is_const_v<AnySettings>, const double, double>;
  auto* const factors = TableAt(path, settings);
  const bool of_point = path.size() == 3 && path[1].index >= 0 && path[2].Is("factor");
  if (factors != nullptr && of_point && path[1].index < factors->size()) {
    return &(*factors)[static_cast<int>(path[1].index)].factor;
  }
  NumberFinder<Number> finder(path, 0);
  VisitLaws(settings.laws, finder);
  if (finder.found() == nullptr) Environment::Parameters(settings.environment, finder);
  return finder.found();
}

// A roll through a piece of constant factor is one phase, which knows nothing of how the factor
// would tilt with one of its two points.
bool IsLevelBeside(const FactorTable& factors, int point) {
  const auto same = [&](int i) { return factors[i].factor == factors[i + 1].factor; };
  return (point > 0 && same(point - 1)) || (point + 1 < factors.size() && same(point));
}

// What numbers of the settings act on, by the first steps of their paths. One without a row has no
// derivative: what bounds or ends a shot, or resolves what no law does, is no physics.
struct PartOfSettings {
  const char* path;
  unsigned affects;
};
constexpr PartOfSettings kParts[] = {
    {"cue", kCueStrikes},
    {"ball_ball", kBallImpacts},
    {"cushion", kSolidImpacts},
    {"slate", kSolidImpacts},
    {"liner", kSolidImpacts},
    // The laws of an impact know of the cloth its friction against a ball that slips, and nothing
    // of gravity.
    {"cloth.sliding_friction", kBallImpacts | kSolidImpacts},
    {"cloth.rolling_friction", kNoEvent},
    {"cloth.spinning_friction", kNoEvent},
    {"cloth.rolling_factor", kNoEvent},
    {"gravity_m_s2", kNoEvent},
};

const PartOfSettings* PartWith(const FieldPath& number) {
  for (const PartOfSettings& part : kParts) {
    const FieldPath first(part.path);
    bool leads = first.size() <= number.size();
    for (size_t i = 0; leads && i < first.size(); ++i) leads = number[i].Is(first[i].name);
    if (leads) return &part;
  }
  return nullptr;
}

// A ball that lies on the cloth has no height of its own to be moved.
bool MayLift(const Column& column, const Shot& shot) {
  const bool lifts = column.axis == 2 &&
                     (column.of == Column::Of::kPosition || column.of == Column::Of::kVelocity);
  return !lifts || shot.start[static_cast<size_t>(column.ball)].motion == MotionState::kAirborne;
}

absl::StatusOr<Column> BallColumn(const FieldPath& path, const Shot& shot) {
  const int64_t ball = path[0].index;
  if (ball < 0 || ball >= static_cast<int64_t>(shot.start.size())) {
    return NoSuchColumn(path, absl::StrCat("of a ball in [0, ", shot.start.size(), ")"));
  }
  if (path.size() == 2 && path[1].Is("mass_kg")) {
    return Column{Column::Of::kMass, static_cast<int>(ball), 0, {}, kAnyEvent};
  }
  if (path.size() == 2 && path[1].Is("radius_m")) {
    return Column{Column::Of::kRadius, static_cast<int>(ball), 0, {}, kAnyEvent};
  }
  const auto axis = path.size() == 3 ? AxisOf(path[2]) : std::nullopt;
  if (!axis) return NoSuchColumn(path, "one component, radius_m or mass_kg");
  Column column{Column::Of::kPosition, static_cast<int>(ball), *axis, {}, kNoEvent};
  if (path[1].Is("velocity_m_s")) {
    column.of = Column::Of::kVelocity;
  } else if (path[1].Is("spin_rad_s")) {
    column.of = Column::Of::kSpin;
  } else if (!path[1].Is("position_m")) {
    return NoSuchColumn(path, "of position_m, velocity_m_s or spin_rad_s");
  }
  if (!MayLift(column, shot)) {
    return NoSuchColumn(path, "horizontal: the ball is not in flight at the start");
  }
  return column;
}

absl::Status NoSuchPoint(const FieldPath& path, int points) {
  if (points == 0) return NoSuchColumn(path, "of a table of factors that has points");
  return NoSuchColumn(path, absl::StrCat("the factor of a point in [0, ", points, ")"));
}

absl::StatusOr<Column> SettingsColumn(const FieldPath& path, const Settings& settings) {
  const FieldPath number = path.Below(1);
  const FactorTable* const factors = TableAt(number, settings);
  const PartOfSettings* const part = PartWith(number);
  const bool found = part != nullptr && NumberOf(number, settings) != nullptr;
  if (!found && factors != nullptr) return NoSuchPoint(path, factors->size());
  if (!found) return NoSuchColumn(path, "a number of the settings");
  if (factors == &settings.environment.cloth.rolling_factor &&
      IsLevelBeside(*factors, static_cast<int>(number[1].index))) {
    return NoSuchColumn(path, "of a point whose neighbours have other factors");
  }
  return Column{Column::Of::kSettings, 0, 0, number, part->affects};
}

// Of a law's optional number: all of these are the friction with the slate, which without them is
// the cloth's.
bool IsLeftOut(const FieldPath& number, const Settings& settings) {
  NumberFinder<const double> finder(number, 0);
  VisitLaws(settings.laws, finder);
  return finder.left_out();
}

// Lists the paths of all numbers. A visitor, as NumberFinder.
class PathLister {
 public:
  PathLister(const std::string& above, std::vector<std::string>& paths)
      : above_(above), paths_(paths) {}

  void operator()(const char* name, const double& /*number*/, const Interval& /*range*/) {
    Add(name);
  }
  void operator()(const char* name, const double& /*number*/) { Add(name); }
  template <class Other>
  void operator()(const char* /*name*/, const Other& /*value*/, const Interval& /*range*/) {}
  template <class Other>
  void operator()(const char* /*name*/, const Other& /*value*/) {}
  void Or(const char* name, const double& /*number*/, const Interval& /*range*/,
          double /*beside*/) {
    Add(name);
  }
  void Optional(const char* name, const double& /*number*/, const Interval& /*range*/) {
    Add(name);
  }
  template <class Struct>
  void Part(const char* name, const Struct& part) {
    PathLister below(above_ + name + ".", paths_);
    Struct::Parameters(part, below);
  }
  template <class... Structs>
  void OneOf(const char* name, const std::variant<Structs...>& choice) {
    std::visit(
        [&](const auto& chosen) {
          using Chosen = std::decay_t<decltype(chosen)>;
          PathLister below(absl::StrCat(above_, name, ".", Chosen::kName, "."), paths_);
          Chosen::Parameters(chosen, below);
        },
        choice);
  }

 private:
  void Add(const char* name) { paths_.push_back(above_ + name); }

  const std::string above_;
  std::vector<std::string>& paths_;
};

// What may be a column of a shot: the numbers of strike, balls, table and settings.
std::vector<std::string> PathsOf(const Settings& settings, const Shot& shot) {
  std::vector<std::string> paths = {"table.nose_height_m"};
  PathLister of_strike("strike.", paths);
  const CueStrike strike;
  CueStrike::Parameters(strike, of_strike);
  PathLister of_settings("settings.", paths);
  VisitLaws(settings.laws, of_settings);
  Environment::Parameters(settings.environment, of_settings);
  for (const char* const table :
       {"settings.cloth.rolling_factor", "settings.cushion.restitution_factor",
        "settings.cushion.friction_factor"}) {
    const FactorTable* const factors = TableAt(FieldPath(table).Below(1), settings);
    for (int i = 0; i < factors->size(); ++i) {
      paths.push_back(absl::StrCat(table, "[", i, "].factor"));
    }
  }
  for (size_t ball = 0; ball < shot.start.size(); ++ball) {
    for (const char* const number : {"mass_kg", "radius_m"}) {
      paths.push_back(absl::StrCat("balls[", ball, "].", number));
    }
    for (const char* const vector : {"position_m", "velocity_m_s", "spin_rad_s"}) {
      for (const char* const axis : kAxes) {
        paths.push_back(absl::StrCat("balls[", ball, "].", vector, ".", axis));
      }
    }
  }
  return paths;
}

// The share of both texts that they have in common, in order: of their longest common subsequence
// [Wagner and Fischer, J. ACM 21, 1974].
double Likeness(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1, 0);
  for (const char c : a) {
    size_t diagonal = 0;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t longest = c == b[j] ? diagonal + 1 : std::max(row[j], row[j + 1]);
      diagonal = row[j + 1];
      row[j + 1] = longest;
    }
  }
  return 2.0 * static_cast<double>(row.back()) / static_cast<double>(a.size() + b.size());
}

absl::StatusOr<Column> ColumnAt(const FieldPath& path, const Settings& settings, const Shot& shot) {
  const bool of_point = path.BeginsWith("settings") && TableAt(path.Below(1), settings) != nullptr;
  for (size_t i = path.BeginsWith("balls") ? 1 : 0; i < path.size(); ++i) {
    if (path[i].index < 0 || (of_point && i == 2)) continue;
    return NoSuchColumn(path, "without an index but that of a ball or of a factor");
  }
  if (path == FieldPath("table.nose_height_m")) {
    return Column{Column::Of::kNoseHeight, 0, 0, {}, kSolidImpacts};
  }
  if (path.BeginsWith("balls")) return BallColumn(path, shot);
  if (path.BeginsWith("strike")) {
    if (!shot.strike) return NoSuchColumn(path, "of a shot with a strike");
    CueStrike strike;
    const FieldPath number = path.Below(1);
    if (NumberAt(number, strike) == nullptr) return NoSuchColumn(path, "a number of the strike");
    return Column{Column::Of::kStrike, 0, 0, number, kCueStrikes};
  }
  if (path.BeginsWith("settings")) return SettingsColumn(path, settings);
  return NoSuchColumn(path, "below strike, balls, table or settings");
}

// The column whose path is most like this one, one that goes on from it above all; empty where none
// has half of it in common.
std::string NearestPath(const std::string& path, const Settings& settings, const Shot& shot) {
  constexpr size_t kLongest = 64;  // Of what can have been meant: no path has 60 characters.
  std::string nearest;
  double most = 0.5;
  if (path.size() > kLongest) return nearest;
  for (const std::string& other : PathsOf(settings, shot)) {
    const bool goes_on = !path.empty() && other.starts_with(path);
    const double likeness = Likeness(path, other) + (goes_on ? 1.0 : 0.0);
    if (likeness <= most || !ColumnAt(FieldPath(other), settings, shot).ok()) continue;
    nearest = other;
    most = likeness;
  }
  return nearest;
}

}  // namespace

double* NumberAt(const FieldPath& path, CueStrike& strike) {
  NumberFinder<double> finder(path, 0);
  CueStrike::Parameters(strike, finder);
  return finder.found();
}

double* NumberAt(const FieldPath& path, Settings& settings) { return NumberOf(path, settings); }

absl::StatusOr<Column> FindColumn(const FieldPath& path, const Settings& settings,
                                  const Shot& shot) {
  auto column = ColumnAt(path, settings, shot);
  const bool of_no_ball =  // That of another ball is no nearer than any.
      path.BeginsWith("balls") && path[0].index >= static_cast<int64_t>(shot.start.size());
  if (column.ok() || of_no_ball) return column;
  if (path.BeginsWith("settings") && IsLeftOut(path.Below(1), settings)) {
    return NoSuchColumn(path, "given: without it \"settings.cloth.sliding_friction\" acts");
  }
  const std::string near = NearestPath(path.Text(), settings, shot);
  return WithError(column.status(), [&near](FieldError& error) {
    if (!near.empty()) absl::StrAppend(&error.must, "; the nearest is \"", near, "\"");
  });
}

// Whether columns that were found for another shot with these settings are also of this one.
bool ColumnFinder::Serves(const Shot& shot) const {
  return std::all_of(columns_.begin(), columns_.end(), [&shot](const Column& column) {
    if (column.of == Column::Of::kStrike) return shot.strike.has_value();
    if (column.of == Column::Of::kSettings || column.of == Column::Of::kNoseHeight) return true;
    return static_cast<size_t>(column.ball) < shot.start.size() && MayLift(column, shot);
  });
}

bool ColumnFinder::IsMissingOf(const Shot& shot) const {
  return !missing_.ok() && shot.strike.has_value() == had_strike_ &&
         std::equal(
             shot.start.begin(), shot.start.end(), motions_.begin(), motions_.end(),
             [](const BallState& ball, MotionState motion) { return ball.motion == motion; });
}

absl::Status ColumnFinder::KeepMissing(const Shot& shot, const absl::Status& missing) {
  had_strike_ = shot.strike.has_value();
  motions_.clear();
  for (const BallState& ball : shot.start) motions_.push_back(ball.motion);
  return missing_ = missing;
}

absl::StatusOr<const std::vector<Column>*> ColumnFinder::Find(
    const std::vector<FieldPath>& paths, const std::shared_ptr<const Settings>& settings,
    const Shot& shot) {
  const bool asked_before = settings == settings_ && paths == paths_;
  if (asked_before && missing_.ok() && Serves(shot)) return &columns_;
  if (asked_before && IsMissingOf(shot)) return missing_;  // The nearest path takes its time.
  settings_ = settings;
  paths_ = paths;
  missing_ = absl::OkStatus();
  columns_.clear();
  for (size_t i = 0; i < paths.size(); ++i) {
    auto column = FindColumn(paths[i], *settings, shot);
    if (!column.ok()) {
      return KeepMissing(shot, WithError(column.status(), [i](FieldError& error) {
                           error.path = FieldPath(kField, i);
                         }));
    }
    columns_.push_back(*std::move(column));
  }
  return &columns_;
}

}  // namespace carom
