#ifndef CAROM_SERVER_CONTENT_CACHE_H_
#define CAROM_SERVER_CONTENT_CACHE_H_

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "server/mutex.h"

namespace carom {

/// Values by the bytes that they were made of. Bounded: the value that nobody has asked for the
/// longest goes first. Bytes are compared, not their hashes alone. Thread-safe.
template <class Value>
class ContentCache {
 public:
  struct Stats {
    int64_t hits = 0;
    int64_t misses = 0;
    int64_t evictions = 0;
    int64_t bytes = 0;
  };

  explicit ContentCache(int64_t max_bytes) : max_bytes_(max_bytes) {}

  /// The value is copied: a shared pointer, or something as cheap.
  std::optional<Value> Find(std::string_view content) ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    const auto found = places_.find(content);
    if (found == places_.end()) {
      ++stats_.misses;
      return std::nullopt;
    }
    ++stats_.hits;
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->value;
  }

  /// Keeps the value, which takes `bytes` beside its content, and returns it: or the one that
  /// somebody else has kept since. A value that is larger than the cache is not kept.
  Value Keep(std::string content, Value value, int64_t bytes) ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    const auto found = places_.find(content);
    if (found != places_.end()) return found->second->value;
    bytes += kEntryBytes + static_cast<int64_t>(content.size());
    if (bytes > max_bytes_) return value;
    while (stats_.bytes + bytes > max_bytes_) Evict();
    entries_.push_front({std::move(content), value, bytes});
    places_.emplace(entries_.front().content, entries_.begin());
    stats_.bytes += bytes;
    return value;
  }

  Stats stats() const ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(mutex_);
    return stats_;
  }

 private:
  struct Entry {
    std::string content;
    Value value;
    int64_t bytes;
  };
  // An entry, its two links, and its place in a table that may be half empty.
  static constexpr int64_t kEntryBytes = sizeof(Entry) + 16 + 64;

  void Evict() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    stats_.bytes -= entries_.back().bytes;
    ++stats_.evictions;
    places_.erase(entries_.back().content);
    entries_.pop_back();
  }

  const int64_t max_bytes_;
  mutable Mutex mutex_;
  std::list<Entry> entries_ ABSL_GUARDED_BY(mutex_);  ///< The one asked for last first.
  absl::flat_hash_map<std::string_view, typename std::list<Entry>::iterator> places_
      ABSL_GUARDED_BY(mutex_);
  Stats stats_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace carom

#endif  // CAROM_SERVER_CONTENT_CACHE_H_
