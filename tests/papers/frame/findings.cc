#include "tests/papers/frame/findings.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace carom::papers {

const char* Name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kNone:
      return "no verdict";
    case Verdict::kReproduced:
      return "reproduced";
    case Verdict::kDiffers:
      return "differs";
    case Verdict::kNotCheckable:
      return "not checkable";
    case Verdict::kUnjudged:
      return "unjudged";
  }
  return "no verdict";
}

std::string Text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

void Findings::AddNumber(Row row, double expected, double ours, double tolerance) {
  char difference[32];
  std::snprintf(difference, sizeof difference, "%.2g", ours - expected);
  row.ours = Text(ours);
  row.difference = difference;
  row.within_tolerance = std::abs(ours - expected) <= tolerance;  // False for NaN.
  rows_.push_back(std::move(row));
}

void Findings::Reproduces(const std::string& what, double paper, double ours, double tolerance) {
  Reproduces(what, Text(paper), paper, ours, tolerance);
}

void Findings::Reproduces(const std::string& what, const std::string& paper, double expected,
                          double ours, double tolerance) {
  Row row{what, paper, "", "", "", Verdict::kReproduced};
  AddNumber(std::move(row), expected, ours, tolerance);
}

void Findings::Reproduces(const std::string& what, const std::string& paper,
                          const std::string& ours, bool holds) {
  rows_.push_back({what, paper, ours, "", "", Verdict::kReproduced, holds});
}

void Findings::Differs(const std::string& what, const std::string& paper, double expected,
                       double ours, double tolerance, const std::string& why) {
  Row row{what, paper, "", "", why, Verdict::kDiffers};
  AddNumber(std::move(row), expected, ours, tolerance);
}

void Findings::Differs(const std::string& what, const std::string& paper, const std::string& ours,
                       bool holds, const std::string& why) {
  rows_.push_back({what, paper, ours, "", why, Verdict::kDiffers, holds});
}

void Findings::NotCheckable(const std::string& what, const std::string& paper,
                            const std::string& missing) {
  rows_.push_back({what, paper, "", "", missing, Verdict::kNotCheckable});
}

void Findings::Tells(const std::string& what, const std::string& paper, const std::string& ours) {
  rows_.push_back({what, paper, ours, "", "", Verdict::kUnjudged});
}

void Findings::Failed(const std::string& what, const std::string& why) {
  rows_.push_back({what, "", "", "", why, Verdict::kNone, false});
}

Verdict Findings::Overall() const {
  for (const Verdict verdict :
       {Verdict::kNone, Verdict::kDiffers, Verdict::kReproduced, Verdict::kNotCheckable}) {
    const auto is = [&](const Row& row) { return row.verdict == verdict; };
    if (std::any_of(rows_.begin(), rows_.end(), is)) return verdict;
  }
  return Verdict::kNone;
}

bool Findings::Ok() const {
  return Overall() != Verdict::kNone && std::all_of(rows_.begin(), rows_.end(), [](const Row& row) {
           return row.within_tolerance;
         });
}

}  // namespace carom::papers
