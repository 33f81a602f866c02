#ifndef CAROM_TESTS_BENCH_DERIVATIVE_BENCH_H_
#define CAROM_TESTS_BENCH_DERIVATIVE_BENCH_H_

namespace carom::bench {

/// Prints a CSV scene,what,shots,processor_us,plain_shots,hash: what a shot of a named scene takes
/// plain, with its derivatives by 5 columns (the strike) and by 16, and with 64 probes; and how
/// many plain shots that is. The hash folds the shots' hashes (of plain shots), all numbers of
/// their derivatives, or the counts of their probes. Medians over rounds, of which each plays all
/// of these in turn.
void PrintDerivativeTimes();

/// Prints a CSV impacts,balls,median_m_rad,p90_m_rad: how far a ball's last place moves with the
/// azimuth of the strike, by the number of ball-ball impacts that led to it one from another, over
/// 10^4 shots of the scene `eight_ball_scatter`. Balls without derivatives are left out.
void PrintGradients();

}  // namespace carom::bench

#endif  // CAROM_TESTS_BENCH_DERIVATIVE_BENCH_H_
