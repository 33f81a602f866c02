#include "server/command_line/suggestion.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace carom {
namespace {

// How many letters must be inserted, removed, replaced or swapped with a neighbour to make b of a:
// the optimal string alignment distance, a row of its table at a time.
size_t Distance(const std::string& a, const std::string& b) {
  std::vector<size_t> two_above;
  std::vector<size_t> above(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    std::vector<size_t> row(b.size() + 1, i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
    two_above = std::move(above);
    above = std::move(row);
  }
  return above.back();
}

}  // namespace

std::string ClosestName(const std::string& word, const std::vector<std::string>& names) {
  std::string closest;
  size_t least = (word.size() + 2) / 3 + 1;
  for (const std::string& name : names) {
    const size_t distance = Distance(word, name);
    if (distance >= least) continue;
    least = distance;
    closest = name;
  }
  return closest;
}

std::string DidYouMean(const std::string& word, const std::vector<std::string>& names,
                       const std::string& prefix) {
  const std::string closest = ClosestName(word, names);
  return closest.empty() ? "" : absl::StrCat("; did you mean ", prefix, closest, "?");
}

}  // namespace carom
