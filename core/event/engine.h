#ifndef CAROM_CORE_EVENT_ENGINE_H_
#define CAROM_CORE_EVENT_ENGINE_H_

#include <cstdint>
#include <optional>

#include "core/base/stop_token.h"
#include "core/event/cluster.h"
#include "core/event/contact_record.h"
#include "core/event/event_queue.h"
#include "core/event/recorder.h"
#include "core/event/rows/kernels.h"
#include "core/event/trajectory_table.h"
#include "core/event/world.h"
#include "core/math/optional_time.h"
#include "core/record/record.h"
#include "core/table/shot.h"

namespace carom {

/// How much was searched, for benchmarks.
struct SearchCounts {
  int64_t own_searches = 0;  ///< Balls that searched cushions, pockets and edges.
  int64_t rows = 0;          ///< Balls whose partners were tested.
  int64_t pairs = 0;         ///< Pairs tested for a possible meeting.
  int64_t candidates = 0;    ///< Pairs that may meet.
  int64_t meetings = 0;      ///< Pairs whose time of meeting was solved for.
};

/// The event-driven engine: continuous event-based evolution [Event-based; Leckie & Greenspan
/// 2006]. Between events every ball follows a polynomial; the loop asks for the next event, brings
/// the balls that it involves to its time, resolves it and predicts again what these balls will
/// meet. Other balls are left alone.
///
/// Holds the memory of one simulation and reuses it. Not thread-safe; one per worker.
class EventEngine {
 public:
  /// Plays a validated shot in a validated world. Returns false, with an incomplete record, when
  /// `stop` was set or when samples or log outgrew what the detail allows.
  bool Play(const World& world, const Shot& shot, const Detail& detail, StopToken stop,
            Record& record);
  /// Adds the searches of all later shots to `counts`, which must outlive them. Null ends the
  /// counting.
  void CountInto(SearchCounts* counts) { counts_ = counts; }
  /// Whether the record is incomplete because the log outgrew its bound.
  bool LogOverflow() const { return recorder_.LogOverflow(); }

 private:
  void PlaceBalls(const Shot& shot);
  void StrikeCueBall(const CueStrike& strike);
  std::optional<StopReason> StopBefore(const Event& next);
  std::optional<StopReason> StopAfter(const Event& event) const;

  // Both set touched_ to the balls that begin a new phase, one bit per ball.
  void Happen(const Event& event);
  bool HappenTogether(const Event& event);
  ImpactState StatesAt(const Event& event) const;
  void ResolveTransition(const Event& event);
  void ResolveDeparture(const Event& event, BallState state);
  void ResolveContact(const Event& event, Recurrence recurrence, ImpactState& states);
  void ResolvePocketDrop(const Event& event, ImpactState& states);
  void BeginPhases(const Event& event, const ImpactState& states);
  // Logs an event whose balls have begun their new phases. `arrival` is the velocity of the first
  // ball before the event. If the log keeps states, before_ has those before the event.
  void Log(const Event& event, const ImpactState& states, const Vec3& arrival);

  void PlayConsequences(const Event& event);
  void PlayTransition(EventKind kind, int ball);
  void FindCarriers();
  void ReleaseUncarried(uint32_t changed);
  void WeighCandidates();

  void Predict(uint32_t balls);
  void AskPartners(int ball, uint32_t partners);
  OptionalTime Meet(int ball, int partner);
  void PredictOwn(int ball);
  Event SearchOwn(int ball);

  StopReason Run(StopToken stop);
  void Finish(StopReason reason);

  int BallCount() const { return static_cast<int>(world_->balls.size()); }
  const Environment& environment() const { return world_->settings->environment; }

  const rows::Kernels& kernels_ = rows::ChosenKernels();
  const World* world_ = nullptr;
  Record* record_ = nullptr;
  TrajectoryTable table_;
  EventQueue queue_;
  Recorder recorder_;
  GroupWorkspace group_work_;
  GroupImpact group_;
  SearchCounts* counts_ = nullptr;
  ImpactState before_;
  uint32_t touched_ = 0;
  double now_s_ = 0.0;
  int events_at_now_ = 0;
  ContactRecord contacts_;
};

}  // namespace carom

#endif  // CAROM_CORE_EVENT_ENGINE_H_
