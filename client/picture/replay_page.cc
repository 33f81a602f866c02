#include "client/picture/replay_page.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/picture/force_panel.h"
#include "client/picture/markup.h"
#include "client/picture/replay_assets.h"
#include "client/picture/replay_data.h"
#include "client/picture/svg.h"
#include "client/picture/theme.h"

namespace carom::picture {
namespace {

constexpr double kForces_px = 1000.0;
constexpr double kForcesMargin_px = 10.0;

std::string Variables(const Theme& theme) {
  return absl::StrCat(
      ":root { --page: ", theme.page, "; --text: ", theme.text,
      "; --faint-text: ", theme.faint_text, "; --line: ", theme.line, "; --cloth: ", theme.cloth,
      "; --cushion: ", theme.cushion, "; --rail: ", theme.rail, "; --pocket: ", theme.pocket,
      "; --sliding: ", theme.sliding, "; --rolling: ", theme.rolling, "; --flying: ", theme.flying,
      "; --spinning: ", theme.spinning, "; --outline: ", theme.outline, "; }\n");
}

std::string Colours(bool dark) {
  if (dark) return absl::StrCat(":root { color-scheme: dark; }\n", Variables(DarkTheme()));
  return absl::StrCat(":root { color-scheme: light dark; }\n", Variables(LightTheme()),
                      "@media (prefers-color-scheme: dark) {\n", Variables(DarkTheme()), "}\n");
}

// The panel of forces as an image within the page; empty without contacts.
std::string ForceImage(const ShotScene& scene, const Theme& theme) {
  Svg svg(theme);
  const double height_px =
      DrawForces(scene.contacts, {kForcesMargin_px, kForcesMargin_px}, kForces_px, &svg);
  if (height_px == 0.0) return "";
  const std::string document = svg.Document("contact forces", kForces_px + 2.0 * kForcesMargin_px,
                                            height_px + 2.0 * kForcesMargin_px);
  return absl::StrCat("data:image/svg+xml;base64,", absl::Base64Escape(document));
}

std::string Forces(const ShotScene& scene, bool dark) {
  const std::string image = ForceImage(scene, dark ? DarkTheme() : LightTheme());
  if (image.empty()) return "";
  const std::string other = dark ? "" : ForceImage(scene, DarkTheme());
  const std::string source =
      other.empty()
          ? ""
          : absl::StrCat("<source media=\"(prefers-color-scheme: dark)\" srcset=\"", other, "\">");
  return absl::StrCat("<section class=\"forces\"><picture>", source, "<img src=\"", image,
                      "\" alt=\"Contact forces over time\"></picture></section>");
}

}  // namespace

std::string ReplayPage(const ShotScene& scene, bool dark) {
  const std::string title = EscapeXml(scene.title);
  // One pass: what replaces a word is not looked through again.
  const std::string body =
      absl::StrReplaceAll(kReplayBody, {{"{{title}}", title}, {"{{forces}}", Forces(scene, dark)}});
  return absl::StrCat(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
      "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<title>",
      title, "</title>\n<style>\n", Colours(dark), kReplayStyle, "</style>\n</head>\n<body>\n",
      body, "<script type=\"application/json\" id=\"shot\">", ReplayData(scene),
      "</script>\n<script>\n'use strict';\n(() => {\n", kReplayScript,
      "})();\n</script>\n</body>\n</html>\n");
}

}  // namespace carom::picture
