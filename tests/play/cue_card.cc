#include "tests/play/cue_card.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "core/play/place_search.h"

namespace carom::play_record {
namespace {

// Shares of the shots: to find pots, and to play the better of them with noise; a little for the
// best of these; the rest is for the second level.
constexpr double kToFind = 0.25;
constexpr double kToSample = 0.35;
constexpr int kSamples = 25;
constexpr int kSamplesOfBest = 100;
constexpr size_t kBest = 4;
constexpr size_t kMostClusters = 6;
constexpr double kCluster_m = 0.12;  // Cue balls that are nearer than this lie alike.
// Of the likeliest three pots (Smith 2007).
constexpr std::array<double, 3> kWeights = {1.0, 0.33, 0.15};
constexpr double kWon = 1.0 + 0.33 + 0.15;

// What the draws of one pot led to.
struct Sampled {
  play::Candidate candidate;
  double sum = 0.0;
  int draws = 0;
  double won = 0.0;
  std::vector<play::Position> ends;  // With the turn kept.

  double Mean() const { return draws > 0 ? sum / draws : 0.0; }
};

class Search {
 public:
  Search(const Scene& scene, const play::PlanOptions& options, const play::PositionJudge& values,
         Workspace& workspace)
      : scene_(scene), options_(options), values_(values), workspace_(workspace) {}

  std::optional<play::PlannedShot> Choose(const play::Position& position) {
    std::vector<Sampled> pots = Sample(position, Share(kToFind), Share(kToSample));
    if (pots.empty()) return std::nullopt;
    pots.resize(std::min(pots.size(), kBest));
    for (Sampled& pot : pots) Play(position, options_.skill.noise, kSamplesOfBest, pot);
    const int64_t each = (options_.shots - played_) / static_cast<int64_t>(pots.size());
    const Sampled* best = nullptr;
    double best_value = -1.0;
    for (const Sampled& pot : pots) {
      const double value = DeepValue(pot, each);
      if (value <= best_value) continue;
      best_value = value;
      best = &pot;
    }
    play::PlannedShot shot = best->candidate.shot;
    shot.chance = (best->won + static_cast<double>(best->ends.size())) / best->draws;
    return shot;
  }

 private:
  struct Cluster {
    const play::Position* middle;
    int size = 0;
  };

  int64_t Share(double share) const {
    return static_cast<int64_t>(share * static_cast<double>(options_.shots));
  }

  // By the chances of the pots that geometry knows.
  double Worth(const play::Position& position) const {
    const aim::BallMap map(scene_.balls(), position.balls, position.CueBall());
    std::array<double, 3> best{};
    const rules::BallMask balls = rules::PotTargetsOf(position.game, position.state) &
                                  rules::FirstTargetsOf(position.game, position.state);
    for (rules::BallMask rest = balls; rest != 0; rest &= rest - 1) {
      for (int pocket = 0; pocket < static_cast<int>(scene_.table().pockets.size()); ++pocket) {
        const auto pot = values_.PotOf(map, map.Place(map.cue()), std::countr_zero(rest), pocket);
        double chance = pot ? pot->chance : 0.0;
        for (double& other : best) {
          if (chance > other) std::swap(chance, other);
        }
      }
    }
    double worth = 0.0;
    for (size_t i = 0; i < best.size(); ++i) worth += kWeights[i] * best[i];
    return worth;
  }

  // Pots from a position, played with noise; the best first.
  std::vector<Sampled> Sample(const play::Position& position, int64_t to_find, int64_t to_sample) {
    const play::ValuesAfter after(values_, position);
    play::PlaceSearch search(scene_, position, std::nullopt, options_, after, searches_++, 0, {},
                             workspace_);
    search.FindPots(to_find);
    played_ += search.shots();
    std::vector<play::Candidate> found = search.TakeFound();
    // By what they leave without noise, whatever a pot's own chance: the draws find that.
    std::vector<Sampled> pots;
    for (play::Candidate& candidate : found) pots.push_back({std::move(candidate), 0, 0, 0, {}});
    for (Sampled& pot : pots) Play(position, {}, 1, pot);
    std::stable_sort(pots.begin(), pots.end(),
                     [](const Sampled& a, const Sampled& b) { return a.Mean() > b.Mean(); });
    const auto many = static_cast<size_t>(std::max<int64_t>(1, to_sample / kSamples));
    if (pots.size() > many) pots.resize(many);
    for (Sampled& pot : pots) {
      pot = {std::move(pot.candidate), 0, 0, 0, {}};
      Play(position, options_.skill.noise, kSamples, pot);
    }
    std::stable_sort(pots.begin(), pots.end(),
                     [](const Sampled& a, const Sampled& b) { return a.Mean() > b.Mean(); });
    return pots;
  }

  // Until so many draws are played.
  void Play(const play::Position& position, const estimate::StrikeNoise& noise, int draws,
            Sampled& pot) {
    Detail detail;
    detail.touches = true;
    Shot shot{position.balls, std::nullopt};
    for (; pot.draws < draws; ++pot.draws) {
      ++played_;
      shot.strike = pot.candidate.shot.strike;
      const auto draw = static_cast<uint64_t>(pot.draws);
      if (!estimate::AddNoise(noise, options_.seed, draw, *shot.strike).ok() ||
          !Simulate(scene_, shot, detail, {}, workspace_, record_).ok() ||
          record_.stop_reason != StopReason::kAtRest) {
        continue;
      }
      rules::ReadShotView(record_, {}, view_);
      const rules::Ruling ruling =
          rules::Rule(position.game, position.state, pot.candidate.shot.call, view_);
      const int shooter = position.state.shooter;
      if (ruling.over()) {
        pot.won += ruling.winner == shooter;
        pot.sum += ruling.winner == shooter ? kWon : 0.0;
        continue;
      }
      if (!ruling.legal || ruling.next.shooter != shooter) continue;
      auto after = play::After(scene_, position, ruling, record_.final_states);
      if (!after) continue;
      pot.sum += Worth(*after);
      pot.ends.push_back(*std::move(after));
    }
  }

  // What a pot leaves, judged by the best pot from the middle of each cluster.
  double DeepValue(const Sampled& pot, int64_t shots) {
    const std::vector<Cluster> clusters = ClustersOf(pot);
    if (clusters.empty()) return pot.Mean();
    const int64_t each = shots / static_cast<int64_t>(clusters.size());
    double sum = pot.won * kWon;
    for (const Cluster& cluster : clusters) {
      const auto next = Sample(*cluster.middle, each / 3, each / 2);
      sum += cluster.size * (next.empty() ? 0.0 : next.front().Mean());
    }
    return sum / pot.draws;
  }

  // The first end that is near no other begins a cluster; where there are too many, the nearest
  // one takes it.
  std::vector<Cluster> ClustersOf(const Sampled& pot) const {
    std::vector<Cluster> clusters;
    for (const play::Position& end : pot.ends) {
      const auto far_m = [&](const Cluster& cluster) {
        const size_t cue = Index(end.CueBall());
        const double apart_m =
            (end.balls[cue].position - cluster.middle->balls[cue].position).norm();
        return end.state.on_table == cluster.middle->state.on_table ? apart_m : 10.0;
      };
      const auto nearest =
          std::min_element(clusters.begin(), clusters.end(),
                           [&](const Cluster& a, const Cluster& b) { return far_m(a) < far_m(b); });
      const bool alone = nearest == clusters.end() || far_m(*nearest) > kCluster_m;
      if (alone && clusters.size() < kMostClusters) {
        clusters.push_back({&end, 1});
      } else {
        ++nearest->size;
      }
    }
    return clusters;
  }

  const Scene& scene_;
  const play::PlanOptions& options_;
  const play::PositionJudge& values_;
  Workspace& workspace_;
  Record record_;
  rules::ShotView view_;
  uint64_t searches_ = 0;
  int64_t played_ = 0;
};

}  // namespace

std::optional<play::PlannedShot> ChooseAsCueCard(const Scene& scene, const play::Position& position,
                                                 const play::PlanOptions& options,
                                                 const play::PositionJudge& values,
                                                 Workspace& workspace) {
  return Search(scene, options, values, workspace).Choose(position);
}

}  // namespace carom::play_record
