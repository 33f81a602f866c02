#include "tests/papers/frame/claim.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "tests/papers/frame/findings.h"

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

// By how far inside the rule each number lies: positive where the claim holds. NaN for NaN.
template <class Margin>
Verdict DecideByMargins(const std::vector<Quantity>& measured, Margin margin_of) {
  bool open = false;
  for (const Quantity& m : measured) {
    const double margin = margin_of(m.value);
    if (!(margin + m.error > 0.0)) return Verdict::kContradicted;
    open = open || margin - m.error <= 0.0;
  }
  return open ? Verdict::kUndecidable : Verdict::kHolds;
}

// `side` 1: above the bound.
Rule Beside(double side, double bound, const std::string& text) {
  const auto decide = [=](const Print& print, const std::vector<Quantity>& measured) {
    return DecideByMargins(measured, [&](double m) { return print.says * side * (m - bound); });
  };
  return {decide, text};
}

}  // namespace

Rule Rounds() {
  const auto decide = [](const Print& print, const std::vector<Quantity>& measured) {
    return DecideByMargins(measured,
                           [&](double m) {  // A rounding for what lies on the edge itself.
                             return print.precision * (1.0 + 1e-9) - std::fabs(m - print.value);
                           });
  };
  return {decide, "", true};
}
Rule Above(double bound, const std::string& because) {
  return Beside(1.0, bound, "above " + Text(bound) + ": " + because);
}
Rule Below(double bound, const std::string& because) {
  return Beside(-1.0, bound, "below " + Text(bound) + ": " + because);
}
Rule Mostly() {
  const auto decide = [](const Print& print, const std::vector<Quantity>& measured) {
    return DecideBySigns(print.says, measured);
  };
  return {decide, "more positive than negative: sign test, one-sided 5 %"};
}

Claim Undecidable(const std::string& id, const std::string& where, const std::string& quote,
                  const std::string& missing) {
  Claim claim;
  claim.id = id;
  claim.where = where;
  claim.quote = quote;
  claim.missing = missing;
  return claim;
}

Verdict Decide(const Rule& rule, const Print& print, const std::vector<Quantity>& measured) {
  if (!rule.decide || measured.empty()) return Verdict::kUndecidable;
  return rule.decide(print, measured);
}

double OpenBrackets(const std::string& passage) {
  return static_cast<double>(std::count(passage.begin(), passage.end(), '(') -
                             std::count(passage.begin(), passage.end(), ')'));
}

double EquationNumber(const std::string& passage) {
  const size_t open = passage.rfind('(');
  return open == std::string::npos ? std::nan("") : FirstNumber(passage.substr(open));
}

double FirstNumber(const std::string& passage) {
  const size_t digit = passage.find_first_of("0123456789");
  return digit == std::string::npos ? std::nan("") : std::strtod(passage.c_str() + digit, nullptr);
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
