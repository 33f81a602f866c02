#include "tests/papers/pool/game.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>

namespace carom::papers {
namespace {

// Tells the looks, and keeps the contacts.
class Watcher final : public ContactListener, public IvpObserver {
 public:
  Watcher(const Looks& looks, const PoolTableModel& model) : looks_(looks), model_(model) {}

  void Watch(MultibodySystem& system) {
    system_ = &system;
    open_.assign(model_.contacts.size(), -1);
  }

  void Began(int pair, double t, std::span<const BodyMotion> /*motions*/) override {
    open_[static_cast<std::size_t>(pair)] = static_cast<int>(contacts.size());
    contacts.push_back({model_.contacts[static_cast<std::size_t>(pair)], t, t});
  }

  void Ended(int pair, double t, std::span<const BodyMotion> /*motions*/) override {
    int& open = open_[static_cast<std::size_t>(pair)];
    if (open >= 0) contacts[static_cast<std::size_t>(open)].end_s = t;
    open = -1;
  }

  void Sample(double t, std::span<const double> y) override {
    if (looks_.sample) looks_.sample({t, y, *system_, model_});
  }

  bool Step(double t, std::span<const double> y) override {
    return !looks_.step || looks_.step({t, y, *system_, model_});
  }

  void Close(double t) {
    for (const int open : open_) {
      if (open >= 0) contacts[static_cast<std::size_t>(open)].end_s = t;
    }
  }

  std::vector<GameContact> contacts;

 private:
  const Looks& looks_;
  const PoolTableModel& model_;
  MultibodySystem* system_ = nullptr;
  std::vector<int> open_;  // by pair: index of its contact, or -1
};

std::vector<BallState> StatesOf(const Game& game) {
  std::vector<BallState> states(game.balls.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    states[i].position = game.balls[i].position_m;
    states[i].velocity = game.balls[i].velocity_m_s;
    states[i].spin = game.balls[i].spin_rad_s;
  }
  return states;
}

std::vector<double> SampleTimes(const Game& game, const Looks& looks) {
  std::vector<double> times;
  if (!(looks.period_s > 0.0)) return times;
  for (int i = 0; i * looks.period_s < game.duration_s; ++i) times.push_back(i * looks.period_s);
  times.push_back(game.duration_s);
  return times;
}

}  // namespace

Played PlayGame(const Game& game, const Looks& looks) {
  const PoolTableModel model = MakeGameModel(game);
  Watcher watcher(looks, model);
  MultibodySystem system(model.spec, &watcher);
  const std::vector<BallSpec> specs(game.balls.size(), kPaperBall);
  std::vector<BodyMotion> start = StartMotions(model, game.settings, specs, StatesOf(game));
  start.resize(model.spec.bodies.size());  // What is welded lies at the origin.
  std::vector<double> y = system.Start(start);

  Played played;
  watcher.Watch(system);
  const std::vector<double> times = SampleTimes(game, looks);
  const auto before = std::chrono::steady_clock::now();
  played.result =
      Integrator().Run(system, 0.0, y, game.duration_s, game.integration, times, watcher);
  played.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
  watcher.Close(played.result.t);
  played.contacts = std::move(watcher.contacts);
  for (int i = 0; i < static_cast<int>(game.balls.size()); ++i) {
    played.balls.push_back(ReadBody(y, i));
  }
  return played;
}

const GameContact* FindContact(const Played& played, EventKind kind, int ball, int other,
                               double after_s) {
  const auto is_it = [&](const GameContact& contact) {
    return contact.meaning.kind == kind && contact.meaning.ball == ball &&
           (other < 0 || contact.meaning.other == other) && contact.begin_s > after_s;
  };
  const auto found = std::find_if(played.contacts.begin(), played.contacts.end(), is_it);
  return found == played.contacts.end() ? nullptr : &*found;
}

}  // namespace carom::papers
