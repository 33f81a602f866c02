#include "client/picture/match_page.h"

#include "absl/strings/str_cat.h"
#include "client/picture/markup.h"
#include "client/picture/replay_page.h"

namespace carom::picture {
namespace {

// The buttons work without the script's help for those who tab through them; arrows go on and back.
constexpr char kHead[] = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root { color-scheme: light dark; }
body { margin: 0; font: 14px system-ui, sans-serif; display: flex; height: 100vh; }
nav { width: 21em; overflow-y: auto; border-right: 1px solid #8888; flex: none; }
h1 { font-size: 1.1em; margin: 0.8em; }
ol { list-style: none; margin: 0; padding: 0; }
button { all: unset; box-sizing: border-box; width: 100%; padding: 0.45em 0.8em; cursor: pointer; }
button:hover, button:focus-visible { background: #8882; }
button[aria-current] { background: #4a8a; }
iframe { flex: 1; border: 0; }
@media (max-width: 50em) { body { flex-direction: column; } nav { width: auto; max-height: 30vh; } }
</style>
)";

constexpr char kScript[] = R"(<script>
const pages = JSON.parse(document.getElementById("turns").textContent);
const buttons = Array.from(document.querySelectorAll("nav button"));
const frame = document.querySelector("iframe");
let shown = -1;
function show(turn) {
  if (turn < 0 || turn >= pages.length) return;
  if (shown >= 0) buttons[shown].removeAttribute("aria-current");
  shown = turn;
  buttons[turn].setAttribute("aria-current", "true");
  buttons[turn].scrollIntoView({block: "nearest"});
  frame.srcdoc = pages[turn];
}
buttons.forEach((button, turn) => button.addEventListener("click", () => show(turn)));
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown") { show(shown + 1); event.preventDefault(); }
  if (event.key === "ArrowUp") { show(shown - 1); event.preventDefault(); }
});
show(0);
</script>
)";

}  // namespace

std::string MatchPage(const std::string& title, const std::vector<MatchPageTurn>& turns) {
  const std::string words = EscapeXml(title);
  std::string page = absl::StrCat(kHead, "<title>", words, "</title>\n</head>\n<body>\n<nav><h1>",
                                  words, "</h1><ol>\n");
  std::string pages = "[";
  for (size_t i = 0; i < turns.size(); ++i) {
    absl::StrAppend(&page, "<li><button>", i + 1, ". ", EscapeXml(turns[i].caption),
                    "</button></li>\n");
    absl::StrAppend(&pages, i > 0 ? ",\n" : "", JsonString(ReplayPage(turns[i].scene, false)));
  }
  absl::StrAppend(&page, "</ol></nav>\n<iframe title=\"The shot\"></iframe>\n",
                  "<script type=\"application/json\" id=\"turns\">", pages, "]</script>\n", kScript,
                  "</body>\n</html>\n");
  return page;
}

}  // namespace carom::picture
