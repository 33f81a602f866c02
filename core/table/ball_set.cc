#include "core/table/ball_set.h"

#include <algorithm>
#include <utility>

namespace carom {
namespace {

BallSet MakeSet(const std::string& name, const std::string& description, const BallSpec& ball,
                std::vector<std::string> ball_names) {
  const std::vector<BallSpec> balls(ball_names.size(), ball);
  return {name, description, balls, std::move(ball_names)};
}

BallSet Carom() {
  return MakeSet("carom", "white, yellow and red of 61.5 mm and 210 g",
                 {.mass_kg = 0.210, .radius_m = 0.03075}, {"white", "yellow", "red"});
}

BallSet Pool() {
  std::vector<std::string> names = {"cue"};
  for (int number = 1; number <= 15; ++number) names.push_back(std::to_string(number));
  return MakeSet("pool", "cue and 1 to 15 of 2 1/4 in and 6 oz",
                 {.mass_kg = 0.170097, .radius_m = 0.028575}, std::move(names));
}

BallSet Snooker() {
  std::vector<std::string> names = {"cue"};
  for (int red = 1; red <= 15; ++red) names.push_back("red_" + std::to_string(red));
  for (const char* colour : {"yellow", "green", "brown", "blue", "pink", "black"}) {
    names.push_back(colour);
  }
  return MakeSet("snooker", "cue, 15 reds and 6 colours of 2 1/16 in and 140 g",
                 {.mass_kg = 0.140, .radius_m = 0.02619375}, std::move(names));
}

}  // namespace

const std::vector<BallSet>& BallSets() {
  static const auto* const sets = new std::vector<BallSet>{Carom(), Pool(), Snooker()};
  return *sets;
}

const BallSet* FindBallSet(std::string_view name) {
  const std::vector<BallSet>& sets = BallSets();
  const auto found = std::find_if(sets.begin(), sets.end(),
                                  [name](const BallSet& set) { return set.name == name; });
  return found == sets.end() ? nullptr : &*found;
}

}  // namespace carom
