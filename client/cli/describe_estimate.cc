#include "client/cli/describe_estimate.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/numbers.h"
#include "client/cli/text_table.h"

namespace carom {
namespace {

std::string Share(double probability) { return Fixed(probability, 4); }

void PrintGoals(const carom::v1::CandidateEstimate& candidate, std::ostream& out) {
  TextTable table({"goal", "mean", "deviation", "low", "high", "exact_low", "exact_high"});
  for (int i = 0; i < candidate.goals_size(); ++i) {
    const carom::v1::GoalEstimate& goal = candidate.goals(i);
    const bool truth = goal.has_wilson();
    const auto end = [truth](double share) { return truth ? Share(share) : std::string("-"); };
    table.AddRow({absl::StrCat(i), Share(goal.mean()), Share(goal.deviation()),
                  end(goal.wilson().low()), end(goal.wilson().high()),
                  end(goal.clopper_pearson().low()), end(goal.clopper_pearson().high())});
  }
  table.Print(out);
}

void PrintPlaces(const carom::v1::CandidateEstimate& candidate, std::ostream& out) {
  TextTable table({"ball", "in_play", "mean_x_m", "mean_y_m", "deviation_x_m", "deviation_y_m"});
  for (const carom::v1::FinalPlace& place : candidate.final_places()) {
    table.AddRow({absl::StrCat(place.ball()), absl::StrCat(place.in_play()),
                  Fixed(place.mean().x_m(), 4), Fixed(place.mean().y_m(), 4),
                  Fixed(std::sqrt(place.covariance_m2(0)), 4),
                  Fixed(std::sqrt(place.covariance_m2(2)), 4)});
  }
  table.Print(out);
}

// Balls by pockets.
void PrintPocketing(const carom::v1::CandidateEstimate& candidate, std::ostream& out) {
  const double played = candidate.draws() - candidate.failed();
  std::map<uint32_t, std::map<uint32_t, double>> shares;
  std::set<uint32_t> pockets;
  for (const carom::v1::PocketingCount& drop : candidate.pocketing()) {
    shares[drop.ball()][drop.pocket()] = drop.draws() / played;
    pockets.insert(drop.pocket());
  }
  std::vector<std::string> header{"ball"};
  for (const uint32_t pocket : pockets) header.push_back(absl::StrCat("pocket_", pocket));
  TextTable table(header);
  for (auto& [ball, into] : shares) {
    std::vector<std::string> row{absl::StrCat(ball)};
    for (const uint32_t pocket : pockets) row.push_back(Share(into[pocket]));
    table.AddRow(row);
  }
  table.Print(out);
}

}  // namespace

void DescribeEstimates(const carom::v1::Estimates& estimates, std::ostream& out) {
  const int candidates = estimates.counts().draws_size();
  out << candidates << (candidates == 1 ? " candidate, " : " candidates, ") << estimates.draws()
      << " draws\n";
  for (const carom::v1::CandidateEstimate& candidate : estimates.best()) {
    out << "\ncandidate " << candidate.candidate() << ": " << candidate.draws() << " draws";
    if (candidate.failed() > 0) out << ", " << candidate.failed() << " of them failed";
    out << '\n';
    PrintGoals(candidate, out);
    if (candidate.final_places_size() > 0) PrintPlaces(candidate, out << '\n');
    if (candidate.pocketing_size() > 0) PrintPocketing(candidate, out << '\n');
  }
}

}  // namespace carom
