#include "client/cli/rows.h"

#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/cli/numbers.h"
#include "client/cli/words.h"

namespace carom {
namespace {

std::string Hex(uint64_t hash) { return absl::StrFormat("%016x", hash); }

template <typename Items, typename Format>
std::string Join(const Items& items, const char* separator, Format format) {
  std::vector<std::string> texts;
  for (const auto& item : items) texts.push_back(format(item));
  return absl::StrJoin(texts, separator);
}

using Cells = std::vector<std::string>;

constexpr size_t kCellsOfAShot = 13;
constexpr size_t kCellsOfABall = 8;

// Cells of one ball, at `cells[0...kCellsOfABall)`.
void FillEnd(const FinalBall& ball, std::string* cells) {
  for (size_t axis = 0; axis < 3; ++axis) cells[axis] = Exact(ball.position_m[axis]);
}

void FillDrop(const PocketedBall& drop, std::string* cells) {
  cells[3] = absl::StrCat(drop.pocket);
  cells[4] = Exact(drop.time_s);
}

void FillLoss(const LostBall& lost, std::string* cells) {
  for (size_t axis = 0; axis < 3; ++axis) cells[5 + axis] = Exact(lost.position_m[axis]);
}

// Of a shot that failed nothing applies.
Cells CellsOfShot(const ShotOutcome& outcome) {
  Cells cells = {absl::StrCat(outcome.shot), absl::StatusCodeToString(outcome.status.code())};
  if (!outcome.status.ok()) {
    cells.resize(kCellsOfAShot);
    return cells;
  }
  cells.push_back(Token(Words(outcome.stop_reason)));
  cells.push_back(Exact(outcome.end_time_s));
  cells.push_back(absl::StrCat(outcome.event_count));
  cells.push_back(Hex(outcome.hash));
  const bool met = outcome.first_contact >= 0;
  cells.push_back(met ? absl::StrCat(outcome.first_contact) : "");
  cells.push_back(met ? Exact(outcome.first_contact_time_s) : "");
  cells.push_back(absl::StrCat(outcome.cushions_before_contact));
  cells.push_back(absl::StrCat(outcome.cushions_after_contact));
  cells.push_back(absl::StrCat(outcome.cushions_total));
  cells.push_back(outcome.miscue ? "1" : "0");
  cells.push_back(Exact(outcome.separation_m));
  return cells;
}

class CsvWriter : public RowWriter {
 public:
  CsvWriter(std::ostream& out, size_t balls, RowStart start, const std::vector<std::string>& inputs)
      : out_(out), balls_(balls) {
    if (start == RowStart::kGoOn) return;
    out_ << "shot,status,stop_reason,end_time_s,event_count,hash,first_contact,"
            "first_contact_time_s,cushions_before_contact,cushions_after_contact,cushions_total,"
            "miscue,separation_m";
    for (size_t ball = 0; ball < balls_; ++ball) {
      for (const char* what :
           {"x_m", "y_m", "z_m", "pocket", "pocketed_s", "left_x_m", "left_y_m", "left_z_m"}) {
        out_ << ",ball_" << ball << '_' << what;
      }
    }
    for (const std::string& input : inputs) out_ << ",input_" << input;
    out_ << '\n';
  }

  absl::Status Write(const ShotOutcome& outcome) override {
    if (outcome.balls.size() > balls_) {
      return absl::InternalError(absl::StrCat("shot ", outcome.shot, " has ", outcome.balls.size(),
                                              " balls, and the rows have room for ", balls_));
    }
    Cells of_balls(kCellsOfABall * balls_);
    for (size_t ball = 0; ball < outcome.balls.size(); ++ball) {
      FillEnd(outcome.balls[ball], &of_balls[kCellsOfABall * ball]);
    }
    for (const PocketedBall& drop : outcome.pocketed) {
      if (drop.ball < balls_) FillDrop(drop, &of_balls[kCellsOfABall * drop.ball]);
    }
    for (const LostBall& lost : outcome.left_table) {
      if (lost.ball < balls_) FillLoss(lost, &of_balls[kCellsOfABall * lost.ball]);
    }
    out_ << absl::StrJoin(CellsOfShot(outcome), ",");
    for (const std::string& cell : of_balls) out_ << ',' << cell;
    for (const double input : outcome.inputs)
      out_ << ',' << (std::isnan(input) ? "" : Exact(input));
    out_ << '\n';
    return absl::OkStatus();
  }

 private:
  std::ostream& out_;
  const size_t balls_;
};

// A JSON string; control characters, quotes and backslashes escaped.
std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      absl::StrAppend(&quoted, "\\", std::string(1, c));
    } else if (static_cast<unsigned char>(c) < 0x20) {
      absl::StrAppendFormat(&quoted, "\\u%04x", static_cast<unsigned>(c));
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

// JSON knows neither infinity nor nan.
std::string Number(double value) { return std::isfinite(value) ? Exact(value) : "null"; }

std::string DropJson(const PocketedBall& drop) {
  return absl::StrCat("{\"ball\":", drop.ball, ",\"pocket\":", drop.pocket,
                      ",\"time_s\":", Number(drop.time_s), "}");
}

std::string LostJson(const LostBall& lost) {
  return absl::StrCat("{\"ball\":", lost.ball, ",\"edge\":", lost.edge,
                      ",\"time_s\":", Number(lost.time_s), ",\"position_m\":[",
                      Join(lost.position_m, ",", Number), "],\"velocity_m_s\":[",
                      Join(lost.velocity_m_s, ",", Number), "]}");
}

std::string BallJson(const FinalBall& ball) {
  return absl::StrCat("{\"motion\":", Quoted(Token(Words(ball.motion))), ",\"position_m\":[",
                      Join(ball.position_m, ",", Number), "]}");
}

class JsonLinesWriter : public RowWriter {
 public:
  JsonLinesWriter(std::ostream& out, std::vector<std::string> inputs)
      : out_(out), inputs_(std::move(inputs)) {}

  absl::Status Write(const ShotOutcome& outcome) override {
    out_ << "{\"shot\":" << outcome.shot
         << ",\"status\":" << Quoted(absl::StatusCodeToString(outcome.status.code()));
    if (outcome.status.ok()) {
      WriteOutcome(outcome);
    } else {
      out_ << ",\"message\":" << Quoted(std::string(outcome.status.message()));
    }
    if (!inputs_.empty()) WriteInputs(outcome.inputs);
    out_ << "}\n";
    return absl::OkStatus();
  }

 private:
  void WriteInputs(const std::vector<double>& inputs) {
    out_ << ",\"inputs\":{";
    for (size_t i = 0; i < inputs_.size() && i < inputs.size(); ++i) {
      out_ << (i == 0 ? "" : ",") << Quoted(inputs_[i]) << ':' << Number(inputs[i]);
    }
    out_ << '}';
  }

  void WriteOutcome(const ShotOutcome& outcome) {
    out_ << ",\"stop_reason\":" << Quoted(Token(Words(outcome.stop_reason)))
         << ",\"end_time_s\":" << Number(outcome.end_time_s)
         << ",\"event_count\":" << outcome.event_count << ",\"hash\":\"" << Hex(outcome.hash)
         << "\",\"pocketed\":[" << Join(outcome.pocketed, ",", DropJson) << "],\"left_table\":["
         << Join(outcome.left_table, ",", LostJson)
         << "],\"first_contact\":" << outcome.first_contact
         << ",\"first_contact_time_s\":" << Number(outcome.first_contact_time_s)
         << ",\"cushions_before_contact\":" << outcome.cushions_before_contact
         << ",\"cushions_after_contact\":" << outcome.cushions_after_contact
         << ",\"cushions_total\":" << outcome.cushions_total
         << ",\"miscue\":" << (outcome.miscue ? "true" : "false")
         << ",\"separation_m\":" << Number(outcome.separation_m) << ",\"balls\":["
         << Join(outcome.balls, ",", BallJson) << "]";
  }

  std::ostream& out_;
  const std::vector<std::string> inputs_;  // Names.
};

}  // namespace

absl::Status CheckRowFormat(const std::string& format) {
  if (format == "csv" || format == "jsonl") return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--format: \"", format, "\" must be csv or jsonl"));
}

absl::StatusOr<std::unique_ptr<RowWriter>> MakeRowWriter(const std::string& format,
                                                         std::ostream& out, size_t balls,
                                                         RowStart start,
                                                         const std::vector<std::string>& inputs) {
  if (absl::Status status = CheckRowFormat(format); !status.ok()) return status;
  if (format == "csv") {
    return std::unique_ptr<RowWriter>(std::make_unique<CsvWriter>(out, balls, start, inputs));
  }
  return std::unique_ptr<RowWriter>(std::make_unique<JsonLinesWriter>(out, inputs));
}

}  // namespace carom
