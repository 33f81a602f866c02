#ifndef CAROM_SERVER_FAIR_QUEUE_H_
#define CAROM_SERVER_FAIR_QUEUE_H_

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "absl/base/thread_annotations.h"

namespace carom {

/// Values by key, in turn: the first is the next to be served, and goes to the back then.
template <class Key, class Value>
class Rotation {
 public:
  using Place = typename std::list<std::pair<Key, Value>>::iterator;

  bool empty() const { return order_.empty(); }
  Place begin() { return order_.begin(); }
  Place end() { return order_.end(); }

  /// A key that is new gets an empty value, at the back.
  Place At(const Key& key) {
    const auto [found, is_new] = places_.try_emplace(key);
    if (is_new) {
      order_.emplace_back(std::piecewise_construct, std::tuple(key), std::tuple());
      found->second = std::prev(order_.end());
    }
    return found->second;
  }
  void MoveToFront(Place place) { order_.splice(order_.begin(), order_, place); }
  void MoveToBack(Place place) { order_.splice(order_.end(), order_, place); }
  Place Remove(Place place) {
    places_.erase(place->first);
    return order_.erase(place);
  }

 private:
  std::list<std::pair<Key, Value>> order_;
  std::unordered_map<Key, Place> places_;
};

/// Entries that wait. Callers are served in turn, whatever each of them has waiting. Of one
/// caller's entries the first to come is the first to go; or the caller's calls are served in turn
/// as well. An Entry has a `caller` and a `call`. Not thread-safe: what is asked about entries is
/// asked under the lock of whoever guards the queue, which the compiler cannot know here.
template <class Entry>
class FairQueue {
 public:
  enum class WithinCaller { kFirstComeFirstServed, kCallsInTurn };

  explicit FairQueue(WithinCaller within) : within_(within) {}

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  void PushBack(Entry entry) {
    std::list<Entry>& call = CallOf(entry, callers_.At(entry.caller)->second)->second;
    call.push_back(std::move(entry));
    ++size_;
  }

  /// The next one to be served.
  void PushFront(Entry entry) {
    const auto caller = callers_.At(entry.caller);
    const auto call = CallOf(entry, caller->second);
    callers_.MoveToFront(caller);
    caller->second.MoveToFront(call);
    call->second.push_front(std::move(entry));
    ++size_;
  }

  /// Takes the next one for which `may_go(entry)` is true. Where it is false, the same call's other
  /// entries are not asked for.
  template <class MayGo>
  std::optional<Entry> Pop(const MayGo& may_go) {
    const auto [caller, call] = Find(may_go);
    if (caller == callers_.end()) return std::nullopt;
    Entry entry = std::move(call->second.front());
    call->second.pop_front();
    --size_;
    if (call->second.empty()) {
      caller->second.Remove(call);
    } else {
      caller->second.MoveToBack(call);
    }
    if (caller->second.empty()) {
      callers_.Remove(caller);
    } else {
      callers_.MoveToBack(caller);
    }
    return entry;
  }

  template <class MayGo>
  bool Has(const MayGo& may_go) {
    return Find(may_go).first != callers_.end();
  }

  /// Hands every entry for which `is_wanted(entry)` is true to `take`.
  template <class IsWanted, class Take>
  void Extract(const IsWanted& is_wanted, const Take& take) ABSL_NO_THREAD_SAFETY_ANALYSIS {
    for (auto caller = callers_.begin(); caller != callers_.end();) {
      Calls& calls = caller->second;
      for (auto call = calls.begin(); call != calls.end();) {
        std::list<Entry>& entries = call->second;
        for (auto entry = entries.begin(); entry != entries.end();) {
          if (!is_wanted(*entry)) {
            ++entry;
            continue;
          }
          take(std::move(*entry));
          entry = entries.erase(entry);
          --size_;
        }
        call = call->second.empty() ? calls.Remove(call) : std::next(call);
      }
      caller = calls.empty() ? callers_.Remove(caller) : std::next(caller);
    }
  }

 private:
  using Calls = Rotation<const void*, std::list<Entry>>;
  using Callers = Rotation<uint64_t, Calls>;

  typename Calls::Place CallOf(const Entry& entry, Calls& calls) {
    return calls.At(within_ == WithinCaller::kCallsInTurn ? entry.call : nullptr);
  }

  template <class MayGo>
  std::pair<typename Callers::Place, typename Calls::Place> Find(const MayGo& may_go)
      ABSL_NO_THREAD_SAFETY_ANALYSIS {
    for (auto caller = callers_.begin(); caller != callers_.end(); ++caller) {
      for (auto call = caller->second.begin(); call != caller->second.end(); ++call) {
        if (may_go(call->second.front())) return {caller, call};
      }
    }
    return {callers_.end(), {}};
  }

  const WithinCaller within_;
  Callers callers_;
  std::size_t size_ = 0;
};

}  // namespace carom

#endif  // CAROM_SERVER_FAIR_QUEUE_H_
