#include "client/local/local_shots.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace carom {

class LocalShots::Runner : public WorkItem {
 public:
  Runner(LocalShots& shots, Lane lane)
      : call_(shots), lane_(lane), part_(call_.shots_.TakePart()) {}

  Lane lane() const override { return lane_; }
  const void* call() const override { return call_.id_; }
  bool Expired() const override { return call_.control_.Over(); }
  Progress Run(Worker& worker, const Yield& yield) override {
    return call_.RunPart(part_, worker, yield);
  }
  void Drop() override { call_.RunnerDone(call_.control_.OverStatus()); }

  void ContinueIn(Lane lane) { lane_ = lane; }

 private:
  LocalShots& call_;
  Lane lane_;
  size_t part_;
};

LocalShots::LocalShots(LocalEngine& engine, const v1::SimulateRequest& request,
                       CallControl& control, const void* id, End end)
    : engine_(engine),
      control_(control),
      id_(id),
      end_(std::move(end)),
      request_(request),
      shots_(control, engine.limits()) {}

LocalShots::~LocalShots() = default;

void LocalShots::Start(Caller caller) {
  absl::Status bad = shots_.Plan(request_, engine_.scenes(), engine_.pool().threads(),
                                 *response_.mutable_results());
  if (!bad.ok()) return Finish(bad);
  const Lane lane = request_.AsksForCompliantEngine() ? Lane::kLong
                    : shots_.part_count() > 1         ? Lane::kLarge
                                                      : Lane::kInteractive;
  const size_t count = std::min(shots_.part_count(), static_cast<size_t>(engine_.pool().threads()));
  shots_.AddRunners(count);
  // The call lives as long as one of these is not begun.
  std::vector<std::unique_ptr<Runner>> runners;
  for (size_t i = 0; i < count; ++i) runners.push_back(std::make_unique<Runner>(*this, lane));
  std::unique_ptr<Runner> here;
  if (caller == Caller::kWorks && lane != Lane::kLong) {
    here = std::move(runners.back());
    runners.pop_back();
  }
  for (std::unique_ptr<Runner>& runner : runners) engine_.pool().Submit(std::move(runner));
  if (here != nullptr) RunHere(std::move(here));
}

// What others wait for, or what takes long, goes on in the pool.
void LocalShots::RunHere(std::unique_ptr<Runner> runner) {
  LocalEngine& engine = engine_;
  std::unique_ptr<Worker> worker = engine.TakeWorker();
  const WorkItem::Yield yield(engine.pool(), runner->lane());
  const WorkItem::Progress progress = runner->Run(*worker, yield);
  engine.GiveBack(std::move(worker));
  if (progress == WorkItem::Progress::kDone) return;  // The call may be gone.
  runner->ContinueIn(progress == WorkItem::Progress::kLong ? Lane::kLong : Lane::kLarge);
  engine.pool().Submit(std::move(runner));
}

WorkItem::Progress LocalShots::RunPart(size_t& index, Worker& worker,
                                       const WorkItem::Yield& yield) {
  auto progress = WorkItem::Progress::kDone;
  const absl::Status status = RunParts(index, worker, yield, progress);
  if (status.ok() && progress != WorkItem::Progress::kDone) return progress;
  RunnerDone(status);
  return WorkItem::Progress::kDone;
}

absl::Status LocalShots::RunParts(size_t& index, Worker& worker, const WorkItem::Yield& yield,
                                  WorkItem::Progress& progress) {
  absl::Status status;
  size_t begun = 0;
  do {
    begun = index;
    status = shots_.RunPart(index, worker, yield, progress);
  } while (status.ok() && progress == WorkItem::Progress::kAgain && index != begun);
  return status;
}

void LocalShots::RunnerDone(const absl::Status& status) {
  if (!status.ok()) {
    shots_.Fail(status);
    engine_.pool().Discard(id_);  // This runner still counts, so the call lives.
  }
  const std::optional<absl::Status> all = shots_.RunnerDone();
  if (!all) return;  // The call may be gone.
  if (!all->ok()) return Finish(*all);
  Finish(Assemble());
}

// The function may be gone before it returns, with the call.
void LocalShots::Finish(absl::StatusOr<v1::SimulateResponse> outcome) {
  const End end = std::move(end_);
  end(std::move(outcome));
}

absl::StatusOr<v1::SimulateResponse> LocalShots::Assemble() {
  response_.set_engine_version(engine_.info().engine_version());
  shots_.Assemble();
  return std::move(response_);
}

}  // namespace carom
