#include "tests/explorer/scenario.h"

#include <string>
#include <vector>

namespace carom::explore {

std::string Scenario::Name() const {
  constexpr const char* kKinds[] = {"shots", "batch", "estimate", "whole"};
  constexpr const char* kSinks[] = {"stream", "waiting", "waiting_here", "async"};
  constexpr const char* kParts[] = {"", "-yields", "-fails", "-turns_long", "-long", "-plans_long"};
  std::string name = std::string(kKinds[static_cast<int>(kind)]) + "-" +
                     kSinks[static_cast<int>(sink)] + kParts[static_cast<int>(part)];
  if (is_cancelled) name += "-cancelled";
  if (has_deadline) name += "-deadline";
  if (breaks) name += "-breaks";
  if (throws) name += "-throws";
  if (drains) name += "-drains";
  if (is_blocked) name += "-blocked";
  if (is_held_up) name += "-held_up";
  if (no_long_place) name += "-no_place";
  if (has_rival) name += "-rival";
  if (lacks_threads) name += "-lacks_threads";
  if (pool_ends) name += "-pool_ends";
  return name;
}

namespace {

using Kind = Scenario::Kind;
using Sink = Scenario::Sink;
using Part = Scenario::Part;

/// The same scenario with what happens to the call.
class Variants {
 public:
  Variants(const Scenario& scenario, std::vector<Scenario>& all) : scenario_(scenario), all_(all) {}

  template <class... Flags>
  void Add(Flags... flags) {
    Scenario with = scenario_;
    ((with.*flags = true), ...);
    all_.push_back(with);
  }

 private:
  const Scenario scenario_;
  std::vector<Scenario>& all_;
};

void AddShort(Variants& variants, Sink sink, bool is_stream) {
  variants.Add(&Scenario::is_cancelled);
  variants.Add(&Scenario::has_deadline);
  if (is_stream) {
    variants.Add(&Scenario::breaks);
    variants.Add(&Scenario::breaks, &Scenario::is_cancelled);
    if (sink == Sink::kStream) variants.Add(&Scenario::drains);
    if (sink == Sink::kStream) variants.Add(&Scenario::drains, &Scenario::is_cancelled);
  }
  if (sink == Sink::kWaiting || sink == Sink::kWaitingHere) variants.Add(&Scenario::throws);
  if (sink == Sink::kWaiting) variants.Add(&Scenario::throws, &Scenario::is_cancelled);
  if (sink != Sink::kWaitingHere) variants.Add(&Scenario::is_blocked, &Scenario::is_cancelled);
}

void AddLong(Variants& variants, Sink sink, bool is_stream) {
  variants.Add(&Scenario::no_long_place);
  variants.Add(&Scenario::has_rival);
  variants.Add(&Scenario::has_rival, &Scenario::is_cancelled);
  variants.Add(&Scenario::has_rival, &Scenario::has_deadline);
  variants.Add(&Scenario::has_rival, &Scenario::lacks_threads);
  if (is_stream) variants.Add(&Scenario::has_rival, &Scenario::breaks);
  variants.Add(&Scenario::is_held_up, &Scenario::is_cancelled);
  // Nobody waits for the call: what rests finds out in its next turn.
  if (sink != Sink::kAsync) variants.Add(&Scenario::is_held_up, &Scenario::has_deadline);
}

}  // namespace

std::vector<Scenario> AllScenarios() {
  std::vector<Scenario> all(2);
  all[0].lacks_threads = true;
  all[1].pool_ends = true;
  for (const Kind kind : {Kind::kShots, Kind::kBatch, Kind::kEstimate, Kind::kWhole}) {
    const bool is_stream = kind == Kind::kBatch || kind == Kind::kEstimate;
    for (const Sink sink : {Sink::kStream, Sink::kWaiting, Sink::kWaitingHere, Sink::kAsync}) {
      if (is_stream && (sink == Sink::kWaitingHere || sink == Sink::kAsync)) continue;
      for (const Part part : {Part::kPlain, Part::kYields, Part::kFails, Part::kTurnsLong,
                              Part::kLong, Part::kPlansLong}) {
        const bool is_of_whole = part == Part::kPlain || part == Part::kPlansLong;
        if (kind == Kind::kWhole && !is_of_whole) continue;
        Variants variants({.kind = kind, .sink = sink, .part = part}, all);
        variants.Add();
        if (part <= Part::kTurnsLong) AddShort(variants, sink, is_stream);
        if (part >= Part::kTurnsLong) AddLong(variants, sink, is_stream);
      }
    }
  }
  return all;
}

}  // namespace carom::explore
