// Style and script of the page. Both are plain text inside it; nothing is fetched.

#include "tests/papers/frame/html.h"

namespace carom::papers {

const char kPageStyle[] = R"css(
:root {
  color-scheme: light dark;
  --back: #f6f5f1; --card: #ffffff; --ink: #1f2328; --soft: #59616b; --line: #d9d6cd;
  --link: #0b5c8a; --holds: #1a7f4b; --misprint: #a8480b; --contradicted: #6b3fa0;
  --other: #6a6f76; --bad: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14171a; --card: #1d2125; --ink: #e4e6e8; --soft: #a0a8b0; --line: #363c42;
    --link: #7cc4ef; --holds: #5fcf94; --misprint: #f0955c; --contradicted: #c3a1ee;
    --other: #a9afb6; --bad: #ff8a80;
  }
  figure img { filter: invert(0.88) hue-rotate(180deg); }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--back); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
}
main, header { max-width: 90rem; margin: 0 auto; padding: 0 1.25rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 1.5rem 0 0.25rem; }
h2 { font-size: 1.3rem; line-height: 1.25; margin: 2.5rem 0 0.25rem; }
h3 { font-size: 1.05rem; line-height: 1.35; margin: 0; }
p { margin: 0.35rem 0; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
.soft, .where { color: var(--soft); }
.where { font-size: 0.87rem; margin: 0.1rem 0 0.6rem; }
.scroll { overflow-x: auto; }
.summary { border-collapse: collapse; font-size: 0.9rem; margin: 0.75rem 0; }
.summary th, .summary td { border-bottom: 1px solid var(--line); padding: 0.3rem 0.7rem; }
.summary th { text-align: left; font-weight: 600; vertical-align: bottom; }
.summary td { text-align: right; font-variant-numeric: tabular-nums; }
.summary tr:last-child > * { font-weight: 600; border-bottom: 0; }
nav.ids { display: flex; flex-wrap: wrap; gap: 0.25rem; margin: 0.5rem 0 1rem; }
nav.ids a {
  font-size: 0.8rem; padding: 0.05rem 0.45rem; border: 1px solid var(--line); border-radius: 1rem;
  background: var(--card);
}
nav.ids a.bad { color: var(--bad); border-color: var(--bad); font-weight: 600; }
.filter {
  position: sticky; top: 0; z-index: 2; background: var(--back); padding: 0.6rem 0;
  border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0.5rem;
  align-items: center;
}
.filter input, .filter select {
  font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line);
  border-radius: 0.4rem; padding: 0.3rem 0.55rem; min-width: 0;
}
.filter input { flex: 1 1 14rem; }
.filter output { color: var(--soft); font-size: 0.9rem; }
article {
  background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem;
  padding: 0.9rem 1.1rem; margin: 0.9rem 0; scroll-margin-top: 4rem;
}
article:target { outline: 2px solid var(--link); }
article.bad { border-color: var(--bad); }
.body { display: block; }
@media (min-width: 70rem) {
  .body.drawn {
    display: grid; grid-template-columns: minmax(0, 1.35fr) minmax(0, 1fr); gap: 1.4rem;
  }
  .body.drawn figure { position: sticky; top: 4rem; order: 2; align-self: start; max-height: 88vh;
    overflow-y: auto; }
}
figure { margin: 0 0 0.8rem; }
figure img {
  display: block; width: 100%; height: auto; border-radius: 0.3rem; background: #ffffff;
}
.row { border-top: 1px solid var(--line); padding: 0.55rem 0 0.5rem; overflow-wrap: anywhere; }
.row:first-child { border-top: 0; padding-top: 0; }
.what { margin: 0; font-weight: 500; }
.kind {
  display: inline-block; font-size: 0.76rem; font-weight: 600; line-height: 1.35;
  padding: 0 0.45rem; margin-right: 0.4rem; border: 1px solid currentColor; border-radius: 0.3rem;
  color: var(--other); white-space: nowrap;
}
.kind.holds { color: var(--holds); }
.kind.contradicted { color: var(--contradicted); }
.kind.undecidable { color: var(--other); }
.kind.misprint { color: var(--misprint); }
.fails { color: var(--bad); font-weight: 600; }
.said { font-size: 0.92rem; margin: 0.15rem 0; }
.said b { font-weight: 600; color: var(--soft); margin-right: 0.3rem; }
q { font-style: italic; }
cite { font-style: normal; color: var(--soft); }
@media (max-width: 45rem) {
  main, header { padding: 0 0.7rem; }
  article { padding: 0.75rem 0.8rem; }
  .filter { position: static; }
  figure { overflow-x: auto; }
  figure img { min-width: 33rem; }
  .wide figure img { min-width: 75rem; }
}
[hidden] { display: none !important; }
@media print { .filter, nav.ids { display: none; } article { break-inside: avoid; } }
)css";

const char kPageScript[] = R"js(
'use strict';
(() => {
  const byId = (id) => document.getElementById(id);
  const controls = {q: byId('q'), paper: byId('paper'), kind: byId('kind')};
  const articles = [...document.querySelectorAll('article')];
  const texts = new Map(articles.map((a) => [a, a.textContent.toLowerCase()]));
  const shows = (article) => {
    const words = controls.q.value.toLowerCase().split(/\s+/).filter(Boolean);
    const paper = controls.paper.value;
    const kind = controls.kind.value;
    return words.every((word) => texts.get(article).includes(word)) &&
        (!paper || article.dataset.paper === paper) &&
        (!kind || article.dataset.kinds.split('|').includes(kind));
  };
  const apply = () => {
    let shown = 0;
    for (const article of articles) {
      article.hidden = !shows(article);
      shown += article.hidden ? 0 : 1;
      const kind = controls.kind.value;
      for (const row of article.querySelectorAll('.row')) {
        row.hidden = Boolean(kind) && row.dataset.kind !== kind;
      }
    }
    for (const section of document.querySelectorAll('section.paper')) {
      section.hidden = !section.querySelector('article:not([hidden])');
    }
    for (const link of document.querySelectorAll('nav.ids a')) {
      link.hidden = byId(link.hash.slice(1)).hidden;
    }
    byId('shown').textContent = `${shown} of ${articles.length} experiments`;
  };
  const asked = new URLSearchParams(location.search);
  for (const [name, control] of Object.entries(controls)) {
    if (asked.has(name)) control.value = asked.get(name);
    control.addEventListener('input', apply);
  }
  for (const image of document.images) {
    image.addEventListener('error', () => console.error(`${image.alt}: not drawn`));
  }
  // A link to a claim that the filter hides shows it.
  window.addEventListener('hashchange', () => {
    const target = byId(location.hash.slice(1));
    if (!target || !target.hidden) return;
    for (const control of Object.values(controls)) control.value = '';
    apply();
    target.scrollIntoView();
  });
  byId('filter').hidden = false;
  apply();
})();
)js";

}  // namespace carom::papers
