#include <cmath>
#include <string>
#include <vector>

#include "tests/papers/frame/html.h"
#include "tests/papers/frame/result.h"

namespace carom::papers {
namespace {

class Test {
 public:
  explicit Test(std::ostream& out) : out_(out) {}
  void Check(const char* what, bool is_so) {
    if (is_so) return;
    ++mistakes;
    out_ << "the judge: not so: " << what << "\n";
  }
  int mistakes = 0;

 private:
  std::ostream& out_;
};

bool Holds(const Rule& rule, const Print& print, const std::vector<Quantity>& measured) {
  return Decide(rule, print, measured) == Verdict::kHolds;
}

Claim MadeUp(Print print, Rule rule) {
  return {"x", "1", "x is 1", std::move(print), std::move(rule), "x"};
}

void TestPrints(Test& test) {
  const Print energy = Number("-40.007", "J");
  test.Check("a number has the precision of its digits",
             energy.value == -40.007 && std::fabs(energy.precision - 5e-4) < 1e-12);
  test.Check("of a power of ten only the digits before count", Number("1e2").precision == 50.0);
  test.Check("commas group digits", Number("30,000").value == 30000.0);
}

void TestDecisions(Test& test) {
  const Print one = Number("1.0");
  test.Check("what rounds to the print holds", Holds(Rounds(), one, {{1.04}}));
  test.Check("what does not is no part of it", !Holds(Rounds(), one, {{1.04}, {1.06}}));
  test.Check("NaN holds nowhere", !Holds(Rounds(), one, {{std::nan("")}}) &&
                                      !Holds(Above(0.0, "x"), Word(), {{std::nan("")}}));
  test.Check("what is too inexact is open",
             Decide(Rounds(), one, {{1.04, "", 0.02}}) == Verdict::kUndecidable &&
                 Decide(Rounds(), one, {{1.1, "", 0.02}}) == Verdict::kContradicted);
  test.Check("a bound is out",
             !Holds(Above(0.0, "x"), Word(), {{0.0}}) && !Holds(Below(0.0, "x"), Word(), {{0.0}}));
  const std::vector<Quantity> five(5, {1.0});
  test.Check("five of five are no chance", Holds(Mostly(), Word(), five));
  std::vector<Quantity> four_of_six(4, {1.0});
  four_of_six.insert(four_of_six.end(), 2, {-1.0});
  test.Check("four of six are undecided",
             Decide(Mostly(), Word(), four_of_six) == Verdict::kUndecidable);
}

void TestContradictions(Test& test) {
  for (const double edge : {0.95, 1.0, 1.05}) {
    for (const Print& print : Contradictions(Number("1.0"))) {
      test.Check("a number moved by thrice its precision falls", !Holds(Rounds(), print, {{edge}}));
    }
  }
  const Print opposite = Contradictions(Word()).front();
  test.Check("a word's opposite falls", !Holds(Above(0.0, "x"), opposite, {{1.0}}));
  test.Check("and holds where the word does not", Holds(Above(0.0, "x"), opposite, {{-1.0}}));
  test.Check("so does a vote's",
             Decide(Mostly(), opposite, std::vector<Quantity>(5, {1.0})) == Verdict::kContradicted);
}

// What planting finds: a rule that takes no notice of its print, and one that has a third of it.
void TestPlanting(Test& test) {
  const auto fallen = [](const Rule& rule, Print print, double measured) {
    Findings findings;
    findings.Measure("x", measured);
    Result result;
    result.claims.push_back(Judge(MadeUp(std::move(print), rule), findings));
    const Planted planted = PlantContradictions({result});
    return planted.holding == 1 && (planted.fallen == 1) == result.Ok() ? planted.fallen : -1;
  };
  test.Check(
      "a claim whose rule has an eye on its print falls",
      fallen(Above(0.0, "x"), Word(), 1.0) == 1 && fallen(Rounds(), Number("1.0"), 1.0) == 1);
  const auto blind = [](const Print&, const std::vector<Quantity>& measured) {
    return measured.front().value > 0.0 ? Verdict::kHolds : Verdict::kContradicted;
  };
  test.Check("one that has none does not fall, and is told",
             fallen({blind, "x"}, Word(), 1.0) == 0);
  const auto generous = [](const Print& print, const std::vector<Quantity>& measured) {
    return std::fabs(measured.front().value - print.value) < 5.0 * print.precision
               ? Verdict::kHolds
               : Verdict::kContradicted;
  };
  test.Check("nor does one with a wider band than the print's",
             fallen({generous, "x", true}, Number("1.0"), 1.0) == 0);
  const auto deaf = [](const Print& print, const std::vector<Quantity>&) {
    return print.says > 0.0 ? Verdict::kHolds : Verdict::kContradicted;
  };
  test.Check("nor does one that takes no notice of what was measured",
             fallen({deaf, "x"}, Word(), 1.0) == 0);
}

// Faults in what is measured: of x = 2 - 1, either number; and a measurement that leaves one out.
void TestFaults(Test& test) {
  const auto noticed = [](const Findings::Formula& formula) {
    Findings findings;
    findings.MeasureFormula("x", {2.0, -1.0}, formula);
    Result result;
    result.claims.push_back(Judge(MadeUp(Number("1.00"), Rounds()), findings));
    const Planted planted = PlantContradictions({result});
    return (planted.noticed == 2) == result.Ok() && planted.faults == 2 ? planted.noticed : -1;
  };
  test.Check("each number of a formula counts",
             noticed([](const auto& n) { return std::vector<Quantity>{{n[0] + n[1]}}; }) == 2);
  test.Check("one that the measurement leaves out is found",
             noticed([](const auto& n) { return std::vector<Quantity>{{n[0] - 1.0}}; }) == 1);
}

void TestReading(Test& test) {
  test.Check("brackets are counted in TeX",
             OpenBrackets("(r+(d+l_c )\\cos \\left( \\psi \\right)") == 1.0);
  test.Check("the last number in brackets is the equation's",
             EquationNumber("f_3(x) = 2 \\quad (10)") == 10.0 && std::isnan(EquationNumber("2")));
  test.Check("a number is where its digits begin", FirstNumber("was 3 s, of 0.0001 s") == 3.0);
  Claim claim = MadeUp(Number("1"), Rounds());
  claim.quote = "Eq. (1)";
  claim.read = EquationNumber;
  test.Check("a claim can be read in its sentence",
             Judge(claim, Findings()).verdict == Verdict::kHolds);
  claim.origin = "x = y (2)";
  test.Check("or where it points", Judge(claim, Findings()).verdict == Verdict::kContradicted);
}

void TestJudging(Test& test) {
  Findings findings;
  findings.Measure("x", 2.0);
  Claim claim = MadeUp(Number("1.0"), Rounds());
  test.Check("another number contradicts",
             Judge(claim, findings).verdict == Verdict::kContradicted);
  claim.derivation = "1 + 1";
  test.Check("and is a misprint where that is derived",
             Judge(claim, findings).verdict == Verdict::kMisprint);
  claim = MadeUp(Number("2.0"), Rounds());
  claim.derivation = "1 + 1";
  test.Check("no misprint of what holds", !Judge(claim, findings).errors.empty());
  claim = MadeUp(Number("1.0"), Rounds());
  findings.Emulate("x", 1.0);
  test.Check("what the tool alone shows is its artefact",
             Judge(claim, findings).why.find("artefact") != std::string::npos);
  claim.of_tool = true;
  test.Check("a sentence about the tool is judged by it",
             Judge(claim, findings).verdict == Verdict::kHolds);
  claim = MadeUp(Word(), {});
  test.Check("a claim without a rule says what would decide it",
             !Judge(claim, Findings()).errors.empty());
  test.Check("a word is not rounded to", !Judge(MadeUp(Word(), Rounds()), findings).errors.empty());
  test.Check("an unmeasured claim is an error",
             !Judge(MadeUp(Word(), Above(0.0, "x")), Findings()).errors.empty());
}

void TestTexts(Test& test) {
  test.Check("TeX is shown as what it stands for",
             PlainText("If $\\Delta t_E = \\infty$, stop.") == "If \u0394t_E = \u221e, stop.");
  test.Check("emphasis is not shown",
             PlainText("detected _after_ they **were**") == "detected after they were");
  test.Check("a name keeps its underscore", PlainText("l_1 + T^_s < D") == "l_1 + T^_s < D");
  test.Check("an address is not shown", PlainText("by [this](http://x/y)") == "by this");
  test.Check("a path goes on after the end of a line",
             SvgUri("<path d='M1.04,2 L3,4\nM5,6 L7,8'/>") ==
                 "data:image/svg+xml,%3Cpath d='M1,2 L3,4 M5,6 L7,8 '/%3E");
}

}  // namespace

int TestJudge(std::ostream& out) {
  Test test(out);
  TestPrints(test);
  TestDecisions(test);
  TestContradictions(test);
  TestPlanting(test);
  TestFaults(test);
  TestReading(test);
  TestJudging(test);
  TestTexts(test);
  return test.mistakes;
}

}  // namespace carom::papers
