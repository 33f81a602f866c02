"""What was judged, as a CSV and as a page that is complete in itself."""

from __future__ import annotations

import csv
import html
import io
import re
from pathlib import Path
from typing import Any, Iterable, Mapping, Sequence

import matplotlib
import numpy as np

matplotlib.use("svg")
# pylint: disable=wrong-import-position
from matplotlib import pyplot as plt

import carom
from judge import DEFAULTS, FAR_OFF, Judgement, Series, judge_all

INKS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
MARKS = "sD^v<>"  # Of predictors; measurements are dots with bars.
STYLE = """body{font:15px/1.5 system-ui,sans-serif;max-width:1100px;margin:2em auto;padding:0 1em;color:#222}
table{border-collapse:collapse;margin:.6em 0}td,th{padding:.2em .8em;text-align:right;
border-bottom:1px solid #ddd;vertical-align:top}td:first-child,th:first-child,.text{text-align:left}
.off{background:#fdeeea}.warning{border-left:5px solid #d55e00;padding:.2em 1em;background:#fff7f3}
.wide{overflow-x:auto}svg{max-width:100%;height:auto}.small{color:#555;font-size:13px}h2{margin-top:2em}"""


def write(folder: Path, sources: Mapping[str, Mapping[str, str]], series: list[Series],
          tracks: str = "", tracks_off: str = "") -> None:
    """reality.csv, judgements.csv and index.html. tracks, tracks_off: parts of the page about tracks, the second for
    its top."""
    folder.mkdir(parents=True, exist_ok=True)
    judgements = judge_all(series)
    write_csv(folder / "reality.csv", rows_of(series))
    write_csv(folder / "judgements.csv", [vars(one) for one in judgements])
    (folder / "index.html").write_text(page(sources, series, judgements, tracks, tracks_off), encoding="utf-8")


def write_csv(path: Path, rows: list[dict[str, Any]]) -> None:
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: f"{value:.6g}" if isinstance(value, float) else value
                          for name, value in row.items()} for row in rows)


def rows_of(series: list[Series]) -> list[dict[str, Any]]:
    """One for each number and predictor."""
    return [{"quantity": one.quantity, "series": one.name, "source": one.source, "place": one.place,
             "conditions": condition(one, i), "unit": one.unit, "measured": float(one.measured[i]),
             "error": one.error, "error_is": one.error_is, "predictor": predictor,
             "independent": one.independent(predictor), "predicted": float(values[i]),
             "off_in_errors": float(one.off(predictor)[i])}
            for one in series for predictor, values in one.predicted.items() for i in range(len(one.rows))]


def condition(series: Series, row: int) -> str:
    return " ".join(f"{name}={series.rows[row][i]:g}" for i, name in enumerate(series.columns[:-1]))


# --- the page ------------------------------------------------------------------------------------------

def page(sources: Mapping[str, Mapping[str, str]], series: list[Series], judgements: list[Judgement],
         tracks: str = "", tracks_off: str = "") -> str:
    numbers = sum(len(one.rows) for one in series)
    parts = ["<h1>Carom beside measurements</h1>",
             f"<p>{numbers} numbers of {len(sources)} sources, as measured and as engine {carom.__version__} "
             "predicts them: as it comes (<i>defaults</i>), with a preset of physics, and with parameters of a "
             "law fitted to one half of the numbers and judged on the other (<i>fitted</i>). No parameter is "
             "fitted to what it then predicts.</p>",
             warning(series), tracks_off, "<h2>Bias and scatter</h2>", explanation(), table_of(judgements), tracks]
    for quantity in dict.fromkeys(one.quantity for one in series):
        parts.append(section(quantity, [one for one in series if one.quantity == quantity]))
    parts += ["<h2>Sources</h2>", "<p>Where a number came here second-hand, its publication was not at hand, and "
              "no page of it is given.</p>",
              "<ul>" + "".join(f"<li id=\"{key}\"><b>{key}</b>: {html.escape(one['cite'])}. "
                               f"<span class=small>{html.escape(one['read'])}</span></li>"
                               for key, one in sources.items()) + "</ul>"]
    return ('<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Carom beside measurements'
            f'</title><meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>'
            + "\n".join(parts) + "</body></html>\n")


def warning(series: list[Series]) -> str:
    """Where predictions are off by more than twice the measurement's error; at the top of the page."""
    rows = []
    for one in series:
        cells, any_off = [], False
        for kind in (DEFAULTS, "preset", "fitted"):
            text, is_off = tally(one, kind)
            cells.append(text)
            any_off = any_off or is_off
        if any_off:
            rows.append([one.quantity, f"{one.name} ({one.source})", error_of(one), *cells])
    if not rows:
        return "<p>No prediction is off by more than twice the error of its measurement.</p>"
    head = ["quantity", "measured by", "error", "defaults", "preset", "fitted, best law"]
    return (f'<div class="warning" id="off"><h2>Off by more than twice the error: {len(rows)} of {len(series)} '
            "series</h2><p>So many of their numbers, and the greatest difference in errors. An error that the source "
            "does not give is <i>assumed</i>, or half the <i>spread</i> that it gives. In brackets: the numbers had a "
            f"part in what predicts them.</p><div class=wide>{table(head, rows, text=3)}</div></div>")


def tally(series: Series, kind: str) -> tuple[str, bool]:
    """How many numbers a kind of predictor is far off, of several the one with the fewest; and whether."""
    found = []
    for predictor in series.predicted:
        if predictor.startswith(kind):
            off = np.nan_to_num(np.abs(series.off(predictor)), nan=np.inf)
            found.append((int((off > FAR_OFF).sum()), float(off.max()), series.independent(predictor)))
    if not found:
        return "-", False
    count, worst, independent = min(found)
    text = f"{count} of {len(series.rows)}, {worst:.1f}" if count else f"none, {worst:.1f}"
    return (text if independent else f"({text})"), count > 0


def error_of(series: Series) -> str:
    return f"&plusmn;{series.error:g} {series.unit}, {series.error_is}".replace(" -,", ",")


def explanation() -> str:
    return ("<p>As in the validation guide of FDS (NIST SP 1018-3, \"Calculating Model Uncertainty\"): with measured "
            "E and predicted M, <i>bias</i> is exp(mean ln(M/E) + s<sub>M</sub>&sup2;/2 &minus; "
            "s<sub>E</sub>&sup2;/2), 1 where nothing is wrong on average; <i>scatter</i> s<sub>M</sub> is the relative "
            "standard deviation about it, s<sub>M</sub>&sup2; = var ln(M/E) &minus; s<sub>E</sub>&sup2;, but not below "
            "s<sub>E</sub>, the measurements' own. Rows in brackets: the numbers had a part in the predictor, which "
            "proves nothing.</p>")


def table_of(judgements: list[Judgement]) -> str:
    rows = [[one.quantity, one.predictor if one.independent else f"({one.predictor})", str(one.count),
             f"{one.bias:.3f}", number(one.scatter), f"{one.measurement:.3f}", str(one.far_off), f"{one.worst:.1f}"]
            for one in judgements]
    head = ["quantity", "predictor", "numbers", "bias", "scatter", "error, relative", "off by more than 2 errors",
            "worst, errors"]
    return f"<div class=wide>{table(head, rows, text=2)}</div>"


def number(value: float) -> str:
    return f"{value:.3f}" if np.isfinite(value) else "-"


def section(quantity: str, series: list[Series]) -> str:
    parts = [f"<h2>{html.escape(quantity)}</h2>", picture(quantity, series)]
    for one in series:
        parts.append(f"<h3>{html.escape(one.name)}</h3><p class=small><a href=\"#{one.source}\">{one.source}</a>, "
                     f"{html.escape(one.place)}: &ldquo;{html.escape(one.quote)}&rdquo;. "
                     f"Error: {error_of(one)}."
                     + (f" Made of these numbers: {', '.join(one.made)}." if one.made else "") + "</p>")
        parts.append(rows_table(one))
        parts += [f"<p class=small>{predictor}: " + "; ".join(
            f"half {i + 1} " + ", ".join(f"{path} {value:.4g}" for path, value in half.items())
            for i, half in enumerate(halves)) + "</p>" for predictor, halves in one.found.items()]
    return "\n".join(parts)


def rows_table(series: Series) -> str:
    rows = []
    for i, measured in enumerate(series.measured):
        cells = [f"{values[i]:.4g} <span class=small>({series.off(predictor)[i]:+.1f})</span>"
                 for predictor, values in series.predicted.items()]
        rows.append([condition(series, i), f"{measured:.4g}", *cells])
    head = ["", f"measured, {series.unit}".removesuffix(", -"), *series.predicted]
    return f"<div class=wide>{table(head, rows)}</div>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], text: int = 1) -> str:
    """Cells are HTML; the first `text` columns are words."""
    def line(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}{' class=text' if i < text else ''}>{cell}</{tag}>"
                                for i, cell in enumerate(cells)) + "</tr>"
    return "<table>" + line(head, "th") + "".join(line(row, "td") for row in rows) + "</table>"


# --- pictures ------------------------------------------------------------------------------------------

def picture(quantity: str, series: list[Series]) -> str:
    """Measured with error bars and predicted, along the series' `x` or one place for each number."""
    figure, axes = plt.subplots(figsize=(9, 4.2))
    along = bool(series[0].x) and all(one.x == series[0].x for one in series)
    ink, ticks, shown = 0, [], {}
    for one in series:
        by = [row[one.columns.index(one.by)] for row in one.rows] if one.by else [0.0] * len(one.rows)
        for value in dict.fromkeys(by):
            rows = np.flatnonzero(np.array(by) == value)
            where = one.conditions[one.x][rows] if along else len(ticks) + np.arange(len(rows), dtype=float)
            name = one.name + (f", {one.by} {value:g}" if one.by else "")
            ticks += [name] * len(rows) if not along else []
            draw(axes, one, rows, where, name if along else "", INKS[ink % len(INKS)], shown)
            ink += 1
    axes.set_ylabel(series[0].unit if series[0].unit != "-" else "")
    axes.set_xlabel(series[0].x if along else "")
    if not along:
        axes.set_xticks(range(len(ticks)), ticks, rotation=20, ha="right")
        axes.set_xlim(-0.6, len(ticks) - 0.4)
    for predictor, mark in shown.items():
        axes.plot([], [], mark, color="#555", mfc="none", label=predictor)
    axes.legend(fontsize=8, frameon=False, loc="center left", bbox_to_anchor=(1.01, 0.5))
    axes.grid(alpha=0.25)
    return svg_of(figure, quantity)


def draw(axes: Any, series: Series, rows: np.ndarray, where: np.ndarray, name: str, ink: str,
         shown: dict[str, str]) -> None:
    """One line of a picture. shown: the marks of predictors, for the legend."""
    axes.errorbar(where, series.measured[rows], yerr=series.error, fmt="o", color=ink, capsize=3,
                  label=f"measured: {name}" if name else None)
    width = float(np.ptp(where)) if len(where) > 1 else 0.0
    for place, (predictor, values) in enumerate(series.predicted.items()):
        mark = shown.setdefault(predictor, MARKS[len(shown) % len(MARKS)])
        shift = (place + 1) * (0.012 * width if width else 0.08)
        axes.plot(where + shift, values[rows], mark, color=ink, mfc="none", ms=5)


def svg_of(figure: Any, salt: str) -> str:
    """Without its header, and with the same bytes in every run."""
    text = io.StringIO()
    with plt.rc_context({"svg.hashsalt": salt, "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None}, bbox_inches="tight")
    plt.close(figure)
    svg = re.sub(r"^.*?(?=<svg)", "", text.getvalue(), flags=re.S)
    return re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
