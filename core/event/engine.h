#ifndef CAROM_CORE_EVENT_ENGINE_H_
#define CAROM_CORE_EVENT_ENGINE_H_

#include <array>
#include <optional>

#include "core/base/stop_token.h"
#include "core/event/agenda.h"
#include "core/event/cluster.h"
#include "core/event/contact_record.h"
#include "core/event/recorder.h"
#include "core/event/trajectory_table.h"
#include "core/event/world.h"
#include "core/record/record.h"
#include "core/table/shot.h"

namespace carom {

/// Engine A: continuous event-based evolution [Event-based; Leckie & Greenspan 2006]. Between
/// events every ball follows a polynomial; the loop asks for the next event, brings the balls it
/// touches to that time, resolves it and predicts anew what they will meet. Other balls are left
/// alone.
///
/// Holds the memory of one simulation and reuses it. Not thread-safe; one per worker.
class EventEngine {
 public:
  /// Plays a validated shot in a validated world. The record is complete unless `stop` was set or
  /// samples or log outgrew what the detail allows (returns false then).
  bool Play(const World& world, const Shot& shot, const Detail& detail, StopToken stop,
            Record& record);
  /// Whether it was not for the log, which outgrew its bound.
  bool LogOverflow() const { return recorder_.LogOverflow(); }

 private:
  void PlaceBalls(const Shot& shot);
  void StrikeCueBall(const CueStrike& strike);
  std::optional<StopReason> StopBefore(const Event& next);
  std::optional<StopReason> StopAfter(const Event& event) const;

  // Both note in touched_ the balls that have a new phase, one a bit.
  void Happen(const Event& event);
  bool HappenTogether(const Event& event);
  ImpactState StatesAt(const Event& event) const;
  void ResolveTransition(const Event& event, ImpactState& states);
  void ResolveDeparture(const Event& event, ImpactState& states);
  void ResolveContact(const Event& event, Pile pile, ImpactState& states);
  void ResolvePocketDrop(const Event& event, ImpactState& states);
  void BeginPhases(const Event& event, ImpactState& states);

  void PlayConsequences(const Event& event);
  void PlayTransition(EventKind kind, int ball);
  void FindCarriers();
  void ReleaseUncarried(uint32_t changed);
  void WeighCandidates();

  void Repredict();
  void Search(int ball);

  StopReason Run(StopToken stop);
  void Finish(StopReason reason);

  int BallCount() const { return static_cast<int>(world_->balls.size()); }
  const Environment& environment() const { return world_->settings->environment; }

  const World* world_ = nullptr;
  Record* record_ = nullptr;
  TrajectoryTable table_;
  Agenda agenda_;
  Recorder recorder_;
  GroupWorkspace group_work_;
  GroupImpact group_;
  uint32_t touched_ = 0;
  double now_s_ = 0.0;
  int events_at_now_ = 0;
  ContactRecord contacts_;
};

}  // namespace carom

#endif  // CAROM_CORE_EVENT_ENGINE_H_
