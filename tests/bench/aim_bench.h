#ifndef CAROM_TESTS_BENCH_AIM_BENCH_H_
#define CAROM_TESTS_BENCH_AIM_BENCH_H_

namespace carom::bench {

/// Prints a CSV what,layouts,median_ms,worst_ms,median_shots: what a search for aims takes of a
/// processor in random layouts of 15 balls and the cue ball on a pool table, for any ball, for one
/// that is called, and for any ball with a place for the cue ball.
void PrintAimTimes();

}  // namespace carom::bench

#endif  // CAROM_TESTS_BENCH_AIM_BENCH_H_
