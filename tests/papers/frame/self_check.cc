#include "tests/papers/frame/self_check.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/papers/frame/findings.h"
#include "tests/papers/frame/html.h"

namespace carom::papers {
namespace {

class Test {
 public:
  explicit Test(std::ostream& out) : out_(out) {}
  void Check(const char* what, bool is_so) {
    if (is_so) return;
    ++mistakes;
    out_ << "the frame: not so: " << what << "\n";
  }
  int mistakes = 0;

 private:
  std::ostream& out_;
};

const Tolerance kTenth = {0.1, "m", "made up"};

Row RowWith(Kind kind, std::vector<Measured> measured) {
  Row row;
  row.kind = kind;
  row.what = "made up";
  row.paper = Printed{"x = 1.0 m", "1"};
  row.measured = std::move(measured);
  row.why = "made up";
  return row;
}

Row One(double value, const Band& band) { return RowWith(Kind::kReproduced, {{value, band}}); }

bool IsRefused(const Row& row) { return !ErrorsOf(row).empty(); }

void TestJudge(Test& test) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  test.Check("a number in its band holds", Holds(One(1.05, Around(1.0, kTenth))));
  test.Check("one outside does not", !Holds(One(1.11, Around(1.0, kTenth))));
  test.Check("NaN is never within", !Holds(One(nan, Around(1.0, kTenth))));
  test.Check("nor where a side is open", !Holds(One(nan, Above(0.0, 1.0, "", "made up"))));
  test.Check("infinity is not within", !Holds(One(infinity, Around(1.0, kTenth))));
  test.Check("a difference's size is not negative", !Holds(One(-0.01, SizeWithin(kTenth))));
  const Row two = RowWith(Kind::kArtefact, {{1.0, Exactly(1.0)}, {2.0, Exactly(3.0)}});
  test.Check("a row falls with either of its numbers", !Holds(two));
  test.Check("what failed does not hold", !Holds(RowWith(Kind::kFailed, {})));
}

void TestBands(Test& test) {
  Band open;
  open.origin = "made up";
  test.Check("a band without a finite side is an error", IsRefused(One(1.0, open)));
  test.Check("a band that holds nothing is one", IsRefused(One(1.0, Between(2.0, 1.0, "", "x"))));
  test.Check("a bound without an origin is one", IsRefused(One(1.0, Between(0.0, 2.0, "", ""))));
  test.Check("one side needs what a wrong measurement gives",
             IsRefused(One(1.0, Above(0.0, std::nan(""), "", "x"))));
  test.Check("and one that leaves the band",
             !SurvivesWrongNumbers(One(5.0, Above(0.0, 1.0, "", "x"))).empty());
  test.Check("so does a difference with a unit", IsRefused(One(0.05, NearZero(kTenth))) &&
                                                     !IsRefused(One(0.05, NearZero(kTenth, 1.0))));
  test.Check("and the wrong one must be no small difference",
             !SurvivesWrongNumbers(One(0.05, NearZero(kTenth, 0.08))).empty());
  test.Check("a band that holds the double of what was measured is too wide",
             !SurvivesWrongNumbers(One(1.0, Between(0.9, 2.5, "", "x"))).empty());
  test.Check("so is one that holds the half",
             !SurvivesWrongNumbers(One(1.0, Between(0.4, 1.5, "", "x"))).empty());
  const Row halves = RowWith(Kind::kReproduced, {{0.5, Above(0.0, 0.0, "", "made up")},
                                                 {0.5, Below(1.0, 1.0, "", "made up")}});
  test.Check("one number in two bands of one side each is refused", IsRefused(halves));
  Row others = halves;
  others.measured[1].value = 0.4;
  test.Check("two numbers in them are not", !IsRefused(others));
  test.Check("a sound row has no errors",
             !IsRefused(One(1.0, Around(1.0, kTenth))) &&
                 SurvivesWrongNumbers(One(1.0, Around(1.0, kTenth))).empty());
}

void TestKinds(Test& test) {
  const std::vector<Measured> one = {{1.0, Exactly(1.0)}};
  test.Check("a verdict needs a number", IsRefused(RowWith(Kind::kReproduced, {})));
  test.Check("an artefact needs the paper's method too", IsRefused(RowWith(Kind::kArtefact, one)));
  test.Check("a choice needs the paper's setting too", IsRefused(RowWith(Kind::kChoice, one)));
  test.Check("nothing unjudged has a band", IsRefused(RowWith(Kind::kUnjudged, one)));
  Row silent = RowWith(Kind::kMisprint, one);
  silent.why.clear();
  test.Check("a misprint says why", IsRefused(silent));
  Row ours = RowWith(Kind::kReproduced, one);
  ours.paper.reset();
  test.Check("a verdict on the paper needs what it prints", IsRefused(ours));
}

void TestPrinted(Test& test) {
  Row row = One(1.0, Exactly(1.0));
  for (const char* text : {"ours", "not said", "Fig 5, no numbers; no number is read", ""}) {
    row.paper = Printed{text, "1"};
    test.Check("a text that is not the paper's is refused", IsRefused(row));
  }
  row.paper = Printed{"it takes hours", "1"};
  row.reference = {Source::kClosedForm, "made up"};
  test.Check("\"hours\" is not \"ours\"", !IsRefused(row));
  row.reference = {};
  test.Check("the paper's own number has a digit", IsRefused(row));
  row.paper = Printed{"x = 1", ""};
  test.Check("a printed text needs a place", IsRefused(row));
  const Printed minus = {"about of \u221240.007 J", "4"};
  test.Check(
      "the last number of a text is read, with its sign",
      NumberIn(minus).value == -40.007 && std::fabs(NumberIn(minus).half_unit - 5e-4) < 1e-12);
  test.Check("its band is half a unit of its last digit",
             AsPrinted(minus, "J").Holds(-40.0074) && !AsPrinted(minus, "J").Holds(-40.0077));
}

void TestTexts(Test& test) {
  test.Check("TeX is shown as what it stands for",
             PlainText("If $\\Delta t_E = \\infty$, stop.") == "If \u0394t_E = \u221e, stop.");
  test.Check("emphasis is not shown",
             PlainText("detected _after_ they **were**") == "detected after they were");
  test.Check("a name keeps its underscore", PlainText("l_1 + T^_s < D") == "l_1 + T^_s < D");
  test.Check("an address is not shown", PlainText("by [this](http://x/y)") == "by this");
  const std::string svg = "<svg>\n <path d='M1.04,2.00 L1.01,2.01 L9.99,2.00 '/>\n</svg>";
  test.Check("a path goes on after the end of a line",
             SvgUri("<path d='M1,2 L3,4\nM5,6 L7,8'/>") ==
                 "data:image/svg+xml,%3Cpath d='M1,2 L3,4 M5,6 L7,8 '/%3E");
  test.Check("a figure is kept to a tenth of a pixel",
             SvgUri(svg) == "data:image/svg+xml,%3Csvg%3E %3Cpath d='M1,2 L10,2 '/%3E %3C/svg%3E");
}

void TestClaims(Test& test) {
  Findings none;
  test.Check("a claim without rows does not hold", !none.Ok());
  Findings two;
  const Printed paper = {"x = 1", "1"};
  two.Reproduced("a", paper, {{1.0, Around(1.0, {0.1, "m", "one rule"})}});
  test.Check("a claim whose rows hold does", two.Ok() && ErrorsOf(two).empty());
  two.Reproduced("b", paper, {{1.0, Around(1.0, {0.2, "m", "one rule"})}});
  test.Check("one rule with two bounds is an error", !ErrorsOf(two).empty());
  two.Reproduced("c", paper, {{2.0, Around(1.0, {0.3, "m", "another"})}});
  test.Check("a claim falls with one row", !two.Ok());
  test.Check("bounds that differ are listed", !DifferingBounds(two).empty());
}

}  // namespace

int TestFrame(std::ostream& out) {
  Test test(out);
  TestJudge(test);
  TestBands(test);
  TestKinds(test);
  TestPrinted(test);
  TestTexts(test);
  TestClaims(test);
  return test.mistakes;
}

}  // namespace carom::papers
