#include "client/python/src/simulator.h"

#include <nanobind/stl/string.h>

#include <stop_token>
#include <utility>

#include "carom/client/field_error.h"
#include "carom/client/local/local.h"
#include "client/cli/json.h"
#include "client/cli/render_shot.h"
#include "client/picture/replay_page.h"
#include "client/picture/shot_svg.h"
#include "client/picture/theme.h"
#include "client/python/src/errors.h"
#include "client/python/src/from_python.h"
#include "client/python/src/play.h"
#include "client/python/src/running.h"
#include "client/python/src/to_python.h"

namespace carom::python {
namespace {

CallOptions MakeCall(const CallLimits& limits, std::stop_token stop) {
  CallOptions call;
  PutLimits(limits, call);
  call.stop = std::move(stop);
  return call;
}

}  // namespace

Simulator::Simulator(std::shared_ptr<Connection> connection, bool is_local)
    : client_(std::move(connection)), is_local_(is_local) {}

std::unique_ptr<Simulator> Simulator::Local(int threads) {
  return std::unique_ptr<Simulator>(
      new Simulator(carom::Local({.threads = threads}), /*is_local=*/true));
}

Simulator::~Simulator() { Close(); }

void Simulator::Close() {
  if (!client_) return;
  StopCalls(this);
  std::optional<Client> last = std::exchange(client_, std::nullopt);
  const nb::gil_scoped_release release;
  last.reset();
}

const Client& Simulator::client() const {
  if (!client_) Raise(absl::FailedPreconditionError("the simulator is closed"));
  return *client_;
}

nb::dict Simulator::Run(const Game& game, uint32_t count, const nb::object& source,
                        const nb::dict& out, const std::string& detail, const std::string& goals,
                        const CallLimits& limits) {
  const Client client = this->client();
  Play play(game, count, source, out, detail, goals);
  // Some 10 us a shot of two balls, 100 us a break; samples may take any time.
  constexpr uint32_t kFewShots = 100;
  const bool is_sampled = detail.find("\"samples\"") != std::string::npos;
  const bool is_short = is_local_ && count <= kFewShots && !game.is_slow() && !is_sampled;
  absl::Status status;
  RunWithoutGil(this, is_short ? Effort::kShort : Effort::kLong,
                [&](std::stop_token stop) { status = play.Run(client, limits, stop, is_local_); });
  RaiseUnlessOk(status);
  return play.TakeRest();
}

void Simulator::Call(const CallLimits& limits, bool is_short, const Ask& ask) {
  const Client client = this->client();
  absl::Status status;
  RunWithoutGil(
      this, is_local_ && is_short ? Effort::kShort : Effort::kLong,
      [&](std::stop_token stop) { status = ask(client, MakeCall(limits, std::move(stop))); });
  RaiseUnlessOk(status);
}

template <class Question>
nb::dict Simulator::AnswerTo(const CallLimits& limits, const Question& ask) {
  decltype(ask(*client_, CallOptions())) answer = absl::UnknownError("");
  Call(limits, /*is_short=*/false, [&](const Client& client, const CallOptions& call) {
    answer = ask(client, call);
    return answer.status();
  });
  return ToPython(*answer);
}

nb::dict Simulator::Estimate(const std::string& request, const CallLimits& limits) {
  v1::EstimateOutcomesRequest message;
  RaiseUnlessOk(FromJson(request, &message));
  return AnswerTo(limits, [&](const Client& client, const CallOptions& call) {
    return client.EstimateOutcomes(message, {}, call);
  });
}

nb::dict Simulator::Aim(const std::string& request, const CallLimits& limits) {
  v1::FindAimsRequest message;
  RaiseUnlessOk(FromJson(request, &message));
  return AnswerTo(limits, [&](const Client& client, const CallOptions& call) {
    return client.FindAims(message, call);
  });
}

nb::dict Simulator::Plan(const std::string& request, const CallLimits& limits) {
  v1::PlanShotRequest message;
  RaiseUnlessOk(FromJson(request, &message));
  return AnswerTo(limits, [&](const Client& client, const CallOptions& call) {
    return client.PlanShot(message, call);
  });
}

nb::dict Simulator::PlayMatch(const std::string& request, const CallLimits& limits) {
  v1::PlayMatchRequest message;
  RaiseUnlessOk(FromJson(request, &message));
  return AnswerTo(limits, [&](const Client& client, const CallOptions& call) {
    return client.PlayMatch(message, call);
  });
}

nb::dict Simulator::PlaceBalls(const std::string& request, const CallLimits& limits) {
  v1::PlaceBallsRequest message;
  RaiseUnlessOk(FromJson(request, &message));
  return AnswerTo(limits, [&](const Client& client, const CallOptions& call) {
    return client.PlaceBalls(message, call);
  });
}

nb::dict Simulator::Mechanism(const std::string& request, const CallLimits& limits) {
  v1::SimulateMechanismRequest message;
  RaiseUnlessOk(FromJson(request, &message));
  return AnswerTo(limits, [&](const Client& client, const CallOptions& call) {
    return client.SimulateMechanism(message, call);
  });
}

nb::dict Simulator::Info(const CallLimits& limits) {
  return AnswerTo(limits, [](const Client& client, const CallOptions& call) {
    return client.GetServerInfo(call);
  });
}

nb::dict Simulator::Table(const std::string& name, const CallLimits& limits) {
  return AnswerTo(limits, [&](const Client& client, const CallOptions& call) {
    return client.GetTable(name, call);
  });
}

Rulings Simulator::RuleShots(const nb::dict& question, const Touches& touches,
                             const CallLimits& limits) {
  v1::RuleShotsRequest message;
  FromPython(question, "", message);
  // Ruling takes about a microsecond a shot.
  constexpr size_t kFewShots = 1000;
  absl::StatusOr<Rulings> rulings = absl::UnknownError("");
  Call(limits, touches.shot_count() <= kFewShots,
       [&](const Client& client, const CallOptions& call) {
         rulings = Rulings::Ask(client, call, message, touches);
         return rulings.status();
       });
  return *std::move(rulings);
}

std::string Simulator::Draw(const Game& game, const nb::dict& columns, const std::string& kind,
                            bool dark) {
  const Client client = this->client();
  v1::SimulateRequest request;
  game.Put(request);
  request.mutable_columns()->set_shot_count(1);
  FillColumns(columns, *request.mutable_columns());
  AskForMotion(&request);
  absl::StatusOr<picture::ShotScene> scene = absl::UnknownError("");
  std::string text;
  RunWithoutGil(this, Effort::kLong, [&](std::stop_token stop) {
    CallOptions call;
    call.stop = std::move(stop);
    const auto response = client.Simulate(request, call);
    if (!response.ok()) {
      scene = response.status();
      return;
    }
    if (response->results().failures_size() > 0) {
      const v1::ShotFailure& failure = response->results().failures(0);
      scene = ToStatus(failure);
      return;
    }
    scene = MakeScene(client, call, request, response->results());
    if (!scene.ok()) return;
    text = kind == "html"
               ? picture::ReplayPage(*scene, dark)
               : picture::DrawShot(*scene, dark ? picture::DarkTheme() : picture::LightTheme());
  });
  RaiseUnlessOk(scene.status());
  return text;
}

}  // namespace carom::python
