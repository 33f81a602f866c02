#include "client/python/src/rulings.h"

#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/internal/status.h"
#include "client/python/src/arrays.h"
#include "client/python/src/message_bytes.h"
#include "client/python/src/to_python.h"

namespace carom::python {
namespace {

template <class List>
absl::Status CheckCount(const char* path, const List& list, size_t shots) {
  const auto count = static_cast<size_t>(list.size());
  if (count <= 1 || count == shots) return absl::OkStatus();
  return WrongField(path, absl::StrCat(count, " entries"),
                    absl::StrCat("0, 1 or ", shots, ", one a shot"));
}

// Copies the entries of `count` shots from `first` on; a list of one entry for all shots is copied
// whole.
template <class List>
void TakePart(const List& all, size_t first, uint32_t count, List& part) {
  if (all.size() <= 1) {
    part = all;
    return;
  }
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
  part.Assign(begin, begin + count);
}

// The indices in an error are those of a part's shots.
absl::Status CountedFrom(size_t first, const absl::Status& status) {
  if (first == 0) return status;
  absl::Status error(status.code(),
                     absl::StrCat(status.message(), "; indices count from shot ", first));
  status.ForEachPayload([&error](absl::string_view type, const absl::Cord& payload) {
    error.SetPayload(type, payload);
  });
  return error;
}

}  // namespace

absl::StatusOr<Rulings> Rulings::Ask(const Client& client, const CallOptions& call,
                                     const v1::RuleShotsRequest& question, const Touches& touches) {
  const size_t shots = touches.shot_count();
  absl::Status bad = CheckCount("states", question.states(), shots);
  bad.Update(CheckCount("calls", question.calls(), shots));
  if (!bad.ok()) return bad;
  Rulings all;
  all.rulings_.reserve(shots);
  for (const v1::ShotResults& part : touches.parts()) {
    v1::RuleShotsRequest request;
    request.set_rules(question.rules());
    TakePart(question.states(), all.size(), part.shot_count(), *request.mutable_states());
    TakePart(question.calls(), all.size(), part.shot_count(), *request.mutable_calls());
    *request.mutable_results() = part;
    auto response = client.RuleShots(request, call);
    if (!response.ok()) return CountedFrom(all.size(), response.status());
    if (response->rulings_size() != static_cast<int>(part.shot_count())) {
      return absl::InternalError("the server sent another number of rulings");
    }
    for (v1::Ruling& ruling : *response->mutable_rulings()) {
      all.rulings_.push_back(std::move(ruling));
    }
  }
  return all;
}

nb::list Rulings::ToBytes() const { return python::ToBytes(rulings_); }

Rulings Rulings::FromBytes(const nb::list& rulings) {
  Rulings all;
  all.rulings_ = python::FromBytes<v1::Ruling>(rulings, "rulings");
  return all;
}

nb::dict Rulings::Get(size_t index) const { return ToPython(rulings_[index]); }

nb::dict Rulings::Columns() const {
  std::vector<uint8_t> ruled, legal, over;
  std::vector<int8_t> foul, winner, shooter;
  std::vector<int32_t> points;
  for (const v1::Ruling& ruling : rulings_) {
    const v1::GameState& next = ruling.next();
    ruled.push_back(ruling.failure().empty());
    legal.push_back(ruling.legal());
    over.push_back(ruling.over());
    foul.push_back(static_cast<int8_t>(ruling.foul()));
    winner.push_back(ruling.has_winner() ? static_cast<int8_t>(ruling.winner()) : int8_t{-1});
    shooter.push_back(static_cast<int8_t>(next.shooter()));
    for (int player = 0; player < 2; ++player) {
      points.push_back(player < next.points_size() ? static_cast<int32_t>(next.points(player)) : 0);
    }
  }
  nb::dict columns;
  columns["ruled"] = ToNumPy(std::move(ruled));
  columns["legal"] = ToNumPy(std::move(legal));
  columns["over"] = ToNumPy(std::move(over));
  columns["foul"] = ToNumPy(std::move(foul));
  columns["winner"] = ToNumPy(std::move(winner));
  columns["shooter"] = ToNumPy(std::move(shooter));
  const size_t shots = rulings_.size();
  columns["points"] = ToNumPy(std::move(points), {shots, 2});
  return columns;
}

}  // namespace carom::python
