#include "client/cli/rows.h"

#include <vector>

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

class CsvWriter : public RowWriter {
 public:
  CsvWriter(std::ostream& out, RowStart start) : out_(out) {
    if (start == RowStart::kGoOn) return;
    out_ << "shot,status,stop_reason,end_time_s,event_count,hash,pocketed,first_contact,"
            "first_contact_time_s,cushions_before_contact,cushions_after_contact,cushions_total,"
            "left_table,miscue,separation_m,final_xy_m,final_z_m\n";
  }

  void Write(const ShotOutcome& outcome) override {
    const std::vector<std::string> cells = {
        absl::StrCat(outcome.shot),
        absl::StatusCodeToString(outcome.status.code()),
        Token(Words(outcome.stop_reason)),
        Exact(outcome.end_time_s),
        absl::StrCat(outcome.event_count),
        Hex(outcome.hash),
        Join(outcome.pocketed, " ",
             [](const PocketedBall& drop) { return absl::StrCat(drop.ball, "@", drop.pocket); }),
        absl::StrCat(outcome.first_contact),
        Exact(outcome.first_contact_time_s),
        absl::StrCat(outcome.cushions_before_contact),
        absl::StrCat(outcome.cushions_after_contact),
        absl::StrCat(outcome.cushions_total),
        Join(outcome.left_table, " ",
             [](const LostBall& lost) {
               return absl::StrCat(lost.ball, "@", Join(lost.position_m, ":", Exact));
             }),
        outcome.miscue ? "1" : "0",
        Exact(outcome.separation_m),
        Join(outcome.balls, " ",
             [](const FinalBall& ball) {
               return absl::StrCat(Exact(ball.position_m[0]), ":", Exact(ball.position_m[1]));
             }),
        Join(outcome.balls, " ", [](const FinalBall& ball) { return Exact(ball.position_m[2]); })};
    out_ << absl::StrJoin(cells, ",") << '\n';
  }

 private:
  std::ostream& out_;
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

std::string DropJson(const PocketedBall& drop) {
  return absl::StrCat("{\"ball\":", drop.ball, ",\"pocket\":", drop.pocket,
                      ",\"time_s\":", Exact(drop.time_s), "}");
}

std::string LostJson(const LostBall& lost) {
  return absl::StrCat("{\"ball\":", lost.ball, ",\"edge\":", lost.edge,
                      ",\"time_s\":", Exact(lost.time_s), ",\"position_m\":[",
                      Join(lost.position_m, ",", Exact), "],\"velocity_m_s\":[",
                      Join(lost.velocity_m_s, ",", Exact), "]}");
}

std::string BallJson(const FinalBall& ball) {
  return absl::StrCat("{\"motion\":", Quoted(Token(Words(ball.motion))), ",\"position_m\":[",
                      Join(ball.position_m, ",", Exact), "]}");
}

class JsonLinesWriter : public RowWriter {
 public:
  explicit JsonLinesWriter(std::ostream& out) : out_(out) {}

  void Write(const ShotOutcome& outcome) override {
    out_ << "{\"shot\":" << outcome.shot
         << ",\"status\":" << Quoted(absl::StatusCodeToString(outcome.status.code()));
    if (outcome.status.ok()) {
      WriteOutcome(outcome);
    } else {
      out_ << ",\"message\":" << Quoted(std::string(outcome.status.message()));
    }
    out_ << "}\n";
  }

 private:
  void WriteOutcome(const ShotOutcome& outcome) {
    out_ << ",\"stop_reason\":" << Quoted(Token(Words(outcome.stop_reason)))
         << ",\"end_time_s\":" << Exact(outcome.end_time_s)
         << ",\"event_count\":" << outcome.event_count << ",\"hash\":\"" << Hex(outcome.hash)
         << "\",\"pocketed\":[" << Join(outcome.pocketed, ",", DropJson) << "],\"left_table\":["
         << Join(outcome.left_table, ",", LostJson)
         << "],\"first_contact\":" << outcome.first_contact
         << ",\"first_contact_time_s\":" << Exact(outcome.first_contact_time_s)
         << ",\"cushions_before_contact\":" << outcome.cushions_before_contact
         << ",\"cushions_after_contact\":" << outcome.cushions_after_contact
         << ",\"cushions_total\":" << outcome.cushions_total
         << ",\"miscue\":" << (outcome.miscue ? "true" : "false")
         << ",\"separation_m\":" << Exact(outcome.separation_m) << ",\"balls\":["
         << Join(outcome.balls, ",", BallJson) << "]";
  }

  std::ostream& out_;
};

}  // namespace

absl::Status CheckRowFormat(const std::string& format) {
  if (format == "csv" || format == "jsonl") return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--format: \"", format, "\" must be csv or jsonl"));
}

absl::StatusOr<std::unique_ptr<RowWriter>> MakeRowWriter(const std::string& format,
                                                         std::ostream& out, RowStart start) {
  if (absl::Status status = CheckRowFormat(format); !status.ok()) return status;
  if (format == "csv") return std::unique_ptr<RowWriter>(std::make_unique<CsvWriter>(out, start));
  return std::unique_ptr<RowWriter>(std::make_unique<JsonLinesWriter>(out));
}

}  // namespace carom
