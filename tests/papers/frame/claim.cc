#include "tests/papers/frame/claim.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace carom::papers {

const char* Name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "holds";
    case Verdict::kContradicted:
      return "contradicted";
    case Verdict::kUndecidable:
      return "undecidable";
    case Verdict::kMisprint:
      return "misprint";
  }
  return "";
}

Print Number(const std::string& digits, const std::string& unit) {
  std::string plain = digits;
  plain.erase(std::remove(plain.begin(), plain.end(), ','), plain.end());
  const size_t power = plain.find('e');
  const std::string mantissa = plain.substr(0, power);
  const size_t point = mantissa.find('.');
  const double decimals =
      point == std::string::npos ? 0.0 : static_cast<double>(mantissa.size() - point - 1);
  const double exponent =
      power == std::string::npos ? 0.0 : std::strtod(plain.c_str() + power + 1, nullptr);
  Print print;
  print.is_number = true;
  print.value = std::strtod(plain.c_str(), nullptr);
  print.precision = 0.5 * std::pow(10.0, exponent - decimals);
  print.unit = unit;
  return print;
}

Print Word() { return {}; }

Rule Rounds() { return {Rule::Kind::kRounds, 0.0, "half a unit of the last printed digit"}; }
Rule Above(double bound, std::string because) {
  return {Rule::Kind::kAbove, bound, std::move(because)};
}
Rule Below(double bound, std::string because) {
  return {Rule::Kind::kBelow, bound, std::move(because)};
}
Rule Mostly() { return {Rule::Kind::kMostly, 0.0, "sign test, one-sided 5 %"}; }

namespace {

// The chance of at least `k` heads of `n` fair coins.
double ChanceOfAtLeast(int k, int n) {
  double chance = 0.0;
  for (int heads = k; heads <= n; ++heads) {
    chance += std::exp(std::lgamma(n + 1.0) - std::lgamma(heads + 1.0) -
                       std::lgamma(n - heads + 1.0) - n * std::log(2.0));
  }
  return chance;
}

Verdict DecideBySigns(double says, const std::vector<Quantity>& measured) {
  int so = 0;
  int not_so = 0;
  for (const Quantity& m : measured) {
    so += says * m.value > 0.0 ? 1 : 0;
    not_so += says * m.value < 0.0 ? 1 : 0;
  }
  if (ChanceOfAtLeast(so, so + not_so) < 0.05) return Verdict::kHolds;
  if (ChanceOfAtLeast(not_so, so + not_so) < 0.05) return Verdict::kContradicted;
  return Verdict::kUndecidable;
}

// How far inside the rule a number lies: positive where the claim holds. NaN for NaN.
double Margin(const Rule& rule, const Print& print, double value) {
  switch (rule.kind) {
    case Rule::Kind::kRounds:  // A rounding for what lies on the edge itself.
      return print.precision * (1.0 + 1e-9) - std::fabs(value - print.value);
    case Rule::Kind::kAbove:
      return print.says * (value - rule.bound);
    case Rule::Kind::kBelow:
      return print.says * (rule.bound - value);
    default:
      return std::nan("");
  }
}

}  // namespace

Verdict Decide(const Rule& rule, const Print& print, const std::vector<Quantity>& measured) {
  if (rule.kind == Rule::Kind::kNoRule || measured.empty()) return Verdict::kUndecidable;
  if (rule.kind == Rule::Kind::kMostly) return DecideBySigns(print.says, measured);
  bool open = false;
  for (const Quantity& m : measured) {
    const double margin = Margin(rule, print, m.value);
    if (!(margin + m.error > 0.0)) return Verdict::kContradicted;
    open = open || margin - m.error <= 0.0;
  }
  return open ? Verdict::kUndecidable : Verdict::kHolds;
}

std::vector<Print> Contradictions(const Print& print) {
  Print up = print;
  if (!print.is_number) {
    up.says = -print.says;
    return {up};
  }
  Print down = print;
  up.value += 3.0 * print.precision;
  down.value -= 3.0 * print.precision;
  return {up, down};
}

}  // namespace carom::papers
