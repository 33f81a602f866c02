#ifndef CAROM_CORE_BASE_VERSION_H_
#define CAROM_CORE_BASE_VERSION_H_

namespace carom {

// The engine's version, and the only place where it is written: CMake reads this line for the
// project's and the package's version. Every response names it, because equal bits are promised
// only between servers of one version. Raise it whenever a change may alter any result.
inline constexpr char kEngineVersion[] = "0.4.0";

}  // namespace carom

#endif  // CAROM_CORE_BASE_VERSION_H_
