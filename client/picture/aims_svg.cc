#include "client/picture/aims_svg.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "client/picture/draw_shot.h"
#include "client/picture/draw_table.h"
#include "client/picture/event_marks.h"
#include "client/picture/frame.h"
#include "client/picture/markup.h"
#include "client/picture/page.h"
#include "client/picture/svg.h"

namespace carom::picture {
namespace {

using carom::v1::Aim;
using carom::v1::AimLeg;

constexpr double kText_px = 12.0;
constexpr int kColumns = 2;

Point StartOf(const ShotScene& scene, uint32_t ball, const Frame& frame) {
  return frame.At(scene.balls[ball].track.arcs.front().position_m);
}

Point EndOf(const AimLeg& leg, const Frame& frame) {
  return frame.At(leg.end().x_m(), leg.end().y_m());
}

// The way of each ball in turn: a leg of the same ball goes on where the last one ended.
void DrawLegs(const ShotScene& scene, const Aim& aim, const Frame& frame, Svg* svg) {
  const Theme& theme = svg->theme();
  const double width_px = 1.0 + 3.0 * ChanceOf(aim);
  const std::string style =
      absl::StrCat("fill=\"none\" stroke=\"", theme.rolling, "\" stroke-width=\"", Px(width_px),
                   "\" stroke-opacity=\"0.85\"");
  for (int i = 0; i < aim.legs_size(); ++i) {
    const AimLeg& leg = aim.legs(i);
    const bool goes_on = i > 0 && aim.legs(i - 1).ball() == leg.ball();
    const Point from = goes_on ? EndOf(aim.legs(i - 1), frame) : StartOf(scene, leg.ball(), frame);
    svg->Line(from, EndOf(leg, frame), style);
    if (!leg.has_to_ball()) continue;
    const double radius_px = scene.balls[leg.ball()].radius_m * frame.px_per_m();
    svg->Circle(
        EndOf(leg, frame), radius_px,
        absl::StrCat("fill=\"none\" stroke=\"", theme.outline, "\" stroke-dasharray=\"3 3\""));
  }
}

// A number on the last way to the pocket, further along for later ranks so that they do not lie on
// each other.
void DrawRank(const ShotScene& scene, const Aim& aim, int rank, const Frame& frame, Svg* svg) {
  const AimLeg& last = aim.legs(aim.legs_size() - 1);
  const Point end = EndOf(last, frame);
  const bool goes_on = aim.legs_size() > 1 && aim.legs(aim.legs_size() - 2).ball() == last.ball();
  const Point from =
      goes_on ? EndOf(aim.legs(aim.legs_size() - 2), frame) : StartOf(scene, last.ball(), frame);
  const double share = 0.3 + 0.1 * (rank % 5);
  DrawNumber(rank, {from.x + share * (end.x - from.x), from.y + share * (end.y - from.y)}, svg);
}

std::string WordsOf(const ShotScene& scene, const Aim& aim) {
  return absl::StrFormat("%.0f %% (%.0f to %.0f): %s, %s into pocket %d at %.2f m/s",
                         100.0 * ChanceOf(aim), 100.0 * aim.interval().low(),
                         100.0 * aim.interval().high(), NameOf(aim.kind()),
                         scene.balls[aim.ball()].name, aim.pocket(), aim.strike().speed_m_s());
}

double DrawList(const ShotScene& scene, const carom::v1::FindAimsResponse& answer, Point corner,
                Svg* svg) {
  const int rows = (answer.aims_size() + kColumns - 1) / kColumns;
  for (int i = 0; i < answer.aims_size(); ++i) {
    const Point at{corner.x + i / rows * kLonger_px / kColumns,
                   corner.y + i % rows * kRow_px + 14.0};
    DrawNumber(i + 1, {at.x + 8.0, at.y - 4.0}, svg);
    svg->Words({at.x + 24.0, at.y}, Shorten(WordsOf(scene, answer.aims(i)), 64), svg->theme().text,
               kText_px);
  }
  return rows * kRow_px;
}

}  // namespace

std::string NameOf(carom::v1::AimKind kind) {
  std::string name =
      absl::AsciiStrToLower(absl::StripPrefix(carom::v1::AimKind_Name(kind), "AIM_KIND_"));
  return absl::StrReplaceAll(name, {{"two_cushion", "two-cushion"}, {"_", " "}});
}

double ChanceOf(const Aim& aim) {
  return aim.draws() > 0 ? static_cast<double>(aim.successes()) / aim.draws() : 0.0;
}

std::string DrawAims(const ShotScene& best, const carom::v1::FindAimsResponse& answer,
                     const carom::v1::CueBallTarget* place, const Theme& theme) {
  Svg svg(theme);
  const Frame frame(BoundsOf(best.table, best.balls), kLonger_px,
                    {kMargin_px, kMargin_px + kTitle_px});
  const std::string title =
      absl::StrCat(answer.aims_size(), " aims of ", answer.routes(), " open routes");
  svg.Words({kMargin_px, kMargin_px + 14.0}, title, theme.text, 15.0);
  BeginInside(frame, &svg);
  DrawTable(best.table, frame, &svg);
  if (place != nullptr) {
    svg.Circle(frame.At(place->at().x_m(), place->at().y_m()), place->within_m() * frame.px_per_m(),
               absl::StrCat("fill=\"", theme.rolling, "\" fill-opacity=\"0.2\" stroke=\"",
                            theme.rolling, "\" stroke-dasharray=\"6 3\""));
  }
  for (int i = answer.aims_size() - 1; i >= 0; --i) DrawLegs(best, answer.aims(i), frame, &svg);
  for (const SceneBall& ball : best.balls) {
    if (ball.track.arcs.empty()) continue;
    DrawBall(ball.look, frame.At(ball.track.arcs.front().position_m),
             ball.radius_m * frame.px_per_m(), &svg);
  }
  for (int i = answer.aims_size() - 1; i >= 0; --i) {
    DrawRank(best, answer.aims(i), i + 1, frame, &svg);
  }
  EndInside(&svg);
  double y_px = kMargin_px + kTitle_px + frame.height_px() + 8.0;
  y_px += DrawList(best, answer, {kMargin_px, y_px}, &svg);
  return svg.Document(title, kLonger_px + 2.0 * kMargin_px, y_px + 14.0);
}

}  // namespace carom::picture
