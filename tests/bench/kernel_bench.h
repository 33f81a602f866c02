#ifndef CAROM_TESTS_BENCH_KERNEL_BENCH_H_
#define CAROM_TESTS_BENCH_KERNEL_BENCH_H_

namespace carom::bench {

/// Prints a CSV kernel,variant,input,ns: processor time of one call. FirstCrossing of a quartic
/// gap: of pairs of balls placed and moving at random, and of pairs that collide. MayCollide of one
/// ball with 15 others at random, for each width of registers that this machine has.
void PrintKernelTimes();

}  // namespace carom::bench

#endif  // CAROM_TESTS_BENCH_KERNEL_BENCH_H_
