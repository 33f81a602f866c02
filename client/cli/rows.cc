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

constexpr char kHeadOfAShot[] = "shot,status,stop_reason,end_time_s,event_count,hash";
constexpr size_t kCellsOfAShot = 6;
constexpr char kHeadOfAnOutcome[] =
    ",first_contact,first_contact_time_s,cushions_before_contact,cushions_after_contact,"
    "cushions_total,miscue,separation_m";
constexpr size_t kCellsOfAnOutcome = 7;
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
  return cells;
}

Cells CellsOfOutcome(const ShotOutcome& outcome) {
  if (!outcome.status.ok()) return Cells(kCellsOfAnOutcome);
  const bool met = outcome.first_contact >= 0;
  return {met ? absl::StrCat(outcome.first_contact) : "",
          met ? Exact(outcome.first_contact_time_s) : "",
          absl::StrCat(outcome.cushions_before_contact),
          absl::StrCat(outcome.cushions_after_contact),
          absl::StrCat(outcome.cushions_total),
          outcome.miscue ? "1" : "0",
          Exact(outcome.separation_m)};
}

Cells CellsOfBalls(const ShotOutcome& outcome, size_t balls) {
  Cells cells(kCellsOfABall * balls);
  for (size_t ball = 0; ball < outcome.balls.size(); ++ball) {
    FillEnd(outcome.balls[ball], &cells[kCellsOfABall * ball]);
  }
  for (const PocketedBall& drop : outcome.pocketed) {
    if (drop.ball < balls) FillDrop(drop, &cells[kCellsOfABall * drop.ball]);
  }
  for (const LostBall& lost : outcome.left_table) {
    if (lost.ball < balls) FillLoss(lost, &cells[kCellsOfABall * lost.ball]);
  }
  return cells;
}

class CsvWriter : public RowWriter {
 public:
  CsvWriter(std::ostream& out, RowShape shape, RowStart start)
      : out_(out), shape_(std::move(shape)) {
    if (start == RowStart::kFile) WriteHeader();
  }

  absl::Status Write(const ShotOutcome& outcome) override {
    if (outcome.balls.size() > shape_.balls) {
      return absl::InternalError(absl::StrCat("shot ", outcome.shot, " has ", outcome.balls.size(),
                                              " balls, and the rows have room for ", shape_.balls));
    }
    out_ << absl::StrJoin(CellsOfShot(outcome), ",");
    if (shape_.outcomes) {
      WriteCells(CellsOfOutcome(outcome));
      WriteCells(CellsOfBalls(outcome, shape_.balls));
    }
    WriteNumbers(outcome.inputs);
    WriteNumbers(outcome.labels);
    out_ << '\n';
    return absl::OkStatus();
  }

 private:
  void WriteHeader() {
    out_ << kHeadOfAShot;
    if (shape_.outcomes) {
      out_ << kHeadOfAnOutcome;
      for (size_t ball = 0; ball < shape_.balls; ++ball) {
        for (const char* what :
             {"x_m", "y_m", "z_m", "pocket", "pocketed_s", "left_x_m", "left_y_m", "left_z_m"}) {
          out_ << ",ball_" << ball << '_' << what;
        }
      }
    }
    for (const std::string& input : shape_.inputs) out_ << ",input_" << input;
    for (size_t label = 0; label < shape_.labels; ++label) out_ << ",label_" << label;
    out_ << '\n';
  }

  void WriteCells(const Cells& cells) {
    for (const std::string& cell : cells) out_ << ',' << cell;
  }

  void WriteNumbers(const std::vector<double>& numbers) {
    for (const double number : numbers) out_ << ',' << (std::isnan(number) ? "" : Exact(number));
  }

  std::ostream& out_;
  const RowShape shape_;
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
  JsonLinesWriter(std::ostream& out, RowShape shape) : out_(out), shape_(std::move(shape)) {}

  absl::Status Write(const ShotOutcome& outcome) override {
    out_ << "{\"shot\":" << outcome.shot
         << ",\"status\":" << Quoted(absl::StatusCodeToString(outcome.status.code()));
    if (outcome.status.ok()) {
      WriteShot(outcome);
      if (shape_.outcomes) WriteOutcome(outcome);
    } else {
      out_ << ",\"message\":" << Quoted(std::string(outcome.status.message()));
    }
    if (!shape_.inputs.empty()) WriteInputs(outcome.inputs);
    if (shape_.labels > 0) out_ << ",\"labels\":[" << Join(outcome.labels, ",", Number) << ']';
    out_ << "}\n";
    return absl::OkStatus();
  }

 private:
  void WriteInputs(const std::vector<double>& inputs) {
    out_ << ",\"inputs\":{";
    for (size_t i = 0; i < shape_.inputs.size() && i < inputs.size(); ++i) {
      out_ << (i == 0 ? "" : ",") << Quoted(shape_.inputs[i]) << ':' << Number(inputs[i]);
    }
    out_ << '}';
  }

  void WriteShot(const ShotOutcome& outcome) {
    out_ << ",\"stop_reason\":" << Quoted(Token(Words(outcome.stop_reason)))
         << ",\"end_time_s\":" << Number(outcome.end_time_s)
         << ",\"event_count\":" << outcome.event_count << ",\"hash\":\"" << Hex(outcome.hash)
         << '"';
  }

  void WriteOutcome(const ShotOutcome& outcome) {
    out_ << ",\"pocketed\":[" << Join(outcome.pocketed, ",", DropJson) << "],\"left_table\":["
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
  const RowShape shape_;
};

}  // namespace

absl::Status CheckRowFormat(const std::string& format) {
  if (format == "csv" || format == "jsonl") return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--format: \"", format, "\" must be csv or jsonl"));
}

absl::StatusOr<std::unique_ptr<RowWriter>> MakeRowWriter(const std::string& format,
                                                         std::ostream& out, const RowShape& shape,
                                                         RowStart start) {
  if (absl::Status status = CheckRowFormat(format); !status.ok()) return status;
  if (format == "csv") {
    return std::unique_ptr<RowWriter>(std::make_unique<CsvWriter>(out, shape, start));
  }
  return std::unique_ptr<RowWriter>(std::make_unique<JsonLinesWriter>(out, shape));
}

}  // namespace carom
