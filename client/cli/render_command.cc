#include <memory>
#include <optional>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/commands.h"
#include "client/cli/one_shot.h"
#include "client/cli/out_file.h"
#include "client/cli/render_cloud.h"
#include "client/cli/render_shot.h"
#include "client/cli/shot_command.h"
#include "client/picture/replay_page.h"
#include "client/picture/shot_svg.h"

namespace carom {
namespace {

using carom::v1::SimulateRequest;

class RenderCommand : public ShotCommand {
 public:
  std::string name() const override { return "render"; }
  std::string summary() const override { return "one shot as a picture, or as a page to replay"; }
  std::string usage() const override {
    return "carom render (--rack=NAME | --ball=X,Y ... | --request=FILE) --out=FILE [FLAGS]";
  }
  std::string details() const override;
  std::string examples() const override;
  void Declare(FlagSet* flags) override;

 private:
  absl::Status Prepare(SimulateRequest* request) const override;
  absl::Status Print(const Answer& answer, std::ostream& out) const override;
  absl::StatusOr<std::string> Draw(const Answer& answer) const;
  absl::StatusOr<std::string> DrawTheCloud(const Answer& answer) const;
  const picture::Theme& theme() const;

  std::optional<std::string> out_path_;
  std::optional<uint64_t> shot_;
  std::optional<uint64_t> cloud_ball_;
  bool dark_ = false;
};

std::string RenderCommand::details() const {
  return "Draws one shot. FILE.svg: the table to scale, the paths coloured by the balls'\n"
         "states of motion, the events numbered; below it heights where balls fly, and the\n"
         "forces of contacts with --engine=compliant. FILE.html: a page that replays the shot,\n"
         "complete in one file. Flags are those of carom simulate; a request file may hold\n"
         "many shots, of which one is drawn, or with --cloud all: where a ball ends and what\n"
         "is pocketed how often.\n";
}

std::string RenderCommand::examples() const {
  return "  carom render --rack=9-ball --speed=9 --azimuth=0.4 --out=break.svg\n"
         "  carom render --ball=-0.5,0 --ball=0.3,0.1 --speed=2 --azimuth=8 --out=shot.html\n"
         "  carom render --request=shots.json --shot=3 --dark --out=third.svg\n"
         "  carom render --request=shots.json --cloud=0 --out=cloud.svg\n";
}

void RenderCommand::Declare(FlagSet* flags) {
  DeclareShot(flags, ShotFlags::kWithoutDetail);
  flags->AddText("out", "FILE", "where to: FILE.svg a picture, FILE.html a page to replay it",
                 &out_path_);
  flags->AddCount("shot", "N", "which of the request's shots, from 0; default 0", &shot_);
  flags->AddCount("cloud", "BALL",
                  "all shots of the request at once: where this ball, by index, ends, and\n"
                  "how often balls are pocketed; --shot is then the shot as it is aimed",
                  &cloud_ball_);
  flags->AddSwitch("dark",
                   "on a dark ground; default: light, and a page as the reader's system\n"
                   "has it",
                   &dark_);
}

constexpr uint64_t kMostBalls = 32;  // Of a layout.

bool IsPage(const std::string& path) { return absl::EndsWith(path, ".html"); }

absl::Status CheckPath(const std::optional<std::string>& path) {
  if (!path) return absl::InvalidArgumentError("--out: give FILE.svg or FILE.html");
  if (IsPage(*path) || absl::EndsWith(*path, ".svg")) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--out: \"", *path, "\" must end with .svg or .html"));
}

absl::Status RenderCommand::Prepare(SimulateRequest* request) const {
  if (absl::Status status = CheckPath(out_path_); !status.ok()) return status;
  if (cloud_ball_ && *cloud_ball_ >= kMostBalls) {
    return absl::InvalidArgumentError(
        absl::StrCat("--cloud: ", *cloud_ball_, " must be in [0, ", kMostBalls - 1, "]"));
  }
  if (cloud_ball_ && IsPage(*out_path_)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--cloud: --out must end with .svg, not be \"", *out_path_, "\""));
  }
  const uint64_t count = CountShots(*request);
  const uint64_t shot = shot_.value_or(0);
  if (count == 0) return absl::OkStatus();  // The service tells what is wrong.
  if (shot >= count) {
    return absl::InvalidArgumentError(
        absl::StrCat("--shot: ", shot, " must be in [0, ", count - 1, "]"));
  }
  if (cloud_ball_) {
    request->clear_detail();  // The ends of all shots.
    return absl::OkStatus();
  }
  KeepShots(shot, 1, request);
  AskForMotion(request);
  return absl::OkStatus();
}

const picture::Theme& RenderCommand::theme() const {
  return dark_ ? picture::DarkTheme() : picture::LightTheme();
}

// All further calls must be answered by the same version: another one may play another shot.
SimulateRequest WithVersion(SimulateRequest request, const carom::v1::SimulateResponse& answer) {
  request.set_engine_version(answer.engine_version());
  return request;
}

absl::StatusOr<std::string> RenderCommand::DrawTheCloud(const Answer& answer) const {
  const CloudOf of{static_cast<uint32_t>(*cloud_ball_), shot_.value_or(0)};
  const auto cloud = MakeCloud(answer.client, answer.call,
                               WithVersion(answer.request, answer.response), answer.outcomes, of);
  if (!cloud.ok()) return cloud.status();
  return picture::DrawCloud(*cloud, theme());
}

absl::StatusOr<std::string> RenderCommand::Draw(const Answer& answer) const {
  if (cloud_ball_) return DrawTheCloud(answer);
  const auto scene =
      MakeScene(answer.client, answer.call, WithVersion(answer.request, answer.response),
                answer.response.results());
  if (!scene.ok()) return scene.status();
  return IsPage(*out_path_) ? picture::ReplayPage(*scene, dark_)
                            : picture::DrawShot(*scene, theme());
}

absl::Status RenderCommand::Print(const Answer& answer, std::ostream&) const {
  const bool is_one = answer.outcomes.size() == 1;
  // Why it could not be simulated is printed when all is done, as of every command.
  if (is_one && !answer.outcomes[0].status.ok()) return absl::OkStatus();
  const auto text = Draw(answer);
  return text.ok() ? WriteTextFile(*out_path_, *text) : text.status();
}

}  // namespace

std::unique_ptr<Command> MakeRenderCommand() { return std::make_unique<RenderCommand>(); }

}  // namespace carom
