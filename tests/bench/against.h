#ifndef CAROM_TESTS_BENCH_AGAINST_H_
#define CAROM_TESTS_BENCH_AGAINST_H_

#include <string>
#include <vector>

namespace carom::bench {

/// Runs another carom-bench and this one in turns over each scene, `turns` times, and prints a CSV
/// of processor time a shot:
///
///   scene,old_us,new_us,ratio,ratio_low,ratio_high,same_hash
///
/// with the medians of both and of the ratios of neighbouring turns, and the least and greatest of
/// those ratios. A binary that prints no processor time (those before this one) is asked for one
/// round of a scene; then for both sides that of the process counts, less that of a process that
/// plays no scene. False when a binary cannot be run.
bool CompareAgainst(const std::string& old_binary, const std::string& new_binary,
                    const std::vector<std::string>& scenes, double seconds, int turns);

}  // namespace carom::bench

#endif  // CAROM_TESTS_BENCH_AGAINST_H_
